"""How La chasse aux fromages is played well.

prospects.py   what a round will bring each seat, and what that means for the victory
temptation.py  how tempting a move looks
laying.py      how tempting each way to lay a card is
paths.py       how much of the ways home is built; finding.py finds these ways once
foresight.py   what somebody who looks one turn ahead does
planning.py    how one's own moves go on in a rollout
"""

from lumitheque.games.fromages.record import CLASSIQUE, HELD, REPLACED
from lumitheque.games.fromages.skill.foresight import NOTES as NOTES
from lumitheque.games.fromages.skill.foresight import foreseen_move
from lumitheque.games.fromages.skill.planning import planned_move
from lumitheque.games.fromages.skill.prospects import hopes, hopes_of_little_ones
from lumitheque.games.fromages.skill.temptation import weigh_move
from lumitheque.games.fromages.turns import loose_card
from lumitheque.games.rule import rule

GLANCES = 12
HORIZON = 6  # two turns
EXPLORE = 0.3
REVIEWED = 4000  # simulations of a search when a game is reviewed
REHEARSED = 300  # ... where these are rollouts
FORCING = 3.0
CALCULABLE = False  # chance is never far


@rule
def judge(e, s, out):
    """Each seat's hope of victory."""
    if s.game == CLASSIQUE:
        hopes(e, s, out)
    else:
        hopes_of_little_ones(e, s, out)


@rule
def weigh(e, s, seat, move):
    """How tempting a legal move looks at a glance: the points that it promises, more or less."""
    return weigh_move(e, s, seat, move)


@rule
def tell_apart(e, s, seat):
    """The kind of the card to be played: its form, and its cheese or that it is clogged."""
    if s.phase != HELD and s.phase != REPLACED:
        return 0
    card = loose_card(s)
    return 1 + int(e.sides[card]) * 5 + (4 if e.clogged[card] == 1 else int(e.cheese[card]))


@rule
def by_heart(e, s, seat, chance):
    """Cards lie by chance: nothing is known by heart."""
    return -1


@rule
def is_certain(e, s):
    """There are cards to come in every position."""
    return False


@rule
def chapter(e, s):
    """A round: all cards are dealt anew after it, and only the points stay."""
    return int(s.round_number)


@rule
def rehearsed_move(e, s, own, moves, n, notes, chance):
    """How a rehearsal goes on: the thinker follows a plan, the others look one turn ahead; -1: the most tempting."""
    if s.game != CLASSIQUE:
        return -1
    return planned_move(e, s, moves, n) if own else foreseen_move(e, s, moves, n, notes, chance)

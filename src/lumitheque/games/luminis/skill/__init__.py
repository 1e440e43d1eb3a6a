"""How Luminis is played well.

race.py   how far a seat is on its way to a spire
taste.py  how good a move looks at a glance
"""

from lumitheque.games.chance import below
from lumitheque.games.luminis.placing import printed
from lumitheque.games.luminis.record import CHOOSE_PILE, PATIENCE, TURN
from lumitheque.games.luminis.rules import leaders
from lumitheque.games.luminis.skill.race import PACE, standing, total
from lumitheque.games.luminis.skill.taste import TASTE, weigh_with
from lumitheque.games.real import exp
from lumitheque.games.rule import rule

GLANCES = 6
HORIZON = 16
EXPLORE = 1.0
REVIEWED = 3000  # simulations of a search when a game is reviewed
FORCING = 6.0
CALCULABLE = False  # chance is never far
WATCHFUL = True  # with two, hands are open: one who only looks one turn ahead is soon found out

SURE = 10.0  # on the scale of log odds: all but certain


@rule
def judge_with(e, s, out, w):
    """Each seat's hope of victory: the odds grow with what it is ahead."""
    seats, best = int(s.seats), -99.0
    following = int(s.turn) if s.phase == TURN else (int(s.turn) + 1) % seats  # who begins the next turn
    for seat in range(seats):
        worth, missing = standing(e, s, seat, w)
        if missing == 0 and seat == following:
            worth += SURE
        out[seat] = worth - w.turn * ((seat - following) % seats) / (seats - 1)
        best = max(best, out[seat])
    impatience = max(0.0, 2.0 * int(s.quiet) / (PATIENCE * seats) - 1.0)  # LM-21
    leading, together = leaders(s) if impatience > 0.0 else 0, 0.0
    for seat in range(seats):
        out[seat] = exp(out[seat] - best + SURE * impatience * impatience * ((leading >> seat) & 1))
        together += out[seat]
    for seat in range(seats):
        out[seat] /= together


@rule
def judge(e, s, out):
    """Each seat's hope of victory."""
    if s.phase == CHOOSE_PILE:
        for seat in range(int(s.seats)):
            out[seat] = 1.0 / int(s.seats)
        return
    judge_with(e, s, out, PACE)


@rule
def weigh(e, s, seat, move):
    """How tempting a move looks at a glance."""
    return weigh_with(e, s, seat, move, TASTE)


@rule
def tell_apart(e, s, seat):
    """The cards on top of the piles: a draw or a discard has put another one there, and it can be drawn next."""
    tops = 1
    for pile in range(int(s.pile_count)):
        top = int(s.piles[pile, s.height[pile] - 1]) + 1 if s.height[pile] > 0 else 0
        tops = (tops * 131 + top) % 1000003
    return tops + 1


@rule
def by_heart(e, s, seat, chance):
    """LM-07: the pile with the best level I card on top, as that one is sure to be taken; else any."""
    if s.phase != CHOOSE_PILE:
        return -1
    best, most, start = -1, -1, below(chance, int(s.pile_count))
    for i in range(int(s.pile_count)):
        pile = (start + i) % int(s.pile_count)
        if s.level_one[pile] == 0:
            continue
        top, brings = int(s.piles[pile, s.height[pile] - 1]), 0
        if e.level[top] == 1:
            brings = 2 * total(printed(e.centre, top)) + total(printed(e.top, top))
        if brings > most:
            best, most = pile, brings
    return best


@rule
def is_certain(e, s):
    """Never: cards come up as long as the game lasts."""
    return False

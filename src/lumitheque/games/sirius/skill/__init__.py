"""How Sirius is played well.

lead.py  how far white is ahead of brown
"""

from lumitheque.games.pawns.arrangements import next_placement
from lumitheque.games.pawns.board import (
    CHAMPION,
    EMPTY,
    PLAY,
    SETUP,
    WHITE,
    around,
    at_cell,
    is_far_row,
    side_of,
    ways,
)
from lumitheque.games.pawns.lead import HUNTER_OF, hope, toward_far_row
from lumitheque.games.rule import rule
from lumitheque.games.sirius.record import ENDS, EVERYTHING, HUFF, PASS, PLACE
from lumitheque.games.sirius.skill.lead import TAMED, WEIGHTS, lead

GLANCES = 3
HORIZON = 40
EXPLORE = 1.0
REVIEWED = 4000  # simulations of a search when a game is reviewed
FORCING = 3.0  # takings, promotions, huffs
BEND = 14.0  # fitted to the results of games
DULL = 0.5  # what a lead is worth where champions take no pawns: nearly all games are drawn
CALCULABLE = True  # alpha-beta pays where everything is certain


@rule
def white_hopes(s):
    """White's hope of victory."""
    if s.phase == SETUP:
        return 0.5
    if s.champion_takes != EVERYTHING:
        return hope(DULL * lead(s, TAMED), BEND)
    return hope(lead(s, WEIGHTS if s.champion_safe == 1 else TAMED), BEND)


@rule
def judge(e, s, out):
    """Each seat's hope of victory."""
    chance = white_hopes(s)
    out[int(s.white)] = chance
    out[1 - int(s.white)] = 1.0 - chance


@rule
def hunted(s, piece, at):
    """Whether a pawn on a place could be taken by an enemy pawn."""
    return around(s, int(HUNTER_OF[piece + CHAMPION]), at) & ways(s) != 0


@rule
def among_pawns(s, side, at):
    """Whether an enemy pawn of any kind is one step from a place."""
    sign = toward_far_row(side)
    return (around(s, -sign, at) | around(s, -2 * sign, at) | around(s, -3 * sign, at)) & ways(s) != 0


@rule
def weigh_move(s, side, start, goal):
    """Takings and promotions above all; then pawns go forward and keep away from those that take them."""
    piece, other = int(s.board[start]), int(s.board[goal])
    weight = 0.0
    if other != EMPTY:
        weight = 7.0 if abs(other) == CHAMPION else 4.0
    if abs(piece) == CHAMPION:
        return weight - 2.0 * int(s.champion_safe == 0 and among_pawns(s, side, goal))
    ahead = (goal >> 4) - (start >> 4) if side == WHITE else (start >> 4) - (goal >> 4)
    weight += 0.3 * ahead
    if is_far_row(side, goal):
        return weight + 6.0
    if hunted(s, piece, goal):
        weight -= 0.6 if other != EMPTY else 1.5
    if hunted(s, piece, start):
        weight += 0.5
    return weight


@rule
def weigh(e, s, seat, move):
    """How tempting a legal move looks at a glance."""
    if move >= PLACE or move == PASS:
        return 0.0
    if move >= HUFF:
        return 9.0 if abs(int(s.board[at_cell(move - HUFF)])) == CHAMPION else 7.0
    return weigh_move(s, side_of(s, seat), at_cell(move // 2 // ENDS), at_cell(move // 2 % ENDS))


@rule
def tell_apart(e, s, seat):
    """Nothing new is ever seen in play."""
    return 0


@rule
def by_heart(e, s, seat, chance):
    """The next pawn of an arrangement, as long as pawns are placed."""
    return next_placement(s, side_of(s, seat), PLACE, chance) if s.phase == SETUP else -1


@rule
def is_certain(e, s):
    """All is open in play; a set-up may be secret."""
    return s.phase == PLAY

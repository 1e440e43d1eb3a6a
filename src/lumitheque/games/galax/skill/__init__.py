"""How Galax is played well.

lead.py  how far white is ahead of brown
"""

from lumitheque.games.galax.reach import is_champion, prey_around
from lumitheque.games.galax.record import ENDS, HUFF, NOBODY, PASS, PLACE, STOP, TAKE
from lumitheque.games.galax.skill.lead import WEIGHTS, lead
from lumitheque.games.pawns.arrangements import next_placement
from lumitheque.games.pawns.board import (
    BIT_COUNT,
    CHAMPION,
    PLAY,
    PREY_OF,
    SETUP,
    SUN,
    WHITE,
    around,
    at_cell,
    is_far_row,
    side_of,
    ways,
)
from lumitheque.games.pawns.lead import HUNTER_OF, hope
from lumitheque.games.rule import rule

GLANCES = 3
HORIZON = 40
EXPLORE = 1.0
REVIEWED = 4000  # simulations of a search when a game is reviewed
FORCING = 3.0  # takings, steps to prey, promotions, huffs
BEND = 6.0  # fitted to the results of games
CALCULABLE = True  # alpha-beta pays where everything is certain


@rule
def judge(e, s, out):
    """Each seat's hope of victory."""
    chance = 0.5 if s.phase == SETUP else hope(lead(s, WEIGHTS), BEND)
    out[int(s.white)] = chance
    out[1 - int(s.white)] = 1.0 - chance


@rule
def prey_at(s, piece, at):
    """How many enemies a piece would find in its power on a place."""
    if abs(piece) != CHAMPION:
        return int(BIT_COUNT[around(s, PREY_OF[piece + CHAMPION], at) & ways(s)])
    bits = 0
    for kind in range(SUN, CHAMPION + 1):
        bits |= around(s, -kind if piece > 0 else kind, at)
    return int(BIT_COUNT[bits & ways(s)])


@rule
def within_two(s, piece, at):
    """Whether such a piece stands at most two steps from a place."""
    rows = s.where[CHAMPION + piece]
    row, shift = at >> 4, (at & 15) - 2
    near = int(rows[row - 1]) | int(rows[row + 1])
    far = int(rows[row - 2]) | int(rows[row + 2])
    if s.directions == 8:
        return ((near | far | int(rows[row])) >> shift) & 31 != 0
    return ((far >> shift) & 4) | ((near >> shift) & 14) | ((int(rows[row]) >> shift) & 31) != 0


@rule
def weigh_step(s, side, start, goal):
    """Prey and promotion above all; then pawns go forward and keep away from those that take them."""
    piece = int(s.board[start])
    ahead = (goal >> 4) - (start >> 4) if side == WHITE else (start >> 4) - (goal >> 4)
    weight = 0.0
    if abs(piece) != CHAMPION:
        weight = 0.3 * ahead
        if is_far_row(side, goal):
            weight += 6.0
            piece = CHAMPION if piece > 0 else -CHAMPION
        else:
            hunter = int(HUNTER_OF[piece + CHAMPION])
            weight += 1.0 * within_two(s, hunter, start) - 1.5 * within_two(s, hunter, goal)
    prey = prey_at(s, piece, goal)
    if prey > 0:
        weight = max(weight, 0.0) + 3.0 + prey
    return weight


@rule
def weigh(e, s, seat, move):
    """How tempting a legal move looks at a glance; a taking left undone costs the piece (GX-11)."""
    if move >= PLACE or move == PASS:
        return 0.0
    if move >= HUFF:
        return 7.0
    if move == STOP:
        return -8.0 if prey_around(s, int(s.mover)) != 0 else 0.0
    if move >= TAKE:
        return 10.0 if is_champion(s, at_cell(move - TAKE)) else 8.0
    weight = weigh_step(s, side_of(s, seat), at_cell(move // ENDS), at_cell(move % ENDS))
    if s.mover != NOBODY and prey_around(s, int(s.mover)) != 0:
        weight -= 8.0
    return weight


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

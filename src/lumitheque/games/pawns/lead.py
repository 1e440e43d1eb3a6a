"""What a judgement of suns, moons and stars is made of: whole rows of the board are looked at together, as bits."""

import numpy as np

from lumitheque.games.pawns.board import BROWN, BY_PIECES, CHAMPION, EMPTY, ROWS, SIDE, SUN, WHITE
from lumitheque.games.real import exp
from lumitheque.games.rule import rule

BITS_IN_ROW = np.array([bits.bit_count() for bits in range(1 << (SIDE + 2))], np.int8)  # bit column + 2 of a row
HUNTER_OF = np.array([0, 2, 1, 3, 0, -3, -1, -2, 0])  # by pawn + CHAMPION: the enemy pawn that takes it
FEW = 12  # enemies that champions are to run after
VERDICT = 5.0  # the lead of a side that wins when patience ends


@rule
def toward_far_row(side):
    """1 for white, -1 for brown: the sign of its pieces too."""
    return 1 if side == WHITE else -1


@rule
def row_ahead(side, left):
    """The row that is `left` steps short of a side's far row."""
    return ROWS - 3 - left if side == WHITE else 2 + left


@rule
def count_bits(row):
    return int(BITS_IN_ROW[row & 0xFFF])


@rule
def count_kind(s, piece):
    rows = s.where[CHAMPION + piece]
    n = 0
    for row in range(2, ROWS - 2):
        n += count_bits(int(rows[row]))
    return n


@rule
def fewest_of_a_kind(s, side):
    sign = toward_far_row(side)
    return min(count_kind(s, sign), count_kind(s, 2 * sign), count_kind(s, 3 * sign))


@rule
def beside(low, level, high, eight):
    """The cells of a row that are one step from what stands in it, below it and above it."""
    if eight:
        column = low | level | high
        return column | column << 1 | column >> 1
    return low | high | level << 1 | level >> 1


@rule
def advance(s, side, champions_hunt, w, first):
    """How far the pawns of a side have come, and which of them nothing that could take them stands before.

    The ten weights from w[first] are for pawns by the rows that they are short of the far row; ten more for free ones.
    """
    sign = toward_far_row(side)
    champions = s.where[CHAMPION - CHAMPION * sign]
    value = 0.0
    for kind in range(SUN, CHAMPION):
        pawn = CHAMPION + kind * sign
        pawns, hunters = s.where[pawn], s.where[CHAMPION + HUNTER_OF[pawn]]
        watched = 0
        for left in range(SIDE):
            row = row_ahead(side, left)
            watched |= watched << 1 | watched >> 1 | int(hunters[row])
            if champions_hunt:
                watched |= int(champions[row])
            here = int(pawns[row])
            if here != 0:
                free = here & ~(watched | watched << 1 | watched >> 1)
                value += count_bits(here) * w[first + left] + count_bits(free) * w[first + SIDE + left]
    return value


@rule
def can_promote(s, side):
    """Whether a pawn of a side has a free cell of its far row before it."""
    sign = toward_far_row(side)
    row = row_ahead(side, 1)
    pawns = 0
    for kind in range(SUN, CHAMPION):
        pawns |= int(s.where[CHAMPION + kind * sign, row])
    free = int(s.where[CHAMPION + EMPTY, row_ahead(side, 0)])
    if s.directions == 8:
        free |= free << 1 | free >> 1
    return pawns & free != 0


@rule
def distance(one, other):
    """Steps between two places, in eight directions."""
    return max(abs((one >> 4) - (other >> 4)), abs((one & 15) - (other & 15)))


@rule
def chase(s, side):
    """How far a side's champions are from the enemies nearest to them, on average, when few are left."""
    total, champions = 0, 0
    if s.count[1 - side] > FEW:
        return 0.0
    for i in range(int(s.count[side])):
        at = int(s.cells[side, i])
        if abs(int(s.board[at])) != CHAMPION:
            continue
        champions += 1
        nearest = SIDE
        for j in range(int(s.count[1 - side])):
            nearest = min(nearest, distance(at, int(s.cells[1 - side, j])))
        total += nearest
    return total / champions if champions > 0 else 0.0


@rule
def share_ahead(s):
    """How much white has more of all pieces: a pawn more means more when few are left."""
    white, brown = int(s.count[WHITE]), int(s.count[BROWN])
    return (white - brown) / (white + brown)


@rule
def as_patience_ends(s, ahead, champions_ahead):
    """GX-14, SI-10: a lead that is not used is lost when patience ends; or then the pieces decide."""
    spent = int(s.quiet) / int(s.patience)
    worn = spent * spent * spent * spent
    verdict = 0.0
    if s.adjudicate == BY_PIECES:
        more = int(s.count[WHITE]) - int(s.count[BROWN])
        if more == 0:
            more = champions_ahead
        verdict = VERDICT if more > 0 else -VERDICT if more < 0 else 0.0
    return ahead + (verdict - ahead) * worn


@rule
def hope(ahead, bend):
    """The chance of victory that goes with a lead; beyond `bend` more lead counts for less and less."""
    return 1.0 / (1.0 + exp(-ahead / (1.0 + abs(ahead) / bend)))

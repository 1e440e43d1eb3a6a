"""GX-02, SI-01: arrangements that do well, known by heart.

Neighbours of different kinds guard one another, so the kinds follow one another along every row, and each row begins
one kind later (or earlier) than the row before it: twelve slanting patterns, ten pawns of each kind in all of them.
Against pawns set by lot they win three games of four, where blocks of one kind lose nearly all. Now and then a pawn of
the back row stands elsewhere: that costs a little, but whoever knows the patterns does not know the whole.
"""

from lumitheque.games.chance import below
from lumitheque.games.pawns.board import EMPTY, PAWNS, SIDE, STAR, SUN, WHITE, at_cell
from lumitheque.games.pawns.setup import kind_left
from lumitheque.games.rule import rule

PATTERNS = 12
BACK = 2 * SIDE  # the first place of the back row
WHIM = 20  # one in so many pawns of the back row stands as it likes


@rule
def home_place(side, place):
    """The place of a pawn on the board: 0 … 9 stand in front, from a to j, 20 … 29 at the back."""
    row = 2 - place // SIDE if side == WHITE else SIDE - 3 + place // SIDE
    return at_cell(row * SIDE + place % SIDE)


@rule
def kind_by(pattern, place):
    """The kind that a pattern has for a place: by where it begins, the slant of its rows and the order of its kinds."""
    first, slant, order = pattern % 3, 1 + pattern // 3 % 2, 1 + pattern // 6
    return SUN + (first + slant * (place // SIDE) + order * (place % SIDE)) % 3


@rule
def likeness(s, side, pattern):
    """How many pawns of a side stand where a pattern has them."""
    alike = 0
    for place in range(PAWNS):
        alike += int(abs(int(s.board[home_place(side, place)])) == kind_by(pattern, place))
    return alike


@rule
def pattern_begun(s, side, chance):
    """The pattern that the pawns of a side follow best so far; between equals chance decides."""
    best, most, equals = 0, -1, 0
    for pattern in range(PATTERNS):
        alike = likeness(s, side, pattern)
        if alike > most:
            most, equals = alike, 0
        if alike == most:
            equals += 1
            if below(chance, equals) == 0:
                best = pattern
    return best


@rule
def any_kind_left(s, side, chance):
    """A kind of which there is a pawn still to be placed."""
    kind = below(chance, 3)
    while kind_left(s, side, SUN + kind) == 0:
        kind = (kind + 1) % (STAR - SUN + 1)
    return SUN + kind


@rule
def next_placement(s, side, first_move, chance):
    """The next pawn of the set-up, from the front to the back, as the move first_move + cell * 3 + kind - SUN."""
    place = 0
    while s.board[home_place(side, place)] != EMPTY:
        place += 1
    kind = kind_by(pattern_begun(s, side, chance), place)
    if kind_left(s, side, kind) == 0 or (place >= BACK and below(chance, WHIM) == 0):
        kind = any_kind_left(s, side, chance)
    row = 2 - place // SIDE if side == WHITE else SIDE - 3 + place // SIDE
    return first_move + (row * SIDE + place % SIDE) * 3 + kind - SUN

"""The board of ten by ten with suns, moons and stars, as rules see it.

The board has a border, so that no step and no champion's move needs an edge test:

    at = (row + 2) * WIDE + column + 2        a1 is at 34, b1 at 35, a2 at 50, j10 at 187

A piece is its kind, positive for white, negative for brown. What stands where is kept three times, each for a reason:
`board` says what stands on a place; `cells` lists each side's places in ascending order, which makes move lists fast
and ascending; `where` holds for every kind of piece, and for emptiness, one row of bits per row of the board, so that a
pawn's whole neighbourhood is read at once instead of cell by cell. `put` is the one function that changes the board.
"""

import numpy as np

from lumitheque.games.rule import rule

SIDE = 10  # cells along each edge
CELLS = SIDE * SIDE
NOWHERE = CELLS  # a cell that is not on the board, in the number of a move
WIDE = 16
ROWS = SIDE + 4
PAWNS = 30
EACH = 10  # of a kind

EMPTY, SUN, MOON, STAR, CHAMPION, OFF = 0, 1, 2, 3, 4, 5
WHITE, BROWN = 0, 1
SETUP, PLAY, OVER = 0, 1, 2  # phases
SECRET, OPEN, RANDOM, RANDOM_MIRRORED = 0, 1, 2, 3  # GX-02: ways to set up
DRAW_IS_DRAWN, BY_PIECES = 0, 1  # GX-14: adjudication
NO_SIDE = -1

# the lots of both games
LOT_WHITE, LOT_WHITE_PAWNS, LOT_BROWN_PAWNS = 0, 1, 2
LABELS = ("white", "white pawns", "brown pawns")
LAST_PIECE, PASSES, PATIENCE, CHAMPIONS = 1, 2, 3, 4
REASONS = ("", "last_piece", "passes", "patience", "champions")

BOARD_FIELDS = [
    ("board", np.int8, ROWS * WIDE),  # EMPTY, a piece, or OFF
    ("where", np.int16, (2 * CHAMPION + 1, ROWS)),  # by piece + CHAMPION and row: bit column + 2 is set where it stands
    ("cells", np.int16, (2, PAWNS)),  # where each side's pieces stand, ascending
    ("count", np.int16, 2),  # how many
    ("committed", np.int8, 2),  # GX-02: this side's thirty pawns stand
    ("faults", np.int16, PAWNS),  # pieces that the side to move may huff, ascending
    ("fault_count", np.int16),
    ("white", np.int8),  # the seat that plays white
    ("phase", np.int8),
    ("turn", np.int8),  # the side to move
    ("passes", np.int8),  # in a row
    ("progress", np.int8),  # this half-turn has had a taking, a huff or a promotion
    ("quiet", np.int16),  # half-turns in a row that had none
    ("reason", np.int8),
    ("winner", np.int8),  # a side, or NO_SIDE for a draw
    ("setup", np.int8),
    ("directions", np.int8),
    ("patience", np.int16),
    ("adjudicate", np.int8),
]

# A neighbourhood is nine bits, one per cell of a square of three by three, in ascending order; bit 4 is its middle.
EIGHT_WAYS, FOUR_WAYS = 0b111101111, 0b010101010
BIT_STEPS = np.array([-WIDE - 1, -WIDE, -WIDE + 1, -1, 0, 1, WIDE - 1, WIDE, WIDE + 1])  # as places
BIT_CELLS = np.array([-SIDE - 1, -SIDE, -SIDE + 1, -1, 0, 1, SIDE - 1, SIDE, SIDE + 1])  # as cells
BIT_COUNT = np.array([bits.bit_count() for bits in range(512)], np.int8)
BITS = np.array(
    [sorted(range(9), key=lambda bit: (~(bits >> bit) & 1, bit)) for bits in range(512)], np.int8
)  # set bits first
TWICE_GOALS = np.array(2 * BIT_CELLS[BITS[:, :8]], np.int32)  # where the set bits lie, as cells, doubled
PREY_OF = np.array([0, 1, 3, 2, 0, -2, -3, -1, 0])  # by pawn + CHAMPION: sun takes moon takes star takes sun


@rule
def at_cell(cell):
    return (cell // SIDE + 2) * WIDE + cell % SIDE + 2


@rule
def cell_at(at):
    return ((at >> 4) - 2) * SIDE + (at & 15) - 2


@rule
def side_of(s, seat):
    return WHITE if seat == s.white else BROWN


@rule
def seat_of(s, side):
    return int(s.white) if side == WHITE else 1 - int(s.white)


@rule
def owner(piece):
    return WHITE if piece > 0 else BROWN


@rule
def is_step(s, distance):
    """GX-04, SI-02: one cell in any of the eight directions, or of the four."""
    far = abs(distance)
    if far == 1 or far == WIDE:
        return True
    return s.directions == 8 and (far == WIDE - 1 or far == WIDE + 1)


@rule
def insert_place(places, count, at):
    """Put a place into an ascending list of `count`."""
    i = count
    while i > 0 and places[i - 1] > at:
        places[i] = places[i - 1]
        i -= 1
    places[i] = at


@rule
def delete_place(places, count, at):
    """Take a place out of an ascending list of `count`; the freed end is zero."""
    i = 0
    while places[i] != at:
        i += 1
    while i < count - 1:
        places[i] = places[i + 1]
        i += 1
    places[i] = 0


@rule
def move_place(places, count, start, goal):
    """Change one place in an ascending list of `count` to another."""
    i = 0
    while places[i] != start:
        i += 1
    while i < count - 1 and places[i + 1] < goal:
        places[i] = places[i + 1]
        i += 1
    while i > 0 and places[i - 1] > goal:
        places[i] = places[i - 1]
        i -= 1
    places[i] = goal


@rule
def holds_place(places, count, at):
    for i in range(count):
        if places[i] == at:
            return True
    return False


@rule
def ways(s):
    """GX-04, SI-02: the cells around that are one step away, as bits."""
    return EIGHT_WAYS if s.directions == 8 else FOUR_WAYS


@rule
def around(s, piece, at):
    """Where a piece (or EMPTY) stands in the neighbourhood of a place, as bits."""
    rows = s.where[piece + CHAMPION]
    row, shift = at >> 4, (at & 15) - 1
    low, middle, high = int(rows[row - 1]), int(rows[row]), int(rows[row + 1])
    return ((low >> shift) & 7) | ((middle >> shift) & 7) << 3 | ((high >> shift) & 7) << 6


@rule
def put(s, at, piece):
    """Let a piece (or EMPTY) stand on a place instead of what stood there."""
    row, bit = at >> 4, 1 << (at & 15)
    s.where[int(s.board[at]) + CHAMPION, row] ^= bit
    s.where[piece + CHAMPION, row] ^= bit
    s.board[at] = piece


@rule
def add_piece(s, at, piece):
    side = owner(piece)
    put(s, at, piece)
    insert_place(s.cells[side], int(s.count[side]), at)
    s.count[side] += 1


@rule
def remove_piece(s, at):
    side = owner(s.board[at])
    delete_place(s.cells[side], int(s.count[side]), at)
    s.count[side] -= 1
    put(s, at, EMPTY)


@rule
def carry_piece(s, start, goal):
    """Move a piece to an empty cell."""
    piece = int(s.board[start])
    side = owner(piece)
    put(s, goal, piece)
    put(s, start, EMPTY)
    move_place(s.cells[side], int(s.count[side]), start, goal)


@rule
def crown(s, at):
    """GX-06, SI-06: a pawn becomes a champion."""
    put(s, at, CHAMPION if s.board[at] > 0 else -CHAMPION)


@rule
def is_far_row(side, at):
    row = (at >> 4) - 2
    return row == (SIDE - 1 if side == WHITE else 0)


@rule
def clear_faults(s):
    for i in range(int(s.fault_count)):
        s.faults[i] = 0
    s.fault_count = 0


@rule
def add_fault(s, at):
    if not holds_place(s.faults, int(s.fault_count), at):
        insert_place(s.faults, int(s.fault_count), at)
        s.fault_count += 1


@rule
def empty_board(s):
    for at in range(ROWS * WIDE):
        s.board[at] = OFF
    for cell in range(CELLS):
        at = at_cell(cell)
        s.board[at] = EMPTY
        s.where[EMPTY + CHAMPION, at >> 4] |= 1 << (at & 15)


@rule
def seats_waiting(s):
    """The seats that may act now, as bits: in a secret set-up all that have not committed."""
    if s.phase == OVER:
        return 0
    if s.phase == PLAY:
        return 1 << seat_of(s, int(s.turn))
    bits = 0
    for side in range(2):
        if s.committed[side] == 0:
            bits |= 1 << seat_of(s, side)
            if s.setup == OPEN:
                return bits
    return bits

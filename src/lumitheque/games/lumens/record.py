"""The state of a game of Lumens.

Both sides of the board are numbered alike, row by row, as if each row had fifteen cells:

    cell = row * WIDE + column        a1 is 0, b1 is 1, o1 is 14, a2 is 15, m9 is 132, o15 is 224

so that on the small side some numbers stand for no cell. A token that lies on the board is a *light*:

    light = seat * FACES + face       0 is no light; its kind is the smaller of face and 7 - face

Next to the board the state keeps, as bits, which cells of a row and which of a column hold a token: a way is free if
none of the bits between its ends is set.
"""

import numpy as np

SEATS = 4
TOKENS = 24  # LU-01: of each player
KINDS = 3  # 1/6, 2/5, 3/4, named by their smaller face: 1, 2, 3
EACH = TOKENS // KINDS
FACES = 7  # 1 … 6, and 0 for one that no token has

WIDE, HIGH = 15, 15
CELLS = WIDE * HIGH
NOWHERE = CELLS  # a cell that is not on the board, in the number of a move
SMALL, LARGE = 0, 1  # LU-03: the sides of the board
COLUMNS = (13, WIDE)
ROWS = (9, HIGH)
ROOMS = 11
ROOMS_OF = (9, ROOMS)  # by side
PASSAGE = 0  # rooms count from 1

# LU-04: start cells, clockwise, for 2, 3 and 4 players
STARTS = (
    (0, 132, NOWHERE, NOWHERE),  # a1, m9
    (105, 224, 14, NOWHERE),  # a8, o15, o1
    (0, 210, 224, 14),  # a1, a15, o15, o1
)

START, PLAY, OVER = 0, 1, 2  # phases
EMPTY_BAGS, PLAYED_OUT = 0, 1  # LU-17: by the booklet, and the house rule
BY_LOT, BY_SEATS = 0, 1  # LU-04: how the start places are shared out
NOTHING, HIDDEN = 0, -1  # in place of a token or a face: there is none; there is one, not known to the viewer
NOBODY = -1

LOT_PLACE, LOT_BAG, LOT_FIRST = 0, 1, 2
LABELS = ("place", "bag", "first")
COUNTED = 1
REASONS = ("", "counted")

STATE = np.dtype(
    [
        ("top", np.int8, CELLS),  # the light that shows
        ("under", np.int8, CELLS),  # the light that it covers
        ("rows", np.int16, HIGH),  # for each row, the columns that hold a token, as bits
        ("columns", np.int16, WIDE),  # for each column, the rows that hold a token, as bits
        ("lights", np.int16, (SEATS, TOKENS)),  # the cells on which a seat's light shows, ascending
        ("light_count", np.int16, SEATS),
        ("strength", np.int16, (ROOMS + 1, SEATS)),  # LU-18, by room; those of passages are worth nothing
        ("start", np.int16, SEATS),  # the cell of a seat's start marker
        ("bag", np.int8, (SEATS, TOKENS)),  # kinds in the order of drawing; what has been drawn is NOTHING
        ("in_bag", np.int8, SEATS),  # how many, at the end of `bag`
        ("unseen", np.int8, (SEATS, KINDS)),  # how many of each kind are not on the board
        ("hand", np.int8, SEATS),  # a kind, NOTHING or HIDDEN; until the faces are revealed: the start token
        ("chosen", np.int8, SEATS),  # LU-05: face of the start token, NOTHING or HIDDEN
        ("out", np.int8, SEATS),  # LU-14
        ("seats", np.int8),
        ("wide", np.int8),  # columns of this side of the board
        ("high", np.int8),  # and rows
        ("phase", np.int8),
        ("turn", np.int8),  # a seat, or NOBODY
        ("first", np.int8),  # LU-06: the first player, NOBODY before that lot
        ("end", np.int8),  # LU-17: EMPTY_BAGS or PLAYED_OUT
        ("reason", np.int8),
    ],
    align=True,
)

EDITION = np.dtype(
    [
        ("room", np.int8, (2, CELLS)),  # by side and cell: PASSAGE, or A = 1, B = 2 …
        ("centre", np.int8, 2),  # by side: the room of the middle cell
    ],
    align=True,
)

# The number of a move.
#   cell * FACES + face      c4=6; the cell may be NOWHERE, the face 0
#   FIRST_FACE + face        start=6
#   PASS                     pass, always refused (LU-14)
FIRST_FACE = (CELLS + 1) * FACES
PASS = FIRST_FACE + FACES
MOVES = PASS + 1

# Whoever has a token in hand shows at most 23 lights, each of which leads to four cells; then there is the own start;
# two faces each. Behind them the list has room for marks: one number for each row of the board.
MARKS = ((TOKENS - 1) * 4 + 1) * 2
MOST_MOVES = MARKS + HIGH
LONGEST = SEATS * TOKENS  # each token is placed once, and nothing else is decided

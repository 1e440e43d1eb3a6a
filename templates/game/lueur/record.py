"""The state of a game, as one record."""

import numpy as np

SIDE, SEATS, HAND = 4, 4, 2
CELLS = SIDE * SIDE
MOST = CELLS // 2  # lights of each of two players, and the brightest light there is
HIDDEN = -1  # a light that a viewer does not know
PLAY, OVER = 0, 1  # phases
CROSS, STAR = 0, 1  # values of the option `reach`
LOT_BAG, LOT_FIRST = 0, 1
LABELS = ("bag", "first")
FULL = 1
REASONS = ("", "full")

STATE = np.dtype(
    [
        ("light", np.int8, CELLS),  # row by row from a1; 0: free
        ("owner", np.int8, CELLS),  # seat + 1; 0: free
        ("hand", np.int8, (SEATS, HAND)),  # ascending, zero behind
        ("bag", np.int8, (SEATS, MOST)),  # the last is drawn next; zero behind
        ("left", np.int8, SEATS),  # lights in the bag
        ("spent", np.int16, SEATS),  # bit n: this seat has placed its light n
        ("seats", np.int8),
        ("first", np.int8),
        ("turn", np.int8),  # 0 when the game is over
        ("phase", np.int8),
        ("reach", np.int8),
    ],
    align=True,
)
EDITION = np.dtype([("unused", np.int8)], align=True)

# The number of a move: cell * NUMBERS + light. Cell NOWHERE is not on the sky, light 0 does not exist.
NOWHERE = CELLS
NUMBERS = MOST + 1
MOVES = (CELLS + 1) * NUMBERS
MOST_MOVES = CELLS * HAND
LONGEST = CELLS  # every move fills a cell

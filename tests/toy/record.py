"""The state of a game of Three Lights."""

import numpy as np

LIGHTS, SEATS = 9, 3
BRIGHT_ONES = 7  # TL-02: from here on a light cannot be swapped
HIDDEN = -1
CHOOSE, NAME, OVER = 0, 1, 2  # phases
UNDECIDED, KEPT, SWAPPED, DECIDED = 0, 1, 2, 3  # the last in views only: which of the two is not known
BRIGHT, DIM = 0, 1  # goals
LOT_DECK, LOT_SWAP, LOT_FIRST = 0, 1, 2
LABELS = ("deck", "swap", "first")
SHOWN = 1
REASONS = ("", "shown")

STATE = np.dtype(
    [
        ("hands", np.int8, SEATS),
        ("deck", np.int8, LIGHTS),  # the last is its top; zero behind it
        ("left", np.int8),  # lights in the deck
        ("choices", np.int8, SEATS),
        ("named", np.int8, SEATS),  # 0: not yet
        ("seats", np.int8),
        ("first", np.int8),
        ("turn", np.int8),  # 0 unless somebody is to name a light
        ("phase", np.int8),
        ("goal", np.int8),
    ],
    align=True,
)
EDITION = np.dtype([("unused", np.int8)], align=True)

# The number of a move: 0 keep, 1 swap, NAMING + light, where light 0 is one that does not exist.
KEEP, SWAP, NAMING = 0, 1, 2
MOVES = NAMING + LIGHTS + 1
MOST_MOVES = LIGHTS
LONGEST = 2 * SEATS  # everybody decides twice

"""The state of a game of Sirius."""

import numpy as np

from lumitheque.games.pawns.board import BOARD_FIELDS, CELLS, LABELS, PAWNS, REASONS

__all__ = ["LABELS", "REASONS"]

EVERYTHING, CHAMPIONS_ONLY = 0, 1  # SI-05
STRAIGHT, BENT = 0, 1  # SI-07
HUFF_THEM, ENFORCED, FREE = 0, 1, 2  # SI-08

STATE = np.dtype(
    [
        *BOARD_FIELDS,
        ("champion_safe", np.int8),
        ("champion_takes", np.int8),
        ("champion_path", np.int8),
        ("captures", np.int8),
    ],
    align=True,
)
EDITION = np.dtype(
    [("unused", np.int8)], align=True
)  # nothing to transcribe: the board and the pieces are in the rules

# The number of a move. A cell counts 0 … 99 from a1 to j10, and 100 is one that is not on the board.
#   (start * 101 + goal) * 2 + taking      c3-d4, c3xd4
#   HUFF + cell                            huff c4
#   PASS                                   pass
#   PLACE + cell * 3 + kind                c2=S
ENDS = CELLS + 1
HUFF = ENDS * ENDS * 2
PASS = HUFF + ENDS
PLACE = PASS + 1
MOVES = PLACE + ENDS * 3

MOST_MOVES = PAWNS * 24 + PAWNS + 8  # champions everywhere, each at fault; eight to spare
LONGEST = 2 * PAWNS + 2 * 200 * (
    4 * PAWNS + 1
)  # set-up, then a huff and a move per half-turn, 120 events that end a quiet spell

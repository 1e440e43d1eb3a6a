"""The state of a game of Galax."""

import numpy as np

from lumitheque.games.pawns.board import BOARD_FIELDS, CELLS, LABELS, PAWNS, REASONS

__all__ = ["LABELS", "REASONS"]

BY_HAND, AUTOMATIC = 0, 1  # GX-11
NOBODY = 0  # no piece has stepped yet: place 0 is in the border

STATE = np.dtype(
    [
        *BOARD_FIELDS,
        ("missed", np.int16, PAWNS),  # GX-11: pieces of the side to move at fault so far in this half-turn, ascending
        ("missed_count", np.int16),
        ("mover", np.int16),  # the piece that has stepped in the running turn, or NOBODY
        ("steps", np.int8),  # GX-09: how many more it may make in this turn
        ("extra", np.int8),  # GX-10: one more turn is owed
        ("captures", np.int8),
    ],
    align=True,
)
EDITION = np.dtype([("unused", np.int8)], align=True)  # nothing to transcribe: board and pieces are in the rules

# The number of a move. A cell counts 0 … 99 from a1 to j10, and 100 is one that is not on the board.
#   start * 101 + goal        c3-d4
#   TAKE + cell               xd5
#   STOP                      stop
#   HUFF + cell               huff c4
#   PASS                      pass
#   PLACE + cell * 3 + kind   c2=S
ENDS = CELLS + 1
TAKE = ENDS * ENDS
STOP = TAKE + ENDS
HUFF = STOP + 1
PASS = HUFF + ENDS
PLACE = PASS + 1
MOVES = PLACE + ENDS * 3

MOST_MOVES = PAWNS * 8 + PAWNS + 1  # every step of thirty pieces, thirty huffs, a pass

# Takings, huffs and promotions are 120 at most, and each ends a spell of fewer than 200 quiet half-turns; one more
# spell may follow (GX-14). A half-turn is two steps and a stop at most, its huffs, its takings, a step per promotion.
EVENTS = 4 * PAWNS
LONGEST = 2 * PAWNS + 3 * 200 * (EVENTS + 1) + EVENTS

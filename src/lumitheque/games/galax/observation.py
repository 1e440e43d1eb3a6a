"""What a learner is told of a game of Galax, and the moves that can ever be legal in one."""

import itertools
from typing import Any

import numpy as np

from lumitheque.games.galax.record import AUTOMATIC, ENDS, HUFF, NOBODY, PASS, PLACE, STOP, TAKE
from lumitheque.games.observation import Channel, Fact, tell_number
from lumitheque.games.pawns.board import CELLS, SIDE
from lumitheque.games.pawns.planes import (
    BOARD_CHANNELS,
    BOARD_FACTS,
    home_cells,
    steps_within,
    tell_board,
    tell_game,
    tell_place,
    tell_places,
)
from lumitheque.games.rule import rule

CHANNELS = (
    *BOARD_CHANNELS,
    Channel("missed", "1 where a piece of the side to move stands that is at fault so far"),
    Channel("mover", "1 where the piece stands that has stepped in the running turn"),
)
PLANES = (len(CHANNELS), SIDE, SIDE)
FACTS = (
    *BOARD_FACTS,
    Fact("steps", 1, "how many more the mover may make in this turn"),
    Fact("extra", 1, "1 if one more turn is owed"),
    Fact("captures", 1, "the option: 0 for by_hand, 1 for automatic"),
)


@rule
def observe(e, v, seat, out):
    """Write what a seat is told; v is its view. Returns how many bytes."""
    n = tell_board(v, seat, out)
    n = tell_places(v.missed, int(v.missed_count), out, n)
    n = tell_place(int(v.mover), v.mover != NOBODY, out, n)
    n = tell_game(v, seat, out, n)
    n = tell_number(out, n, int(v.steps))
    n = tell_number(out, n, int(v.extra))
    return tell_number(out, n, int(v.captures == AUTOMATIC))


def actions(e: Any) -> Any:
    """Steps of one cell (GX-04), takings, a stop, huffs, a pass, placements; ascending."""
    steps = [start * ENDS + goal for start, goal in steps_within(1)]
    takings, huffs = range(TAKE, TAKE + CELLS), range(HUFF, HUFF + CELLS)
    places = [PLACE + cell * 3 + kind for cell, kind in itertools.product(home_cells(), range(3))]
    return np.array([*steps, *takings, STOP, *huffs, PASS, *places], np.int32)

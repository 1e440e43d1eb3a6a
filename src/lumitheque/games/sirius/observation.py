"""What a learner is told of a game of Sirius, and the moves that can ever be legal in one."""

import itertools
from typing import Any

import numpy as np

from lumitheque.games.observation import Fact, tell_number, tell_one
from lumitheque.games.pawns.board import CELLS, SIDE
from lumitheque.games.pawns.planes import (
    BOARD_CHANNELS,
    BOARD_FACTS,
    home_cells,
    steps_within,
    tell_board,
    tell_game,
)
from lumitheque.games.rule import rule
from lumitheque.games.sirius.record import ENDS, HUFF, PASS, PLACE

CHANNELS = BOARD_CHANNELS
PLANES = (len(CHANNELS), SIDE, SIDE)
FACTS = (
    *BOARD_FACTS,
    Fact("champion_safe", 1, "the option: 1 for true"),
    Fact("champion_takes", 1, "the option: 0 for everything, 1 for champions_only"),
    Fact("champion_path", 1, "the option: 0 for straight, 1 for bent"),
    Fact("captures", 3, "the option, one of: huff, enforced, free"),
)


@rule
def observe(e, v, seat, out):
    """Write what a seat is told; v is its view. Returns how many bytes."""
    n = tell_board(v, seat, out)
    n = tell_game(v, seat, out, n)
    n = tell_number(out, n, int(v.champion_safe))
    n = tell_number(out, n, int(v.champion_takes))
    n = tell_number(out, n, int(v.champion_path))
    return tell_one(out, n, int(v.captures), 3)


def actions(e: Any) -> Any:
    """Steps and takings of two cells at most (SI-07), huffs, a pass, placements; ascending."""
    steps = [(start * ENDS + goal) * 2 + taking for start, goal in steps_within(2) for taking in (0, 1)]
    huffs = range(HUFF, HUFF + CELLS)
    places = [PLACE + cell * 3 + kind for cell, kind in itertools.product(home_cells(), range(3))]
    return np.array([*steps, *huffs, PASS, *places], np.int32)

"""Perft: how many sequences of moves there are from a position, counted by the compiled kernel.

A number per depth that any other program can be compared with. Chance inside the tree is dealt from the key, and the
number of an event is its nonce, so that every branch has one outcome and the count is a fact.
"""

from typing import Any

import numpy as np

from lumitheque.games.chance import CHANCE
from lumitheque.games.game import Game
from lumitheque.kernels.loading import kernels


def count_leaves(game: Game, e: Any, s: Any, chance: Any, depth: int) -> int:
    """Sequences of exactly `depth` moves from a state, which stays as it is; one of none. No chance is told."""
    if depth == 0:
        return 1
    states = np.zeros(depth, game.record.STATE).view(np.recarray)
    chances = np.zeros(depth, CHANCE).view(np.recarray)
    states[0], chances[0] = s, chance
    moves = np.zeros((depth, game.record.MOST_MOVES * game.seats[-1]), np.int32)  # several seats may be waiting
    return int(kernels(game).perft(e, states, chances, moves, np.zeros(depth, np.int64), depth))

"""The same rules on a graphics card: a thread per game. The only importer of numba.cuda."""

import functools
from typing import Any

import numpy as np

if not hasattr(np, "row_stack"):  # numba-cuda still asks NumPy for it
    np.row_stack = np.vstack

from numba import cuda

from lumitheque.games.chance import CHANCE
from lumitheque.games.game import Game
from lumitheque.kernels.loading import kernels
from lumitheque.kernels.playouts import Prepared

THREADS = 64  # per block: the rules need many registers


def available() -> bool:
    return bool(cuda.is_available())


@functools.cache
def play_out_kernel(game: Game) -> Any:
    """A kernel in which thread i plays game i to its end."""
    play_out = kernels(game).play_out

    @cuda.jit
    def play_out_on_card(e: Any, states: Any, chances: Any, buffers: Any, limit: int, plies: Any) -> None:
        i = cuda.grid(1)
        if i < states.shape[0]:
            plies[i] = play_out(e[0], states[i], chances[i], buffers[i], limit)

    return play_out_on_card


class CardPlayouts:
    """Prepared games on the card; `play` can be timed by itself."""

    def __init__(self, game: Game, e: Any, prepared: Prepared) -> None:
        self.game, self.games = game, len(prepared.states)
        self._kernel = play_out_kernel(game)
        edition = np.frombuffer(e.tobytes(), game.record.EDITION)
        self._e = cuda.to_device(edition)
        self._states = cuda.to_device(np.asarray(prepared.states).view(game.record.STATE))
        self._chances = cuda.to_device(np.asarray(prepared.chances).view(CHANCE))
        self._buffers = cuda.device_array((self.games, game.record.MOST_MOVES), np.int32)
        self._plies = cuda.device_array(self.games, np.int64)

    def play(self) -> None:
        blocks = (self.games + THREADS - 1) // THREADS
        self._kernel[blocks, THREADS](
            self._e, self._states, self._chances, self._buffers, self.game.record.LONGEST, self._plies
        )
        cuda.synchronize()

    def results(self) -> tuple[Any, Any]:
        """The states as they ended, and the decisions made in each game."""
        return self._states.copy_to_host(), self._plies.copy_to_host()

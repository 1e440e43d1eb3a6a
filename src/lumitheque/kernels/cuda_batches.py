"""Batches on a graphics card: a thread per game, the same functions and the same interface.

The arrays are Numba's device arrays. They have `__cuda_array_interface__`, so that others share them without copying:
torch.as_tensor(batch.observation, device="cuda"), cupy.asarray(batch.legal_mask), and from CuPy to JAX by DLPack.
Masks and states lie row by row, because blocks of threads write them; everything else lies column by column, because
the threads of a warp write the same byte of neighbouring games at the same time.
"""

from typing import Any

import numpy as np

if not hasattr(np, "row_stack"):  # numba-cuda still asks NumPy for it
    np.row_stack = np.vstack

from numba import cuda

from lumitheque.games.edition import record_from
from lumitheque.games.game import GameError
from lumitheque.kernels.batches import Batch, check_actions, checked_count
from lumitheque.kernels.cuda_kernels import (
    MARKING,
    ROUND,
    TOGETHER,
    WORD,
    Launch,
    Way,
    card_kernel,
    mark,
    suited,
    tables_in,
    without_attributes,
)
from lumitheque.kernels.memory import NOBODY, OBSERVE, STEP


class CudaBatch(Batch):
    """A batch whose arrays are on the card. A refusing batch asks the card once a step; `illegal="lose"` does not."""

    device = "cuda"
    way = Way()

    def _settle(self) -> None:
        """Bring everything to the card. States and masks are views of words, to be copied and written in blocks."""
        if not cuda.is_available():
            raise GameError("device: there is no CUDA card here, or its driver does not answer")
        state, whole = without_attributes(self.rows.states).dtype, -(-self.games // ROUND) * ROUND
        self._store = cuda.to_device(np.zeros(whole * state.itemsize // WORD, np.uint64))
        self._marks = cuda.to_device(np.zeros(whole * self.observer.actions // WORD, np.uint64))
        states = self._store.view(state)[: self.games]
        mask = self._marks.view(np.bool_)[: self.games * self.observer.actions]
        self.common = self.common._replace(**moved(self.common))
        self.rows = self.rows._replace(**moved(self.rows))
        self.rows = self.rows._replace(states=states, mask=mask.reshape(self.games, self.observer.actions))
        self._drawn = cuda.to_device(self._drawn)
        self._launches: dict[Any, Launch] = {}
        self._marking: Launch | None = None

    def roll(self, plies: int) -> None:
        """So many random moves in every game, as repeated sample() and step() make them; no rewards are told."""
        self.run("roll", checked_count(plies, "plies"))
        self.run("settle")
        self._look()

    def _look(self) -> None:
        """Who is to move, what may be chosen and what is seen; then the masks."""
        self.run("look")
        if self._marking is None:
            rows, actions = self.rows, self.observer.actions
            shape = (self.games + TOGETHER - 1) // TOGETHER, MARKING, 0, 4 * actions
            given = (rows.counts, rows.legal, self.common.action_of, actions, self._marks)
            self._marking = Launch(mark, shape, given, ())
        self._marking()

    def run(self, what: str, *arguments: Any) -> None:
        """Start a kernel with a thread for each game; it is given the batch's arrays, then these arguments."""
        key = (what, self.way, *(getattr(argument, "_numba_type_", None) for argument in arguments))
        if key not in self._launches:
            way = suited(self.game, self.way)
            shape = (self.games + way.block - 1) // way.block, way.block
            with tables_in(way.tables):
                given = (self.common, self.rows, self._store)
                self._launches[key] = Launch(card_kernel(self.game, what, way), shape, given, arguments)
        self._launches[key](*arguments)

    def synchronize(self) -> None:
        """Wait until the card has done all that was asked."""
        cuda.synchronize()

    def _serve(self, what: int, number: int = 0, actions: Any = None, out: Any = None) -> None:
        if what == STEP:
            self._run("act", actions)
            self._look()
        elif what == OBSERVE:
            self._run("observe", number, out)
        else:
            self._run("reset")
            self._look()

    def _chosen(self, actions: Any) -> Any:
        given = self._taken(actions)
        check_actions(given, self.games)
        return given

    def _run(self, what: str, *arguments: Any) -> None:
        self.run(what, *arguments)

    def _taken(self, given: Any) -> Any:
        if hasattr(given, "copy_to_host"):  # Numba's own
            return given
        if hasattr(given, "__cuda_array_interface__"):
            return cuda.as_cuda_array(given)
        return cuda.to_device(by_column(np.asarray(given)))

    def _first_illegal(self, chosen: Any) -> int:
        found = cuda.to_device(np.array([self.games], np.int64))
        self._run("find_illegal", chosen, found)
        number = int(found.copy_to_host()[0])
        return NOBODY if number == self.games else number

    def _state(self, number: int) -> Any:
        state = self.rows.states[number : number + 1].copy_to_host()
        return record_from(state.tobytes(), self.game.record.STATE)


def by_column(array: Any) -> Any:
    """Byte k of all games side by side."""
    return np.asfortranarray(array) if array.ndim > 1 else array


def moved(arrays: Any) -> dict[str, Any]:
    """Every array of a named tuple on the card; numbers stay."""
    return {
        name: cuda.to_device(by_column(without_attributes(value)))
        for name, value in arrays._asdict().items()
        if isinstance(value, np.ndarray)
    }

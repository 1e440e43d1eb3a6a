"""Batches on a graphics card: a thread per game, the same functions and the same interface.

The arrays are Numba's device arrays. They have `__cuda_array_interface__`, so that others share them without copying:
torch.as_tensor(batch.observation, device="cuda"), cupy.asarray(batch.legal_mask), and from CuPy to JAX by DLPack.
"""

import functools
from types import ModuleType
from typing import Any

import numpy as np

if not hasattr(np, "row_stack"):  # numba-cuda still asks NumPy for it
    np.row_stack = np.vstack

from numba import cuda

from lumitheque.games.edition import record_from
from lumitheque.games.game import Game, GameError
from lumitheque.kernels.batches import Batch, desks_of, kernel_of
from lumitheque.kernels.memory import NOBODY

THREADS = 64  # per block: the rules need many registers


@functools.cache
def card_kernels(game: Game) -> dict[str, Any]:
    """What batching.py does in slices, with a thread per game instead."""
    one = kernel_of(game)
    return beginnings(one) | choices(one) | sights(one)


def beginnings(one: ModuleType) -> dict[str, Any]:
    seed_one, reset_one, step_one = one.seed_one, one.reset_one, one.step_one

    @cuda.jit
    def seed(common: Any, rows: Any, desks: Any, first: Any) -> None:
        i = cuda.grid(1)
        if i < rows.seeds.shape[0]:
            seed_one(rows, i, first)

    @cuda.jit
    def reset(common: Any, rows: Any, desks: Any) -> None:
        i = cuda.grid(1)
        if i < rows.seeds.shape[0]:
            reset_one(common, rows, desks, i, i)

    @cuda.jit
    def step(common: Any, rows: Any, desks: Any, actions: Any) -> None:
        i = cuda.grid(1)
        if i < rows.seeds.shape[0]:
            step_one(common, rows, desks, i, i, int(actions[i]))

    return {"seed": seed, "reset": reset, "step": step}


def choices(one: ModuleType) -> dict[str, Any]:
    draw_one, choose_one, breaks_rule = one.draw_one, one.choose_one, one.breaks_rule

    @cuda.jit
    def draw(common: Any, rows: Any, desks: Any, out: Any) -> None:
        i = cuda.grid(1)
        if i < rows.seeds.shape[0]:
            out[i] = draw_one(rows, desks, i, i)

    @cuda.jit
    def choose(common: Any, rows: Any, desks: Any, mask: Any, out: Any) -> None:
        i = cuda.grid(1)
        if i < rows.seeds.shape[0]:
            out[i] = choose_one(rows, desks, i, i, mask[i])

    @cuda.jit
    def find_illegal(common: Any, rows: Any, desks: Any, actions: Any, found: Any) -> None:
        i = cuda.grid(1)
        if i < rows.seeds.shape[0] and breaks_rule(rows, i, int(actions[i])):
            cuda.atomic.min(found, 0, i)

    return {"draw": draw, "choose": choose, "find_illegal": find_illegal}


def sights(one: ModuleType) -> dict[str, Any]:
    observe_one, viewer_of = one.observe_one, one.viewer_of

    @cuda.jit
    def observe(common: Any, rows: Any, desks: Any, seat: Any, out: Any) -> None:
        i = cuda.grid(1)
        if i < rows.seeds.shape[0]:
            observe_one(common, rows, desks, i, i, viewer_of(rows, i, seat), out[i])

    return {"observe": observe}


class CudaBatch(Batch):
    """A batch whose arrays are on the card. A refusing batch asks the card once a step; `illegal="lose"` does not."""

    device = "cuda"
    block = THREADS

    def _settle(self) -> None:
        """Bring everything to the card."""
        if not cuda.is_available():
            raise GameError("device: there is no CUDA card here, or its driver does not answer")
        self._card = card_kernels(self.game)
        desks = desks_of(self.game, self.games)
        self._common = self._common._replace(**moved(self._common))
        self._rows, self._room = self._rows._replace(**moved(self._rows)), desks._replace(**moved(desks))
        self._drawn = cuda.to_device(self._drawn)

    def _run(self, what: str, *arguments: Any) -> None:
        blocks = (self.games + self.block - 1) // self.block
        self._card[what][blocks, self.block](self._common, self._rows, self._room, *arguments)

    def _taken(self, given: Any) -> Any:
        if hasattr(given, "copy_to_host"):  # Numba's own
            return given
        if hasattr(given, "__cuda_array_interface__"):
            return cuda.as_cuda_array(given)
        return cuda.to_device(np.ascontiguousarray(given))

    def _first_illegal(self, chosen: Any) -> int:
        found = cuda.to_device(np.array([self.games], np.int64))
        self._run("find_illegal", chosen, found)
        number = int(found.copy_to_host()[0])
        return NOBODY if number == self.games else number

    def _state(self, number: int) -> Any:
        state = self._rows.states[number : number + 1].copy_to_host()
        return record_from(state.tobytes(), self.game.record.STATE)

    def synchronize(self) -> None:
        """Wait until the card has done all that was asked."""
        cuda.synchronize()


def moved(arrays: Any) -> dict[str, Any]:
    """Every array of a named tuple on the card; numbers stay."""
    return {name: cuda.to_device(value) for name, value in arrays._asdict().items() if isinstance(value, np.ndarray)}

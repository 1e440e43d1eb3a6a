"""Batches on a graphics card: a thread per game, the same functions and the same interface.

The arrays are Numba's device arrays. They have `__cuda_array_interface__`, so that others share them without copying:
torch.as_tensor(batch.observation, device="cuda"), cupy.asarray(batch.legal_mask), and from CuPy to JAX by DLPack.
They lie column by column, because the threads of a warp write the same byte of neighbouring games at the same time.
What a thread writes on for itself is in local memory, where the card interleaves the threads of a warp likewise.
"""

import functools
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

if not hasattr(np, "row_stack"):  # numba-cuda still asks NumPy for it
    np.row_stack = np.vstack

from numba import cuda, from_dtype, int32
from numba.cuda.cudadrv import nvvm

from lumitheque.games.chance import CHANCE, PLAYOUT
from lumitheque.games.edition import record_from
from lumitheque.games.game import Game, GameError
from lumitheque.kernels.batches import Batch, check_actions, checked_count, kernel_of
from lumitheque.kernels.memory import NOBODY, OBSERVE, STEP, Desk


class Way(NamedTuple):
    """How kernels are compiled and launched; benchmarks/cuda_batches.py compares ways."""

    block: int = 64  # threads
    registers: int | None = None  # at most, per thread; None: as many as the compiler likes
    tables: str = "global"  # or constant: the memory where the rules' tables are
    state: str = "local"  # or rows: where a thread keeps the state while it rolls


@contextmanager
def tables_in(memory: str) -> Iterator[None]:
    """Compile meanwhile with the rules' tables in global memory. Numba puts them into constant memory, which answers
    the threads of a warp one after the other when each looks up something else, as rules do."""
    before = nvvm.ADDRSPACE_CONSTANT
    if memory == "global":
        nvvm.ADDRSPACE_CONSTANT = nvvm.ADDRSPACE_GLOBAL
    try:
        yield
    finally:
        nvvm.ADDRSPACE_CONSTANT = before


class Maker:
    """Makes kernels of batching.py's functions about one game."""

    def __init__(self, game: Game, way: Way) -> None:
        self.copying = way.state == "local"
        self.one: ModuleType = kernel_of(game)
        self.most = game.record.MOST_MOVES
        self.state, self.chance = from_dtype(game.record.STATE), from_dtype(CHANCE)
        self.compiled = cuda.jit(max_registers=way.registers) if way.registers else cuda.jit

    def seed(self) -> Any:
        seed_one = self.one.seed_one

        @self.compiled
        def seed(common: Any, rows: Any, first: Any) -> None:
            i = cuda.grid(1)
            if i < rows.seeds.shape[0]:
                seed_one(rows, i, first)

        return seed

    def reset(self) -> Any:
        reset_one, state, chance, most = self.one.reset_one, self.state, self.chance, self.most

        @self.compiled
        def reset(common: Any, rows: Any) -> None:
            i = cuda.grid(1)
            if i < rows.seeds.shape[0]:
                desk = Desk(cuda.local.array(1, chance), cuda.local.array(1, state), cuda.local.array((1, most), int32))
                desk.chance[0].source = PLAYOUT
                reset_one(common, rows, desk, i, 0)

        return reset

    def act(self) -> Any:
        act_one, state, chance, most = self.one.act_one, self.state, self.chance, self.most

        @self.compiled
        def act(common: Any, rows: Any, actions: Any) -> None:
            i = cuda.grid(1)
            if i < rows.seeds.shape[0]:
                desk = Desk(cuda.local.array(1, chance), cuda.local.array(1, state), cuda.local.array((1, most), int32))
                desk.chance[0].source = PLAYOUT
                act_one(common, rows, desk, i, 0, int(actions[i]))

        return act

    def look(self) -> Any:
        """After `act`, as a kernel of its own: threads that parted ways while they acted go together again."""
        look_one, state, chance, most = self.one.look_one, self.state, self.chance, self.most

        @self.compiled
        def look(common: Any, rows: Any) -> None:
            i = cuda.grid(1)
            if i < rows.seeds.shape[0]:
                desk = Desk(cuda.local.array(1, chance), cuda.local.array(1, state), cuda.local.array((1, most), int32))
                look_one(common, rows, desk, i, 0)

        return look

    def settle(self) -> Any:
        settle_one, state, chance, most = self.one.settle_one, self.state, self.chance, self.most

        @self.compiled
        def settle(common: Any, rows: Any) -> None:
            i = cuda.grid(1)
            if i < rows.seeds.shape[0]:
                desk = Desk(cuda.local.array(1, chance), cuda.local.array(1, state), cuda.local.array((1, most), int32))
                settle_one(common, rows, desk, i, 0)

        return settle

    def observe(self) -> Any:
        observe_one, viewer_of = self.one.observe_one, self.one.viewer_of
        state, chance, most = self.state, self.chance, self.most

        @self.compiled
        def observe(common: Any, rows: Any, seat: Any, out: Any) -> None:
            i = cuda.grid(1)
            if i < rows.seeds.shape[0]:
                desk = Desk(cuda.local.array(1, chance), cuda.local.array(1, state), cuda.local.array((1, most), int32))
                observe_one(common, rows, desk, i, 0, viewer_of(rows, i, seat), out[i])

        return observe

    def draw(self) -> Any:
        draw_one, state, chance, most = self.one.draw_one, self.state, self.chance, self.most

        @self.compiled
        def draw(common: Any, rows: Any, out: Any) -> None:
            i = cuda.grid(1)
            if i < rows.seeds.shape[0]:
                desk = Desk(cuda.local.array(1, chance), cuda.local.array(1, state), cuda.local.array((1, most), int32))
                desk.chance[0].source = PLAYOUT
                out[i] = draw_one(rows, desk, i, 0)

        return draw

    def choose(self) -> Any:
        choose_one, state, chance, most = self.one.choose_one, self.state, self.chance, self.most

        @self.compiled
        def choose(common: Any, rows: Any, mask: Any, out: Any) -> None:
            i = cuda.grid(1)
            if i < rows.seeds.shape[0]:
                desk = Desk(cuda.local.array(1, chance), cuda.local.array(1, state), cuda.local.array((1, most), int32))
                desk.chance[0].source = PLAYOUT
                out[i] = choose_one(rows, desk, i, 0, mask[i])

        return choose

    def find_illegal(self) -> Any:
        breaks_rule = self.one.breaks_rule

        @self.compiled
        def find_illegal(common: Any, rows: Any, actions: Any, found: Any) -> None:
            i = cuda.grid(1)
            if i < rows.seeds.shape[0] and breaks_rule(rows, i, int(actions[i])):
                cuda.atomic.min(found, 0, i)

        return find_illegal

    def roll(self) -> Any:
        """Random moves: on copies in local memory, or on the rows as they are."""
        roll_state, copying = self.one.roll_state, self.copying
        state, chance, most = self.state, self.chance, self.most

        @self.compiled
        def roll(common: Any, rows: Any, plies: Any) -> None:
            i = cuda.grid(1)
            if i >= rows.seeds.shape[0] or rows.to_move[i] == NOBODY:
                return
            chances, moves = cuda.local.array(1, chance), cuda.local.array(most, int32)
            chances[0].source, chances[0].stream = PLAYOUT, rows.streams[i]
            tally = (rows.dice[i], int(rows.episodes[i]), int(rows.plies[i]))
            if copying:
                states = cuda.local.array(1, state)
                states[0] = rows.states[i]
                tally = roll_state(common, states, chances, moves, int(rows.seeds[i]), tally, plies)
                rows.states[i] = states[0]
            else:
                own = rows.states[i : i + 1]
                tally = roll_state(common, own, chances, moves, int(rows.seeds[i]), tally, plies)
            rows.dice[i], rows.episodes[i], rows.plies[i] = tally
            rows.streams[i] = chances[0].stream

        return roll


@functools.cache
def card_kernel(game: Game, what: str, way: Way) -> Any:
    """One kernel of a game; the card's compiler is asked when it is first launched."""
    return getattr(Maker(game, way), what)()


class CudaBatch(Batch):
    """A batch whose arrays are on the card. A refusing batch asks the card once a step; `illegal="lose"` does not."""

    device = "cuda"
    way = Way()

    def _settle(self) -> None:
        """Bring everything to the card."""
        if not cuda.is_available():
            raise GameError("device: there is no CUDA card here, or its driver does not answer")
        self.common = self.common._replace(**moved(self.common))
        self.rows = self.rows._replace(**moved(self.rows))
        self._drawn = cuda.to_device(self._drawn)

    def roll(self, plies: int) -> None:
        """So many random moves in every game, as repeated sample() and step() make them; no rewards are told."""
        self.run("roll", checked_count(plies, "plies"))
        self.run("settle")

    def run(self, what: str, *arguments: Any) -> None:
        """Start a kernel with a thread for each game; it is given the batch's arrays, then these arguments."""
        kernel = card_kernel(self.game, what, self.way._replace(block=0))
        with tables_in(self.way.tables):
            kernel[(self.games + self.way.block - 1) // self.way.block, self.way.block](
                self.common, self.rows, *arguments
            )

    def synchronize(self) -> None:
        """Wait until the card has done all that was asked."""
        cuda.synchronize()

    def _serve(self, what: int, number: int = 0, actions: Any = None, out: Any = None) -> None:
        if what == STEP:
            self._run("act", actions)
            self._run("look")
        elif what == OBSERVE:
            self._run("observe", number, out)
        else:
            self._run("reset")

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


def without_attributes(array: Any) -> Any:
    """Records as plain bytes with fields: device code has its own way to read them."""
    return np.asarray(array).view(np.dtype((np.void, array.dtype))) if array.dtype.names else array


def moved(arrays: Any) -> dict[str, Any]:
    """Every array of a named tuple on the card; numbers stay."""
    return {
        name: cuda.to_device(by_column(without_attributes(value)))
        for name, value in arrays._asdict().items()
        if isinstance(value, np.ndarray)
    }

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

from cuda.core import LaunchConfig, launch
from numba import cuda, from_dtype, int16, int32, uint16, uint32, uint64
from numba.cuda.cudadrv import nvvm

from lumitheque.games.chance import CHANCE, PLAYOUT
from lumitheque.games.edition import record_from
from lumitheque.games.game import Game, GameError
from lumitheque.kernels.batches import Batch, check_actions, checked_count, kernel_of
from lumitheque.kernels.memory import NOBODY, OBSERVE, STEP, Desk, Rows


TOGETHER = 32  # games whose masks a block writes
MARKING = 128  # threads that do
SHARED = 48 * 1024  # bytes of shared memory that a block may have
ROUND = 128  # games, more than a block has: memory is made for so many at least
WORD = 8  # bytes that a thread copies at once


class Way(NamedTuple):
    """How kernels are compiled and launched; benchmarks/cuda_batches.py compares ways."""

    block: int = 32  # threads
    registers: int | None = None  # at most, per thread; None: as many as the compiler likes
    tables: str = "global"  # or constant: the memory where the rules' tables are
    state: str = "shared"  # or rows: where a block keeps its games' states; large ones are never shared


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
    """Makes kernels of batching.py's functions about one game.

    A block takes its games' states into shared memory, all threads copying neighbouring words together, works on them
    there and brings them back. `take` gives rows that begin with the block's first game.
    """

    def __init__(self, game: Game, way: Way) -> None:
        self.one: ModuleType = kernel_of(game)
        self.block, self.most, self.size = way.block, game.record.MOST_MOVES, game.record.STATE.itemsize
        self.record = without_attributes(np.zeros(1, game.record.STATE)).dtype
        self.state, self.chance = from_dtype(game.record.STATE), from_dtype(CHANCE)
        self.part = uint32 if self.size % 4 == 0 else uint16
        self.parts = self.size // (4 if self.size % 4 == 0 else 2)  # of a view
        self.compiled = cuda.jit(max_registers=way.registers) if way.registers else cuda.jit
        self.near = way.state == "shared" and way.block * self.size <= SHARED
        self.take, self.bring = self.carriers()

    def carriers(self) -> tuple[Any, Any]:
        """Device functions that bring a block's states into shared memory, and back."""
        near, words, record = self.near, self.block * self.size // WORD, self.record

        @cuda.jit(device=True, forceinline=True)
        def take(rows: Any, store: Any, first: Any) -> Any:
            if near:
                room = cuda.shared.array(words, uint64)
                copy_words(store, cuda.blockIdx.x * words, room, 0, words)
                states = room.view(record)
            else:
                room, states = store, rows.states[first:]
            return rows_from(rows, states, first), room

        @cuda.jit(device=True, forceinline=True)
        def bring(room: Any, store: Any) -> None:
            if near:
                copy_words(room, 0, store, cuda.blockIdx.x * words, words)

        return take, bring

    def seed(self) -> Any:
        seed_one = self.one.seed_one

        @self.compiled
        def seed(common: Any, rows: Any, store: Any, first: Any) -> None:
            i = cuda.grid(1)
            if i < rows.seeds.shape[0]:
                seed_one(rows, i, first)

        return seed

    def reset(self) -> Any:
        reset_one, state, chance, most = self.one.reset_one, self.state, self.chance, self.most
        take, bring = self.take, self.bring

        @self.compiled
        def reset(common: Any, rows: Any, store: Any) -> None:
            i, first = cuda.grid(1), cuda.blockIdx.x * cuda.blockDim.x
            mine, room = take(rows, store, first)
            if i < rows.seeds.shape[0]:
                desk = Desk(cuda.local.array(1, chance), cuda.local.array(1, state), cuda.local.array((1, most), int32))
                desk.chance[0].source = PLAYOUT
                reset_one(common, mine, desk, i - first, 0)
            bring(room, store)

        return reset

    def act(self) -> Any:
        act_one, state, chance, most = self.one.act_one, self.state, self.chance, self.most
        take, bring = self.take, self.bring

        @self.compiled
        def act(common: Any, rows: Any, store: Any, actions: Any) -> None:
            i, first = cuda.grid(1), cuda.blockIdx.x * cuda.blockDim.x
            mine, room = take(rows, store, first)
            if i < rows.seeds.shape[0]:
                desk = Desk(cuda.local.array(1, chance), cuda.local.array(1, state), cuda.local.array((1, most), int32))
                desk.chance[0].source = PLAYOUT
                act_one(common, mine, desk, i - first, 0, int(actions[i]))
            bring(room, store)

        return act

    def look(self) -> Any:
        """After `act`, as a kernel of its own: threads that parted ways while they acted go together again."""
        turn_one, list_one, observe_one = self.one.turn_one, self.one.list_one, self.one.observe_one
        chance, most, take, record = self.chance, self.most, self.take, self.record
        part, parts = self.part, self.parts

        @self.compiled
        def look(common: Any, rows: Any, store: Any) -> None:
            i, first = cuda.grid(1), cuda.blockIdx.x * cuda.blockDim.x
            mine, room = take(rows, store, first)
            if i < rows.seeds.shape[0]:
                seen = cuda.local.array(parts, part)
                desk = Desk(cuda.local.array(1, chance), seen.view(record), cuda.local.array((1, most), int32))
                seat = turn_one(common, mine, i - first)
                list_one(common, mine, i - first, seat, mine.legal[i - first])
                if common.observing:
                    blank(seen)
                    observe_one(common, mine, desk, i - first, 0, seat, mine.observation[i - first])

        return look

    def settle(self) -> Any:
        settle_one = self.one.settle_one

        @self.compiled
        def settle(common: Any, rows: Any, store: Any) -> None:
            i = cuda.grid(1)
            if i < rows.seeds.shape[0]:
                settle_one(common, rows, i)

        return settle

    def observe(self) -> Any:
        observe_one, viewer_of = self.one.observe_one, self.one.viewer_of
        chance, most, take, record = self.chance, self.most, self.take, self.record
        part, parts = self.part, self.parts

        @self.compiled
        def observe(common: Any, rows: Any, store: Any, seat: Any, out: Any) -> None:
            i, first = cuda.grid(1), cuda.blockIdx.x * cuda.blockDim.x
            mine, room = take(rows, store, first)
            if i < rows.seeds.shape[0]:
                seen = cuda.local.array(parts, part)
                blank(seen)
                desk = Desk(cuda.local.array(1, chance), seen.view(record), cuda.local.array((1, most), int32))
                observe_one(common, mine, desk, i - first, 0, viewer_of(rows, i, seat), out[i])

        return observe

    def draw(self) -> Any:
        draw_one, state, chance, most = self.one.draw_one, self.state, self.chance, self.most

        @self.compiled
        def draw(common: Any, rows: Any, store: Any, out: Any) -> None:
            i = cuda.grid(1)
            if i < rows.seeds.shape[0]:
                desk = Desk(cuda.local.array(1, chance), cuda.local.array(1, state), cuda.local.array((1, most), int32))
                desk.chance[0].source = PLAYOUT
                out[i] = draw_one(rows, desk, i, 0)

        return draw

    def choose(self) -> Any:
        choose_one, state, chance, most = self.one.choose_one, self.state, self.chance, self.most

        @self.compiled
        def choose(common: Any, rows: Any, store: Any, mask: Any, out: Any) -> None:
            i = cuda.grid(1)
            if i < rows.seeds.shape[0]:
                desk = Desk(cuda.local.array(1, chance), cuda.local.array(1, state), cuda.local.array((1, most), int32))
                desk.chance[0].source = PLAYOUT
                out[i] = choose_one(rows, desk, i, 0, mask[i])

        return choose

    def find_illegal(self) -> Any:
        breaks_rule = self.one.breaks_rule

        @self.compiled
        def find_illegal(common: Any, rows: Any, store: Any, actions: Any, found: Any) -> None:
            i = cuda.grid(1)
            if i < rows.seeds.shape[0] and breaks_rule(rows, i, int(actions[i])):
                cuda.atomic.min(found, 0, i)

        return find_illegal

    def roll(self) -> Any:
        """Random moves: on states in shared memory or, of large ones, on copies in local memory."""
        roll_state, near = self.one.roll_state, self.near
        import os
        kind = os.environ.get("LIST", "row")
        listing, width = kind == "row", {"row": int16, "16": int16, "32": int32}[kind]
        state, chance, most, take, bring = self.state, self.chance, self.most, self.take, self.bring

        @self.compiled
        def roll(common: Any, rows: Any, store: Any, plies: Any) -> None:
            i, first = cuda.grid(1), cuda.blockIdx.x * cuda.blockDim.x
            mine, room = take(rows, store, first)
            if i < rows.seeds.shape[0] and rows.to_move[i] != NOBODY:
                chances = cuda.local.array(1, chance)
                if listing:
                    moves = rows.legal[i]
                else:
                    moves = cuda.local.array(most, width)
                chances[0].source, chances[0].stream = PLAYOUT, rows.streams[i]
                tally = (rows.dice[i], int(rows.episodes[i]), int(rows.plies[i]))
                if near:
                    own = mine.states[i - first : i - first + 1]
                    tally = roll_state(common, own, chances, moves, int(rows.seeds[i]), tally, plies)
                else:
                    states = cuda.local.array(1, state)
                    states[0] = rows.states[i]
                    tally = roll_state(common, states, chances, moves, int(rows.seeds[i]), tally, plies)
                    rows.states[i] = states[0]
                rows.dice[i], rows.episodes[i], rows.plies[i] = tally
                rows.streams[i] = chances[0].stream
            bring(room, store)

        return roll


@cuda.jit(device=True, forceinline=True)
def copy_words(source: Any, begin: Any, goal: Any, start: Any, count: Any) -> None:
    """A block copies so many words, eight of each thread on their way at once. What lies behind the end is copied as
    the last word, over again."""
    cuda.syncthreads()
    step, last = cuda.blockDim.x, count - 1
    for k in range(cuda.threadIdx.x, count, 8 * step):
        a, b, c, d = k, min(k + step, last), min(k + 2 * step, last), min(k + 3 * step, last)
        e, f, g, h = (
            min(k + 4 * step, last), min(k + 5 * step, last), min(k + 6 * step, last), min(k + 7 * step, last),
        )
        wa, wb, wc, wd = source[begin + a], source[begin + b], source[begin + c], source[begin + d]
        we, wf, wg, wh = source[begin + e], source[begin + f], source[begin + g], source[begin + h]
        goal[start + a], goal[start + b], goal[start + c], goal[start + d] = wa, wb, wc, wd
        goal[start + e], goal[start + f], goal[start + g], goal[start + h] = we, wf, wg, wh
    cuda.syncthreads()


@cuda.jit(device=True, forceinline=True)
def blank(words: Any) -> None:
    for k in range(words.shape[0]):
        words[k] = 0


@cuda.jit(device=True, forceinline=True)
def rows_from(rows: Any, states: Any, first: Any) -> Any:
    """The rows of a block: number 0 is its first game."""
    return Rows(
        states,
        rows.seeds[first:],
        rows.streams[first:],
        rows.dice[first:],
        rows.episodes[first:],
        rows.plies[first:],
        rows.counts[first:],
        rows.legal[first:],
        rows.mask[first:],
        rows.observation[first:],
        rows.rewards[first:],
        rows.points[first:],
        rows.reasons[first:],
        rows.to_move[first:],
        rows.done[first:],
    )


@cuda.jit(device=True, forceinline=True)
def spread(bits: Any) -> Any:
    """The lowest four bits as a byte each."""
    return (bits & uint64(15)) * uint64(0x00204081) & uint64(0x01010101)


@cuda.jit
def mark(counts: Any, legal: Any, action_of: Any, actions: Any, out: Any) -> None:
    """Write the whole masks of 32 games, a warp's stores side by side. `out` is the masks as words.

    First all listed actions are set as bits in shared memory; then every eight bits become a word.
    """
    bits = cuda.shared.array(0, uint32)
    thread, threads, first = cuda.threadIdx.x, cuda.blockDim.x, cuda.blockIdx.x * TOGETHER
    for k in range(thread, actions, threads):
        bits[k] = uint32(0)
    cuda.syncthreads()
    near = thread % TOGETHER
    if first + near < counts.shape[0]:
        for k in range(thread // TOGETHER, counts[first + near], threads // TOGETHER):
            action = action_of[legal[first + near, k]]
            legal[first + near, k] = action
            place = near * actions + action
            cuda.atomic.or_(bits, place >> 5, uint32(1 << (place & 31)))
    cuda.syncthreads()
    begin = first * actions // WORD
    for k in range(thread, TOGETHER * actions // WORD, threads):
        eight = uint64(bits[k >> 2] >> uint32((k & 3) * 8))
        out[begin + k] = spread(eight) | spread(eight >> uint64(4)) << uint64(32)


class Launch:
    """A kernel compiled for some arguments and launched again and again: those that stay are looked at once.

    Numba looks at every argument anew, which takes 0.2 ms with as many arrays as a batch has.
    """

    def __init__(self, kernel: Any, shape: tuple[int, ...], given: tuple[Any, ...], more: tuple[Any, ...]) -> None:
        bound = kernel.specialize(*given, *more)
        (self._overload,) = bound.overloads.values()
        self._types = self._overload.argument_types[len(given) :]
        self._given: list[Any] = []
        for kind, value in zip(self._overload.argument_types, given, strict=False):
            self._overload._prepare_args(kind, value, 0, [], self._given)
        configured = bound[shape]
        self._config = LaunchConfig(grid=configured.griddim, block=configured.blockdim, shmem_size=configured.sharedmem)
        self._stream, self._kernel = configured.stream, self._overload._codelibrary.get_cufunc().kernel

    def __call__(self, *more: Any) -> None:
        values = list(self._given)
        for kind, value in zip(self._types, more, strict=True):
            self._overload._prepare_args(kind, value, 0, [], values)
        launch(self._stream, self._config, self._kernel, *values)


@functools.cache
def card_kernel(game: Game, what: str, way: Way) -> Any:
    """One kernel of a game; the card's compiler is asked when it is first launched."""
    return getattr(Maker(game, way), what)()


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
        self.run("look")
        blocks, memory = (self.games + TOGETHER - 1) // TOGETHER, 4 * self.observer.actions
        if self._marking is None:
            given = (*self.rows[6:8], self.common.action_of, self.observer.actions, self._marks)
            self._marking = Launch(mark, (blocks, MARKING, 0, memory), given, ())
        self._marking()

    def run(self, what: str, *arguments: Any) -> None:
        """Start a kernel with a thread for each game; it is given the batch's arrays, then these arguments."""
        key = (what, self.way, *(getattr(argument, "_numba_type_", None) for argument in arguments))
        launch = self._launches.get(key)
        if launch is None:
            shape = (self.games + self.way.block - 1) // self.way.block, self.way.block
            with tables_in(self.way.tables):
                given = (self.common, self.rows, self._store)
                launch = Launch(card_kernel(self.game, what, self.way), shape, given, arguments)
            self._launches[key] = launch
        launch(*arguments)

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

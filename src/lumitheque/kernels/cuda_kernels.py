"""Kernels of batches on a graphics card: a thread per game, made of batching.py's functions about one game.

A block of threads takes its games' states into shared memory, works on them there and brings them back. Games' states
lie one behind the other, so that each thread by itself would fetch a sector of memory for every byte; a block fetches
them as words, neighbours by neighbouring threads. Masks are written likewise, whole rows of several games at once.
"""

import functools
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

if not hasattr(np, "row_stack"):  # numba-cuda still asks NumPy for it
    np.row_stack = np.vstack

from numba import cuda, from_dtype, int16, int32, uint8, uint16, uint32, uint64
from numba.cuda import dispatcher
from numba.cuda.cudadrv import nvvm

from lumitheque.games.chance import CHANCE, PLAYOUT
from lumitheque.games.game import Game
from lumitheque.kernels.batches import kernel_of
from lumitheque.kernels.memory import NOBODY, Desk, Rows

TOGETHER = 32  # games whose masks a block writes
MARKING = 128  # threads that do
SHARED = 48 * 1024  # bytes of shared memory that a block may have
ROLLED = 768  # bytes of the largest states that are shared in `roll`: of larger ones too few games are under way
ROUND = 128  # games: arrays that blocks copy or write have room for a multiple
WORD = 8  # bytes that a thread copies at once
PARTS = {8: uint64, 4: uint32, 2: uint16, 1: uint8}


class Way(NamedTuple):
    """How kernels are compiled and launched; benchmarks/cuda_batches.py compares ways."""

    block: int = 0  # threads; 0: as many as suit the game
    registers: int | None = None  # at most, per thread; None: as many as the compiler likes
    tables: str = "global"  # or constant: the memory where the rules' tables are
    state: str = "shared"  # or rows: where threads work on states; large ones are never shared


@functools.cache
def suited(game: Game, way: Way) -> Way:
    """A way with its number of threads: a warp, if that lets states be shared."""
    return way if way.block else way._replace(block=32 if 32 * game.record.STATE.itemsize <= SHARED else 64)


def without_attributes(array: Any) -> Any:
    """Records as plain bytes with fields: device code has its own way to read them."""
    return np.asarray(array).view(np.dtype((np.void, array.dtype))) if array.dtype.names else array


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
    """Makes kernels about one game. `take` gives rows that begin with the block's first game; `bring` ends the work."""

    def __init__(self, game: Game, way: Way) -> None:
        self.one: ModuleType = kernel_of(game)
        self.block, self.most, self.size = way.block, game.record.MOST_MOVES, game.record.STATE.itemsize
        self.record = without_attributes(np.zeros(1, game.record.STATE)).dtype
        self.state, self.chance = from_dtype(game.record.STATE), from_dtype(CHANCE)
        width = next(width for width in PARTS if self.size % width == 0)
        self.part, self.parts = PARTS[width], self.size // width  # a view, to be blanked with wide stores
        self.compiled = cuda.jit(max_registers=way.registers) if way.registers else cuda.jit
        self.near = way.state == "shared" and ROUND % way.block == 0 and way.block * self.size <= SHARED
        self.take, self.bring = self.carriers()

    def carriers(self) -> tuple[Any, Any]:
        """Device functions that bring a block's states into shared memory, and back."""
        near, words, record = self.near, self.block * self.size // WORD, self.record

        @cuda.jit(device=True)
        def take(rows: Any, store: Any, first: Any) -> Any:
            if near:
                room = cuda.shared.array(words, uint64)
                copy_words(store, cuda.blockIdx.x * words, room, 0, words)
                states = room.view(record)
            else:
                room, states = store, rows.states[first:]
            return rows_from(rows, states, first), room

        @cuda.jit(device=True)
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
            mine, _ = take(rows, store, first)
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
            mine, _ = take(rows, store, first)
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
        roll_state, near = self.one.roll_state, self.near and self.size <= ROLLED
        state, chance, most, take, bring = self.state, self.chance, self.most, self.take, self.bring

        @self.compiled
        def roll(common: Any, rows: Any, store: Any, plies: Any) -> None:
            i, first = cuda.grid(1), cuda.blockIdx.x * cuda.blockDim.x
            if near:
                mine, room = take(rows, store, first)
            if i < rows.seeds.shape[0] and rows.to_move[i] != NOBODY:
                chances, moves = cuda.local.array(1, chance), cuda.local.array(most, int16)
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
            if near:
                bring(room, store)

        return roll


@cuda.jit(device=True)
def copy_words(source: Any, begin: Any, goal: Any, start: Any, count: Any) -> None:
    """A block copies so many words, eight of each thread at once; beyond the end, the last word over again."""
    cuda.syncthreads()
    step, last = cuda.blockDim.x, count - 1
    for k in range(cuda.threadIdx.x, count, 8 * step):
        a, b, c, d = k, min(k + step, last), min(k + 2 * step, last), min(k + 3 * step, last)
        e, f = min(k + 4 * step, last), min(k + 5 * step, last)
        g, h = min(k + 6 * step, last), min(k + 7 * step, last)
        wa, wb, wc, wd = source[begin + a], source[begin + b], source[begin + c], source[begin + d]
        we, wf, wg, wh = source[begin + e], source[begin + f], source[begin + g], source[begin + h]
        goal[start + a], goal[start + b], goal[start + c], goal[start + d] = wa, wb, wc, wd
        goal[start + e], goal[start + f], goal[start + g], goal[start + h] = we, wf, wg, wh
    cuda.syncthreads()


@cuda.jit(device=True)
def blank(words: Any) -> None:
    """Zeroes."""
    for k in range(words.shape[0]):
        words[k] = 0


@cuda.jit(device=True)
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


@cuda.jit(device=True)
def spread(bits: Any) -> Any:
    """The lowest four bits as a byte each."""
    return (bits & uint64(15)) * uint64(0x00204081) & uint64(0x01010101)


@cuda.jit
def mark(counts: Any, legal: Any, action_of: Any, actions: Any, out: Any) -> None:
    """Write the whole masks of 32 games, a warp's stores side by side. `out` is the masks as words.

    Each listed move becomes its action, and a bit in shared memory; then every eight bits become a word.
    """
    bits = cuda.shared.array(0, uint32)
    thread, threads, first = cuda.threadIdx.x, cuda.blockDim.x, cuda.blockIdx.x * TOGETHER
    for k in range(thread, actions, threads):
        bits[k] = uint32(0)
    cuda.syncthreads()
    near = thread % TOGETHER
    if first + near < counts.shape[0]:
        for k in range(thread // TOGETHER, counts[first + near], threads // TOGETHER):
            action = int(action_of[legal[first + near, k]])
            legal[first + near, k] = action
            place = near * actions + action
            cuda.atomic.or_(bits, place >> 5, uint32(1 << (place & 31)))
    cuda.syncthreads()
    begin = first * actions // WORD
    for k in range(thread, TOGETHER * actions // WORD, threads):
        eight = uint64(bits[k >> 2] >> uint32((k & 3) * 8))
        out[begin + k] = spread(eight) | spread(eight >> uint64(4)) << uint64(32)


@functools.cache
def card_kernel(game: Game, what: str, way: Way) -> Any:
    """One kernel of a game; the card's compiler is asked when it is first launched."""
    return getattr(Maker(game, way), what)()


class Launch:
    """A kernel compiled for some arguments and launched again and again: those that stay are looked at once.

    Numba looks at every argument anew, which takes 0.2 ms with as many arrays as a batch has. Nothing that it offers
    does less, hence what is private here.
    """

    def __init__(self, kernel: Any, shape: tuple[int, ...], given: tuple[Any, ...], more: tuple[Any, ...]) -> None:
        bound = kernel.specialize(*given, *more)
        (self._overload,) = bound.overloads.values()
        self._types = self._overload.argument_types[len(given) :]
        self._given: list[Any] = []
        for kind, value in zip(self._overload.argument_types, given, strict=False):
            self._overload._prepare_args(kind, value, 0, [], self._given)  # noqa: SLF001
        configured = bound[shape]
        self._config = dispatcher.LaunchConfig(
            grid=configured.griddim, block=configured.blockdim, shmem_size=configured.sharedmem
        )
        self._stream = configured.stream
        self._kernel = self._overload._codelibrary.get_cufunc().kernel  # noqa: SLF001

    def __call__(self, *more: Any) -> None:
        values = list(self._given)
        for kind, value in zip(self._types, more, strict=True):
            self._overload._prepare_args(kind, value, 0, [], values)  # noqa: SLF001
        dispatcher.launch(self._stream, self._config, self._kernel, *values)

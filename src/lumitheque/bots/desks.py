"""Where a bot thinks: the arrays that the compiled searches work on, one desk per thread, and the clock."""

import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from lumitheque.bots.protocol import Budget, Sight
from lumitheque.bots.thinking.records import CALCULATION, ENTRY, FRAME, NODE, ROOT, THOUGHT, DeepDesk, TreeDesk
from lumitheque.games.chance import CHANCE
from lumitheque.games.edition import blank
from lumitheque.games.game import Game

NODES = 1 << 20
ENTRIES = 1 << 18  # a power of two
LEVELS = 64
LONGEST_PATH = 512
SLICE = 0.003  # seconds between looks at the clock
ENDLESS = 1 << 60


def records(count: int, dtype: Any) -> Any:
    return np.zeros(count, dtype).view(np.recarray)


def words_of(states: Any) -> Any:
    """The same memory as whole numbers, a row per record."""
    width = 4 if states.dtype.itemsize % 4 == 0 else 2
    plain = states.view(np.ndarray).view(np.uint32 if width == 4 else np.uint16)
    return plain.reshape(len(states), -1)


def playout_stream(seed: int, thread: int) -> Any:
    """A stream of chance of its own for each thread; never 0."""
    return np.random.SeedSequence([seed, thread]).generate_state(1, np.uint64)[0] | np.uint64(1)


def tree_desk(game: Game, nodes: int) -> TreeDesk:
    worlds = records(3, game.record.STATE)
    return TreeDesk(
        t=blank(THOUGHT),
        nodes=records(nodes, NODE),
        worlds=worlds,
        words=words_of(worlds),
        chance=blank(CHANCE),
        moves=np.zeros(game.record.MOST_MOVES, np.int32),
        rest=np.zeros(game.record.MOST_MOVES, np.int32),
        path=np.zeros(LONGEST_PATH, np.int32),
        hopes=np.zeros(game.seats[-1]),
    )


def deep_desk(game: Game, table: Any) -> DeepDesk:
    states = records(LEVELS, game.record.STATE)
    return DeepDesk(
        c=blank(CALCULATION),
        frames=records(LEVELS, FRAME),
        states=states,
        words=words_of(states),
        moves=np.zeros((LEVELS, game.record.MOST_MOVES), np.int32),
        weights=np.zeros((LEVELS, game.record.MOST_MOVES)),
        table=table,
        history=np.zeros((2, game.record.MOVES), np.float32),
        hopes=np.zeros(2),
        chance=blank(CHANCE),
        roots=records(1, ROOT),
    )


def new_table() -> Any:
    return records(ENTRIES, ENTRY)


class Clock:
    """How much thinking is left: of the time, of the simulations, or until somebody says stop."""

    def __init__(self, budget: Budget, stopped: threading.Event) -> None:
        self.begun = time.perf_counter()
        self.seconds = float("inf") if budget.seconds is None else budget.seconds
        self.left = ENDLESS if budget.simulations is None else budget.simulations
        self.stopped = stopped
        if budget.seconds is None and budget.simulations is None:
            self.seconds = 1.0

    def passed(self) -> float:
        return time.perf_counter() - self.begun

    def run(self, work: Callable[[int], int]) -> None:
        """Slices of work, short ones at first, until there is nothing left. `work` says how much of a slice it did:
        less than it was asked for means that it is done."""
        size = 4
        while self.left > 0 and not self.stopped.is_set():
            before = self.passed()
            if before >= self.seconds:
                return
            asked = min(size, self.left)
            done = work(asked)
            self.left -= done
            if done < asked:
                return
            took = max(self.passed() - before, 1e-7)
            fitting = min(SLICE, max(self.seconds - self.passed(), 0.0)) / took * done
            size = max(1, min(int(fitting), size * 4))


def in_threads(count: int, work: Callable[[int], None]) -> None:
    """Do the same in some threads at once; the compiled searches do not hold the interpreter's lock."""
    others = [threading.Thread(target=work, args=(number,)) for number in range(1, count)]
    for thread in others:
        thread.start()
    work(0)
    for thread in others:
        thread.join()


def sit_down(desk: TreeDesk, sight: Sight, seed: int, thread: int = 0) -> None:
    """Put what the seat sees on the desk, and begin to count."""
    desk.worlds[0] = np.frombuffer(sight.view.tobytes(), sight.game.record.STATE)[0]
    desk.t.seat, desk.t.seats, desk.t.simulations, desk.t.plies = sight.seat, sight.seats, 0, 0
    desk.chance.stream = playout_stream(seed, thread)

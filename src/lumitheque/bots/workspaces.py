"""Workspaces: the arrays that the compiled searches work on, one workspace per thread; and the search clock."""

import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from lumitheque.bots.protocol import Budget, Sight
from lumitheque.bots.search.layouts import (
    CALCULATION,
    ENTRY,
    FRAME,
    NODE,
    ROOT,
    THOUGHT,
    AlphaBetaWorkspace,
    TreeWorkspace,
)
from lumitheque.games.chance import CHANCE
from lumitheque.games.edition import blank
from lumitheque.games.game import Game

NODES = 1 << 20
ENTRIES = 1 << 18  # a power of two
LEVELS = 64
LONGEST_PATH = 512
SLICE = 0.003  # seconds of search between two checks of the clock
ENDLESS = 1 << 60


def records(count: int, dtype: Any) -> Any:
    return np.zeros(count, dtype).view(np.recarray)


def as_words(states: Any) -> Any:
    """View the same memory as unsigned integers, a row per record, for hashing."""
    width = 4 if states.dtype.itemsize % 4 == 0 else 2
    plain = states.view(np.ndarray).view(np.uint32 if width == 4 else np.uint16)
    return plain.reshape(len(states), -1)


def playout_stream(seed: int, thread: int) -> Any:
    """Seed the playout generator of a thread; never 0."""
    return np.random.SeedSequence([seed, thread]).generate_state(1, np.uint64)[0] | np.uint64(1)


def tree_workspace(game: Game, nodes: int) -> TreeWorkspace:
    worlds = records(3, game.record.STATE)
    return TreeWorkspace(
        t=blank(THOUGHT),
        nodes=records(nodes, NODE),
        worlds=worlds,
        words=as_words(worlds),
        chance=blank(CHANCE),
        moves=np.zeros(game.record.MOST_MOVES, np.int32),
        rest=np.zeros(game.record.MOST_MOVES, np.int32),
        path=np.zeros(LONGEST_PATH, np.int32),
        hopes=np.zeros(game.seats[-1]),
    )


def alpha_beta_workspace(game: Game, table: Any) -> AlphaBetaWorkspace:
    states = records(LEVELS, game.record.STATE)
    return AlphaBetaWorkspace(
        c=blank(CALCULATION),
        frames=records(LEVELS, FRAME),
        states=states,
        words=as_words(states),
        moves=np.zeros((LEVELS, game.record.MOST_MOVES), np.int32),
        weights=np.zeros((LEVELS, game.record.MOST_MOVES)),
        table=table,
        history=np.zeros((2, game.record.MOVES), np.float32),
        hopes=np.zeros(2),
        chance=blank(CHANCE),
        roots=records(1, ROOT),
    )


def transposition_table() -> Any:
    return records(ENTRIES, ENTRY)


class Clock:
    """What is left of a budget: seconds, simulations, or until somebody sets `stopped`."""

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
        """Call `work` with slices of simulations, small ones at first, until the budget is spent. It returns how many
        it did; fewer than asked for means that it has finished."""
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
    """Run the same work in several threads at once; the compiled searches release the GIL."""
    others = [threading.Thread(target=work, args=(number,)) for number in range(1, count)]
    for thread in others:
        thread.start()
    work(0)
    for thread in others:
        thread.join()


def load_view(workspace: TreeWorkspace, sight: Sight, seed: int, thread: int = 0) -> None:
    """Write what the seat sees into a workspace and reset its counters."""
    workspace.worlds[0] = np.frombuffer(sight.view.tobytes(), sight.game.record.STATE)[0]
    workspace.t.seat, workspace.t.seats, workspace.t.simulations, workspace.t.plies = sight.seat, sight.seats, 0, 0
    workspace.chance.stream = playout_stream(seed, thread)

"""Mine exercises: positions of our bots' games in which one move is clearly best.

    python -m scripts.mine_exercises                        every game, to 12 each, then to 60
    python -m scripts.mine_exercises sirius --want 150      go on with one game
    python -m scripts.mine_exercises --confirm              search ten times as deep, and drop what does not hold

The same command goes on where it stopped; it may be ended at any moment. Budgets are simulations, so that every machine
finds the same exercises: 80,000 are about a second. What is found is written to `exercises.jsonl` in the game's folder.
Games are played side by side in `--jobs` processes, and what they hold is kept in the order of their numbers.
"""

import argparse
import multiprocessing
import os
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from itertools import count
from typing import TypeVar

import msgspec

os.environ.setdefault("LUMITHEQUE_RULES", "compiled")

from scripts.mining.explaining import explained
from scripts.mining.finding import Known, find_in_game
from scripts.mining.keeping import Keeper
from scripts.mining.solving import STANDARD, TIMES, confirm

from lumitheque.games import SHELF, find
from lumitheque.games.game import Game
from lumitheque.referee.exercises import Exercise, lay

WANTED = (12, 60)  # of each game, in turns
AHEAD = 3  # tasks in hand for each process, so that none waits for the slowest

Task = TypeVar("Task")
Made = TypeVar("Made")


def in_order(jobs: int, tasks: Iterable[Task], start: Callable[[Task], "Future[Made]"]) -> Iterator[tuple[Task, Made]]:
    """Start tasks ahead of their turn and yield them in order with what came of each; drop the rest when closed."""
    running: deque[tuple[Task, Future[Made]]] = deque()
    coming = iter(tasks)
    try:
        while True:
            while len(running) < AHEAD * jobs and (task := next(coming, None)) is not None:
                running.append((task, start(task)))
            if not running:
                return
            task, future = running.popleft()
            yield task, future.result()
    finally:
        for _, future in running:
            future.cancel()


def mine(game: Game, want: int, until: float, pool: Executor, jobs: int) -> None:
    """Play games until there are so many exercises."""
    keeper = Keeper(game)
    if len(keeper.found) >= want:
        return

    def start(number: int) -> "Future[list[Exercise]]":
        return pool.submit(find_in_game, game.name, number, known_to(keeper, want))

    for number, found in in_order(jobs, count(keeper.progress.next), start):
        for one in found:
            if not keeper.knows(one.id) and not keeper.has_enough(one.themes[0], want):
                keeper.add(one)
                tell(game, keeper, f"{one.id} {one.rating} {' '.join(one.themes)}: {one.tasks[0].best}")
        keeper.played(number)
        tell(game, keeper, f"game {number} played")
        if len(keeper.found) >= want or time.time() > until:
            return


def known_to(keeper: Keeper, want: int) -> Known:
    themes = {one.themes[0] for one in keeper.found.values()}
    full = frozenset(theme for theme in themes if keeper.has_enough(theme, want))
    return Known(frozenset((*keeper.found, *keeper.progress.dropped)), full)


def holds(name: str, exercise: Exercise) -> bool:
    """Whether deeper searches, with several seeds, agree with the solution."""
    return confirm(lay(find(name), exercise), exercise.seat, exercise.tasks)


def deepen(game: Game, until: float, pool: Executor, jobs: int) -> None:
    """Confirm every exercise with deeper searches; drop those that do not hold."""
    keeper = Keeper(game)
    left = [one for one in keeper.found.values() if one.mined.confirmed < STANDARD * TIMES]
    for one, good in in_order(jobs, left, lambda one: pool.submit(holds, game.name, one)):
        if good:
            mined = msgspec.structs.replace(one.mined, confirmed=STANDARD * TIMES)
            keeper.add(msgspec.structs.replace(one, mined=mined))
        else:
            keeper.drop(one)
        tell(game, keeper, f"{one.id} {'confirmed' if good else 'dropped'}")
        if time.time() > until:
            return


def explain_anew(game: Game) -> None:
    """Write the reasons of every exercise as the game tells them now."""
    keeper = Keeper(game)
    for one in list(keeper.found.values()):
        keeper.add(explained(game, one))
    tell(game, keeper, "explained")


def tell(game: Game, keeper: Keeper, what: str) -> None:
    deep = sum(one.mined.confirmed > STANDARD for one in keeper.found.values())
    print(f"{game.name}: {len(keeper.found)} exercises, {deep} of them confirmed: {what}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", default=list(SHELF))
    parser.add_argument("--want", type=int, nargs="*", default=list(WANTED), help="how many of each, in turns")
    parser.add_argument("--confirm", action="store_true", help="search what there is ten times as deep")
    parser.add_argument("--explain", action="store_true", help="write the reasons of what there is anew")
    parser.add_argument("--jobs", type=int, default=1, help="how many games side by side")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="end after so many")
    chosen = parser.parse_args()
    until = time.time() + 60 * chosen.minutes
    if chosen.explain:
        for name in chosen.game:
            explain_anew(find(name))
        return
    with ProcessPoolExecutor(chosen.jobs, multiprocessing.get_context("spawn")) as pool:
        for want in [] if chosen.confirm else chosen.want:
            for name in chosen.game:
                mine(find(name), want, until, pool, chosen.jobs)
        for name in chosen.game if chosen.confirm else []:
            deepen(find(name), until, pool, chosen.jobs)


if __name__ == "__main__":
    main()

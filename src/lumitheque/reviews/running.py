"""A review from beginning to end in this process: in threads, since the searches release Python's lock."""

import os
import queue
import threading
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from lumitheque.referee import GameRecord, Referee, read_record
from lumitheque.reviews.parts import Part
from lumitheque.reviews.reviewing import SEED, Plan, Reviewing
from lumitheque.reviews.shapes import Review

Progress = Callable[[int, int], None]  # parts made, of how many


def review(
    record: GameRecord | Mapping[str, Any] | str | bytes | Referee,
    simulations: int | None = None,
    seats: list[int] | None = None,
    seed: str = SEED,
    known: bool = False,
    threads: int | None = None,
) -> Review:
    """What `lumitheque.reviews` does."""
    if isinstance(record, Referee):
        record = record.game_record()
    if isinstance(record, Mapping):
        record = msgspec.json.encode(record)
    if not isinstance(record, GameRecord):
        record = read_record(record)
    return review_record(record, Plan(simulations=simulations, seats=seats, seed=seed, known=known), threads)


def review_record(
    record: GameRecord, plan: Plan | None = None, threads: int | None = None, progress: Progress | None = None
) -> Review:
    """Review a finished game. The review does not depend on the number of threads."""
    reviewing = Reviewing(record, plan)
    while reviewing.todo():
        search_all(reviewing, threads or os.cpu_count() or 1, progress)
    return reviewing.finish()


def search_all(reviewing: Reviewing, threads: int, progress: Progress | None = None) -> None:
    """Make all parts that are still to be made."""
    tasks: queue.SimpleQueue[object] = queue.SimpleQueue()
    made: queue.SimpleQueue[Part | Exception] = queue.SimpleQueue()
    todo, stopped = reviewing.todo(), threading.Event()
    for task in todo:
        tasks.put(task)

    def work() -> None:
        try:
            searcher = reviewing.searcher()
            while not stopped.is_set():
                made.put(reviewing.make(searcher, tasks.get_nowait()))  # type: ignore[arg-type]
        except queue.Empty:
            return
        except Exception as error:  # noqa: BLE001 (it is raised again where somebody waits for it)
            made.put(error)

    workers = [threading.Thread(target=work, daemon=True) for _ in range(min(threads, len(todo)))]
    for worker in workers:
        worker.start()
    try:
        for _ in todo:
            part = made.get()
            if isinstance(part, Exception):
                raise part
            reviewing.add(part)
            if progress:
                progress(*reviewing.progress)
    finally:
        stopped.set()
        for worker in workers:
            worker.join()

"""Playing many fixtures on the workers of a Dask cluster, named by the address of its scheduler.

A game that was on a worker when it died goes to another. Each game has its id for a key, so that what is asked for
twice is played once, and only the process that asks writes results.
"""

import itertools
import os
from collections.abc import Callable, Generator, Iterator, Sequence

from distributed import Client, Future, KilledWorker, Worker, WorkerPlugin, as_completed

from lumitheque.arena import ArenaError
from lumitheque.arena.running import TRIES, Answer, Runner, Task

AHEAD = 3  # games submitted per thread in advance: no worker idles, and few games are wasted on stopping
PATIENCE = 10  # seconds for the scheduler to answer


class SettleRules(WorkerPlugin):
    """Set LUMITHEQUE_RULES on every worker, also on later ones, to the mode of this process, unless it is set there."""

    name = "lumitheque-rules"

    def __init__(self, way: str) -> None:
        self.way = way

    def setup(self, worker: Worker) -> None:  # noqa: ARG002 (Dask names it)
        os.environ.setdefault("LUMITHEQUE_RULES", self.way)


def on_cluster(address: str) -> Runner:
    """Return a runner that submits games to a cluster."""

    def runner(play: Callable[[Task], Answer], tasks: Sequence[Task]) -> Generator[Answer, None, None]:
        try:
            client = Client(address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError) as error:
            raise ArenaError(f"--cluster {address}: no scheduler answers there ({error})") from None
        with client:
            client.register_plugin(SettleRules(os.environ.get("LUMITHEQUE_RULES", "auto")))
            yield from _on_workers(client, play, tasks)

    return runner


def _on_workers(client: Client, play: Callable[[Task], Answer], tasks: Sequence[Task]) -> Iterator[Answer]:
    by_key = {f"arena-{task.id}": task for task in tasks}
    deaths = dict.fromkeys(by_key, 0)
    waiting = iter(by_key)

    def submit(key: str) -> "Future[Answer]":
        return client.submit(play, by_key[key], key=key, retries=TRIES)

    ahead = AHEAD * max(1, sum(client.nthreads().values()))
    answers = as_completed([submit(key) for key in itertools.islice(waiting, ahead)], loop=client.loop)
    for future in answers:
        try:
            played: Answer = future.result()
        except KilledWorker:  # the scheduler has tried several workers
            deaths[future.key] += 1
            if deaths[future.key] > TRIES:
                raise ArenaError(f"workers keep dying of game {future.key}") from None
            future.release()
            answers.add(submit(future.key))
            continue
        for key in itertools.islice(waiting, 1):
            answers.add(submit(key))
        future.release()
        yield played

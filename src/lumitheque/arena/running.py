"""Playing many fixtures at once on the cores of this machine; cluster.py does the same on a Dask cluster.

Workers only play. What they answer is kept by the one process that asked, each result once; so a worker that is killed
takes with it nothing but the game that it was playing, and that is played again.
"""

import warnings
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from typing import TYPE_CHECKING, Protocol, TypeVar

from lumitheque.arena import ArenaError
from lumitheque.games.machine_code import games_here, is_marked

if TYPE_CHECKING:  # a worker settles how rules run before it imports any
    from lumitheque.arena.match import Finder, Played, Result
    from lumitheque.arena.results import Ledger
    from lumitheque.arena.schedule import Fixture, Terms

TRIES = 3  # workers that may die of the same game before the game is blamed


class Named(Protocol):
    """The protocol of what is played, a fixture or many, and of what comes of it: both have the same id."""

    @property
    def id(self) -> str: ...


Task = TypeVar("Task", bound=Named)
Answer = TypeVar("Answer", bound=Named)


class Runner(Protocol):
    """The protocol of where it is played: answers come as they are ready, in any order."""

    def __call__(self, play: Callable[[Task], Answer], tasks: Sequence[Task]) -> Generator[Answer, None, None]: ...


class Umpire:
    """Plays fixtures of one table; pickled and sent to worker processes."""

    def __init__(self, table: "Terms", find_player: "Finder | None" = None, with_record: bool = False) -> None:
        self.table, self.find_player, self.with_record = table, find_player, with_record

    def __call__(self, fixture: "Fixture") -> "Played":
        from lumitheque.arena.match import play

        return play(self.table, fixture, self.find_player or house_players(), self.with_record)


def house_players() -> "Finder":
    from lumitheque.engines.players import find_player

    return find_player


def hold(
    fixtures: Sequence["Fixture"],
    play: "Callable[[Fixture], Played]",
    runner: Runner,
    ledger: "Ledger",
    is_enough: Callable[["Result"], bool],
) -> None:
    """Play the fixtures that the ledger lacks, and keep each result as it comes in, until all are played or enough."""
    left = [fixture for fixture in fixtures if fixture.id not in ledger.results]
    answers = runner(play, left)
    try:
        for played in answers:
            if ledger.add(played) and is_enough(played.result):
                return
    finally:
        answers.close()


def here(play: Callable[[Task], Answer], tasks: Sequence[Task]) -> Generator[Answer, None, None]:
    """Play in this process, one after the other."""
    for task in tasks:
        yield play(task)


def on_cores(jobs: int | None = None) -> Runner:
    """Return a runner with `jobs` processes on this machine, by default one per core."""
    import joblib

    count: int = joblib.cpu_count() if jobs is None else jobs
    if count < 1:
        raise ArenaError(f"--jobs: {count} is not a number of processes")
    if count == 1:
        return here

    def runner(play: Callable[[Task], Answer], tasks: Sequence[Task]) -> Generator[Answer, None, None]:
        left = {task.id: task for task in tasks}
        # The first game: one process compiles, and the others find the machine code.
        alone = not all(map(is_marked, games_here()))
        deaths = 0
        while left:
            try:
                batch = list(left.values())[: 1 if alone else None]
                with closing(_in_processes(play, batch, count)) as answers:
                    for played in answers:
                        deaths = 0
                        del left[played.id]
                        yield played
                alone = False
            except joblib.externals.loky.process_executor.TerminatedWorkerError as error:
                deaths += 1
                if deaths > TRIES:
                    raise ArenaError(f"a process that plays has died {deaths} times in a row: {error}") from None

    return runner


def _in_processes(play: Callable[[Task], Answer], tasks: Sequence[Task], jobs: int) -> Generator[Answer, None, None]:
    import joblib

    parallel = joblib.Parallel(jobs, backend="loky", return_as="generator_unordered", batch_size=1)
    answers: Generator[Answer, None, None] = parallel(joblib.delayed(play)(task) for task in tasks)
    try:
        for played in answers:  # noqa: UP028 (`yield from` would close them before the warning is ignored)
            yield played
    finally:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # joblib warns that it gives up games under way: intended
            answers.close()

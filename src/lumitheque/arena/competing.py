"""The arena from Python: players against players, and what can be said of them, with nothing kept in a folder."""

import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from typing import TYPE_CHECKING

from lumitheque.arena.report import Summary, summarise
from lumitheque.arena.running import Umpire, on_cores
from lumitheque.arena.schedule import lay_table, line_ups, schedule
from lumitheque.games.game import Value
from lumitheque.referee.records import read_seed

if TYPE_CHECKING:
    from lumitheque.arena.match import Played, Result

PATIENCE = 2.0  # seconds without a word


def compete(  # noqa: PLR0913 (an argument per wish, most of them by name)
    game: str,
    players: str,
    games: int = 100,
    *,
    seats: int | None = None,
    options: Mapping[str, Value] | None = None,
    edition: str | None = None,
    seed: str = "0",
    jobs: int | None = None,
    quiet: bool = False,
) -> Summary:
    """Let players, such as "greedy,random", play everybody against everybody; a notebook shows the summary as a plot.

    `games` in all, rounded up to whole deals; `jobs`: processes, one per core if not said; `quiet`: do not count aloud.
    """
    table = lay_table(game, seats, options, edition)
    names = [name for part in players.split(",") if (name := part.strip())]
    fixtures = schedule(table, line_ups(names, table.seats), games, read_seed(seed))
    with closing(on_cores(jobs)(Umpire(table), fixtures)) as played:
        results = list(_counted(played, len(fixtures), quiet))
    return summarise(table, results, len(fixtures))


def _counted(played: "Iterable[Played]", total: int, quiet: bool) -> "Iterator[Result]":
    """Pass results on, and say how many there are while one waits."""
    spoken = time.monotonic()
    for number, one in enumerate(played, 1):
        yield one.result
        if not quiet and time.monotonic() - spoken > PATIENCE and number < total:
            spoken = time.monotonic()
            print(f"{number} of {total} games", flush=True)

"""Results of an arena: written one by one as they come in, each id once, and read again after any accident."""

from pathlib import Path
from types import TracebackType
from typing import Self

from lumitheque.arena import ArenaError
from lumitheque.arena.match import Played, Result
from lumitheque.arena.result_file import ResultFile, rows_in
from lumitheque.arena.schedule import Terms
from lumitheque.games import find
from lumitheque.games.game import Value


def read_results(path: Path) -> dict[str, Result]:
    """Read the results of a file by id, the first of each."""
    found: dict[str, Result] = {}
    for _, result in rows_in(path, Result):
        found.setdefault(result.id, result)
    return found


class Ledger:
    """The results of an arena, in a folder. One process writes at a time."""

    def __init__(self, folder: Path, table: Terms) -> None:
        self.table, self._file = table, ResultFile(folder)
        self.folder, self.path = folder, self._file.path
        try:
            self.results = read_results(self.path)
            self._check_table()
        except BaseException:
            self._file.close()
            raise

    def _check_table(self) -> None:
        table, edition = self.table, self.table.edition.sha256 if self.table.edition else None
        for result in self.results.values():
            told = (result.game, result.rules, result.seats, result.edition)
            if told != (table.game, table.rules, table.seats, edition) or self._settled(result) != table.options:
                raise ArenaError(
                    f"{self.path}: holds games of another table ({result.game}, {result.seats} seats, or other options,"
                    " edition or rules); choose another --out"
                )

    def _settled(self, result: Result) -> dict[str, Value]:
        """Complete the options of a result with those that did not exist yet when it was played."""
        return find(self.table.game).settle(self.table.seats, result.options)

    def add(self, played: Played) -> bool:
        """Append a result and fsync; return False if it was there already."""
        result = played.result
        if result.id in self.results:
            return False
        self._file.append(result.id, result, played.record)
        self.results[result.id] = result
        return True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._file.close()

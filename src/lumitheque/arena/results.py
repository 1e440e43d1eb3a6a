"""Results as JSON lines: written one by one as they come in, each id once, and read again after any accident."""

import fcntl
import os
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from lumitheque.arena import ArenaError
from lumitheque.arena.match import Played, Result
from lumitheque.arena.schedule import Terms
from lumitheque.games import find
from lumitheque.games.game import Value

RESULTS, RECORDS = "results.jsonl", "records"


def read_results(path: Path) -> dict[str, Result]:
    """Read the results of a file by id, the first of each; a last line that was cut off does not count."""
    found: dict[str, Result] = {}
    if not path.exists():
        return found
    for number, line in whole_lines(path):
        try:
            result = msgspec.json.decode(line, type=Result)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise ArenaError(f"{path}, line {number}: not a result: {error}") from None
        found.setdefault(result.id, result)
    return found


def whole_lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of a file, numbered from 1, without a last one that was cut off."""
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if line.endswith(b"\n") and line.strip():
                yield number, line


class Ledger:
    """The results of an arena, in a folder. One process writes at a time."""

    def __init__(self, folder: Path, table: Terms) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.table = folder, table
        self.path = folder / RESULTS
        self._file = self.path.open("ab")
        try:
            self._lock()
            self.results = read_results(self.path)
            self._check_table()
            cut_off_torn_line(self.path)
        except BaseException:
            self._file.close()
            raise

    def _lock(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # the kernel releases it if this process is killed
        except OSError:
            raise ArenaError(f"{self.path}: another arena is writing to it") from None

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
        if played.record is not None:  # first, so that there is one for every result
            records = self.folder / RECORDS
            records.mkdir(exist_ok=True)
            (records / f"{result.id}.json").write_text(played.record + "\n", encoding="utf-8")
        self._file.write(msgspec.json.encode(result) + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())
        self.results[result.id] = result
        return True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._file.close()


def cut_off_torn_line(path: Path) -> None:
    """Cut off an incomplete last line of a killed writer, so that the next result is not appended to it."""
    data = path.read_bytes()
    if data and not data.endswith(b"\n"):
        os.truncate(path, data.rfind(b"\n") + 1)

"""ResultFile: results as JSON lines in a folder, written by one process at a time, whole after any accident."""

import fcntl
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import msgspec

from lumitheque.arena import ArenaError

RESULTS, RECORDS = "results.jsonl", "records"
Row = TypeVar("Row")


class ResultFile:
    """Open for this process alone, until it is closed or this process is killed."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.path = folder, folder / RESULTS
        self._file = self.path.open("ab")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # the kernel releases it if this process is killed
        except OSError:
            self._file.close()
            raise ArenaError(f"{self.path}: another arena is writing to it") from None
        cut_off_torn_line(self.path)

    def append(self, name: str, row: msgspec.Struct, record: str | None) -> None:
        """Write a row, and the game's record before it, so that there is one for every row. It is on the disk then."""
        if record is not None:
            records = self.folder / RECORDS
            records.mkdir(exist_ok=True)
            (records / f"{name}.json").write_text(record + "\n", encoding="utf-8")
        self._file.write(msgspec.json.encode(row) + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        self._file.close()


def rows_in(path: Path, kind: type[Row]) -> Iterator[tuple[int, Row]]:
    """Yield the rows of a file with their line numbers from 1; a last line that was cut off does not count."""
    if not path.exists():
        return
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if line.endswith(b"\n") and line.strip():
                try:
                    yield number, msgspec.json.decode(line, type=kind)
                except (msgspec.DecodeError, UnicodeDecodeError) as error:
                    raise ArenaError(f"{path}, line {number}: not a result: {error}") from None


def cut_off_torn_line(path: Path) -> None:
    """Cut off an incomplete last line of a killed writer, so that the next row is not appended to it."""
    data = path.read_bytes()
    if data and not data.endswith(b"\n"):
        os.truncate(path, data.rfind(b"\n") + 1)

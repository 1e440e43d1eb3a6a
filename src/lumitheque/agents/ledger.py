"""The results of a benchmark, as JSON lines in a folder: each once, and read again after any accident."""

import fcntl
import os
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from lumitheque.agents.contest import BoutResult
from lumitheque.agents.programme import AgentError
from lumitheque.arena.results import RECORDS, RESULTS, cut_off_torn_line, whole_lines
from lumitheque.referee import GameRecord, write_record


class BoutLedger:
    """One process writes at a time. `programme`: the digest that all results must have."""

    def __init__(self, folder: Path, programme: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.path = folder, folder / RESULTS
        self._file = self.path.open("ab")
        try:
            self._lock()
            self.results = self._read(programme)
            cut_off_torn_line(self.path)
        except BaseException:
            self._file.close()
            raise

    def _lock(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # the kernel releases it if this process is killed
        except OSError:
            raise AgentError(f"{self.path}: another benchmark is writing to it") from None

    def _read(self, programme: str) -> dict[str, BoutResult]:
        found: dict[str, BoutResult] = {}
        for number, line in whole_lines(self.path):
            try:
                result = msgspec.json.decode(line, type=BoutResult)
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                raise AgentError(f"{self.path}, line {number}: not a result: {error}") from None
            if result.programme != programme:
                raise AgentError(
                    f"{self.path}: holds games of another agent, programme or seed; choose another --output"
                )
            found.setdefault(result.id, result)
        return found

    def add(self, result: BoutResult, record: GameRecord) -> None:
        """Keep a game and its result, whatever is killed when."""
        records = self.folder / RECORDS
        records.mkdir(exist_ok=True)
        (records / f"{result.id}.json").write_text(write_record(record) + "\n", encoding="utf-8")
        self._file.write(msgspec.json.encode(result) + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())
        self.results[result.id] = result

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._file.close()

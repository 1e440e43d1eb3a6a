"""The results of a benchmark, as JSON lines in a folder: each once, and read again after any accident."""

from pathlib import Path
from types import TracebackType
from typing import Self

from lumitheque.agents.contest import BoutResult
from lumitheque.agents.programme import AgentError
from lumitheque.arena.result_file import ResultFile, rows_in
from lumitheque.referee import GameRecord, write_record


class BoutLedger:
    """One process writes at a time. `programme`: the digest that all results must have."""

    def __init__(self, folder: Path, programme: str) -> None:
        self._file = ResultFile(folder)
        try:
            self.results = self._read(programme)
        except BaseException:
            self._file.close()
            raise

    def _read(self, programme: str) -> dict[str, BoutResult]:
        found: dict[str, BoutResult] = {}
        for _, result in rows_in(self._file.path, BoutResult):
            if result.programme != programme:
                raise AgentError(
                    f"{self._file.path}: holds games of another agent, programme or seed; choose another --output"
                )
            found.setdefault(result.id, result)
        return found

    def add(self, result: BoutResult, record: GameRecord) -> None:
        """Keep a game and its result, whatever is killed when."""
        self._file.append(result.id, result, write_record(record))
        self.results[result.id] = result

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._file.close()

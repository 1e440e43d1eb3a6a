"""A house in one file."""

import asyncio
import re
import sqlite3
import threading
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from lumitheque.storage.sql_store import SqlStore, Step
from lumitheque.storage.sqlite_file import Door, HouseFile
from lumitheque.storage.sqlite_journal import LOG_OF_TABLE
from lumitheque.storage.sqlite_writer import Writer
from lumitheque.storage.store import Changed, Heard, Overheard, StorageTrouble, check_append
from lumitheque.tables.notes import TableNote

READERS = 2  # tables in play are in memory: what is read is lists, and logs after a pause

_ARGUMENT = re.compile(r"\$(\d+)")


def spoken(statement: str) -> str:
    """A statement as SQLite reads it."""
    return _ARGUMENT.sub(r"?\1", statement)


class SqliteStore(SqlStore):
    LOG_OF_TABLE = LOG_OF_TABLE
    AMONG = "t.id IN (SELECT value FROM json_each({}))"
    BYTES = "CAST({} AS BLOB)"

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._file = HouseFile(path)
        self._writer: Writer | None = None
        self._readers: ThreadPoolExecutor | None = None
        self._reading = threading.local()
        self._doors: list[Door] = []

    async def start(self) -> None:
        await asyncio.to_thread(self._file.prepare)
        self._readers = ThreadPoolExecutor(READERS, "lumitheque-reader")
        self._writer = Writer(self._file)

    async def stop(self) -> None:
        writer, self._writer = self._writer, None
        readers, self._readers = self._readers, None
        if readers is not None:
            await asyncio.to_thread(readers.shutdown)
        for door in self._doors:
            door.connection.close()
        self._doors.clear()
        if writer is not None:
            await writer.stop()

    def append(self, table: str, after: int, entries: list[bytes], note: TableNote) -> Awaitable[None]:
        check_append(table, after, entries, note)
        return self._open_writer().append(table, after, entries, note)

    async def now(self) -> int | None:
        return None

    def listen(self, heard: Heard) -> None:
        """There is nobody else."""

    def notice(self, changed: Changed) -> None:
        """There is nobody else."""

    async def whisper(self, message: str) -> None: ...

    def overhear(self, hear: Overheard) -> bool:  # noqa: ARG002 (there is nobody to hear)
        return False

    def _open_writer(self) -> Writer:
        if self._writer is None:
            raise StorageTrouble("gone", f"{self._file.path}: the house is closed")
        return self._writer

    async def _change(self, *steps: Step) -> Sequence[Sequence[Any]]:
        def work(connection: sqlite3.Connection) -> Sequence[Sequence[Any]]:
            rows: Sequence[Sequence[Any]] = []
            for statement, arguments in steps:
                rows = connection.execute(spoken(statement), arguments).fetchall()
            return rows

        result: Sequence[Sequence[Any]] = await self._open_writer().do(work)
        return result

    async def _rows(self, statement: str, *arguments: Any) -> Sequence[Sequence[Any]]:
        return await self._read(lambda connection: connection.execute(spoken(statement), arguments).fetchall())

    async def _texts(self, statement: str, *arguments: Any) -> list[bytes]:
        # As one row: every row that is fetched gives the interpreter's lock away (see the writer). As bytes: one line
        # that is not UTF-8 must not make the others unreadable.
        whole = f"SELECT CAST(group_concat(text, char(10)) AS BLOB) FROM ({spoken(statement)})"  # noqa: S608 (our own)
        rows = await self._read(lambda connection: connection.execute(whole, arguments).fetchall())
        return rows[0][0].split(b"\n") if rows[0][0] is not None else []

    async def _read(self, work: Callable[[sqlite3.Connection], list[Any]]) -> list[Any]:
        if self._readers is None:
            raise StorageTrouble("gone", f"{self._file.path}: the house is closed")
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read_here, work)

    def _read_here(self, work: Callable[[sqlite3.Connection], list[Any]]) -> list[Any]:
        """In a reader's thread, which has a door of its own."""
        door: Door | None = getattr(self._reading, "door", None)
        try:
            if door is None or not self._file.is_behind(door):
                self._shut(door)
                door = self._reading.door = self._file.open(writes=False)
                self._doors.append(door)
            return work(door.connection)
        except sqlite3.Error as error:
            self._shut(door)
            raise self._file.explain(error) from error

    def _shut(self, door: Door | None) -> None:
        self._reading.door = None
        if door in self._doors:
            self._doors.remove(door)
            door.connection.close()

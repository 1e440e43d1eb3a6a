"""A store in one SQLite file: one thread writes (sqlite_writer.py), a few threads read."""

import asyncio
import re
import sqlite3
import threading
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from lumitheque.storage.sql_store import SqlStore, Step
from lumitheque.storage.sqlite_file import HouseFile, OpenFile
from lumitheque.storage.sqlite_writer import Writer
from lumitheque.storage.store import Changed, Heard, Overheard, Owed, StorageTrouble, check_append
from lumitheque.tables.notes import TableNote

READERS = 2  # threads: tables in play are in memory, so reads are lists, and logs of tables that come back

_PARAMETER = re.compile(r"\$(\d+)")


def to_sqlite(statement: str) -> str:
    """Write $1 as ?1: PostgreSQL's parameters as SQLite's."""
    return _PARAMETER.sub(r"?\1", statement)


class SqliteStore(SqlStore):
    AMONG = "t.id IN (SELECT value FROM json_each({}))"
    BYTES = "CAST({} AS BLOB)"
    LOCK = ""  # one thread writes

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._file = HouseFile(path)
        self._writer: Writer | None = None
        self._readers: ThreadPoolExecutor | None = None
        self._local = threading.local()  # .opened: the connection of a reader's thread
        self._opened: list[OpenFile] = []  # by all readers

    async def start(self) -> None:
        await asyncio.to_thread(self._file.prepare)
        self._readers = ThreadPoolExecutor(READERS, "lumitheque-reader")
        self._writer = Writer(self._file)

    async def stop(self) -> None:
        writer, self._writer = self._writer, None
        readers, self._readers = self._readers, None
        if readers is not None:
            await asyncio.to_thread(readers.shutdown)
        for opened in self._opened:
            opened.connection.close()
        self._opened.clear()
        if writer is not None:
            await writer.stop()

    def append(
        self, table: str, after: int, entries: list[bytes], note: TableNote, owed: Sequence[Owed] = ()
    ) -> Awaitable[None]:
        check_append(table, after, entries, note)
        return self._open_writer().append(table, after, entries, note, owed)

    async def now(self) -> int | None:
        return None

    def listen(self, heard: Heard) -> None:
        """Nothing to do: there is no other node."""

    def report_changes(self, changed: Changed) -> None:
        """Nothing to do: there is no other node."""

    async def whisper(self, message: str) -> None: ...

    def overhear(self, hear: Overheard) -> bool:  # noqa: ARG002 (there is no other node)
        return False

    def _open_writer(self) -> Writer:
        if self._writer is None:
            raise StorageTrouble("gone", f"{self._file.path}: the house is closed")
        return self._writer

    async def _change(self, *steps: Step) -> Sequence[Sequence[Any]]:
        def work(connection: sqlite3.Connection) -> Sequence[Sequence[Any]]:
            rows: Sequence[Sequence[Any]] = []
            for statement, arguments in steps:
                rows = connection.execute(to_sqlite(statement), arguments).fetchall()
            return rows

        result: Sequence[Sequence[Any]] = await self._open_writer().do(work)
        return result

    async def _rows(self, statement: str, *arguments: Any) -> Sequence[Sequence[Any]]:
        return await self._read(lambda connection: connection.execute(to_sqlite(statement), arguments).fetchall())

    async def _texts(self, statement: str, *arguments: Any) -> list[bytes]:
        # As one row, because sqlite3 releases the GIL for every row that it fetches. As bytes, because one line that
        # is not UTF-8 must not make the others unreadable.
        whole = f"SELECT CAST(group_concat(text, char(10)) AS BLOB) FROM ({to_sqlite(statement)})"  # noqa: S608 (our own)
        rows = await self._read(lambda connection: connection.execute(whole, arguments).fetchall())
        return rows[0][0].split(b"\n") if rows[0][0] is not None else []

    async def _read(self, work: Callable[[sqlite3.Connection], list[Any]]) -> list[Any]:
        if self._readers is None:
            raise StorageTrouble("gone", f"{self._file.path}: the house is closed")
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read_in_thread, work)

    def _read_in_thread(self, work: Callable[[sqlite3.Connection], list[Any]]) -> list[Any]:
        """Call `work` with the connection of this reader's thread, which is opened when it is needed."""
        opened: OpenFile | None = getattr(self._local, "opened", None)
        try:
            if opened is None or not self._file.is_current(opened):
                self._close_reader(opened)
                opened = self._local.opened = self._file.open(writes=False)
                self._opened.append(opened)
            return work(opened.connection)
        except sqlite3.Error as error:
            self._close_reader(opened)
            raise self._file.explain(error) from error

    def _close_reader(self, opened: OpenFile | None) -> None:
        self._local.opened = None
        if opened in self._opened:
            self._opened.remove(opened)
            opened.connection.close()

"""The thread that writes to SQLite: group commit.

The event loop collects requests while a transaction is under way and hands them to the thread as one group when it is
done: one transaction, one fsync, one wake-up of the loop for all of them. GIL hand-offs between the two threads cost
more than the writing, so the number of hand-overs and of statements counts, not that of rows.
"""

import asyncio
import contextlib
import logging
import queue
import sqlite3
import threading
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from lumitheque.storage.sqlite_appends import Append, Head, write_appends
from lumitheque.storage.sqlite_file import WAL_LIMIT, HouseFile, OpenFile
from lumitheque.storage.store import Conflict, Owed, StorageTrouble
from lumitheque.tables.notes import TableNote

MOST = 1_000  # requests in one group
MANY = 100  # requests between two looks at the size of the WAL
REMEMBERED = 20_000  # tables whose heads are cached
IDLE = 0.5  # seconds without a request, after which the thread checkpoints the WAL

log = logging.getLogger("lumitheque.storage")

Work = Append | Callable[[sqlite3.Connection], Any]


class Request(NamedTuple):
    """An append, or a function to call within the transaction; and the future of whoever waits for it."""

    work: Work
    done: "asyncio.Future[Any]"


Outcome = tuple["asyncio.Future[Any]", Any, Exception | None]


class Writer:
    """Owns the writing connection. Methods without an underscore are called in the event loop."""

    def __init__(self, file: HouseFile) -> None:
        self._file = file
        self._loop = asyncio.get_running_loop()
        self._requests: list[Request] = []  # since the last group was handed over
        self._idle = asyncio.Event()  # no group is in the thread, and none is about to be
        self._idle.set()
        self._groups: queue.SimpleQueue[list[Request] | None] = queue.SimpleQueue()
        self._opened: OpenFile | None = None
        self._heads: dict[str, Head] = {}  # of tables appended to lately, as the file has them
        self._version = 0  # SQLite's data_version, which changes when another connection has written
        self._written = 0  # requests since the last checkpoint
        self._checked = 0  # how many they were when the size of the WAL was looked at
        self._wal_limit = WAL_LIMIT
        self._thread = threading.Thread(target=self._run, name="lumitheque-writer", daemon=True)
        self._thread.start()

    def append(
        self, table: str, after: int, entries: list[bytes], note: TableNote, owed: Sequence[Owed]
    ) -> "asyncio.Future[None]":
        return self._request(Append(table, after, entries, note, owed))

    def do(self, work: Callable[[sqlite3.Connection], Any]) -> "asyncio.Future[Any]":
        """Call a function within the next transaction."""
        return self._request(work)

    async def stop(self) -> None:
        """Commit what was requested, then end the thread."""
        await self._idle.wait()
        self._groups.put(None)
        await asyncio.to_thread(self._thread.join)

    def _request(self, work: Work) -> "asyncio.Future[Any]":
        done: asyncio.Future[Any] = self._loop.create_future()
        self._requests.append(Request(work, done))
        if self._idle.is_set():
            self._idle.clear()
            self._loop.call_soon(self._hand_over)
        return done

    def _hand_over(self) -> None:
        group, self._requests = self._requests[:MOST], self._requests[MOST:]
        if group:
            self._groups.put(group)
        else:
            self._idle.set()

    def _finish(self, outcomes: list[Outcome]) -> None:
        for done, result, error in outcomes:
            if done.done():  # whoever waited was cancelled
                continue
            if error is None:
                done.set_result(result)
            else:
                done.set_exception(error)
        self._loop.call_soon(self._hand_over)  # after those who were woken: they may request more

    # --- in the thread -----------------------------------------------------------------------------------------------

    def _run(self) -> None:
        while True:
            try:
                group = self._groups.get(timeout=IDLE if self._written else None)
            except queue.Empty:
                self._checkpoint()
                continue
            if group is None:
                break
            outcomes = self._commit_or_fail(group)
            with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
                self._loop.call_soon_threadsafe(self._finish, outcomes)  # once: wake-ups cost more than the writing
            self._written += len(group)
            self._limit_wal()
        if self._written:
            self._checkpoint()
        self._close()

    def _commit_or_fail(self, group: list[Request]) -> list[Outcome]:
        """Commit a group. If one request spoils it, commit each by itself, so that the others get through."""
        try:
            return self._commit(group)
        except StorageTrouble as trouble:
            self._close()
            return _fail(group, trouble)
        except sqlite3.OperationalError as error:
            self._close()  # a connection that met a disk error may never recover
            return _fail(group, self._file.explain(error))
        except Exception as error:  # noqa: BLE001 (one request must not stop the thread)
            self._close()
            if len(group) > 1:
                return [outcome for request in group for outcome in self._commit_or_fail([request])]
            work, done = group[0]
            if isinstance(error, sqlite3.IntegrityError) and isinstance(work, Append):  # (table, seq) is taken
                return [(done, None, Conflict(work.table, work.after))]
            if isinstance(error, sqlite3.DatabaseError):
                return _fail(group, self._file.explain(error))
            return [(done, None, error)]

    def _commit(self, group: list[Request]) -> list[Outcome]:
        if self._opened is None or not self._file.is_current(self._opened):
            self._close()
            self._opened = self._file.open()
        connection = self._opened.connection
        connection.execute("BEGIN IMMEDIATE")
        appends = [(request.work, request.done) for request in group if isinstance(request.work, Append)]
        outcomes: list[Outcome] = []
        if appends:
            self._trust_heads(connection)
            written = write_appends(connection, [append for append, _ in appends], self._heads)
            for (append, done), won in zip(appends, written, strict=True):
                outcomes.append((done, None, None if won else Conflict(append.table, append.after)))
        for work, done in group:
            if not isinstance(work, Append):
                self._heads.clear()  # it may delete or change tables
                outcomes.append((done, work(connection), None))
        connection.execute("COMMIT")
        return outcomes

    def _trust_heads(self, connection: sqlite3.Connection) -> None:
        """Empty the cache of heads if another program wrote to the file, or if it has grown too large."""
        version = connection.execute("PRAGMA data_version").fetchone()[0]
        if version != self._version or len(self._heads) > REMEMBERED:
            self._heads.clear()
        self._version = version

    def _limit_wal(self) -> None:
        """Checkpoint a WAL that grows without a pause."""
        if self._written > self._checked + MANY:
            self._checked = self._written
            if self._file.wal_size() > self._wal_limit:
                self._checkpoint()

    def _checkpoint(self) -> None:
        """Copy the WAL into the database, so that SQLite starts it anew. Nobody waits for it: a failure is logged."""
        self._written = self._checked = 0
        try:
            self._wal_limit = max(WAL_LIMIT, self._file.wal_size()) + WAL_LIMIT // 4  # readers may keep it in use
            if self._opened is not None:
                self._opened.connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
        except Exception as error:  # noqa: BLE001 (the thread must survive, or requests would wait for ever)
            log.warning("the WAL could not be checkpointed: %s", error)
            self._close()

    def _close(self) -> None:
        """Roll back what was begun; the next group opens the file again."""
        self._heads.clear()
        opened, self._opened = self._opened, None
        if opened is not None:
            with contextlib.suppress(sqlite3.Error):
                opened.connection.close()


def _fail(group: list[Request], trouble: StorageTrouble) -> list[Outcome]:
    return [(request.done, None, StorageTrouble(trouble.reason, str(trouble))) for request in group]

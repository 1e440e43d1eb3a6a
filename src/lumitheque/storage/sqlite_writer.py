"""The one thread that writes to SQLite. Whatever is asked while a commit is under way goes into the next, together.

Two threads that hand the interpreter's lock to and fro take more time than the writing does. So what is asked in one
turn of the event loop is handed over at once, the next group when this one is done; and as every statement gives the
lock away, a group takes few of them, each with many rows.
"""

import asyncio
import contextlib
import functools
import logging
import queue
import sqlite3
import threading
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from lumitheque.storage import sqlite_journal as journal
from lumitheque.storage.hushing import speakers
from lumitheque.storage.sql_store import write_note
from lumitheque.storage.sqlite_file import LOG, Door, HouseFile
from lumitheque.storage.store import Conflict, StorageTrouble
from lumitheque.tables.notes import TableNote

MOST = 1_000  # in one group
MANY = 100  # rows after which it is worth looking how long the log of the database has become
FEW, WIDEST = 32, 128  # rows that are one statement, whatever their number; rows in one statement at most
IDLE = 0.5  # seconds without a wish, after which the log of the database is folded into it
REMEMBERED = 20_000  # tables of which it is known how they stand

VERSION = "PRAGMA data_version"  # another one when another program has written
STANDING = """
    SELECT json_group_array(json_array(id, number, seq)) FROM tables WHERE id IN (SELECT value FROM json_each(?))
"""
HIGHEST = "SELECT coalesce(max(number), 0) FROM tables"
TABLES = """
    INSERT INTO tables (number, id, seq, status, listed, opened_at, touched_at, deadline, bot_to_move, note) VALUES
"""
RENEW = """
    ON CONFLICT (number) DO UPDATE SET seq = excluded.seq, touched_at = excluded.touched_at, note = excluded.note,
    status = excluded.status, listed = excluded.listed, deadline = excluded.deadline,
    bot_to_move = excluded.bot_to_move
"""
STAND_UP = "DELETE FROM sittings WHERE number IN (SELECT value FROM json_each(?))"
SPEAK = "INSERT INTO speakers (person, number, leaving) VALUES "
UNLESS_KNOWN = " ON CONFLICT DO NOTHING"
SIT_DOWN = "INSERT INTO sittings (person, number) VALUES "
log = logging.getLogger("lumitheque.storage")


class Append(NamedTuple):
    table: str
    after: int
    entries: list[bytes]
    note: TableNote
    done: "asyncio.Future[None]"


class Job(NamedTuple):
    work: Callable[[sqlite3.Connection], Any]
    done: "asyncio.Future[Any]"


class Standing(NamedTuple):
    """What is known of a table that is in the file."""

    number: int
    seq: int  # of its last entry
    people: list[str] | None = None  # who sit there
    lasting: Any = None  # what its note says for longer than a move; None: not known
    speakers: frozenset[str] = frozenset()  # some of those who ever said something there


Wish = Append | Job
Outcome = tuple["asyncio.Future[Any]", Any, Exception | None]


class Writer:
    def __init__(self, file: HouseFile) -> None:
        self._file = file
        self._asked: list[Wish] = []  # since the last group was handed over
        self._idle = asyncio.Event()  # no group is being written, or about to be handed over
        self._idle.set()
        self._groups: queue.SimpleQueue[list[Wish] | None] = queue.SimpleQueue()
        self._loop = asyncio.get_running_loop()
        self._door: Door | None = None
        self._rows = 0  # written since the log was folded in
        self._looked = 0  # how many they were when its size was looked at
        self._unfiled = 0  # entries in the journal
        self._full = LOG
        self._known: dict[str, Standing] = {}  # tables as this writer left them, if nobody else has written since
        self._version = 0
        self._thread = threading.Thread(target=self._run, name="lumitheque-writer", daemon=True)
        self._thread.start()

    def append(self, table: str, after: int, entries: list[bytes], note: TableNote) -> "asyncio.Future[None]":
        done: asyncio.Future[None] = self._loop.create_future()
        self._ask(Append(table, after, entries, note, done))
        return done

    def do(self, work: Callable[[sqlite3.Connection], Any]) -> "asyncio.Future[Any]":
        done: asyncio.Future[Any] = self._loop.create_future()
        self._ask(Job(work, done))
        return done

    def _ask(self, wish: Wish) -> None:
        self._asked.append(wish)
        if self._idle.is_set():
            self._idle.clear()
            self._loop.call_soon(self._hand_over)

    def _hand_over(self) -> None:
        group, self._asked = self._asked[:MOST], self._asked[MOST:]
        if group:
            self._groups.put(group)
        else:
            self._idle.set()

    def _done(self, outcomes: list[Outcome]) -> None:
        _resolve(outcomes)
        self._loop.call_soon(self._hand_over)  # after those who were waiting: they may ask for more

    async def stop(self) -> None:
        """When everything asked before is done."""
        await self._idle.wait()
        self._groups.put(None)
        await asyncio.to_thread(self._thread.join)

    # --- in the thread -----------------------------------------------------------------------------------------------

    def _run(self) -> None:
        while True:
            try:
                group = self._groups.get(timeout=IDLE if self._rows else None)
            except queue.Empty:
                self._keep_house(self._tidy_up)
                continue
            if group is None:
                break
            self._tell(self._settle(group))
            self._keep_house(self._look_at_log)
        if self._rows:
            self._keep_house(self._tidy_up)
        self._close()

    def _keep_house(self, work: Callable[[], None]) -> None:
        """What nobody waits for. If it fails, those who come next must not wait for ever for a thread that is gone."""
        try:
            work()
        except Exception:
            log.exception("the file could not be tidied up")
            self._rows = self._looked = 0  # not again before more is written
            self._close()

    def _look_at_log(self) -> None:
        if self._rows > self._looked + MANY:
            self._looked = self._rows
            if self._file.log_size() > self._full:
                self._fold_in()

    def _tell(self, outcomes: list[Outcome]) -> None:
        """Wake everybody at once: waking them one by one costs more than the writing."""
        with contextlib.suppress(RuntimeError):  # nobody waits any more: the loop is closed
            self._loop.call_soon_threadsafe(self._done, outcomes)

    def _settle(self, group: list[Wish]) -> list[Outcome]:
        try:
            return self._commit(group)
        except StorageTrouble as trouble:
            self._close()
            return _fail(group, trouble)
        except sqlite3.OperationalError as error:
            self._close()  # a connection that met a trouble may never get over it
            return _fail(group, self._file.explain(error))
        except Exception as error:  # noqa: BLE001 (a wish that cannot be granted must not stop the others)
            self._close()
            if len(group) > 1:
                return [outcome for wish in group for outcome in self._settle([wish])]
            if isinstance(error, sqlite3.IntegrityError) and isinstance(group[0], Append):  # it is there already
                return [(group[0].done, None, Conflict(group[0].table, group[0].after))]
            if isinstance(error, sqlite3.DatabaseError):
                return _fail(group, self._file.explain(error))
            return [(group[0].done, None, error)]

    def _commit(self, group: list[Wish]) -> list[Outcome]:
        if self._door is None or not self._file.is_behind(self._door):
            self._close()
            self._door = self._file.open()
        connection = self._door.connection
        return self._go_on(connection, group) or self._change(connection, group)

    def _go_on(self, connection: sqlite3.Connection, group: list[Wish]) -> list[Outcome] | None:
        """If nothing but the journal has to be written: one statement, which is a transaction by itself. None if there
        is more to it."""
        entered: list[Any] = []
        standing: dict[str, Standing] = {}
        for wish in group:
            if isinstance(wish, Job):
                return None
            before = standing.get(wish.table) or self._known.get(wish.table)
            if before is None or before.seq != wish.after or before.lasting != journal.lasting(wish.note):
                return None
            if not before.speakers.issuperset(speakers(wish.entries)):
                return None
            for seq, entry in enumerate(wish.entries, wish.after + 1):
                entered += (before.number, seq, wish.note.touched_at, wish.note.moves, entry.decode())
            standing[wish.table] = before._replace(seq=wish.note.seq)
        rows = len(entered) // journal.WIDTH
        if not 0 < rows <= WIDEST or self._unfiled + rows > journal.FULL:
            return None
        statement = _statement(journal.GO_ON, journal.WIDTH, journal.IF_ALONE, rows)
        if connection.execute(statement, (*entered, self._version)).rowcount != rows:
            return None
        self._known.update(standing)
        self._rows += rows
        self._unfiled += rows
        return [(wish.done, None, None) for wish in group]

    def _change(self, connection: sqlite3.Connection, group: list[Wish]) -> list[Outcome]:
        connection.execute("BEGIN IMMEDIATE")
        appends = [wish for wish in group if isinstance(wish, Append)]
        jobs = [wish for wish in group if isinstance(wish, Job)]
        outcomes = self._append(connection, appends) if appends else []
        if jobs or not appends or self._unfiled > journal.FULL:
            self._file_away(connection)
        for job in jobs:
            outcomes.append((job.done, job.work(connection), None))
            self._rows += 1
        if jobs or len(self._known) > REMEMBERED:
            self._known.clear()
        connection.execute("COMMIT")
        return outcomes

    def _append(self, connection: sqlite3.Connection, appends: list[Append]) -> list[Outcome]:
        """Write what goes on where its table's log ends; the others are in conflict."""
        known = self._look_up(connection, appends)
        fresh = 0
        if any(append.after == 0 for append in appends):
            fresh = connection.execute(HIGHEST).fetchone()[0]
        outcomes: list[Outcome] = []
        won: list[tuple[Standing, Append]] = []
        for append in appends:
            before = known.get(append.table) or Standing(0, 0)
            if before.seq != append.after:
                outcomes.append((append.done, None, Conflict(append.table, append.after)))
                continue
            number, note = before.number, append.note
            if not number:
                number = fresh = fresh + 1
            won.append((before, append))
            spoke = before.speakers.union(speakers(append.entries))
            known[append.table] = Standing(number, note.seq, note.people, journal.lasting(note), spoke)
            outcomes.append((append.done, None, None))
        self._write(connection, won)
        return outcomes

    def _look_up(self, connection: sqlite3.Connection, appends: list[Append]) -> dict[str, Standing]:
        """How the tables stand that are appended to. What is remembered holds while nobody else writes."""
        version = connection.execute(VERSION).fetchone()[0]
        if version != self._version:
            self._version = version
            self._known.clear()
        if missing := [append.table for append in appends if append.table not in self._known]:
            self._file_away(connection)
            tables = msgspec.json.encode(missing).decode()
            found = msgspec.json.decode(connection.execute(STANDING, (tables,)).fetchone()[0])
            self._known.update((table, Standing(number, seq)) for table, number, seq in found)
        return self._known

    def _write(self, connection: sqlite3.Connection, won: list[tuple[Standing, Append]]) -> None:
        entered: list[Any] = []
        first: dict[str, Standing] = {}
        last: dict[str, TableNote] = {}  # a table may be appended to twice in a group
        for before, (table, after, written, note, _) in won:
            number = self._known[table].number
            for seq, entry in enumerate(written, after + 1):
                entered += (number, seq, note.touched_at, note.moves, entry.decode())
            first.setdefault(table, before)
            last[table] = note
        spoke = [
            value
            for table, before in first.items()
            for person in sorted(self._known[table].speakers - before.speakers)
            for value in (person, self._known[table].number, False)
        ]
        _insert(connection, SPEAK, 3, UNLESS_KNOWN, spoke)
        _insert(connection, journal.WRITE_DOWN, journal.WIDTH, "", entered)
        self._rows += len(entered) // journal.WIDTH
        self._unfiled += len(entered) // journal.WIDTH
        self._renew(connection, [(first[table], note) for table, note in last.items()])

    def _renew(self, connection: sqlite3.Connection, tables: list[tuple[Standing, TableNote]]) -> None:
        """What listings know of tables, as far as the journal does not say it."""
        changed: list[Any] = []
        moved: dict[int, list[str]] = {}
        for before, note in tables:
            number, _, _, lasting, _ = self._known[note.id]
            if before.lasting == lasting:
                continue
            changed += (number, note.id, note.seq, note.status, note.listed, note.opened_at)
            changed += (note.touched_at, note.deadline, note.bot_to_move, write_note(note).decode())
            if before.people != note.people:
                moved[number] = note.people
        _insert(connection, TABLES, 10, RENEW, changed)
        if moved:
            connection.execute(STAND_UP, (msgspec.json.encode(list(moved)).decode(),))
            sitting = [value for number, people in moved.items() for person in people for value in (person, number)]
            _insert(connection, SIT_DOWN, 2, "", sitting)

    def _file_away(self, connection: sqlite3.Connection) -> None:
        journal.file_away(connection)
        self._rows += self._unfiled
        self._unfiled = 0

    def _tidy_up(self) -> None:
        """When nobody waits. Nobody depends on it."""
        if self._unfiled and self._door is not None:
            self._settle([])
        self._fold_in()

    def _fold_in(self) -> None:
        """Bring the log of the database into it, so that the log can begin anew."""
        self._rows = self._looked = 0
        self._full = max(LOG, self._file.log_size()) + LOG // 4  # a reader may have kept it from beginning anew
        if self._door is not None:
            with contextlib.suppress(sqlite3.Error):
                self._door.connection.execute("PRAGMA wal_checkpoint(PASSIVE)")

    def _close(self) -> None:
        """Whatever was begun is undone; the next group opens the file again."""
        door, self._door = self._door, None
        self._known.clear()
        if door is not None:
            with contextlib.suppress(sqlite3.Error):
                door.connection.close()


def _fail(group: list[Wish], trouble: StorageTrouble) -> list[Outcome]:
    return [(wish.done, None, StorageTrouble(trouble.reason, str(trouble))) for wish in group]


@functools.cache
def _statement(head: str, width: int, tail: str, rows: int) -> str:
    row = f"({', '.join('?' * width)})"
    return f"{head}{', '.join([row] * rows)}{tail}"


def _insert(connection: sqlite3.Connection, head: str, width: int, tail: str, values: list[Any]) -> None:
    """Rows in few statements: 200 go in as 128, 64 and 8, so that few different statements are ever prepared."""
    at = 0
    while at < len(values):
        left = (len(values) - at) // width
        rows = left if left <= FEW else min(WIDEST, 1 << left.bit_length() - 1)
        connection.execute(_statement(head, width, tail, rows), values[at : at + rows * width])
        at += rows * width


def _resolve(outcomes: list[Outcome]) -> None:
    for done, result, error in outcomes:
        if done.done():  # whoever asked has gone
            continue
        if error is None:
            done.set_result(result)
        else:
            done.set_exception(error)

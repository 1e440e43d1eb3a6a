"""The connection that appends to PostgreSQL: group commit. Appends requested during a commit form the next group.

A group is one statement: one round trip, one commit. It locks rows of tables in the order of their ids, so two nodes
that write to the same tables cannot deadlock. The second one finds another seq, and only that append fails.
"""

import asyncio
import contextlib
import secrets
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple

import asyncpg

from lumitheque.storage.erasing import speakers
from lumitheque.storage.sql_store import write_note
from lumitheque.storage.statements import INSTEAD
from lumitheque.storage.store import CHANNEL_KIND, Conflict, Owed, StorageTrouble
from lumitheque.tables.notes import TableNote

CHANNEL = "lumitheque"
MOST = 500  # appends in one group
REMEMBERED = 20_000  # tables whose sittings are cached
PER_MESSAGE = 100  # tables per notification, which carries 8,000 bytes at most

# One row per append: its entries are the lines of one text, and so are its people, if somebody sat down or left.
# Each CTE passes on all columns that later ones need: joining two CTEs would be a nested loop, they have no index.
APPEND = f"""
WITH asked AS (
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::bool[], $6::bigint[], $7::bigint[],
        $8::bigint[], $9::bool[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[])
    AS asked(id, after, seq, status, listed, opened_at, touched_at, deadline, bot_to_move, note, entries, people,
        speakers, owed)
), held AS (
    SELECT t.number, asked.* FROM asked JOIN tables t ON t.id = asked.id AND t.seq = asked.after
    ORDER BY t.id FOR UPDATE OF t
), renewed AS (
    UPDATE tables t SET seq = held.seq, status = held.status, listed = held.listed, touched_at = held.touched_at,
        deadline = held.deadline, bot_to_move = held.bot_to_move, note = held.note
    FROM held WHERE t.number = held.number RETURNING t.number, t.id, t.seq, held.after, held.entries, held.people,
        held.speakers, held.owed, held.touched_at
), opened AS (
    INSERT INTO tables (id, seq, status, listed, opened_at, touched_at, deadline, bot_to_move, note)
    SELECT id, seq, status, listed, opened_at, touched_at, deadline, bot_to_move, note FROM asked
    WHERE after = 0 ORDER BY id ON CONFLICT (id) DO NOTHING RETURNING number, id
), won AS (
    SELECT * FROM renewed UNION ALL
    SELECT opened.number, asked.id, asked.seq, asked.after, asked.entries, asked.people, asked.speakers, asked.owed,
        asked.touched_at
    FROM opened JOIN asked ON asked.id = opened.id
), written AS (
    INSERT INTO entries (number, seq, entry) SELECT won.number, won.after + line.place, line.entry
    FROM won, unnest(string_to_array(won.entries, E'\\n')) WITH ORDINALITY AS line(entry, place)
), stood_up AS (
    DELETE FROM sittings s USING won WHERE s.number = won.number AND won.people IS NOT NULL
    AND s.person <> ALL (string_to_array(won.people, E'\\n'))
), sat_down AS (
    INSERT INTO sittings (person, number) SELECT sitter.person, won.number
    FROM won, unnest(string_to_array(won.people, E'\\n')) AS sitter(person) ON CONFLICT DO NOTHING
), spoke AS (
    INSERT INTO speakers (person, number, leaving) SELECT speaker.person, won.number, false
    FROM won, unnest(string_to_array(won.speakers, E'\\n')) AS speaker(person) ON CONFLICT DO NOTHING
), owing AS (
    INSERT INTO notices (person, table_id, what, since, owed_at, due_at, held_until, tries, state)
    SELECT part[1], won.id, part[2], part[3]::bigint, won.touched_at, part[4]::bigint, 0, 0, '{{}}'
    FROM won, unnest(string_to_array(won.owed, E'\\n')) AS line, LATERAL string_to_array(line, ' ') AS part
    WHERE EXISTS (SELECT 1 FROM belongings b WHERE b.person = part[1] AND b.kind = '{CHANNEL_KIND}')
    {INSTEAD}
), told AS (
    SELECT (row_number() OVER () - 1) / {PER_MESSAGE} AS message, id, seq FROM won
)
SELECT array_agg(id) AS ids, pg_notify('{CHANNEL}', $15::text || E'\\n' || string_agg(id || ' ' || seq, E'\\n'))
FROM told GROUP BY message
"""  # noqa: S608 (our own)

# Fix the plan: before the first ANALYZE the planner guesses a worse one.
WRITING = {"enable_seqscan": "off", "plan_cache_mode": "force_generic_plan", "jit": "off"}


class Append(NamedTuple):
    table: str
    after: int
    entries: list[bytes]
    note: TableNote
    owed: Sequence[Owed]
    done: "asyncio.Future[None]"


class Writer:
    def __init__(
        self, connect: Callable[[dict[str, str]], Awaitable[Any]], explain: Callable[[BaseException], StorageTrouble]
    ) -> None:
        self._connect, self._explain = connect, explain
        self._connection: Any = None
        self._statement: Any = None
        self._requests: list[Append] = []
        self._wake = asyncio.Event()
        self._open = True
        self._sitting: dict[str, tuple[int, list[str]]] = {}  # by table: seq and people of the last append
        # The first line of this node's notifications, by which it knows its own, in the form of a table's line. The
        # id of the connection would not do: PostgreSQL reuses it when the connection is gone.
        self.own = f"{secrets.token_hex(8)} 0"
        self._task = asyncio.create_task(self._run())

    def append(
        self, table: str, after: int, entries: list[bytes], note: TableNote, owed: Sequence[Owed]
    ) -> "asyncio.Future[None]":
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._requests.append(Append(table, after, entries, note, owed, done))
        self._wake.set()
        return done

    async def stop(self) -> None:
        """Commit what was requested, and disconnect."""
        self._open = False
        self._wake.set()
        await self._task
        await self._disconnect()

    async def _run(self) -> None:
        while self._open or self._requests:
            if not self._requests:
                self._wake.clear()
                await self._wake.wait()
                continue
            group = self._next_group()
            try:
                won = await self._commit(group)
            except Exception as error:  # noqa: BLE001 (whatever it is, whoever waits must get it)
                await self._disconnect()
                self._fail(group, error)
            else:
                _resolve(group, won)

    def _fail(self, group: list[Append], error: Exception) -> None:
        trouble = self._explain(error)
        for request in group:
            if not request.done.done():
                request.done.set_exception(StorageTrouble(trouble.reason, str(trouble)))

    def _next_group(self) -> list[Append]:
        """The next group: at most one append per table; further ones stay in the queue, in order."""
        group: dict[str, Append] = {}
        later: list[Append] = []
        for request in self._requests:
            if len(group) < MOST and group.setdefault(request.table, request) is request:
                continue
            later.append(request)
        self._requests = later
        return list(group.values())

    async def _commit(self, group: list[Append]) -> set[str]:
        """Run the statement; returns the tables whose append succeeded."""
        if self._connection is None or self._connection.is_closed():
            self._connection = await self._connect(WRITING)
            self._statement = await self._connection.prepare(APPEND)
        rows = await self._statement.fetch(*self._arguments(group), self.own)
        won = {table for row in rows for table in row[0]}
        self._remember(group, won)
        return won

    def _arguments(self, group: list[Append]) -> tuple[list[Any], ...]:
        rows = []
        for table, after, entries, note, owed, _ in group:
            known = self._sitting.get(table) == (after, note.people)
            people = None if known else "\n".join(note.people)
            times = note.opened_at, note.touched_at, note.deadline
            spoke = "\n".join(sorted(speakers(entries))) or None
            owing = "\n".join(f"{one.person} {one.what} {one.since} {one.due_at}" for one in owed) or None
            texts = write_note(note).decode(), b"\n".join(entries).decode(), people, spoke, owing
            rows.append((table, after, note.seq, note.status, note.listed, *times, note.bot_to_move, *texts))
        return tuple(map(list, zip(*rows, strict=True)))

    def _remember(self, group: list[Append], won: set[str]) -> None:
        if len(self._sitting) > REMEMBERED:
            self._sitting.clear()
        for append in group:
            if append.table in won:
                self._sitting[append.table] = (append.note.seq, append.note.people)

    async def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError):
                await connection.close(timeout=1)


def _resolve(group: list[Append], won: set[str]) -> None:
    for append in group:
        if append.done.done():  # whoever waited was cancelled
            continue
        if append.table in won:
            append.done.set_result(None)
        else:
            append.done.set_exception(Conflict(append.table, append.after))

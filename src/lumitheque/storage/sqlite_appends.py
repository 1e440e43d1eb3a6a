"""The statements that write a group of appends, in the transaction that the writer opened.

Every statement releases the GIL and has to get it back, which costs more than writing a row. So a group takes a handful
of statements with many rows each, however many appends it holds.
"""

import functools
import sqlite3
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from lumitheque.storage.erasing import speakers
from lumitheque.storage.sql_store import write_note
from lumitheque.storage.statements import INSTEAD
from lumitheque.storage.store import CHANNEL_KIND, Owed
from lumitheque.tables.notes import TableNote

FEW, WIDEST = 32, 128  # up to FEW rows are one statement, whatever their number; no statement has more than WIDEST

HEADS = """
    SELECT json_group_array(json_array(id, number, seq, status, listed, deadline, bot_to_move,
    json((SELECT json_group_array(person) FROM sittings s WHERE s.number = t.number))))
    FROM tables t WHERE id IN (SELECT value FROM json_each(?))
"""
HIGHEST_NUMBER = "SELECT coalesce(max(number), 0) FROM tables"
INSERT_ENTRIES = "INSERT INTO entries (number, seq, entry) VALUES "
# Sets no column that is searched: SQLite rewrites an index entry for every indexed column that a statement sets.
UPDATE_NOTES = "UPDATE tables SET seq = v.column2, touched_at = v.column3, note = v.column4 FROM (VALUES "
BY_NUMBER = ") AS v WHERE tables.number = v.column1"
UPSERT_TABLES = """
    INSERT INTO tables (number, id, seq, status, listed, opened_at, touched_at, deadline, bot_to_move, note) VALUES
"""
ON_KNOWN_TABLE = """
    ON CONFLICT (number) DO UPDATE SET seq = excluded.seq, touched_at = excluded.touched_at, note = excluded.note,
    status = excluded.status, listed = excluded.listed, deadline = excluded.deadline,
    bot_to_move = excluded.bot_to_move
"""
DELETE_SITTINGS = "DELETE FROM sittings WHERE number IN (SELECT value FROM json_each(?))"
INSERT_SITTINGS = "INSERT INTO sittings (person, number) VALUES "
INSERT_SPEAKERS = "INSERT INTO speakers (person, number, leaving) VALUES "
UNLESS_KNOWN = " ON CONFLICT DO NOTHING"
INSERT_OWED = """
    INSERT INTO notices (person, table_id, what, since, owed_at, due_at, held_until, tries, state)
    SELECT column1, column2, column3, column4, column5, column6, 0, 0, '{}' FROM (VALUES
"""
IF_REACHED = f"""
    ) WHERE EXISTS (SELECT 1 FROM belongings WHERE person = column1 AND kind = '{CHANNEL_KIND}')
    {INSTEAD}
"""  # noqa: S608 (our own)


class Append(NamedTuple):
    """Entries after+1, … of a table's log, and the note that goes with them."""

    table: str
    after: int
    entries: list[bytes]
    note: TableNote
    owed: Sequence[Owed] = ()


class Head(NamedTuple):
    """A table as the file has it before the group: what an append is compared with."""

    number: int
    seq: int = 0  # of its last entry
    searched: tuple[Any, ...] = ()  # the indexed columns; empty for a new table
    people: frozenset[str] = frozenset()  # who sit there


def write_appends(connection: sqlite3.Connection, appends: list[Append], heads: dict[str, Head]) -> list[bool]:
    """Write every append that continues its table's log; False for those that do not.

    `heads` is the writer's cache: heads that are missing are read, and those that change are replaced. The writer must
    clear it when the transaction fails.
    """
    _read_missing_heads(connection, appends, heads)
    ends = {append.table: heads[append.table].seq for append in appends}
    written: list[bool] = []
    notes: dict[str, TableNote] = {}  # the last of each table: a group may hold several appends of one
    rows: list[Any] = []
    spoken: dict[tuple[str, int], None] = {}
    owing: list[Any] = []
    for table, after, entries, note, owed in appends:
        written.append(ends[table] == after)
        if not written[-1]:
            continue
        ends[table], notes[table], number = note.seq, note, heads[table].number
        for seq, entry in enumerate(entries, after + 1):
            rows += (number, seq, entry.decode())
        for one in owed:
            owing += (one.person, table, one.what, one.since, note.touched_at, one.due_at)
        spoken.update(((person, number), None) for person in sorted(speakers(entries)))
    insert(connection, INSERT_ENTRIES, 3, "", rows)
    insert(connection, INSERT_SPEAKERS, 3, UNLESS_KNOWN, [value for key in spoken for value in (*key, False)])
    insert(connection, INSERT_OWED, 6, IF_REACHED, owing)
    _write_notes(connection, notes, heads)
    for table in ends.keys() - notes.keys():
        if not heads[table].searched:  # a new table that was refused: its number is free again
            del heads[table]
    return written


def _read_missing_heads(connection: sqlite3.Connection, appends: list[Append], heads: dict[str, Head]) -> None:
    """Read the heads of tables that are not in the cache; new tables get the next free numbers."""
    missing = {append.table for append in appends} - heads.keys()
    if not missing:
        return
    names = msgspec.json.encode(sorted(missing)).decode()
    for table, number, seq, *searched, people in msgspec.json.decode(connection.execute(HEADS, (names,)).fetchone()[0]):
        heads[table] = Head(number, seq, tuple(searched), frozenset(people))
    new = sorted(missing - heads.keys())
    if new:
        highest = connection.execute(HIGHEST_NUMBER).fetchone()[0]
        heads.update((table, Head(number)) for number, table in enumerate(new, highest + 1))


def _write_notes(connection: sqlite3.Connection, tables: dict[str, TableNote], heads: dict[str, Head]) -> None:
    """Write the notes, and sittings where somebody sat down or left."""
    notes: list[Any] = []
    rows: list[Any] = []
    seated: dict[int, list[str]] = {}
    for table, note in tables.items():
        head = heads[table]
        text = write_note(note).decode()
        searched = (note.status, note.listed, note.deadline, note.bot_to_move)
        if head.searched == searched:
            notes += (head.number, note.seq, note.touched_at, text)
        else:
            rows += (head.number, note.id, note.seq, note.status, note.listed, note.opened_at)
            rows += (note.touched_at, note.deadline, note.bot_to_move, text)
        people = frozenset(note.people)
        if head.people != people:
            seated[head.number] = note.people
        heads[table] = Head(head.number, note.seq, searched, people)
    insert(connection, UPDATE_NOTES, 4, BY_NUMBER, notes)
    insert(connection, UPSERT_TABLES, 10, ON_KNOWN_TABLE, rows)
    if seated:
        connection.execute(DELETE_SITTINGS, (msgspec.json.encode(list(seated)).decode(),))
        sittings = [value for number, people in seated.items() for person in people for value in (person, number)]
        insert(connection, INSERT_SITTINGS, 2, "", sittings)


@functools.cache
def _statement(head: str, width: int, tail: str, rows: int) -> str:
    row = f"({', '.join('?' * width)})"
    return f"{head}{', '.join([row] * rows)}{tail}"


def insert(connection: sqlite3.Connection, head: str, width: int, tail: str, values: list[Any]) -> None:
    """Rows in few statements: 200 go in as 128, 64 and 8, so that few different statements are ever prepared."""
    at = 0
    while at < len(values):
        left = (len(values) - at) // width
        rows = left if left <= FEW else min(WIDEST, 1 << left.bit_length() - 1)
        connection.execute(_statement(head, width, tail, rows), values[at : at + rows * width])
        at += rows * width

"""Checks a house: decodes and folds every log and compares the result with its note; rescues intact tables.

A note is derived from its log, so a table whose note is lost gets a new one. A log that this version cannot fold (other
rules, events of a newer version) is copied unchanged if its note and all its entries are there.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable
from pathlib import Path

from msgspec import Struct
from msgspec.json import Decoder
from msgspec.structs import asdict

from lumitheque.storage.archive import (
    PAGE,
    Missed,
    every_setting,
    everybody,
    everything_kept,
    everything_owed,
    miss_damaged,
    owing,
)
from lumitheque.storage.logs import UnreadableLog, read_log
from lumitheque.storage.sqlite_file import HouseFile, faults_of
from lumitheque.storage.store import StorageTrouble, Store
from lumitheque.tables.events import UNREADABLE
from lumitheque.tables.notes import TableNote
from lumitheque.tables.table import LogError, Table

STRAYS = {
    "entries of no table": "SELECT count(*) FROM entries WHERE number NOT IN (SELECT number FROM tables)",
    "places of no table": "SELECT count(*) FROM sittings WHERE number NOT IN (SELECT number FROM tables)",
}


class Health(Struct):
    """How much was found intact."""

    people: int = 0
    tables: int = 0
    entries: int = 0


class _Numbered(Struct):
    """The field that entries of every version have."""

    seq: int


_number = Decoder(_Numbered).decode


def faults_of_file(path: Path) -> list[str]:
    """Faults of the SQLite file, and rows that belong to no table."""
    connection = HouseFile(path).open(writes=False).connection
    try:
        if faults := faults_of(connection):
            return faults
        strays = {what: connection.execute(statement).fetchone()[0] for what, statement in STRAYS.items()}
        return [f"{count} {what}" for what, count in strays.items() if count]
    finally:
        connection.close()


def difference(note: TableNote, entries: list[bytes]) -> str | None:
    """How the note differs from what the log says under the present rules; None if it does not."""
    try:
        then, now = asdict(note), asdict(_follow(note.id, entries).note())
    except UnreadableLog as error:
        return str(error)
    if note.waiting is None:
        del then["waiting"]  # the note is older than the field
    return ", ".join(f"{name} {then[name]!r} → {now[name]!r}" for name in then if then[name] != now[name]) or None


def _follow(table_id: str, entries: list[bytes]) -> Table:
    """Fold a log; UnreadableLog if that fails, whatever the reason."""
    try:
        return Table.of(table_id, read_log(entries))
    except (LogError, UnreadableLog) as error:
        raise UnreadableLog(str(error)) from None
    except Exception as error:  # a damaged log may raise anything
        raise UnreadableLog(f"{type(error).__name__}: {error}") from error


async def examine(store: Store, missed: Missed, health: Health, target: Store | None = None) -> AsyncIterator[int]:
    """Check every table, and yield after each how many were checked. Intact ones are counted and copied into the
    target, if there is one; the others are reported."""
    store.report_unreadable(missed)
    wishes = list[Awaitable[None]]()
    for key, value in (await every_setting(store, missed)).items():
        if target is not None:
            await target.keep_setting(key, value)
    async for person in everybody(store, missed):
        health.people += 1
        if target is not None:
            wishes = await _soon(wishes, target.keep_person(person))
    async for belonging in everything_kept(store, missed):
        if target is not None:
            wishes = await _soon(wishes, target.keep_belonging(belonging))
    for number, table_id in enumerate(await store.table_ids(), 1):
        found = await _examine_table(store, table_id, missed)
        if found is not None:
            note, entries = found
            health.tables += 1
            health.entries += len(entries)
            if target is not None:
                wishes = await _soon(wishes, target.append(table_id, 0, entries, note))
        yield number
    async for notice in everything_owed(store, missed):
        if target is not None:
            left = owing(notice)
            wishes = await _soon(wishes, target.owe(left.table, left.owed, left.at))
    await asyncio.gather(*wishes)


async def _soon(wishes: list[Awaitable[None]], wish: Awaitable[None]) -> list[Awaitable[None]]:
    """Collect appends, so that one group commit takes many."""
    wishes.append(wish)
    if len(wishes) < PAGE:
        return wishes
    await asyncio.gather(*wishes)
    return []


async def _examine_table(store: Store, table_id: str, missed: Missed) -> tuple[TableNote, list[bytes]] | None:
    """The table, if it can be rescued. A table that can, but differs from its note, is reported as well."""
    note = None
    try:
        note = await store.note(table_id)  # the store reports a note that cannot be decoded
    except StorageTrouble as trouble:
        miss_damaged(trouble, missed, table_id)
    try:
        entries = await store.entries(table_id)
    except StorageTrouble as trouble:
        miss_damaged(trouble, missed, table_id)
        return None
    if note is not None:
        entries = entries[: note.seq]  # later entries are not in the note
        if problem := difference(note, entries):
            missed(table_id, problem)
    return _whole(table_id, note, entries)


def _whole(table_id: str, note: TableNote | None, entries: list[bytes]) -> tuple[TableNote, list[bytes]] | None:
    try:
        table = _follow(table_id, entries)
    except UnreadableLog:
        if note is None or not _all_there(note, entries):
            return None
        return note, entries
    return (table.note(), entries) if table.seq and (note is None or table.seq == note.seq) else None


def _all_there(note: TableNote, entries: list[bytes]) -> bool:
    try:
        numbers = [_number(entry).seq for entry in entries]
    except UNREADABLE:
        return False
    return numbers == list(range(1, note.seq + 1))

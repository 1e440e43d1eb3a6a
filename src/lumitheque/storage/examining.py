"""Is a house whole? Every log is read and folded, and compared with its note; what is whole can be rescued.

A note follows from its log, so a table whose note is lost is rescued with a new one. A log that this version cannot
follow (other rules, events of a newer version) is rescued as it is, if its entries are all there and so is its note.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable
from pathlib import Path

from msgspec import Struct
from msgspec.json import Decoder
from msgspec.structs import asdict

from lumitheque.storage.archive import PAGE, Missed, every_setting, everybody, miss_damaged
from lumitheque.storage.logs import UnreadableLog, read_log
from lumitheque.storage.sqlite_file import HouseFile, faults_of
from lumitheque.storage.store import StorageTrouble, Store
from lumitheque.tables.events import UNREADABLE
from lumitheque.tables.notes import TableNote
from lumitheque.tables.table import LogError, Table

STRAYS = {
    "entries of no table": "SELECT count(*) FROM log WHERE number NOT IN (SELECT number FROM tables)",
    "places of no table": "SELECT count(*) FROM sittings WHERE number NOT IN (SELECT number FROM tables)",
}


class Health(Struct):
    """What was found whole."""

    people: int = 0
    tables: int = 0
    entries: int = 0


class _Numbered(Struct):
    """Of an entry that this version cannot read, what every version writes."""

    seq: int


_number = Decoder(_Numbered).decode


def faults_of_file(path: Path) -> list[str]:
    """What is wrong with the file itself, and rows that belong to nothing."""
    connection = HouseFile(path).open(writes=False).connection
    try:
        if faults := faults_of(connection):
            return faults
        strays = {what: connection.execute(statement).fetchone()[0] for what, statement in STRAYS.items()}
        return [f"{count} {what}" for what, count in strays.items() if count]
    finally:
        connection.close()


def difference(note: TableNote, entries: list[bytes]) -> str | None:
    """What of a table is otherwise than its note says, if its log is followed by the present rules."""
    try:
        then, now = asdict(note), asdict(_follow(note.id, entries).note())
    except UnreadableLog as error:
        return str(error)
    return ", ".join(f"{name} {then[name]!r} → {now[name]!r}" for name in then if then[name] != now[name]) or None


def _follow(table_id: str, entries: list[bytes]) -> Table:
    """Fold a log; UnreadableLog if that cannot be done, whatever the reason."""
    try:
        return Table.of(table_id, read_log(entries))
    except (LogError, UnreadableLog) as error:
        raise UnreadableLog(str(error)) from None
    except Exception as error:  # a damaged log may ask for anything
        raise UnreadableLog(f"{type(error).__name__}: {error}") from error


async def examine(store: Store, missed: Missed, health: Health, target: Store | None = None) -> AsyncIterator[int]:
    """Go through a house, and say after every table how many they were. What is whole is counted, and put into the
    target, if there is one; what is not is missed."""
    store.report_unreadable(missed)
    wishes = list[Awaitable[None]]()
    for key, value in (await every_setting(store, missed)).items():
        if target is not None:
            await target.keep_setting(key, value)
    async for person in everybody(store, missed):
        health.people += 1
        if target is not None:
            wishes = await _soon(wishes, target.keep_person(person))
    for number, table_id in enumerate(await store.table_ids(), 1):
        found = await _examine_table(store, table_id, missed)
        if found is not None:
            note, entries = found
            health.tables += 1
            health.entries += len(entries)
            if target is not None:
                wishes = await _soon(wishes, target.append(table_id, 0, entries, note))
        yield number
    await asyncio.gather(*wishes)


async def _soon(wishes: list[Awaitable[None]], wish: Awaitable[None]) -> list[Awaitable[None]]:
    """Many become one commit."""
    wishes.append(wish)
    if len(wishes) < PAGE:
        return wishes
    await asyncio.gather(*wishes)
    return []


async def _examine_table(store: Store, table_id: str, missed: Missed) -> tuple[TableNote, list[bytes]] | None:
    """A table that can be rescued. It may be, and still not be as it should: then it is told, too."""
    note = None
    try:
        note = await store.note(table_id)  # if it cannot be read, the store reports it
    except StorageTrouble as trouble:
        miss_damaged(trouble, missed, table_id)
    try:
        entries = await store.entries(table_id)
    except StorageTrouble as trouble:
        miss_damaged(trouble, missed, table_id)
        return None
    if note is not None:
        entries = entries[: note.seq]  # what came since is not in the note
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

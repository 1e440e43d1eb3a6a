"""Exports a house as lines of JSON from any store, and imports it into any other.

The first line says what it is, the last one that it is whole. Codes stay behind: they last minutes;
reviews, too: they can be computed again. The key that signs
cookies is in it, so that the new house knows its guests. What cannot be read is named and left out.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Iterator

import msgspec
from msgspec import Struct

from lumitheque.storage.logs import UnreadableLog, read_log
from lumitheque.storage.store import Belonging, Conflict, Notice, Owed, Person, StorageTrouble, Store
from lumitheque.tables.events import UNREADABLE
from lumitheque.tables.notes import TableNote

FORMAT = 1
PAGE = 100  # tables or people read or written at a time


Missed = Callable[[str, str], None]  # called with what could not be read, and why


class ArchiveError(Exception):
    """Not an export of a house. The message is one line with the number of the offending line."""


class Title(Struct, tag="house", tag_field="line"):
    format: int


class Setting(Struct, tag="setting", tag_field="line"):
    key: str
    value: bytes


class Guest(Struct, tag="person", tag_field="line"):
    person: Person


class Kept(Struct, tag="belonging", tag_field="line"):
    belonging: Belonging


class Owing(Struct, tag="notice", tag_field="line"):
    table: str
    owed: Owed
    at: int


class Log(Struct, tag="table", tag_field="line"):
    note: TableNote
    entries: list[msgspec.Raw]


class End(Struct, tag="end", tag_field="line", omit_defaults=True):
    people: int
    tables: int
    belongings: int = 0


Line = Title | Setting | Guest | Kept | Log | Owing | End

_write = msgspec.json.Encoder().encode
_read = msgspec.json.Decoder(Line).decode


async def write_house(store: Store, missed: Missed) -> AsyncIterator[tuple[bytes, bool]]:
    """Yield lines, and whether each is a table. The house may be in use: each table is consistent in itself."""
    yield _write(Title(FORMAT)), False
    for key, value in (await every_setting(store, missed)).items():
        yield _write(Setting(key, value)), False
    people = belongings = tables = 0
    async for person in everybody(store, missed):
        people += 1
        yield _write(Guest(person)), False
    async for belonging in everything_kept(store, missed):
        belongings += 1
        yield _write(Kept(belonging)), False
    async for note, entries in every_table(store, missed):
        tables += 1
        yield _write(Log(note, [msgspec.Raw(entry) for entry in entries])), True
    async for notice in everything_owed(store, missed):
        yield _write(owing(notice)), False
    yield _write(End(people, tables, belongings)), False


async def every_setting(store: Store, missed: Missed) -> dict[str, bytes]:
    try:
        return await store.settings()
    except StorageTrouble as trouble:
        miss_damaged(trouble, missed, "settings")
        return {}


async def everybody(store: Store, missed: Missed) -> AsyncIterator[Person]:
    last = ""
    try:
        while page := await store.people(limit=PAGE, after=last):
            for person in page:
                yield person
            last = page[-1].id
    except StorageTrouble as trouble:
        if trouble.reason != "damaged":
            raise
        try:
            people = await store.person_ids()
        except StorageTrouble as worse:
            miss_damaged(worse, missed, "people")
            people = []
        for person_id in people:
            if person_id > last and (found := await _person(store, person_id, missed)):
                yield found


async def _person(store: Store, person_id: str, missed: Missed) -> Person | None:
    try:
        return await store.person(person_id)
    except StorageTrouble as trouble:
        miss_damaged(trouble, missed, f"person {person_id}")
        return None


async def everything_kept(store: Store, missed: Missed) -> AsyncIterator[Belonging]:
    last = ("", "", "")
    try:
        while page := await store.every_belonging(limit=PAGE, after=last):
            for belonging in page:
                yield belonging
            last = page[-1].person, page[-1].kind, page[-1].id
    except StorageTrouble as trouble:
        miss_damaged(trouble, missed, "belongings")


async def everything_owed(store: Store, missed: Missed) -> AsyncIterator[Notice]:
    """Yield the notices that are neither sent nor given up."""
    last = 0
    try:
        while page := await store.owing(limit=PAGE, after=last):
            for notice in page:
                yield notice
            last = page[-1].number
    except StorageTrouble as trouble:
        miss_damaged(trouble, missed, "notices")


def owing(notice: Notice) -> Owing:
    assert notice.due_at is not None
    return Owing(notice.table, Owed(notice.person, notice.what, notice.since, notice.due_at), notice.owed_at)


async def every_table(store: Store, missed: Missed) -> AsyncIterator[tuple[TableNote, list[bytes]]]:
    """Yield the notes and logs of intact tables; report the others."""
    store.report_unreadable(missed)
    before = None
    while page := await store.notes(limit=PAGE, before=before):
        for note in page:
            try:
                entries = await _log_of(store, note)
            except UnreadableLog as error:
                missed(note.id, str(error))
            except StorageTrouble as trouble:
                miss_damaged(trouble, missed, note.id)
            else:
                if entries is not None:
                    yield note, entries
        before = page[-1].opened_at, page[-1].id


async def _log_of(store: Store, note: TableNote) -> list[bytes] | None:
    """The log as far as the note knows it; None if the table was deleted meanwhile."""
    entries = (await store.entries(note.id))[: note.seq]  # later entries are not in the note
    if not entries and await store.note(note.id) is None:
        return None
    read_log(entries)
    if len(entries) < note.seq:
        raise UnreadableLog(f"entry {len(entries) + 1} is missing")
    return entries


def miss_damaged(trouble: StorageTrouble, missed: Missed, what: str) -> None:
    """Report damage and go on; raise any other trouble."""
    if trouble.reason != "damaged":
        raise trouble
    missed(what, str(trouble))


class Arrival(Struct):
    """The progress of an import."""

    people: int = 0
    belongings: int = 0
    tables: int = 0
    differ: list[str] = []  # tables that exist with another log; left as they are
    unread: list[str] = []  # lines that could not be imported, and why


async def read_house(store: Store, lines: Iterable[bytes]) -> AsyncIterator[Arrival]:
    """Import a house into a store, and yield the progress after every page.

    Nothing that exists is overwritten, so an import can be repeated or resumed. Settings are imported only into a house
    without tables and people.
    """
    vacant = not await store.count() and not await store.people(limit=1)
    arrival, page = Arrival(differ=[], unread=[]), list[Log]()
    for number, line in _numbered(lines):
        if isinstance(line, Setting) and vacant:
            await store.keep_setting(line.key, line.value)
        elif isinstance(line, Guest):
            arrival.people += 1
            if await store.person(line.person.id) is None:
                await store.keep_person(line.person)
        elif isinstance(line, Kept):
            arrival.belongings += 1
            await keep_if_missing(store, line.belonging)
        elif isinstance(line, Owing):
            await store.owe(line.table, line.owed, line.at)
        elif isinstance(line, Log) and (problem := _problem_of(number, line)):
            arrival.unread.append(problem)
        elif isinstance(line, Log):
            page.append(line)
        elif isinstance(line, ArchiveError):
            arrival.unread.append(str(line))
        if len(page) == PAGE or (page and isinstance(line, End)):
            await _take_in(store, page, arrival)
            page.clear()
            yield arrival
        if isinstance(line, End) and _counted(line) > _counted(arrival) + len(arrival.unread):
            raise ArchiveError(f"line {number}: something is missing before the end")
    yield arrival


def _counted(of: End | Arrival) -> int:
    return of.people + of.belongings + of.tables


async def keep_if_missing(store: Store, belonging: Belonging) -> None:
    there = await store.belongings(belonging.person, belonging.kind)
    if all(one.id != belonging.id for one in there):
        await store.keep_belonging(belonging)


def _numbered(lines: Iterable[bytes]) -> Iterator[tuple[int, Line | ArchiveError]]:
    line: Line | None = None
    number = 0
    for number, text in enumerate(lines, 1):
        try:
            line = _read(text)
        except UNREADABLE as error:
            unreadable = ArchiveError(f"line {number}: {error}")
            if number == 1:
                raise unreadable from None
            yield number, unreadable
            continue
        if (number == 1) != isinstance(line, Title) or (isinstance(line, Title) and line.format != FORMAT):
            raise ArchiveError(f"line {number}: this is not a house that was written by lumitheque export")
        yield number, line
    if not isinstance(line, End):
        raise ArchiveError(f"line {number}: the end is missing")


def _problem_of(number: int, log: Log) -> str | None:
    """Why a log cannot be imported; None if it can."""
    if len(log.entries) != log.note.seq or not log.entries:
        return f"line {number}, table {log.note.id}: {len(log.entries)} entries, but the note says {log.note.seq}"
    try:
        read_log(bytes(raw) for raw in log.entries)
    except UnreadableLog as error:
        return f"line {number}, table {log.note.id}: {error}"
    return None


async def _take_in(store: Store, page: list[Log], arrival: Arrival) -> None:
    outcomes = await asyncio.gather(
        *[store.append(log.note.id, 0, [bytes(raw) for raw in log.entries], log.note) for log in page],
        return_exceptions=True,
    )
    for log, outcome in zip(page, outcomes, strict=True):
        if isinstance(outcome, Conflict):
            there = await store.entries(log.note.id)
            if there != [bytes(raw) for raw in log.entries]:
                arrival.differ.append(log.note.id)
        elif isinstance(outcome, BaseException):
            raise outcome
        arrival.tables += 1

"""The whole house as lines of JSON: written from any store, read back into any other.

The first line says what it is, the last one that it is whole. Codes and snapshots stay behind: codes last minutes, and
snapshots are caches. The key that signs cookies is in it, so that guests are known in the new house, too.
"""

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator

import msgspec
from msgspec import Struct

from lumitheque.storage.store import Conflict, Person, Store
from lumitheque.tables.events import read_entry
from lumitheque.tables.notes import TableNote

FORMAT = 1
PAGE = 100  # tables or people that are read or written at a time


class ArchiveError(Exception):
    """Lines that are not a house: said in one line, with the line's number."""


class Title(Struct, tag="house", tag_field="line"):
    format: int


class Setting(Struct, tag="setting", tag_field="line"):
    key: str
    value: bytes


class Guest(Struct, tag="person", tag_field="line"):
    person: Person


class Log(Struct, tag="table", tag_field="line"):
    note: TableNote
    entries: list[msgspec.Raw]


class End(Struct, tag="end", tag_field="line"):
    people: int
    tables: int


Line = Title | Setting | Guest | Log | End

_write = msgspec.json.Encoder().encode
_read = msgspec.json.Decoder(Line).decode


async def write_house(store: Store) -> AsyncIterator[tuple[bytes, bool]]:
    """The lines, and whether each is a table. The house may be in use: every table is written as it was at a moment."""
    yield _write(Title(FORMAT)), False
    for key, value in (await store.settings()).items():
        yield _write(Setting(key, value)), False
    people = tables = 0
    async for person in _everybody(store):
        people += 1
        yield _write(Guest(person)), False
    async for note in every_table(store):
        entries = (await store.entries(note.id))[: note.seq]  # what came since is not in the note
        if len(entries) == note.seq:  # and not deleted meanwhile
            tables += 1
            yield _write(Log(note, [msgspec.Raw(entry) for entry in entries])), True
    yield _write(End(people, tables)), False


async def _everybody(store: Store) -> AsyncIterator[Person]:
    last = ""
    while page := await store.people(limit=PAGE, after=last):
        for person in page:
            yield person
        last = page[-1].id


async def every_table(store: Store) -> AsyncIterator[TableNote]:
    before = None
    while page := await store.notes(limit=PAGE, before=before):
        for note in page:
            yield note
        before = page[-1].opened_at, page[-1].id


class Arrival(Struct):
    """What was read into a house."""

    people: int = 0
    tables: int = 0
    differ: list[str] = []  # tables that the house has with another log; left as they are


async def read_house(store: Store, lines: Iterable[bytes]) -> AsyncIterator[Arrival]:
    """Put a house into a store, and say after every page how far it is.

    What is there stays: the same lines read twice change nothing, and reading goes on where it was interrupted. The
    settings are taken over only by a house where nobody has been yet.
    """
    vacant = not await store.count() and not await store.people(limit=1)
    arrival, page = Arrival(differ=[]), list[Log]()
    for number, line in _numbered(lines):
        if isinstance(line, Setting) and vacant:
            await store.keep_setting(line.key, line.value)
        elif isinstance(line, Guest):
            arrival.people += 1
            if await store.person(line.person.id) is None:
                await store.keep_person(line.person)
        elif isinstance(line, Log):
            _check_log(number, line)
            page.append(line)
        if len(page) == PAGE or (page and isinstance(line, End)):
            await _take_in(store, page, arrival)
            page.clear()
            yield arrival
        if isinstance(line, End) and (line.people, line.tables) != (arrival.people, arrival.tables):
            raise ArchiveError(f"line {number}: something is missing before the end")
    yield arrival


def _numbered(lines: Iterable[bytes]) -> Iterator[tuple[int, Line]]:
    line: Line | None = None
    number = 0
    for number, text in enumerate(lines, 1):
        try:
            line = _read(text)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise ArchiveError(f"line {number}: {error}") from None
        if (number == 1) != isinstance(line, Title) or (isinstance(line, Title) and line.format != FORMAT):
            raise ArchiveError(f"line {number}: this is not a house that was written by lumitheque export")
        yield number, line
    if not isinstance(line, End):
        raise ArchiveError(f"line {number}: the end is missing")


def _check_log(number: int, log: Log) -> None:
    if len(log.entries) != log.note.seq or not log.entries:
        raise ArchiveError(f"line {number}: {len(log.entries)} entries, but the note says {log.note.seq}")
    for seq, raw in enumerate(log.entries, 1):
        try:
            found = read_entry(bytes(raw)).seq
        except msgspec.DecodeError as error:
            raise ArchiveError(f"line {number}, entry {seq}: {error}") from None
        if found != seq:
            raise ArchiveError(f"line {number}, entry {seq}: its number is {found}")


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

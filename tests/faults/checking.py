"""The log of every table against everything that any robot sent, or was told."""

import hashlib
from typing import Any

import msgspec
from msgspec import Struct

from faults.robots import Robot, Sent
from lumitheque.storage import Store, open_store
from lumitheque.tables import Entry, Table, Viewer, read_entry, tell_state, write_entry
from lumitheque.tables.events import Played, TimedOut

MOST_TOLD = 10  # faults of each kind


class Found(Struct):
    """What was compared, and what was wrong."""

    tables: int = 0
    entries: int = 0
    moves: int = 0
    bot_moves: int = 0
    sent: int = 0
    acknowledged: int = 0
    cut_off: int = 0  # sent, and the house was killed before the answer came
    cut_off_but_kept: int = 0  # of these: they were in the log already when they were sent again
    sent_twice: int = 0  # for whatever reason
    shown: int = 0
    positions: int = 0  # that were on a screen when the house was killed
    timed_out: int = 0
    faults: list[str] = []

    def wrong(self, what: str) -> None:
        if len(self.faults) < 100:
            self.faults.append(what)


async def check_house(place: str, robots: list[Robot]) -> Found:
    found = Found()
    store = open_store(place)
    await store.start()
    try:
        for table_id in sorted({table for robot in robots for table in robot.tables}):
            await _check_table(store, table_id, robots_at(table_id, robots), found)
    finally:
        await store.stop()
    for robot in robots:
        for what in robot.wrong[:MOST_TOLD]:
            found.wrong(f"robot {robot.number}: {what}")
    return found


def robots_at(table_id: str, robots: list[Robot]) -> list[Robot]:
    return [robot for robot in robots if table_id in robot.tables]


async def _check_table(store: Store, table_id: str, robots: list[Robot], found: Found) -> None:
    entries = [read_entry(data) for data in await store.entries(table_id)]
    note = await store.note(table_id)
    found.tables += 1
    found.entries += len(entries)
    numbers, times = [entry.seq for entry in entries], [entry.at for entry in entries]
    if numbers != list(range(1, len(entries) + 1)):
        found.wrong(f"table {table_id}: the numbers have gaps: {numbers}")
        return
    if times != sorted(times):
        found.wrong(f"table {table_id}: time runs backwards in the log")
    if note is None or note.seq != len(entries):
        found.wrong(f"table {table_id}: {len(entries)} entries, but noted is {note and note.seq}")
    _check_fold(table_id, entries, robots, found)
    _check_sent(table_id, entries, robots, found)
    for robot in robots:
        _check_shown(table_id, entries, robot, found)


def _check_fold(table_id: str, entries: list[Entry], robots: list[Robot], found: Found) -> None:
    """The log can be followed, and led where the robots saw it lead."""
    marks = {(robot.person, mark) for robot in robots for mark in robot.marks if mark.table == table_id}
    table = Table(table_id)
    for entry in entries:
        table.evolve(entry)
        found.timed_out += isinstance(entry.event, TimedOut)
        for person, mark in marks:
            if mark.seq == entry.seq:
                state = msgspec.json.encode(tell_state(table, Viewer(person, mark.seat)))
                found.positions += 1
                if hashlib.sha256(state).digest() != mark.digest:
                    found.wrong(f"table {table_id}: after {mark.seq}, seat {mark.seat} saw another position")
    for _, mark in marks:
        if mark.seq > len(entries):
            found.wrong(f"table {table_id}: entry {mark.seq} was seen, the log ends with {len(entries)}")


def _check_sent(table_id: str, entries: list[Entry], robots: list[Robot], found: Found) -> None:
    """What was acknowledged is in the log at its number; nothing is there twice; nothing that nobody sent."""
    sent = {(robot.person, one.key): one for robot in robots for one in robot.sent if one.table == table_id}
    written: dict[tuple[str, str], list[Entry]] = {}
    for entry in entries:
        if entry.by is not None and entry.by.person is not None and entry.key is not None:
            written.setdefault((entry.by.person, entry.key), []).append(entry)
        if isinstance(entry.event, Played):
            _check_played(table_id, entry, sent, found)
    for (person, key), one in sent.items():
        found.sent += 1
        found.acknowledged += one.ack is not None
        found.sent_twice += one.times > 1
        found.cut_off += one.killed_at > 0
        kept = written.get((person, key), [])
        found.cut_off_but_kept += bool(kept) and kept[0].at <= one.killed_at
        if is_doubled(kept):
            found.wrong(f"table {table_id}: {key} is in the log as {[entry.seq for entry in kept]}")
        if one.denied is not None and kept:
            found.wrong(f"table {table_id}: {key} was denied ({one.denied}) and is in the log")
        if one.ack is not None and not _is_at(entries, one.ack, person, key):
            found.wrong(f"table {table_id}: {key} was acknowledged as {one.ack} and is not there")


def is_doubled(kept: list[Entry]) -> bool:
    """What one command did is written at once, and is never two of a kind."""
    kinds, numbers = {type(entry.event) for entry in kept}, [entry.seq for entry in kept]
    return len(kinds) != len(kept) or (bool(kept) and numbers != list(range(numbers[0], numbers[0] + len(kept))))


def _is_at(entries: list[Entry], seq: int, person: str, key: str) -> bool:
    if not 1 <= seq <= len(entries):
        return False
    entry = entries[seq - 1]
    return entry.key == key and entry.by is not None and entry.by.person == person


def _check_played(table_id: str, entry: Entry, sent: dict[tuple[str, str], Sent], found: Found) -> None:
    assert isinstance(entry.event, Played) and entry.by is not None
    found.moves += 1
    if entry.by.kind == "bot":
        found.bot_moves += 1
        return
    one = sent.get((entry.by.person or "", entry.key or ""))
    if one is None or one.command.get("moves") != entry.event.moves:
        found.wrong(f"table {table_id}: entry {entry.seq} is a move that nobody sent: {entry.event.moves}")


def _check_shown(table_id: str, entries: list[Entry], robot: Robot, found: Found) -> None:
    """What was shown is in the log at that very number, as it was shown, less what was hidden."""
    for shown_table, told in robot.shown:
        if shown_table != table_id:
            continue
        found.shown += 1
        if told.seq > len(entries):
            found.wrong(f"table {table_id}: entry {told.seq} was shown, the log ends with {len(entries)}")
            continue
        kept: dict[str, Any] = msgspec.json.decode(write_entry(entries[told.seq - 1]))
        event: dict[str, Any] = msgspec.json.decode(told.event)
        if told.at != kept["at"] or told.by != kept.get("by") or not event.items() <= kept["event"].items():
            found.wrong(f"table {table_id}: entry {told.seq} was shown as {event}, kept is {kept}")

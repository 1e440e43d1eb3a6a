"""Who looks at a table, and what each is sent. Viewers who know the same share one text."""

import time
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple, Protocol

from lumitheque.referee.views import Views
from lumitheque.server.faults import HouseFault, say_denied
from lumitheque.server.likeness import twins
from lumitheque.server.messages import EntriesMessage, Gone, Presence, TableMessage, write
from lumitheque.server.people import People
from lumitheque.tables import (
    Closed,
    Denied,
    Entry,
    EntryTold,
    Event,
    HandedBack,
    HandedToBot,
    Human,
    Left,
    Removed,
    Said,
    Sat,
    Started,
    Table,
    Viewer,
    check_viewer,
    may_watch,
    tell_entry,
    tell_state,
    tell_table,
)

if TYPE_CHECKING:
    from lumitheque.server.livetable import LiveTable

# Events after which somebody may look who might not before, or not any more, or from another seat.
SEATS_CHANGE = frozenset((Sat, Left, Started, HandedToBot, HandedBack, Closed, Removed))
NAMING = frozenset((Sat, Said))
EVENT = attrgetter("event")
CROWD = 32  # watchers; if there are more, who comes and goes is told at the next sweep


class Party(NamedTuple):
    """Those who look at a table."""

    people: list[str]
    more: int  # in a crowd not everybody is named


NOBODY = Party([], 0)


class Watcher(Protocol):
    """A socket that looks at a table."""

    person: str
    viewer: Viewer

    def post(self, text: bytes) -> None: ...

    def lose(self) -> None:
        """The table is there no more for this watcher."""


class Sender(Watcher, Protocol):
    """A socket that gives commands."""

    def acknowledge(self, key: str, seq: int) -> None:
        """A command was obeyed."""


def viewer_for(table: Table, person: str, seat: int | None) -> Viewer:
    """How somebody may look at a table; HouseFault or Denied if not at all, Denied if not as that seat."""
    own = table.places.of(person)
    if seat is None and len(own) == 1:
        seat = own[0]
    viewer = Viewer(person, seat)
    check_viewer(table, viewer)
    if not may_watch(table, viewer):
        raise HouseFault("no_spectators")
    return viewer


def people_at(table: Table) -> set[str]:
    """Everybody whose name a viewer of the table needs."""
    return {table.terms.host, *table.places.people}


def twins_among(table: Table, named: dict[str, str], people: People) -> list[str]:
    """Who can be taken for another, among those at the table and those who are named with them."""
    return twins({person: people.name(person) for person in people_at(table)} | named)


def table_text(table: Table, viewer: Viewer, people: People) -> bytes:
    names = {person: people.name(person) for person in sorted(people_at(table))}
    return write(TableMessage(tell_table(table, viewer), names, twins(names)))


def entries_text(
    table: Table, entries: list[Entry], viewer: Viewer, people: People, views: Views | None = None
) -> bytes:
    told, names = list[EntryTold](), dict[str, str]()
    for entry in entries:
        shown = tell_entry(table, entry, viewer)
        told.append(shown)
        if type(shown.event) in NAMING and (person := _named(shown.event)):
            names[person] = people.name(person)
    alike = twins_among(table, names, people) if names else []
    return write(EntriesMessage(table.id, told, tell_state(table, viewer, views), names, alike))


def _named(event: Event) -> str | None:
    """Whom an event, as it is told, speaks of for what may be the first time."""
    if type(event) is Sat and type(event.sitter) is Human:
        return event.sitter.person
    return event.person if type(event) is Said else None


def announce(live: "LiveTable", entries: list[Entry], people: People) -> None:
    """Tell everybody who looks, each according to what they may know."""
    table = live.table
    assert table is not None
    texts: dict[tuple[int | None, bool], bytes] = {}
    views = None if table.referee is None else Views(table.referee)
    moved = not SEATS_CHANGE.isdisjoint(map(type, map(EVENT, entries)))
    for watcher in list(live.watchers):
        if moved and not _still_sees(table, watcher, people):
            continue
        viewer = watcher.viewer
        kind = (viewer.seat, watcher.person in table.places.people)
        text = texts.get(kind)
        if text is None:
            text = texts[kind] = entries_text(table, entries, viewer, people, views)
        watcher.post(text)
    live.told = table.seq


def _still_sees(table: Table, watcher: Watcher, people: People) -> bool:
    """After seats changed: whoever lost theirs, or got one, looks from elsewhere and is told the table anew."""
    before = watcher.viewer
    keeps = before.seat is not None and before.seat in table.places.of(watcher.person)
    try:
        viewer = viewer_for(table, watcher.person, before.seat if keeps else None)
    except (HouseFault, Denied) as why:
        fault = why.fault() if isinstance(why, HouseFault) else say_denied(why)
        watcher.post(write(Gone(table.id, fault)))
        watcher.lose()
        return False
    if viewer == before:
        return True
    watcher.viewer = viewer
    watcher.post(table_text(table, viewer, people))
    return False


def tell_presence(live: "LiveTable", people: People, elsewhere: Party) -> None:
    """Say who is here, and at other nodes; in a crowd, not every time."""
    if len(live.watchers) > CROWD and not live.presence_due:
        live.presence_due = True
        return
    live.presence_due = False
    here = {*elsewhere.people, *(watcher.person for watcher in live.watchers)}
    seated = live.people if live.table is None else live.table.places.people
    sitting = sorted(here.intersection(seated))
    names = {person: people.name(person) for person in sitting}
    text = write(Presence(live.id, sitting, len(here) - len(sitting) + elsewhere.more, names))
    for watcher in list(live.watchers):
        watcher.post(text)


def note_leaving(live: "LiveTable", person: str) -> None:
    """Remember since when somebody is away: after a while a bot may be put on their seat."""
    if all(watcher.person != person for watcher in live.watchers):
        live.left[person] = time.monotonic()

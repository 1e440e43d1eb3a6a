"""What each watcher of a table is sent after a commit. Viewers who know the same share one encoded text."""

import time
from collections.abc import Sequence
from operator import attrgetter
from typing import NamedTuple

from lumitheque.reception.faults import HouseFault, say_denied
from lumitheque.reception.messages import EntriesMessage, Presence, TableMessage, write
from lumitheque.reception.viewers import people_at, viewer_for
from lumitheque.referee.views import Views
from lumitheque.server.access.lookalikes import looks, twins
from lumitheque.server.access.names import People
from lumitheque.server.live.live_table import LiveTable, Watcher
from lumitheque.tables import (
    Denied,
    Entry,
    EntryTold,
    Table,
    Viewer,
    tell_entry,
    tell_state,
    tell_table,
)
from lumitheque.tables.events import EVENTS

MOVE_VIEWERS = frozenset(event for event in EVENTS if event.moves_viewers)
EVENT = attrgetter("event")
CROWD = 32  # watchers; above that, presence is sent at the next sweep instead of at every change


class Party(NamedTuple):
    """The people who watch a table through one node."""

    people: list[str]
    more: int  # watchers beyond CROWD, who are counted but not named
    hidden: Sequence[str] = ()  # of the people: whose tabs are all behind others


NOBODY = Party([], 0)


def twins_among(table: Table, named: dict[str, str], people: People) -> list[str]:
    """The people whose names look alike, among those at the table and those in `named`; `seat:N` for a seat that has a
    name of its own, because several people share a device. One of them may be called like the device's owner."""
    names = {person: people.name(person) for person in people_at(table)} | named
    for seat in range(len(table.places)):
        place = table.places[seat]
        if place.name is not None and looks(place.name).isdisjoint(looks(names.get(place.person or "", ""))):
            names[f"seat:{seat}"] = place.name
    return twins(names)


def table_text(table: Table, viewer: Viewer, people: People) -> bytes:
    names = {person: people.name(person) for person in sorted(people_at(table))}
    return write(TableMessage(tell_table(table, viewer), names, twins_among(table, names, people)))


def entries_text(
    table: Table, entries: list[Entry], viewer: Viewer, people: People, views: Views | None = None
) -> bytes:
    told, names = list[EntryTold](), dict[str, str]()
    for entry in entries:
        shown = tell_entry(table, entry, viewer)
        told.append(shown)
        if person := shown.event.introduces:
            names[person] = people.name(person)
    alike = twins_among(table, names, people) if names else []
    return write(EntriesMessage(table.id, told, tell_state(table, viewer, views), names, alike))


class News:
    """New entries of a table. Every watcher takes of them what it may know, in the form that it is sent."""

    __slots__ = ("_texts", "entries", "people", "table", "views")

    def __init__(self, table: Table, entries: list[Entry], people: People) -> None:
        self.table, self.entries, self.people = table, entries, people
        self.views = None if table.referee is None else Views(table.referee)
        self._texts: dict[tuple[int | None, bool], bytes] = {}

    def text(self, viewer: Viewer) -> bytes:
        """The message for a WebSocket. Viewers who know the same share one."""
        kind = (viewer.seat, viewer.person in self.table.places.people)
        text = self._texts.get(kind)
        if text is None:
            text = self._texts[kind] = entries_text(self.table, self.entries, viewer, self.people, self.views)
        return text


def announce(live: LiveTable, entries: list[Entry], people: People) -> None:
    """Tell every watcher of new entries, each as they may know them."""
    table = live.table
    assert table is not None
    news = News(table, entries, people)
    moved = not MOVE_VIEWERS.isdisjoint(map(type, map(EVENT, entries)))
    for watcher in list(live.watchers):
        if not moved or _still_sees(table, watcher, people):
            watcher.hear(news)
    live.told = table.seq


def _still_sees(table: Table, watcher: Watcher, people: People) -> bool:
    """After seats changed: whoever may not watch any more is told so and detached; whoever now watches as another seat
    is sent the whole table instead. True if the watcher sees the table as before."""
    before = watcher.viewer
    keeps = before.seat is not None and before.seat in table.places.of(watcher.person)
    try:
        viewer = viewer_for(table, watcher.person, before.seat if keeps else None)
    except (HouseFault, Denied) as why:
        language = watcher.language
        fault = why.fault(language) if isinstance(why, HouseFault) else say_denied(why, language)
        watcher.lose(table.id, fault)
        return False
    if viewer == before:
        return True
    watcher.viewer = viewer
    watcher.see(table, people)
    return False


def tell_presence(live: LiveTable, people: People, elsewhere: Party) -> None:
    """Send presence to all watchers: the people at this node and elsewhere. In a crowd, leave it to the next sweep."""
    seated = live.people = live.people if live.table is None else live.table.places.people
    if len(live.watchers) > CROWD and not live.presence_due:
        live.presence_due = True
        return
    live.presence_due = False
    here = {*elsewhere.people, *(watcher.person for watcher in live.watchers)}
    sitting = sorted(here.intersection(seated))
    names = {person: people.name(person) for person in sitting}
    text = write(Presence(live.id, sitting, len(here) - len(sitting) + elsewhere.more, names))
    for watcher in list(live.watchers):
        watcher.post(text)


def note_leaving(live: LiveTable, person: str) -> None:
    """Note when a person closed their last tab at the table: after a while a bot may take their seat."""
    if all(watcher.person != person for watcher in live.watchers):
        live.left[person] = time.monotonic()

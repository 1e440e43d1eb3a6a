"""What each watcher of a table is sent after a commit. Viewers who know the same share one encoded text."""

import time
from collections.abc import Sequence
from operator import attrgetter
from typing import NamedTuple

from lumitheque.reception.faults import HouseFault, say_denied
from lumitheque.reception.messages import Presence, write
from lumitheque.reception.viewers import viewer_for
from lumitheque.server.access.names import People
from lumitheque.server.live.live_table import LiveTable, Watcher
from lumitheque.server.live.news import News
from lumitheque.tables import (
    Denied,
    Entry,
    Table,
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

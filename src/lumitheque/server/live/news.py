"""News: new entries of a table, and the texts that a WebSocket is sent of them or of the whole table."""

from lumitheque.reception.messages import EntriesMessage, TableMessage, write
from lumitheque.reception.viewers import people_at
from lumitheque.referee.views import Views
from lumitheque.server.access.lookalikes import looks, twins
from lumitheque.server.access.names import People
from lumitheque.tables import Entry, EntryTold, Table, Viewer, tell_entry, tell_state, tell_table


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

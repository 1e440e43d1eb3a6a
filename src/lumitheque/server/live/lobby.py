"""Lobby: the listed tables, and one's own, pushed to those who look at the list. Changes are sent once a second at
most."""

import asyncio
import time
from collections.abc import Iterable

from msgspec.structs import replace

from lumitheque.reception.messages import LobbyMessage, write
from lumitheque.server.access.names import People
from lumitheque.server.live.live_table import Reader
from lumitheque.server.live.own_tables import OwnTables
from lumitheque.server.upkeep.supervisor import Supervisor
from lumitheque.storage import StorageTrouble, Store
from lumitheque.tables import TableNote

PAUSE = 1.0  # seconds between two messages
FRESH = 1.0  # seconds for which one encoded list serves all newcomers
MOST_SHOWN = 100  # tables
NEWEST = 2_000  # tables of each status that are read from the store to choose the shown ones from


class Lobby:
    def __init__(self, store: Store, people: People, supervisor: Supervisor) -> None:
        self._store, self._people, self._supervisor = store, people, supervisor
        self.readers: set[Reader] = set()
        self._own = OwnTables(self._names)
        self._changed: dict[str, TableNote | None] = {}  # None: read it from the store
        self._shown: dict[str, tuple[object, ...]] = {}  # what readers were last sent of a table
        self._known: set[str] = set()  # tables that a reader was told of; only these are reported as gone
        self._due = False  # a task will send the changes soon
        self._listing = asyncio.Lock()
        self._whole = b""  # the encoded list for newcomers,
        self._listed: set[str] = set()  # which tables are on it,
        self._made_at = 0.0  # and when it was made

    async def enter(self, reader: Reader) -> None:
        self.readers.add(reader)
        self._own.enter(reader)
        reader.post(await self._whole_list())
        self._known.update(self._listed)

    def follow_own(self, reader: Reader) -> None:
        """Tell a reader of their own tables alone."""
        self.readers.discard(reader)
        self._own.enter(reader)

    async def _whole_list(self) -> bytes:
        """Encode the list, once a second at most however many enter. Newcomers get later changes like everybody."""
        async with self._listing:
            if not self._is_fresh():
                notes = [
                    note
                    for status in ("open", "playing")
                    for note in await self._store.notes(listed=True, status=status, limit=NEWEST)
                ]
                shown = [for_all(note) for note in in_turn(filter(is_shown, notes))[:MOST_SHOWN]]
                self._listed = {note.id for note in shown}
                self._whole = write(LobbyMessage(shown, names=await self._names(shown), whole=True))
                self._made_at = time.monotonic()
            return self._whole

    def _is_fresh(self) -> bool:
        return bool(self._whole) and time.monotonic() - self._made_at < FRESH

    def leave(self, reader: Reader) -> None:
        self.readers.discard(reader)
        self._own.leave(reader)
        if not self.readers:
            self._shown.clear()
            self._known.clear()

    def note(self, note: TableNote) -> None:
        """A table changed. A move alone changes nothing that the lobby shows, but whoever's turn it is then."""
        if not self._is_followed() or not (self._is_news(note) or self._own.concerns(note)):
            return
        self._changed[note.id] = note
        self._soon()

    def _is_news(self, note: TableNote) -> bool:
        return note.listed and self._shown.get(note.id) != _face(note)

    def look_up(self, table_id: str) -> None:
        """A table changed at another node, or was deleted."""
        if self._is_followed():
            self._changed.setdefault(table_id, None)
            self._soon()

    def _is_followed(self) -> bool:
        return self._own.is_followed or self._is_fresh()  # a newcomer may still be sent a list without this change

    def _soon(self) -> None:
        if not self._due:
            self._due = True
            self._supervisor.once("lobby", self._tell)

    async def _tell(self) -> None:
        await asyncio.sleep(PAUSE)
        self._due = False
        changed, self._changed = self._changed, {}
        try:
            notes = {table_id: note or await self._store.note(table_id) for table_id, note in changed.items()}
        except StorageTrouble:
            return  # the house is paused; the next whole list has what is missed here
        await self._own.tell([note for note in notes.values() if note is not None])
        shown = [note for note in notes.values() if note is not None and is_shown(note)]
        gone = sorted(self._known.intersection(notes.keys() - {note.id for note in shown}))
        shown = [note for note in shown if self._shown.get(note.id) != _face(note)]
        for note in shown:
            self._shown[note.id] = _face(note)
            self._known.add(note.id)
        for table_id in gone:
            self._shown.pop(table_id, None)
            self._known.discard(table_id)
        if shown or gone:
            text = write(LobbyMessage(list(map(for_all, shown)), gone, await self._names(shown)))
            for reader in list(self.readers):
                reader.post(text)

    async def _names(self, notes: Iterable[TableNote]) -> dict[str, str]:
        return await self._people.names(sorted({person for note in notes for person in (note.opener, *note.people)}))


def is_shown(note: TableNote) -> bool:
    """Whether the lobby shows a table. The id of a private table is its key, so not even its end is reported."""
    return note.listed and note.status != "closed"


def for_all(note: TableNote) -> TableNote:
    """A note as strangers are told it: whom a table waits for concerns those who sit there."""
    return note if note.waiting is None else replace(note, waiting=None)


def in_turn(notes: Iterable[TableNote]) -> list[TableNote]:
    """The newest table of each opener, newest first, then the second of each, and so on: whoever opens a hundred tables
    pushes nobody off the list."""
    opened: dict[str, int] = {}
    ranked: list[tuple[int, int, str, TableNote]] = []
    for note in sorted(notes, key=lambda note: (-note.opened_at, note.id)):
        turn = opened[note.opener] = opened.get(note.opener, 0) + 1
        ranked.append((turn, -note.opened_at, note.id, note))
    return [note for *_, note in sorted(ranked, key=lambda one: one[:3])]


def _face(note: TableNote) -> tuple[object, ...]:
    """What the lobby shows of a table."""
    return note.status, note.free, note.bots, note.locked, tuple(note.people)

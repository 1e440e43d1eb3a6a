"""The lobby: listed tables, kept up to date for those who look at the list. Changes are told once a second at most."""

import asyncio
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING

from lumitheque.server.messages import LobbyMessage, write
from lumitheque.storage import StorageTrouble
from lumitheque.tables import TableNote

if TYPE_CHECKING:
    from lumitheque.server.house import House
    from lumitheque.server.live import Socket

PAUSE = 1.0  # seconds between two messages
FRESH = 1.0  # seconds that a whole list is given to whoever comes
MOST_SHOWN = 100  # tables
NEWEST = 2_000  # tables, waiting and in play each, among which those that are shown are chosen


class Lobby:
    def __init__(self, house: "House") -> None:
        self._house = house
        self.watchers: set[Socket] = set()
        self._changed: dict[str, TableNote | None] = {}  # None: to be looked up
        self._shown: dict[str, tuple[object, ...]] = {}  # what was told of a table last
        self._known: set[str] = set()  # tables of which a watcher was told; of no other it is said that they are gone
        self._due = False  # changes will be told soon
        self._listing = asyncio.Lock()
        self._whole = b""  # the list as newcomers get it,
        self._listed: set[str] = set()  # which tables are on it,
        self._made_at = 0.0  # and when it was made

    async def enter(self, socket: "Socket") -> None:
        self.watchers.add(socket)
        socket.post(await self._whole_list())
        self._known.update(self._listed)

    async def _whole_list(self) -> bytes:
        """Made once a second at most, however many come in. What changes meanwhile is told to them like to all."""
        async with self._listing:
            if not self._is_fresh():
                notes = [
                    note
                    for status in ("open", "playing")
                    for note in await self._house.store.notes(listed=True, status=status, limit=NEWEST)
                ]
                shown = in_turn(filter(is_shown, notes))[:MOST_SHOWN]
                self._listed = {note.id for note in shown}
                self._whole = write(LobbyMessage(shown, names=await self._names(shown), whole=True))
                self._made_at = time.monotonic()
            return self._whole

    def _is_fresh(self) -> bool:
        return bool(self._whole) and time.monotonic() - self._made_at < FRESH

    def leave(self, socket: "Socket") -> None:
        self.watchers.discard(socket)
        if not self.watchers:
            self._shown.clear()
            self._known.clear()

    def note(self, note: TableNote) -> None:
        """A table changed; a move alone is not worth telling."""
        if not self._is_followed() or not note.listed or self._shown.get(note.id) == _face(note):
            return
        self._changed[note.id] = note
        self._soon()

    def look_up(self, table_id: str) -> None:
        """A table changed at another node."""
        if self._is_followed():
            self._changed.setdefault(table_id, None)
            self._soon()

    def _is_followed(self) -> bool:
        return bool(self.watchers) or self._is_fresh()  # somebody may still be given a list without this change

    def lost(self, table_id: str) -> None:
        """A table was deleted."""
        self.look_up(table_id)

    def _soon(self) -> None:
        if not self._due:
            self._due = True
            self._house.supervisor.once("lobby", self._tell)

    async def _tell(self) -> None:
        await asyncio.sleep(PAUSE)
        self._due = False
        changed, self._changed = self._changed, {}
        try:
            notes = {table_id: note or await self._house.store.note(table_id) for table_id, note in changed.items()}
        except StorageTrouble:
            return  # the house is paused; what is missed here is in the next whole list
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
            text = write(LobbyMessage(shown, gone, await self._names(shown)))
            for socket in list(self.watchers):
                socket.post(text)

    async def _names(self, notes: Iterable[TableNote]) -> dict[str, str]:
        return await self._house.people.names(
            sorted({person for note in notes for person in (note.host, *note.people)})
        )


def is_shown(note: TableNote) -> bool:
    """Whether strangers are told of a table. The id of a private one is its key: not even its end is told."""
    return note.listed and note.status != "closed"


def in_turn(notes: Iterable[TableNote]) -> list[TableNote]:
    """The newest table of each person, the newest first, then the second of each …: whoever opens a hundred tables
    pushes nobody off the list."""
    opened: dict[str, int] = {}
    ranked: list[tuple[int, int, str, TableNote]] = []
    for note in sorted(notes, key=lambda note: (-note.opened_at, note.id)):
        turn = opened[note.host] = opened.get(note.host, 0) + 1
        ranked.append((turn, -note.opened_at, note.id, note))
    return [note for *_, note in sorted(ranked, key=lambda one: one[:3])]


def _face(note: TableNote) -> tuple[object, ...]:
    """What the lobby shows of a table."""
    return note.status, note.free, note.bots, note.locked, tuple(note.people)

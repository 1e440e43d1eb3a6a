"""OwnTables: a person's own tables, private ones too, pushed to their tabs that look at the lobby."""

from collections.abc import Awaitable, Callable, Iterable

from lumitheque.reception.messages import MineMessage
from lumitheque.server.live.live_table import Reader
from lumitheque.tables import TableNote

Names = Callable[[Iterable[TableNote]], Awaitable[dict[str, str]]]


class OwnTables:
    def __init__(self, names: Names) -> None:
        self._names = names
        self._readers: dict[str, set[Reader]] = {}  # by person
        self._told: dict[str, dict[str, tuple[object, ...]]] = {}  # by table and person: what they were last told
        self._tables: dict[str, set[str]] = {}  # by person: the tables in `_told`

    @property
    def is_followed(self) -> bool:
        return bool(self._readers)

    def enter(self, reader: Reader) -> None:
        self._readers.setdefault(reader.person, set()).add(reader)

    def leave(self, reader: Reader) -> None:
        readers = self._readers.get(reader.person, set())
        readers.discard(reader)
        if not readers:
            self._readers.pop(reader.person, None)
            for table_id in list(self._tables.get(reader.person, ())):
                self._forget(reader.person, table_id)

    def concerns(self, note: TableNote) -> bool:
        """Whether the note is news for somebody who looks."""
        return bool(self._readers) and bool(self._concerned(note))

    def _concerned(self, note: TableNote) -> list[str]:
        """Those who sit there and were told something else of it; and those who sat there when they were last told."""
        face, told = _face(note), self._told.get(note.id, {})
        sitting = [person for person in note.people if person in self._readers and told.get(person) != face]
        return sitting + [person for person in told if person not in note.people]

    async def tell(self, notes: list[TableNote]) -> None:
        news: dict[str, list[TableNote]] = {}
        for note in notes:
            for person in self._concerned(note):
                news.setdefault(person, []).append(note)
                self._remember(person, note)
        for person, tables in news.items():
            message = MineMessage(tables, await self._names(tables))
            for reader in list(self._readers.get(person, ())):
                reader.tell_own(message)

    def _remember(self, person: str, note: TableNote) -> None:
        if person not in note.people:
            self._forget(person, note.id)
            return
        self._told.setdefault(note.id, {})[person] = _face(note)
        self._tables.setdefault(person, set()).add(note.id)

    def _forget(self, person: str, table_id: str) -> None:
        told, tables = self._told[table_id], self._tables[person]
        del told[person]
        tables.discard(table_id)
        if not told:
            del self._told[table_id]
        if not tables:
            del self._tables[person]


def _face(note: TableNote) -> tuple[object, ...]:
    """What a shelf shows of one's own table. A move that leaves the turn where it is changes nothing."""
    return note.status, note.free, note.bots, note.locked, note.bot_to_move, note.waiting, tuple(note.people)

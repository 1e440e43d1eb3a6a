"""A store in memory, gone with the process: for tests, and for an evening without a disk."""

from lumitheque.storage.erasing import hush, speakers
from lumitheque.storage.store import Changed, Conflict, Heard, Overheard, Person, Unreadable, check_append
from lumitheque.tables.notes import TableNote


class MemoryStore:
    def __init__(self) -> None:
        self._logs: dict[str, list[bytes]] = {}
        self._notes: dict[str, TableNote] = {}
        self._sittings: dict[str, set[str]] = {}  # by table
        self._speakers: dict[str, set[str]] = {}  # by table: everybody who ever said something there
        self._leaving: set[tuple[str, str]] = set()  # (person, table) where what they said is still to be erased
        self._people: dict[str, Person] = {}
        self._settings: dict[str, bytes] = {}
        self._codes: dict[str, tuple[str, int]] = {}

    async def start(self) -> None: ...

    async def stop(self) -> None: ...

    async def healthy(self) -> None: ...

    def unwell(self) -> list[str]:
        return []

    async def append(self, table: str, after: int, entries: list[bytes], note: TableNote) -> None:
        check_append(table, after, entries, note)
        log = self._logs.get(table, [])
        if len(log) != after:
            raise Conflict(table, after)
        self._logs.setdefault(table, log).extend(entries)
        self._notes[table] = note
        self._sittings[table] = set(note.people)
        self._speakers.setdefault(table, set()).update(speakers(entries))

    async def entries(self, table: str, after: int = 0) -> list[bytes]:
        return self._logs.get(table, [])[max(after, 0) :]

    async def note(self, table: str) -> TableNote | None:
        return self._notes.get(table)

    async def notes(
        self,
        *,
        listed: bool | None = None,
        status: str | None = None,
        person: str | None = None,
        deadline_before: int | None = None,
        bot_to_move: bool | None = None,
        limit: int = 100,
        before: tuple[int, str] | None = None,
    ) -> list[TableNote]:
        found = [
            note
            for note in self._notes.values()
            if listed in (None, note.listed)
            and status in (None, note.status)
            and (person is None or person in self._sittings[note.id])
            and (deadline_before is None or (note.deadline is not None and note.deadline < deadline_before))
            and bot_to_move in (None, note.bot_to_move)
            and (before is None or (note.opened_at, note.id) < before)
        ]
        return sorted(found, key=lambda note: (note.opened_at, note.id), reverse=True)[:limit]

    def report_unreadable(self, report: Unreadable) -> None:
        """Nothing to do: notes are kept as objects, so none fails to decode."""

    async def table_ids(self) -> list[str]:
        return [note.id for note in sorted(self._notes.values(), key=lambda note: (note.opened_at, note.id))]

    async def count(self) -> int:
        return len(self._notes)

    async def person(self, person: str) -> Person | None:
        return self._people.get(person)

    async def keep_person(self, person: Person) -> None:
        self._people[person.id] = person

    async def forget_person(self, person: str) -> None:
        self._people.pop(person, None)
        self._codes = {code: held for code, held in self._codes.items() if held[0] != person}
        for sitting in self._sittings.values():
            sitting.discard(person)
        self._leaving |= {(person, table) for table, spoke in self._speakers.items() if person in spoke}

    async def hush_next(self) -> str | None:
        if not self._leaving:
            return None
        person, table = self._leaving.pop()
        log = self._logs.get(table, [])
        for place, entry in enumerate(log):
            if person in speakers([entry]) and (silent := hush(entry, person)) is not None:
                log[place] = silent
        self._speakers.get(table, set()).discard(person)
        return table

    async def person_ids(self) -> list[str]:
        return sorted(self._people)

    async def people(self, *, limit: int = 100, after: str = "") -> list[Person]:
        return [self._people[person] for person in sorted(self._people) if person > after][:limit]

    async def setting(self, key: str) -> bytes | None:
        return self._settings.get(key)

    async def keep_setting(self, key: str, value: bytes) -> None:
        self._settings[key] = value

    async def settings(self) -> dict[str, bytes]:
        return dict(self._settings)

    async def put_code(self, code: str, person: str, expires_at: int) -> None:
        self._codes[code] = (person, expires_at)

    async def take_code(self, code: str, now: int) -> str | None:
        person, expires_at = self._codes.pop(code, (None, now))
        return person if now <= expires_at else None

    async def delete_table(self, table: str) -> None:
        for kept in (self._logs, self._notes, self._sittings, self._speakers):
            kept.pop(table, None)
        self._leaving = {(person, left) for person, left in self._leaving if left != table}

    async def abandoned(self, before: int, status: str) -> list[str]:
        left = [note for note in self._notes.values() if note.touched_at < before and note.status == status]
        return [note.id for note in sorted(left, key=lambda note: note.touched_at)]

    async def now(self) -> int | None:
        return None

    def listen(self, heard: Heard) -> None:
        """Nothing to do: there is no other node."""

    def notice(self, changed: Changed) -> None:
        """Nothing to do: there is no other node."""

    async def whisper(self, message: str) -> None: ...

    def overhear(self, hear: Overheard) -> bool:  # noqa: ARG002 (there is no other node)
        return False

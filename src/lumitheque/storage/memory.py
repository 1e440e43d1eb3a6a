"""A store in memory, gone with the process: for tests, and for an evening without a disk."""

from collections.abc import Sequence

from msgspec.structs import replace

from lumitheque.storage.erasing import hush, speakers
from lumitheque.storage.store import (
    CHANNEL_KIND,
    Belonging,
    Changed,
    Conflict,
    Heard,
    Notice,
    Overheard,
    Owed,
    Person,
    StoredReview,
    Unreadable,
    check_append,
)
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
        self._belongings: dict[tuple[str, str, str], Belonging] = {}
        self._notices: dict[tuple[str, str, str], Notice] = {}  # by person, table and kind
        self._held: dict[int, int] = {}  # by number of a notice: until when a sender has it
        self._counted = 0  # notices so far
        self._reviews: dict[str, StoredReview] = {}
        self._computing: dict[str, int] = {}  # by subject of a review: until when a node has it

    async def start(self) -> None: ...

    async def stop(self) -> None: ...

    async def healthy(self) -> None: ...

    def unwell(self) -> list[str]:
        return []

    async def append(
        self, table: str, after: int, entries: list[bytes], note: TableNote, owed: Sequence[Owed] = ()
    ) -> None:
        check_append(table, after, entries, note)
        log = self._logs.get(table, [])
        if len(log) != after:
            raise Conflict(table, after)
        self._logs.setdefault(table, log).extend(entries)
        self._notes[table] = note
        self._sittings[table] = set(note.people)
        self._speakers.setdefault(table, set()).update(speakers(entries))
        for one in owed:
            await self.owe(table, one, note.touched_at)

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
        self._belongings = {key: one for key, one in self._belongings.items() if one.person != person}
        self._notices = {key: one for key, one in self._notices.items() if one.person != person}
        self._codes = {code: held for code, held in self._codes.items() if held[0] != person}
        for sitting in self._sittings.values():
            sitting.discard(person)
        for one in [one for one in self._reviews.values() if one.person == person]:
            self._reviews[one.subject] = replace(one, person="")
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

    async def drop_codes(self, person: str) -> None:
        self._codes = {code: held for code, held in self._codes.items() if held[0] != person}

    # --- what people keep --------------------------------------------------------------------------------------------

    async def keep_belonging(self, belonging: Belonging) -> None:
        self._belongings[belonging.person, belonging.kind, belonging.id] = belonging

    async def drop_belonging(self, person: str, kind: str, id: str) -> bool:  # noqa: A002 (as in Belonging)
        return self._belongings.pop((person, kind, id), None) is not None

    async def belongings(self, person: str, kind: str | None = None) -> list[Belonging]:
        return [one for one in await self.every_belonging(kind, limit=1 << 60) if one.person == person]

    async def owners(self, kind: str, id: str) -> list[Belonging]:  # noqa: A002
        return [one for one in await self.every_belonging(kind, limit=1 << 60) if one.id == id]

    async def every_belonging(
        self, kind: str | None = None, *, limit: int = 100, after: tuple[str, str, str] = ("", "", "")
    ) -> list[Belonging]:
        keys = [key for key in sorted(self._belongings) if key > after and kind in (None, key[1])]
        return [self._belongings[key] for key in keys[:limit]]

    # --- the outbox --------------------------------------------------------------------------------------------------

    async def owe(self, table: str, owed: Owed, now: int) -> None:
        if await self.belongings(owed.person, CHANNEL_KIND):
            key = (owed.person, table, owed.what)
            known = self._notices.get(key)
            if known is not None and known.since > owed.since:
                return
            self._counted += known is None
            number = self._counted if known is None else known.number
            self._held.pop(number, None)
            self._notices[key] = Notice(number, owed.person, table, owed.what, owed.since, now, owed.due_at, 0, "{}")

    async def hold_notices(self, now: int, until: int, limit: int) -> list[Notice]:
        due = [one for one in self._notices.values() if one.due_at is not None and one.due_at <= now]
        free = sorted((one for one in due if self._held.get(one.number, 0) <= now), key=lambda one: one.due_at or 0)
        held = [replace(one, tries=one.tries + 1) for one in free[:limit]]
        for one in held:
            self._held[one.number] = until
            self._notices[one.person, one.table, one.what] = one
        return held

    async def keep_holding(self, notices: Sequence[Notice], until: int) -> None:
        self._held |= {one.number: until for one in notices if self._is_current(one)}

    async def settle_notice(self, notice: Notice) -> None:
        if self._is_current(notice):
            del self._notices[notice.person, notice.table, notice.what]
            self._held.pop(notice.number, None)

    async def put_off_notice(self, notice: Notice, due_at: int | None, state: str) -> None:
        if self._is_current(notice):
            self._notices[notice.person, notice.table, notice.what] = replace(notice, due_at=due_at, state=state)
            self._held.pop(notice.number, None)

    def _is_current(self, notice: Notice) -> bool:
        there = self._notices.get((notice.person, notice.table, notice.what))
        return there is not None and (there.since, there.tries) == (notice.since, notice.tries)

    async def let_go_of_notices(self) -> None:
        self._held.clear()

    async def owing(self, *, limit: int = 100, after: int = 0) -> list[Notice]:
        found = [one for one in self._notices.values() if one.due_at is not None and one.number > after]
        return sorted(found, key=lambda one: one.number)[:limit]

    async def given_up(self, limit: int = 100) -> list[Notice]:
        found = [one for one in self._notices.values() if one.due_at is None]
        return sorted(found, key=lambda one: (-one.owed_at, one.number))[:limit]

    async def forget_given_up(self, owed_before: int) -> None:
        for key, one in list(self._notices.items()):
            if one.due_at is None and one.owed_at < owed_before:
                del self._notices[key]

    async def notices_waiting(self) -> int:
        return sum(one.due_at is not None for one in self._notices.values())

    # --- reviews -----------------------------------------------------------------------------------------------------

    async def want_review(self, wanted: StoredReview) -> bool:
        return self._reviews.setdefault(wanted.subject, wanted) is wanted

    async def review(self, subject: str) -> StoredReview | None:
        return self._reviews.get(subject)

    async def unfinished_reviews(self, person: str | None = None) -> list[StoredReview]:
        found = [one for one in self._reviews.values() if one.review is None and person in (None, one.person)]
        return [
            replace(one, record=None, parts=None) for one in sorted(found, key=lambda one: (one.wanted_at, one.subject))
        ]

    async def hold_review(self, now: int, until: int, most_tries: int) -> StoredReview | None:
        for one in await self.unfinished_reviews():
            if self._computing.get(one.subject, 0) <= now and one.tries < most_tries:
                there = self._reviews[one.subject]
                held = self._reviews[one.subject] = replace(there, tries=one.tries + 1)
                self._computing[one.subject] = until
                return held
        return None

    async def keep_holding_review(
        self, held: StoredReview, until: int, progress: int, parts: bytes | None = None
    ) -> bool:
        if not self._holds(held):
            return False
        there = self._reviews[held.subject]
        self._reviews[held.subject] = replace(there, progress=progress, parts=parts or there.parts)
        self._computing[held.subject] = until
        return True

    async def put_back_review(self, held: StoredReview) -> None:
        if self._holds(held):
            self._reviews[held.subject] = replace(self._reviews[held.subject], tries=held.tries - 1)
            self._computing.pop(held.subject, None)

    async def finish_review(self, held: StoredReview, review: bytes) -> None:
        if self._holds(held):
            self._reviews[held.subject] = replace(self._reviews[held.subject], review=review, progress=100, parts=None)
            self._computing.pop(held.subject, None)

    def _holds(self, held: StoredReview) -> bool:
        there = self._reviews.get(held.subject)
        return there is not None and there.tries == held.tries and there.review is None

    async def drop_review(self, subject: str) -> None:
        self._reviews.pop(subject, None)
        self._computing.pop(subject, None)

    async def drop_reviews_of_records(self, wanted_before: int) -> None:
        for subject, one in list(self._reviews.items()):
            if one.record is not None and one.wanted_at < wanted_before:
                await self.drop_review(subject)

    async def let_go_of_reviews(self) -> None:
        self._computing.clear()

    async def delete_table(self, table: str) -> None:
        await self.drop_review(table)
        self._notices = {key: one for key, one in self._notices.items() if one.table != table}
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

    def report_changes(self, changed: Changed) -> None:
        """Nothing to do: there is no other node."""

    async def whisper(self, message: str) -> None: ...

    def overhear(self, hear: Overheard) -> bool:  # noqa: ARG002 (there is no other node)
        return False

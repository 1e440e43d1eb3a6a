"""What SQLite and PostgreSQL share. Subclasses run statements and append entries."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

import msgspec

from lumitheque.storage import statements as sql
from lumitheque.storage.erasing import hush, speakers
from lumitheque.storage.store import Belonging, Notice, Owed, Person, StorageTrouble, StoredReview, Unreadable
from lumitheque.tables.events import UNREADABLE, read_entry
from lumitheque.tables.notes import TableNote

Step = tuple[str, tuple[Any, ...]]  # a statement and its arguments

PULSE = "pulse"  # the setting that `healthy` writes
STEP = 200  # notes read at a time from a damaged file
LATEST = (1 << 62, "")  # a position after every table

write_note = msgspec.json.Encoder().encode
read_note = msgspec.json.Decoder(TableNote).decode


class SqlStore(ABC):
    """A store in a database."""

    AMONG: str  # the SQL condition that t.id is in a JSON list
    BYTES: str  # the SQL expression for the stored bytes of a text, valid UTF-8 or not
    LOCK: str  # what keeps two nodes from holding the same rows

    def __init__(self) -> None:
        self._reports: list[Unreadable] = []

    @abstractmethod
    async def _rows(self, statement: str, *arguments: Any) -> Sequence[Sequence[Any]]:
        """The rows of a query."""

    @abstractmethod
    async def _texts(self, statement: str, *arguments: Any) -> list[bytes]:
        """The column `text` of a query; no value contains a line break."""

    @abstractmethod
    async def _change(self, *steps: Step) -> Sequence[Sequence[Any]]:
        """Run statements in one transaction; returns the rows of the last one after the commit is durable."""

    async def healthy(self) -> None:
        await self._change((sql.KEEP_SETTING, (PULSE, b"")))

    def unwell(self) -> list[str]:
        return []

    async def entries(self, table: str, after: int = 0) -> list[bytes]:
        return await self._texts(sql.ENTRIES, table, after)

    async def note(self, table: str) -> TableNote | None:
        found = await self._texts(sql.NOTE, table)
        return self._read_note(table, found[0]) if found else None

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
        asked = sql.Search(listed, status, person, deadline_before, bot_to_move, limit, before)
        statement, arguments = sql.search(asked)
        try:
            return [read_note(text) for text in await self._texts(statement, *arguments)]
        except UNREADABLE:
            return await self._readable_notes(asked)
        except StorageTrouble as trouble:
            if trouble.reason != "damaged":
                raise
            return await self._undamaged_notes(asked)

    async def _readable_notes(self, asked: sql.Search) -> list[TableNote]:
        """The page without the notes that cannot be decoded, filled up with the next ones."""
        found: list[TableNote] = []
        while len(found) < asked.limit:
            rows = await self._note_rows(asked)
            found += self._read_notes(rows)
            if len(rows) < asked.limit:
                break
            asked = asked._replace(before=(rows[-1][0], rows[-1][1]))
        return found[: asked.limit]

    async def _undamaged_notes(self, asked: sql.Search) -> list[TableNote]:
        """The same from a damaged file: read a few tables at a time, found by an index."""
        found: list[TableNote] = []
        place = asked.before or LATEST
        while len(found) < asked.limit and (places := await self._rows(sql.PLACES, *place, STEP)):
            found += await self._undamaged_among(asked, [table for _, table in places])
            place = places[-1][0], places[-1][1]
        return found[: asked.limit]

    async def _undamaged_among(self, asked: sql.Search, tables: list[str]) -> list[TableNote]:
        try:
            return self._read_notes(await self._note_rows(asked._replace(limit=STEP), tables))
        except StorageTrouble as trouble:
            if trouble.reason != "damaged":
                raise
            if len(tables) == 1:
                self._report(tables[0], str(trouble))
                return []
        half = len(tables) // 2
        return await self._undamaged_among(asked, tables[:half]) + await self._undamaged_among(asked, tables[half:])

    async def _note_rows(self, asked: sql.Search, tables: list[str] | None = None) -> Sequence[Sequence[Any]]:
        """opened_at, id and note of the tables that match."""
        among = None if tables is None else (self.AMONG, msgspec.json.encode(tables).decode(), len(tables))
        statement, arguments = sql.search(asked, f"t.opened_at, t.id, {self.BYTES.format('t.note')}", among)
        return await self._rows(statement, *arguments)

    def _read_notes(self, rows: Sequence[Sequence[Any]]) -> list[TableNote]:
        return [note for _, table, data in rows if (note := self._read_note(table, data)) is not None]

    def _read_note(self, table: str, data: bytes) -> TableNote | None:
        try:
            return read_note(data)
        except UNREADABLE as error:
            self._report(table, f"its summary: {error}")
            return None

    def report_unreadable(self, report: Unreadable) -> None:
        self._reports.append(report)

    def _report(self, table: str, problem: str) -> None:
        for report in self._reports:
            report(table, problem)

    async def table_ids(self) -> list[str]:
        try:
            found = await self._texts(sql.TABLE_IDS)
        except StorageTrouble as trouble:
            if trouble.reason != "damaged":
                raise
            found = await self._texts(sql.TABLE_IDS_OTHERWISE)
        return [table.decode(errors="replace") for table in found]

    async def count(self) -> int:
        return int((await self._rows(sql.COUNT))[0][0])

    async def person(self, person: str) -> Person | None:
        found = await self._rows(sql.PERSON, person)
        return Person(*found[0]) if found else None

    async def keep_person(self, person: Person) -> None:
        await self._change((sql.KEEP_PERSON, msgspec.structs.astuple(person)))

    async def forget_person(self, person: str) -> None:
        await self._change(*[(statement, (person,)) for statement in sql.FORGET])

    async def hush_next(self) -> str | None:
        found = await self._rows(sql.LEAVING)
        if not found:
            return None
        person, table = found[0]
        note = await self.note(table)
        seq = note.seq if note is not None else 0  # what is said after this is erased next time
        steps: list[Step] = []
        for entry in await self.entries(table):
            try:
                silent = hush(entry, person) if person in speakers([entry]) else None
            except UNREADABLE as error:  # the other entries are erased all the same
                self._report(table, str(error))
                continue
            if silent is not None:
                steps.append((sql.REWRITE, (table, read_entry(silent).seq, silent.decode())))
        await self._change(*steps, (sql.HUSHED, (person, table, seq)))
        return str(table)

    async def person_ids(self) -> list[str]:
        return [person.decode(errors="replace") for person in await self._texts(sql.PERSON_IDS)]

    async def people(self, *, limit: int = 100, after: str = "") -> list[Person]:
        return [Person(*row) for row in await self._rows(sql.PEOPLE, after, limit)]

    async def setting(self, key: str) -> bytes | None:
        found = await self._rows(sql.SETTING, key)
        return found[0][0] if found else None

    async def keep_setting(self, key: str, value: bytes) -> None:
        await self._change((sql.KEEP_SETTING, (key, value)))

    async def settings(self) -> dict[str, bytes]:
        return {row[0]: row[1] for row in await self._rows(sql.SETTINGS, PULSE)}

    async def put_code(self, code: str, person: str, expires_at: int) -> None:
        await self._change((sql.PUT_CODE, (code, person, expires_at)))

    async def take_code(self, code: str, now: int) -> str | None:
        gone = await self._change((sql.TAKE_CODE, (code, now)))  # deletes expired codes on the way
        for found, person, expires_at in gone:
            if found == code and now <= expires_at:
                return str(person)
        return None

    async def drop_codes(self, person: str) -> None:
        await self._change((sql.DROP_CODES, (person,)))

    # --- what people keep --------------------------------------------------------------------------------------------

    async def keep_belonging(self, belonging: Belonging) -> None:
        await self._change((sql.KEEP_BELONGING, msgspec.structs.astuple(belonging)))

    async def drop_belonging(self, person: str, kind: str, id: str) -> bool:  # noqa: A002 (as in Belonging)
        return bool(await self._change((sql.DROP_BELONGING, (person, kind, id))))

    async def belongings(self, person: str, kind: str | None = None) -> list[Belonging]:
        rows = await (
            self._rows(sql.BELONGINGS, person) if kind is None else self._rows(sql.BELONGINGS_OF_KIND, person, kind)
        )
        return [Belonging(*row) for row in rows]

    async def owners(self, kind: str, id: str) -> list[Belonging]:  # noqa: A002
        return [Belonging(*row) for row in await self._rows(sql.OWNERS, kind, id)]

    async def every_belonging(
        self, kind: str | None = None, *, limit: int = 100, after: tuple[str, str, str] = ("", "", "")
    ) -> list[Belonging]:
        rows = await (
            self._rows(sql.EVERY_BELONGING, *after, limit)
            if kind is None
            else self._rows(sql.EVERY_BELONGING_OF_KIND, *after, limit, kind)
        )
        return [Belonging(*row) for row in rows]

    # --- the outbox --------------------------------------------------------------------------------------------------

    async def owe(self, table: str, owed: Owed, now: int) -> None:
        await self._change((sql.OWE, (owed.person, table, owed.what, owed.since, now, owed.due_at)))

    async def hold_notices(self, now: int, until: int, limit: int) -> list[Notice]:
        if not await self._rows(sql.ANY_DUE, now):  # nearly always; a change would cost the writer its cache
            return []
        held = await self._change((sql.HOLD.format(lock=self.LOCK), (now, until, limit)))
        return [Notice(*row) for row in held]

    async def keep_holding(self, notices: Sequence[Notice], until: int) -> None:
        await self._change(*[(sql.KEEP_HOLDING, (one.number, one.since, one.tries, until)) for one in notices])

    async def settle_notice(self, notice: Notice) -> None:
        await self._change((sql.SETTLE, (notice.number, notice.since, notice.tries)))

    async def put_off_notice(self, notice: Notice, due_at: int | None, state: str) -> None:
        await self._change((sql.PUT_OFF, (notice.number, notice.since, notice.tries, due_at, state)))

    async def let_go_of_notices(self) -> None:
        await self._change((sql.LET_GO, ()))

    async def owing(self, *, limit: int = 100, after: int = 0) -> list[Notice]:
        return [Notice(*row) for row in await self._rows(sql.OWING, limit, after)]

    async def given_up(self, limit: int = 100) -> list[Notice]:
        return [Notice(*row) for row in await self._rows(sql.GIVEN_UP, limit)]

    async def forget_given_up(self, owed_before: int) -> None:
        await self._change((sql.FORGET_GIVEN_UP, (owed_before,)))

    async def notices_waiting(self) -> int:
        return int((await self._rows(sql.WAITING))[0][0])

    # --- reviews -----------------------------------------------------------------------------------------------------

    async def want_review(self, wanted: StoredReview) -> bool:
        what = (wanted.subject, wanted.person, wanted.wanted_at, wanted.record)
        return bool(await self._change((sql.WANT_REVIEW, what)))

    async def review(self, subject: str) -> StoredReview | None:
        found = await self._rows(sql.REVIEW, subject)
        return StoredReview(*found[0]) if found else None

    async def unfinished_reviews(self, person: str | None = None) -> list[StoredReview]:
        found = [StoredReview(*row) for row in await self._rows(sql.UNFINISHED_REVIEWS)]
        return [one for one in found if person in (None, one.person)]

    async def hold_review(self, now: int, until: int, most_tries: int) -> StoredReview | None:
        if not await self._rows(sql.ANY_REVIEW_WANTED, now, most_tries):  # nearly always
            return None
        held = await self._change((sql.HOLD_REVIEW.format(lock=self.LOCK), (now, until, most_tries)))
        return StoredReview(*held[0]) if held else None

    async def keep_holding_review(
        self, held: StoredReview, until: int, progress: int, parts: bytes | None = None
    ) -> bool:
        what = (held.subject, held.tries, until, progress, parts)
        return bool(await self._change((sql.KEEP_HOLDING_REVIEW, what)))

    async def put_back_review(self, held: StoredReview) -> None:
        await self._change((sql.PUT_BACK_REVIEW, (held.subject, held.tries)))

    async def finish_review(self, held: StoredReview, review: bytes) -> None:
        await self._change((sql.FINISH_REVIEW, (held.subject, held.tries, review)))

    async def drop_review(self, subject: str) -> None:
        await self._change((sql.DROP_REVIEW, (subject,)))

    async def drop_reviews_of_records(self, wanted_before: int) -> None:
        await self._change((sql.DROP_REVIEWS_OF_RECORDS, (wanted_before,)))

    async def let_go_of_reviews(self) -> None:
        await self._change((sql.LET_GO_OF_REVIEWS, ()))

    async def delete_table(self, table: str) -> None:
        await self._change(*[(statement, (table,)) for statement in sql.DELETE_TABLE])

    async def abandoned(self, before: int, status: str) -> list[str]:
        return [table.decode() for table in await self._texts(sql.ABANDONED, before, status)]

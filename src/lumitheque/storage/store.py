"""What a house asks of whatever keeps it."""

from collections.abc import Awaitable, Callable
from typing import Literal, Protocol

from msgspec import Struct

from lumitheque.tables.notes import TableNote

Reason = Literal["full", "readonly", "gone", "damaged", "other"]
Heard = Callable[[str, int], None]  # a table, and the number of its last entry
Overheard = Callable[[str], None]
What = Literal["table", "person", "setting", "all"]
Changed = Callable[[What, str], None]  # what changed, and its id or key
Unreadable = Callable[[str, str], None]  # a table, and why its note cannot be read

LONGEST_ID = 64  # characters of a table's or a person's id


class Conflict(Exception):
    """Somebody else wrote this (table, seq) first, or the log does not reach that far. Nothing was written."""

    def __init__(self, table: str, after: int) -> None:
        super().__init__(f"table {table}: its log does not end with entry {after}")
        self.table, self.after = table, after


class StorageTrouble(Exception):
    """The disk is full, read-only, or the database gone: nothing was written. Trying again later is right. If it is
    damaged, only what was asked for cannot be had; the rest of the house can.

    One thing cannot be known: whether a commit that was under way when the connection broke came through. Who tries
    again meets Conflict then, and finds their own entries in the log.
    """

    def __init__(self, reason: Reason, message: str) -> None:
        super().__init__(message)
        self.reason = reason


class Person(Struct, frozen=True):
    """A guest of the house. Logs know people by id alone, so that a person can be forgotten."""

    id: str
    name: str
    created_at: int  # ms since 1970
    seen_at: int
    language: str


def check_append(table: str, after: int, entries: list[bytes], note: TableNote) -> None:
    """ValueError for what no house would ask: a mistake in the program, not a trouble of the disk."""
    if not entries or note.id != table or note.seq != after + len(entries) or len(table) > LONGEST_ID:
        raise ValueError(
            f"table {table}: {len(entries)} entries after {after} do not go with note {note.id} {note.seq}"
        )
    for entry in entries:
        if b"\n" in entry:
            raise ValueError(f"table {table}: an entry is one line of JSON")


class Store(Protocol):
    """All a house keeps. The log of entries is the truth; notes, sittings and snapshots are made from it.

    Every verb may raise StorageTrouble. What returned was durable before it returned.
    """

    async def start(self) -> None:
        """Open, and bring the schema up to date."""

    async def stop(self) -> None:
        """Finish what was begun, and close."""

    async def healthy(self) -> None:
        """StorageTrouble unless something can be written now: it is tried."""

    def unwell(self) -> list[str]:
        """The store's own background work that fails now, by name; it is tried again."""

    def append(self, table: str, after: int, entries: list[bytes], note: TableNote) -> Awaitable[None]:
        """Entries after+1, … of a table's log, and what listings need to know of it: all or nothing.

        Conflict unless the log ends with entry `after`; 0 opens the table.
        """

    async def entries(self, table: str, after: int = 0) -> list[bytes]: ...

    async def note(self, table: str) -> TableNote | None:
        """None if there is no such table, or if its note cannot be read: that is reported."""

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
        """Tables, the latest opened first. `before`: opened_at and id of the last one on the page before.

        Notes that cannot be read are reported and left out; others take their place on the page.
        """

    def report_unreadable(self, report: Unreadable) -> None:
        """Call back whenever a note is met that cannot be read: by this version, or because the file is damaged."""

    async def table_ids(self) -> list[str]:
        """All tables, the first opened first; those whose notes cannot be read, too."""

    async def count(self) -> int:
        """How many tables there are."""

    async def snapshot(self, table: str) -> tuple[int, bytes] | None:
        """What was kept last, and up to which entry it goes. May be gone at any time."""

    async def keep_snapshot(self, table: str, seq: int, data: bytes) -> None: ...

    async def drop_snapshots(self) -> None: ...

    async def person(self, person: str) -> Person | None: ...

    async def keep_person(self, person: Person) -> None: ...

    async def forget_person(self, person: str) -> None:
        """Their row, codes and places in lists go; what they said is left for `hush_next`. Their moves stay."""

    async def hush_next(self) -> str | None:
        """Empty what somebody said at one table who asked to be forgotten. That table; None: there was nothing left."""

    async def person_ids(self) -> list[str]:
        """All people, by id."""

    async def people(self, *, limit: int = 100, after: str = "") -> list[Person]:
        """By id."""

    async def setting(self, key: str) -> bytes | None: ...

    async def keep_setting(self, key: str, value: bytes) -> None: ...

    async def settings(self) -> dict[str, bytes]: ...

    async def put_code(self, code: str, person: str, expires_at: int) -> None: ...

    async def take_code(self, code: str, now: int) -> str | None:
        """Whose code it was, once; None if there is no such code, or it is too late."""

    async def delete_table(self, table: str) -> None: ...

    async def abandoned(self, before: int, status: str) -> list[str]:
        """Tables of this status untouched since then, the longest first."""

    async def now(self) -> int | None:
        """Milliseconds since 1970 by the clock that all nodes share; None if there cannot be another node."""

    def listen(self, heard: Heard) -> None:
        """Call back when another node appended. A table may be told though nothing is new."""

    def notice(self, changed: Changed) -> None:
        """Call back when something changed that is no new entry, at any node: a table was deleted, a person, a setting.

        "all": this node could not hear for a while, and anything may have changed.
        """

    async def whisper(self, message: str) -> None:
        """Say something to all nodes, this one too; whoever does not listen never hears it. 7,900 bytes at most."""

    def overhear(self, hear: Overheard) -> bool:
        """Call back with what nodes say; False if there cannot be another node."""

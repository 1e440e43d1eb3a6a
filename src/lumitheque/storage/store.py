"""The interface of every store, and its errors."""

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
    """Optimistic concurrency: another writer took this (table, seq), or the log is shorter. Nothing was written."""

    def __init__(self, table: str, after: int) -> None:
        super().__init__(f"table {table}: its log does not end with entry {after}")
        self.table, self.after = table, after


class StorageTrouble(Exception):
    """The disk is full or read-only, or the database is gone: nothing was written, and the caller may retry later.
    "damaged": only what was asked for cannot be read; the rest of the house can.

    If the connection breaks during a commit, nobody knows whether it took effect. If it did, a retry raises Conflict,
    and the caller finds its own entries in the log.
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
    """Raise ValueError if the arguments of an append contradict each other: a bug of the caller."""
    if not entries or note.id != table or note.seq != after + len(entries) or len(table) > LONGEST_ID:
        raise ValueError(
            f"table {table}: {len(entries)} entries after {after} do not go with note {note.id} {note.seq}"
        )
    for entry in entries:
        if b"\n" in entry:
            raise ValueError(f"table {table}: an entry is one line of JSON")


class Store(Protocol):
    """Everything that a house keeps. The log of entries is the truth; notes and sittings are derived from it.

    Every method may raise StorageTrouble. A method that writes returns after its transaction is durable.
    """

    async def start(self) -> None:
        """Open, and migrate the schema."""

    async def stop(self) -> None:
        """Commit what was requested, and close."""

    async def healthy(self) -> None:
        """Write something small; StorageTrouble if that fails."""

    def unwell(self) -> list[str]:
        """Names of the store's own background work that is failing; the store retries it."""

    def append(self, table: str, after: int, entries: list[bytes], note: TableNote) -> Awaitable[None]:
        """Append entries after+1, … to a table's log and replace its note, in one transaction.

        Raises Conflict unless the log ends with entry `after`; 0 creates the table.
        """

    async def entries(self, table: str, after: int = 0) -> list[bytes]: ...

    async def note(self, table: str) -> TableNote | None:
        """None if there is no such table, or if its note cannot be decoded: that is reported."""

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
        """A page of notes, the latest opened first. `before`: opened_at and id of the last note on the previous page.

        Notes that cannot be decoded are reported and skipped; the page is filled up with the next ones.
        """

    def report_unreadable(self, report: Unreadable) -> None:
        """Register a callback for notes that cannot be decoded: they are damaged, or a newer version wrote them."""

    async def table_ids(self) -> list[str]:
        """All tables, the first opened first, including those whose notes cannot be decoded."""

    async def count(self) -> int:
        """How many tables there are."""

    async def person(self, person: str) -> Person | None: ...

    async def keep_person(self, person: Person) -> None: ...

    async def forget_person(self, person: str) -> None:
        """Delete their row, codes and sittings, and mark what they said for `hush_next`. Their moves stay."""

    async def hush_next(self) -> str | None:
        """Erase what one forgotten person said at one table. Returns the table; None if nothing is left to erase."""

    async def person_ids(self) -> list[str]:
        """All ids, in order."""

    async def people(self, *, limit: int = 100, after: str = "") -> list[Person]:
        """A page of people, in the order of their ids."""

    async def setting(self, key: str) -> bytes | None: ...

    async def keep_setting(self, key: str, value: bytes) -> None: ...

    async def settings(self) -> dict[str, bytes]: ...

    async def put_code(self, code: str, person: str, expires_at: int) -> None: ...

    async def take_code(self, code: str, now: int) -> str | None:
        """Consume a code and return its person; None if there is no such code, or it has expired."""

    async def delete_table(self, table: str) -> None: ...

    async def abandoned(self, before: int, status: str) -> list[str]:
        """Tables of this status that nobody touched since then, the longest untouched first."""

    async def now(self) -> int | None:
        """Milliseconds since 1970 by the database's clock, which all nodes share; None for a store of one node."""

    def listen(self, heard: Heard) -> None:
        """Register a callback for appends of other nodes. It may be called for a table where nothing is new."""

    def notice(self, changed: Changed) -> None:
        """Register a callback for other changes, at any node: a deleted table, a person, a setting.

        "all": notifications may have been lost, so anything may have changed.
        """

    async def whisper(self, message: str) -> None:
        """Notify all nodes, including this one; nothing is stored for nodes that are down. At most 7,900 bytes."""

    def overhear(self, hear: Overheard) -> bool:
        """Register a callback for whispers; False if this store has only one node."""

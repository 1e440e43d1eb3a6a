"""The interface of every store, and its errors."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Literal, Protocol

from msgspec import Struct

from lumitheque.tables.notes import TableNote

Reason = Literal["full", "readonly", "gone", "damaged", "other"]
Heard = Callable[[str, int], None]  # a table, and the number of its last entry
Overheard = Callable[[str], None]
What = Literal["table", "person", "setting", "belonging", "all"]
Changed = Callable[[What, str], None]  # what changed, and its id or key; of a belonging: its kind and person
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


class Belonging(Struct, frozen=True):
    """What a person keeps in the house: one of a kind, by its id."""

    person: str
    kind: str
    id: str
    value: str  # JSON


CHANNEL_KIND = "channel"  # the kind of belonging by which a person wishes to be told: without one, no notice is owed


class Owed(Struct, frozen=True):
    """What a person is to be told outside the page if they have a channel. A newer one of the same kind about the same
    table takes its place."""

    person: str
    what: str
    since: int  # which turn, or whatever else it is about
    due_at: int  # not before


class Notice(Struct, frozen=True):
    """Something owed, in the outbox."""

    number: int
    person: str
    table: str
    what: str
    since: int
    owed_at: int
    due_at: int | None  # None: given up
    tries: int
    state: str  # JSON: what the sender notes


class StoredReview(Struct, frozen=True):
    """A review of a finished game: wanted, or done. It follows from the game, so it can be computed again."""

    subject: str  # a table's id, or what a record that somebody brought is called
    person: str  # who wished it; "" once they are forgotten
    wanted_at: int
    record: bytes | None = None  # the one that was brought; a table has its log
    progress: int = 0  # percent
    tries: int = 0  # how often somebody began to compute it
    review: bytes | None = None  # None: it is not done yet
    parts: bytes | None = None  # of one that is not: what was computed so far


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

    def append(
        self, table: str, after: int, entries: list[bytes], note: TableNote, owed: Sequence[Owed] = ()
    ) -> Awaitable[None]:
        """Append entries after+1, … to a table's log, replace its note, and put what is owed to people who have a
        channel into the outbox, in one transaction.

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
        """Delete their row, codes, sittings, belongings and notices, and mark what they said for `hush_next`. Their
        moves stay."""

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

    async def drop_codes(self, person: str) -> None:
        """Codes of this person are valid no more."""

    async def keep_belonging(self, belonging: Belonging) -> None:
        """Add it, or replace the one of the same person, kind and id."""

    async def drop_belonging(self, person: str, kind: str, id: str) -> bool:  # noqa: A002 (as in Belonging)
        """False if there was none."""

    async def belongings(self, person: str, kind: str | None = None) -> list[Belonging]:
        """Of one person, by kind and id."""

    async def owners(self, kind: str, id: str) -> list[Belonging]:  # noqa: A002
        """Of anybody."""

    async def every_belonging(
        self, kind: str | None = None, *, limit: int = 100, after: tuple[str, str, str] = ("", "", "")
    ) -> list[Belonging]:
        """A page of everybody's, in the order of person, kind and id. `after`: those of the last on the page before."""

    async def owe(self, table: str, owed: Owed, now: int) -> None:
        """Put a notice into the outbox, if the person has a channel."""

    async def hold_notices(self, now: int, until: int, limit: int) -> list[Notice]:
        """Take notices that are due: until then no other node gets them."""

    async def keep_holding(self, notices: Sequence[Notice], until: int) -> None:
        """Hold them for longer."""

    async def settle_notice(self, notice: Notice) -> None:
        """Delete a notice that was sent, or is out of date; unless a newer one took its place meanwhile."""

    async def put_off_notice(self, notice: Notice, due_at: int | None, state: str) -> None:
        """Release a held notice until then (None: give it up), with the sender's new state; unless a newer one took its
        place meanwhile."""

    async def let_go_of_notices(self) -> None:
        """Release what a process held that was killed. Nothing happens where other nodes may hold some."""

    async def owing(self, *, limit: int = 100, after: int = 0) -> list[Notice]:
        """A page of the notices that are neither sent nor given up, in the order of their numbers."""

    async def given_up(self, limit: int = 100) -> list[Notice]:
        """Notices that were given up, the latest first."""

    async def forget_given_up(self, owed_before: int) -> None:
        """Delete those that were owed before then."""

    async def notices_waiting(self) -> int:
        """How many are neither sent nor given up."""

    async def want_review(self, wanted: StoredReview) -> bool:
        """False if it is wanted or done already, and nothing has changed."""

    async def review(self, subject: str) -> StoredReview | None: ...

    async def unfinished_reviews(self, person: str | None = None) -> list[StoredReview]:
        """Those that are not done, the first wished first; without records and parts."""

    async def hold_review(self, now: int, until: int, most_tries: int) -> StoredReview | None:
        """Take the review that waits longest, unless it failed so often: until then no other node gets it."""

    async def keep_holding_review(
        self, held: StoredReview, until: int, progress: int, parts: bytes | None = None
    ) -> bool:
        """Hold it for longer, and keep the parts if they are told. False if it was dropped, or somebody else has it by
        now."""

    async def put_back_review(self, held: StoredReview) -> None:
        """Release it, not begun: another node may take it at once."""

    async def finish_review(self, held: StoredReview, review: bytes) -> None:
        """Keep what was computed; nothing if it was dropped meanwhile, or somebody else has it by now."""

    async def drop_review(self, subject: str) -> None:
        """Done or not."""

    async def drop_reviews_of_records(self, wanted_before: int) -> None:
        """Those of records that were brought before then. Reviews of tables go with their table."""

    async def let_go_of_reviews(self) -> None:
        """Release what a process held that was killed. Nothing happens where other nodes may hold some."""

    async def delete_table(self, table: str) -> None: ...

    async def abandoned(self, before: int, status: str) -> list[str]:
        """Tables of this status that nobody touched since then, the longest untouched first."""

    async def now(self) -> int | None:
        """Milliseconds since 1970 by the database's clock, which all nodes share; None for a store of one node."""

    def listen(self, heard: Heard) -> None:
        """Register a callback for appends of other nodes. It may be called for a table where nothing is new."""

    def report_changes(self, changed: Changed) -> None:
        """Register a callback for other changes, at any node: a deleted table, a person, a setting, a belonging.

        "all": notifications may have been lost, so anything may have changed.
        """

    async def whisper(self, message: str) -> None:
        """Notify all nodes, including this one; nothing is stored for nodes that are down. At most 7,900 bytes."""

    def overhear(self, hear: Overheard) -> bool:
        """Register a callback for whispers; False if this store has only one node."""

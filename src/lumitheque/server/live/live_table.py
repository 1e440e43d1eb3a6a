"""LiveTable: a table in memory with its watchers. This module imports nothing of the house but what is told, so that
everybody in it can import this one."""

import asyncio
import time
from typing import Protocol

from lumitheque.reception.faults import Fault
from lumitheque.reception.messages import MineMessage
from lumitheque.server.access.names import People
from lumitheque.server.live.news import News
from lumitheque.tables import Table, Viewer


class Reader(Protocol):
    """A socket that is sent texts, or a stream of a guest bot."""

    person: str

    def post(self, text: bytes) -> None:
        """Send the text, or queue it for a slow reader."""

    def tell_own(self, message: MineMessage) -> None:
        """Tell of their own tables that changed."""


class Watcher(Reader, Protocol):
    """A reader that looks at a table."""

    viewer: Viewer
    shown: bool  # on a screen, not behind other tabs

    @property
    def language(self) -> str: ...

    def hear(self, news: News) -> None:
        """Send new entries, as this viewer may know them."""

    def see(self, table: Table, people: People) -> None:
        """Send the whole table: the viewer looks from another seat now."""

    def lose(self, table: str, fault: Fault) -> None:
        """Say why, and detach the watcher: its table is gone, or not for this viewer any more."""


class Sender(Watcher, Protocol):
    """A socket that gives commands."""

    def acknowledge(self, key: str, seq: int) -> None:
        """Confirm that a command is durable, up to this entry."""


class LiveTable:
    """A table that somebody looks at, or that was used lately. `table` is None when only its watchers are kept."""

    __slots__ = (
        *("id", "left", "lock", "people", "presence_due", "skipped", "skipping", "table", "told", "touched"),
        "watchers",
    )

    def __init__(self, table_id: str) -> None:
        self.id = table_id
        self.table: Table | None = None
        self.told = 0  # the last entry that watchers were told
        self.lock = asyncio.Lock()
        self.watchers: list[Watcher] = []
        self.people: list[str] = []  # who sat here when presence was last told, or the table was evicted
        self.left: dict[str, float] = {}  # people who went away, and when
        self.touched = time.monotonic()
        self.presence_due = False
        self.skipped = -1  # the run of bots that nobody wants to watch, by the moment when it began
        self.skipping = asyncio.Event()  # set when somebody asks for that

"""A table in memory, with those who look at it."""

import asyncio
import time

from lumitheque.server.watching import Watcher
from lumitheque.tables import Table


class LiveTable:
    """A table that somebody looks at, or that was used lately. `table` is None when only its watchers are kept."""

    __slots__ = ("id", "left", "lock", "people", "presence_due", "table", "told", "touched", "watchers")

    def __init__(self, table_id: str) -> None:
        self.id = table_id
        self.table: Table | None = None
        self.told = 0  # the last entry that watchers were told
        self.lock = asyncio.Lock()
        self.watchers: list[Watcher] = []
        self.people: list[str] = []  # who sits here, while the table itself is not in memory
        self.left: dict[str, float] = {}  # people who went away, and when
        self.touched = time.monotonic()
        self.presence_due = False

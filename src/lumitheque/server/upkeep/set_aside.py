"""Tables that this version cannot open, or whose log is damaged. They are set aside; everything else goes on.

Each is logged once, counted, and shown to the host. The house tries it again after a while: another node may have
repaired it.
"""

import logging
import time

from msgspec import Struct

from lumitheque.reception.faults import HouseFault
from lumitheque.storage import StorageTrouble, Store
from lumitheque.storage.logs import UnreadableLog, read_log
from lumitheque.tables import Entry, LogError, Table, TableNote

PATIENCE = 60.0  # seconds before a log that could not be read is read again
MOST_SHOWN = 100  # tables on the host's page
MOST_DAMAGE = 20  # different sentences about a damaged file
log = logging.getLogger("lumitheque.server")


class SetAside(Struct):
    """A table that cannot be opened, and why, for the host."""

    table: str
    problem: str


class SetAsideTables:
    def __init__(self) -> None:
        self._problems: dict[str, str] = {}
        self._refused: dict[
            str, tuple[float, str]
        ] = {}  # tables whose log could not be followed: when, and how it was said
        self._damage: set[str] = set()

    def __len__(self) -> int:
        return len(self._problems)

    def __contains__(self, table_id: str) -> bool:
        return table_id in self._problems

    def put(self, table_id: str, problem: str) -> None:
        """What is kept of a table cannot be read."""
        if table_id not in self._problems:
            log.error("table %s cannot be opened by this version and is set aside: %s", table_id[:6], problem)
        self._problems[table_id] = problem

    async def read(self, store: Store, table_id: str, after: int) -> list[Entry]:
        """Entries of a log; HouseFault if they cannot be read, StorageTrouble if nothing can."""
        when, code = self._refused.get(table_id, (-PATIENCE, ""))
        if time.monotonic() - when < PATIENCE:
            raise HouseFault(code)  # do not spend time on reading it at every request
        try:
            return read_log(await store.entries(table_id, after), after)
        except UnreadableLog as error:
            raise self._refuse(table_id, str(error)) from None
        except StorageTrouble as trouble:
            if trouble.reason == "damaged":
                raise self._refuse(table_id, str(trouble)) from None
            raise

    def fold(self, table_id: str, entries: list[Entry]) -> Table:
        """The table that follows from a log; HouseFault if none does."""
        try:
            table = Table.of(table_id, entries)
        except LogError as error:
            raise self._refuse(table_id, str(error), "other_rules") from None
        except Exception as error:
            log.exception("table %s cannot be followed", table_id[:6])
            raise self._refuse(table_id, f"{type(error).__name__}: {error}") from None
        if table_id in self._refused:  # it was repaired
            self.forget(table_id)
        return table

    def _refuse(self, table_id: str, problem: str, code: str = "cannot_open") -> HouseFault:
        self.put(table_id, problem)
        self._refused[table_id] = time.monotonic(), code
        return HouseFault(code)

    def damaged(self, problem: str) -> None:
        """Something else than one table cannot be read."""
        if problem not in self._damage and len(self._damage) < MOST_DAMAGE:
            self._damage.add(problem)
            log.error("the file of the house is damaged; see lumitheque doctor: %s", problem)

    def changed(self, note: TableNote) -> None:
        """Somebody appended to a table, so it can be opened."""
        if self._problems:
            self.forget(note.id)

    def forget(self, table_id: str) -> None:
        self._problems.pop(table_id, None)
        self._refused.pop(table_id, None)

    def tell(self) -> list[SetAside]:
        return [SetAside(table, problem) for table, problem in list(self._problems.items())[:MOST_SHOWN]]

    def tell_damage(self) -> list[str]:
        return sorted(self._damage)

"""Desk: the tables of those who are connected, each their own, in memory and within limits.

A connection that has a session owns what it opens there, and nobody else reaches it. Newer clients of HTTP have no
session: for them the table's id, which cannot be guessed, is the key. Over stdio there is one client, who owns all.
"""

import hashlib
import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lumitheque.agents.dice import KeyedDice
from lumitheque.agents.faults import AgentFault
from lumitheque.agents.shapes import AgentOpening
from lumitheque.agents.table import AgentTable
from lumitheque.reception.faults import HouseFault
from lumitheque.referee import write_record
from lumitheque.tables import TableNote

MOST_OWN = 16  # tables of one session that are not over
MOST = 128  # tables in memory; when there are more, those that were over first are forgotten
NOBODY = ""  # the owner of what was opened without a session


class Desk:
    """`alone`: whoever asks is the same client, as over stdio. `keep`: where records of finished games are written."""

    def __init__(self, key: bytes | None = None, alone: bool = False, keep: Path | None = None) -> None:
        self.alone = alone
        self._key, self._keep = key or secrets.token_bytes(32), keep
        self._tables: dict[str, tuple[str, AgentTable]] = {}  # with their owners, the oldest first
        self._kept: set[str] = set()
        self._lock = threading.Lock()

    def open(self, owner: str, opening: AgentOpening, seed: str | None = None) -> AgentTable:
        """Open a table. `seed`: a word; the same gives the same deal again, and tells nothing of it."""
        with self._lock:
            self._make_room(owner)
        word = secrets.token_hex(16) if seed is None else hashlib.sha256(seed.encode()).hexdigest()
        table = AgentTable.open(opening, KeyedDice(self._key, word))
        self.add(table, owner)
        return table

    def add(self, table: AgentTable, owner: str = NOBODY) -> None:
        with self._lock:
            self._tables[table.id] = owner, table
        self._write(table)

    def forget(self, table: AgentTable) -> None:
        with self._lock:
            self._tables.pop(table.id, None)

    @contextmanager
    def at(self, owner: str, table_id: str) -> Iterator[AgentTable]:
        """A table that this owner may play at, for one call. HouseFault if there is none: nobody learns of others'."""
        found = self._tables.get(table_id)
        if found is None or not (self.alone or found[0] in (owner, NOBODY)):
            raise HouseFault("unknown_table")
        table = found[1]
        with table.lock:
            yield table
            self._write(table)

    def notes(self, owner: str) -> list[TableNote]:
        """One's own tables, the newest first. Without a session nobody can say which those are."""
        if owner == NOBODY and not self.alone:
            return []
        mine = [table for of, table in self._tables.copy().values() if self.alone or of == owner]
        return [table.note() for table in reversed(mine)]

    def _make_room(self, owner: str) -> None:
        playing = sum(of == owner and not table.is_over for of, table in self._tables.values())
        if playing >= MOST_OWN and (owner != NOBODY or self.alone):
            raise AgentFault("enough_tables", most=MOST_OWN)
        over = (name for name, (_, table) in self._tables.items() if table.is_over)
        while len(self._tables) >= MOST:
            oldest = next(over, None)
            if oldest is None:
                raise AgentFault("enough_tables", most=MOST)
            del self._tables[oldest]
            over = (name for name, (_, table) in self._tables.items() if table.is_over)

    def _write(self, table: AgentTable) -> None:
        """Keep the record of a game that is over, once."""
        if self._keep is None or not table.is_over or table.id in self._kept:
            return
        self._keep.mkdir(parents=True, exist_ok=True)
        path = self._keep / f"{table.id}.json"
        path.write_text(write_record(table.finished_record()) + "\n", encoding="utf-8")
        self._kept.add(table.id)

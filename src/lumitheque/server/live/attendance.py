"""Attendance: how long people have been away from tables that wait for them. Looked at every second or so, and kept in
memory: after a restart nobody has been away for longer than the house is open."""

import time

from lumitheque.server.live.presence import PresenceBoard
from lumitheque.server.settings import Clock
from lumitheque.tables import TableNote


class Attendance:
    def __init__(self, presence: PresenceBoard, clock: Clock) -> None:
        self._presence, self._clock = presence, clock
        self._opened = time.monotonic()
        self._seen: dict[str, dict[str, float]] = {}  # by table: whom it waits for, and when they were last there
        self.waits: dict[str, TableNote] = {}  # tables with a substitute that wait for somebody among others

    def follow(self, note: TableNote) -> None:
        """A table changed."""
        wait = note.waiting
        if note.status == "playing" and note.substitute is not None and wait is not None and wait.people:
            if len(note.people) > 1:
                self.waits[note.id] = note
                return
        self.waits.pop(note.id, None)
        self._seen.pop(note.id, None)

    def look(self) -> None:
        """See who is there."""
        now = time.monotonic()
        for table_id, note in self.waits.items():
            for person in note.waiting.people if note.waiting is not None else ():
                if self._presence.is_there(table_id, person):
                    self._seen.setdefault(table_id, {})[person] = now

    def absent_for(self, table_id: str, person: str, since: int) -> float:
        """For how many seconds somebody has been away from a table that has waited for them since then."""
        if self._presence.is_there(table_id, person):
            return 0.0
        seen = self._seen.get(table_id, {}).get(person, self._opened)
        return min(time.monotonic() - max(seen, self._opened), (self._clock.now() - since) / 1000)

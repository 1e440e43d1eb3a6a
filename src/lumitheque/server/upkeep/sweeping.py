"""Sweeper: puts tables away that were not used for the days that the host chose, and deletes them a while later.

It never touches a running game, and a finished one only if the host sets a number of days for it. A table that is put
away is closed to guests; the host sees it with the day of its deletion, and can restore it until then.
"""

import logging
from collections.abc import AsyncIterator

from lumitheque.reception.faults import HouseFault
from lumitheque.server.access.admission import Admission
from lumitheque.server.house import House
from lumitheque.server.http.shapes import Swept
from lumitheque.server.settings import DAY
from lumitheque.storage import StorageTrouble
from lumitheque.tables import HOUSE, Denied, TableNote
from lumitheque.tables.commands import PutAway

GRACE = 14  # days between putting away and deleting
FORESIGHT = 7  # days for which the host's page looks ahead
MOST_FORESEEN = 200  # tables
log = logging.getLogger("lumitheque.server")


class Sweeper:
    def __init__(self, house: House, admission: Admission) -> None:
        self._house, self._admission = house, admission

    async def tidy_up(self) -> int:
        """Put away what is too old, and delete what was put away long enough ago; returns how many tables."""
        now, away, gone = self._house.settings.clock.now(), 0, 0
        try:
            async for note, _ in self._quiet(now, now):
                away += await self._put_away(note, now + GRACE * DAY)
            async for note in self._put_away_before(now):
                if note.removal is not None and note.removal <= now:
                    gone += await self._delete_due(note.id, now)
        except StorageTrouble as trouble:
            self._house.pause.after(trouble)
        if away or gone:
            log.info("%d tables put away, %d deleted", away, gone)
        return away + gone

    async def foresee(self) -> list[Swept]:
        """What will be put away soon, and what was and will be deleted: the soonest first."""
        now = self._house.settings.clock.now()
        swept = [Swept(note, at, False) async for note, at in self._quiet(now, now + FORESIGHT * DAY)]
        swept += [Swept(note, note.removal or 0, True) async for note in self._put_away_before(now + 1)]
        return sorted(swept, key=lambda one: one.at)[:MOST_FORESEEN]

    async def _quiet(self, now: int, until: int) -> AsyncIterator[tuple[TableNote, int]]:
        """Tables whose days are over by then, and when they are. Zero days: such tables are kept for good."""
        unfinished, finished = self._admission.keep_days, self._admission.finished_days
        for status, days in (("open", unfinished), ("closed", unfinished), ("over", finished)):
            if not days:
                continue
            for table_id in await self._house.store.abandoned(until - days * DAY, status):
                note = await self._house.store.note(table_id)
                if note is None or note.removal is not None:
                    continue
                if (note.ending is not None) == (status == "over"):  # old houses noted finished games as closed, too
                    yield note, max(now, note.touched_at + days * DAY)

    async def _put_away_before(self, before: int) -> AsyncIterator[TableNote]:
        for table_id in await self._house.store.abandoned(before, "closed"):
            note = await self._house.store.note(table_id)
            if note is not None and note.removal is not None:
                yield note

    async def _put_away(self, note: TableNote, removal: int) -> bool:
        try:
            await self._house.command(note.id, HOUSE, PutAway(removal, note.seq))
        except (Denied, HouseFault) as refused:  # somebody came back just now, or it has other rules: it stays
            log.debug("table %s is not put away: %s", note.id[:6], refused)
            return False
        return True

    async def _delete_due(self, table_id: str, now: int) -> bool:
        live = self._house.at(table_id)
        async with live.lock:
            note = await self._house.store.note(table_id)
            if note is None or note.removal is None or note.removal > now:  # the host restored it just now
                return False
            await self._house.store.delete_table(table_id)
            self._house.lose(live)
        return True

    async def delete(self, table_id: str) -> None:
        live = self._house.at(table_id)
        async with live.lock:
            await self._house.store.delete_table(table_id)
            self._house.lose(live)

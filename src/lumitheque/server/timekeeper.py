"""Clocks that run out. When a deadline of a table has passed, the house says so to the table; whether it is true
follows from the log. Deadlines come with every note; those of tables that nobody looks at are asked of the store."""

import asyncio
import heapq
import logging
from contextlib import suppress

from lumitheque.server.faults import HouseFault
from lumitheque.server.house import House
from lumitheque.server.settings import DAY, SteadyClock
from lumitheque.storage import StorageTrouble
from lumitheque.tables import CLOCK, HOUSE, Actor, AnyCommand, Denied, GiveTime, TableNote, TimeOut

TICK = 0.1  # seconds
SHORT_ABSENCE = 2_000  # milliseconds of the house being closed that nobody is given back
ALIVE_AT = "alive_at"
log = logging.getLogger("lumitheque.server")


class Timekeeper:
    def __init__(self, house: House) -> None:
        self._house = house
        self._heap: list[tuple[int, str]] = []
        self._due: dict[str, int] = {}
        house.on_change.append(self.changed)
        house.on_pause.append(self._paused)

    def changed(self, note: TableNote) -> None:
        if note.deadline is None:
            if self._due:
                self._due.pop(note.id, None)
        elif self._due.get(note.id) != note.deadline:
            self._due[note.id] = note.deadline
            heapq.heappush(self._heap, (note.deadline, note.id))

    async def run(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            await self._follow()
            if self._heap and not self._house.paused:
                self._ring(self._house.settings.clock.now())

    def _ring(self, now: int) -> None:
        while self._heap and self._heap[0][0] < now:
            deadline, table_id = heapq.heappop(self._heap)
            if self._due.get(table_id) == deadline:
                del self._due[table_id]
                self._say(table_id, CLOCK, TimeOut(), f"clock:{deadline}")

    async def _follow(self) -> None:
        """If the machine's clock was set forward, or the machine slept: that time is nobody's. Everybody is given it
        before the house's clock takes the step, and commands wait meanwhile, so that none falls in between."""
        clock, house = self._house.settings.clock, self._house
        if not isinstance(clock, SteadyClock) or house.paused or not house.ready.is_set():
            return
        if (behind := clock.behind()) > SHORT_ABSENCE:
            log.warning("the clock of this machine was set forward by %d s, or it slept", behind // 1000)
            house.ready.clear()
            key = f"followed:{clock.now()}"
            given = [self._say(table_id, HOUSE, GiveTime(behind), key) for table_id in list(self._due)]
            try:
                await asyncio.gather(*given)
                if not house.paused:  # otherwise again when the store is well
                    clock.catch_up()
            finally:
                house.ready.set()

    def _say(self, table_id: str, actor: Actor, command: AnyCommand, key: str) -> "asyncio.Task[bool]":
        async def say() -> None:
            with suppress(Denied, HouseFault):
                await self._house.command(table_id, actor, command, key)

        return self._house.supervisor.once("clocks of tables", say)

    async def look_around(self, ahead_ms: int) -> None:
        """Deadlines of tables not in memory, or that passed while the house was paused; and a sign of life, for
        as long as clocks are running."""
        with suppress(StorageTrouble):
            now = self._house.settings.clock.now()
            for note in await self._house.store.notes(status="playing", deadline_before=now + ahead_ms, limit=10_000):
                self.changed(note)
            if self._due:
                await self._house.store.keep_setting(ALIVE_AT, str(now).encode())

    async def make_good(self) -> None:
        """After a start: the time during which there was no house is nobody's."""
        store, now = self._house.store, self._house.settings.clock.now()
        alive = await store.setting(ALIVE_AT)
        away = now - int(alive) if alive else now
        given = []
        for note in await store.notes(status="playing", deadline_before=1 << 60, limit=100_000):
            if away > (DAY if note.clock == "days" else SHORT_ABSENCE):
                time_given = GiveTime(min(away, now - note.touched_at))
                given.append(self._say(note.id, HOUSE, time_given, f"opened:{now}"))
            else:
                self.changed(note)
        await asyncio.gather(*given)

    def _paused(self, paused: bool, seconds: float) -> None:
        """After a pause: the same for those whose clocks ran meanwhile."""
        if not paused and seconds * 1000 > SHORT_ABSENCE:
            for table_id in list(self._due):
                key = f"resumed:{self._house.settings.clock.now()}"
                self._say(table_id, HOUSE, GiveTime(int(seconds * 1000)), key)

"""Deadlines of tables, and downtime that is given back to clocks.

When a deadline has passed, the house sends the table a TimeOut; the table's log decides whether time is up. Deadlines
come with every note; those of tables that are not in memory are read from the store.

Downtime, during which no node could take a move (the house was closed, asleep, stopped, or could not write), costs
nobody anything: it is given back to every clock that ran. The node that notices gives it, counted from the last
heartbeat of any node; the table's log makes sure that no moment is given twice. If only this node was down, the others
sent heartbeats, and there is nothing to give back.
"""

import asyncio
import heapq
import logging
import time
from collections.abc import Awaitable
from contextlib import suppress

from lumitheque.reception.faults import HouseFault
from lumitheque.server.house import House
from lumitheque.server.settings import DAY, Clock, SteadyClock
from lumitheque.storage import StorageTrouble, Store
from lumitheque.tables import CLOCK, HOUSE, Actor, AnyCommand, Denied, TableNote
from lumitheque.tables.commands import GiveTime, TimeOut

TICK = 0.1  # seconds
SHORT_ABSENCE = 2_000  # milliseconds of downtime that are not given back
SIGN = 500  # milliseconds between heartbeats of a node: well below SHORT_ABSENCE
SLOW = 1.0  # seconds of round trip above which the store's time is too old to follow
ALIVE_AT = "alive_at"
log = logging.getLogger("lumitheque.server")


async def ask_the_time(store: Store, clock: Clock) -> bool:
    """Follow the clock of the store, which all nodes share; False if there is only this node."""
    asked = time.monotonic()
    told = await store.now()
    if told is None:
        return False
    if isinstance(clock, SteadyClock) and time.monotonic() - asked < SLOW:
        clock.follow(told)
    return True


class ClockKeeper:
    def __init__(self, house: House) -> None:
        self._house = house
        self._heap: list[tuple[int, str]] = []
        self._due: dict[str, int] = {}
        self._seen = 0  # when the house could last take a move, as far as this node knows; 0: before it was opened
        self._proved = 0  # when the store last took something from this node
        self._signed = 0
        self._shared = False  # whether there may be other nodes
        self._settling = asyncio.Lock()
        house.rouse = self.rouse
        house.on_change.append(self.changed)
        house.on_commit.append(self._committed)
        house.pause.listeners.append(self._paused)

    # --- deadlines ---------------------------------------------------------------------------------------------------

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
            await self.tick()

    async def tick(self) -> None:
        house = self._house
        if house.pause.on or not house.ready.is_set():
            return
        await self._settle()
        if self._shared and self._now() - self._signed >= SIGN:
            await self._sign()
        if self._heap and not house.pause.on:
            self._ring(self._now())

    def _now(self) -> int:
        return self._house.settings.clock.now()

    def _ring(self, now: int) -> None:
        while self._heap and self._heap[0][0] < now:
            deadline, table_id = heapq.heappop(self._heap)
            if self._due.get(table_id) == deadline:
                del self._due[table_id]
                self._say(table_id, CLOCK, TimeOut(), f"clock:{deadline}")

    def _say(self, table_id: str, actor: Actor, command: AnyCommand, key: str) -> "asyncio.Task[bool]":
        async def say() -> None:
            with suppress(Denied, HouseFault):
                await self._house.command(table_id, actor, command, key)

        return self._house.supervisor.once("clocks of tables", say)

    async def look_around(self, ahead_ms: int) -> None:
        """Read deadlines of tables that are not in memory, or that passed while the house was paused. Send a heartbeat
        while clocks are running."""
        with suppress(StorageTrouble):
            now = self._now()
            for note in await self._house.store.notes(status="playing", deadline_before=now + ahead_ms, limit=10_000):
                self.changed(note)
        if self._due:
            await self._sign()

    # --- downtime ----------------------------------------------------------------------------------------------------

    def rouse(self) -> Awaitable[None] | None:
        """Called before each command: what it must await if the house was down until just now."""
        return self._settle() if self._missed() > SHORT_ABSENCE else None

    def _right(self) -> int:
        clock = self._house.settings.clock
        return clock.right() if isinstance(clock, SteadyClock) else clock.now()

    def _missed(self) -> int:
        """Milliseconds since the house could last take a move. A clock that is behind has yet to take a step."""
        return self._right() - self._seen

    async def make_good(self) -> None:
        """Give back the downtime before a start."""
        await self._settle()

    async def _settle(self) -> None:
        """Give back the downtime before the house's clock steps over it. Commands wait meanwhile."""
        house, clock = self._house, self._house.settings.clock
        async with self._settling:
            if self._missed() > SHORT_ABSENCE:
                try:
                    self._shared = await ask_the_time(house.store, clock)  # the shared clock may be the right one
                    if not self._seen and isinstance(clock, SteadyClock):
                        clock.begin()
                    if self._missed() > SHORT_ABSENCE:
                        await self._give_back(self._seen, self._right())
                except StorageTrouble as trouble:
                    house.pause.after(trouble)
                if house.pause.on:
                    return  # tried again when the store is well
                if isinstance(clock, SteadyClock):
                    clock.catch_up()
                self._seen = self._proved = self._now()
                if self._shared or self._due:
                    await self._sign()
            self._seen = self._now()

    async def _give_back(self, since: int, until: int) -> None:
        """Give the downtime back to every clock that runs. Correspondence games count closed hours up to a day."""
        store, opening = self._house.store, not since
        alive = int(await store.setting(ALIVE_AT) or 0)
        if alive <= until + SHORT_ABSENCE:  # otherwise a wrong clock wrote it
            since = max(since, alive)
        away = until - since
        given: list[asyncio.Task[bool]] = []
        for note in await store.notes(status="playing", deadline_before=1 << 60, limit=100_000):
            self.changed(note)
            if away > (DAY if opening and note.clock == "days" else SHORT_ABSENCE):
                given.append(self._say(note.id, HOUSE, GiveTime(away, until), f"away:{until}"))
        if given:
            log.warning("the house could not take a move for %d s, or its clock was set forward", away // 1000)
        await asyncio.gather(*given)

    async def _sign(self) -> None:
        """Write a heartbeat: up to now the house could take moves. Not while downtime is still to be given back."""
        if self._missed() > SHORT_ABSENCE:
            return
        now, store = self._now(), self._house.store
        try:
            await store.keep_setting(ALIVE_AT, str(now).encode())
            if self._shared:
                await ask_the_time(store, self._house.settings.clock)
        except StorageTrouble as trouble:
            self._house.pause.after(trouble)
        else:
            self._signed = self._proved = now

    def _committed(self, _: TableNote) -> None:
        self._proved = self._now()

    def _paused(self, paused: bool, _: float) -> None:
        """Downtime may have begun when the store last took something."""
        if paused:
            self._seen = min(self._seen, self._proved)

    async def stop(self) -> None:
        if self._seen and self._due and not self._house.pause.on:
            await self._sign()  # downtime begins now, to the second

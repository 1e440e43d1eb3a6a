"""Everybody who works in the house, for the routes to turn to."""

import asyncio
import gc
import time
from collections.abc import Coroutine
from contextlib import suppress
from typing import Protocol

from lumitheque.server.botrunner import BotRunner
from lumitheque.server.doors import Doorkeeper
from lumitheque.server.guard import Guard
from lumitheque.server.hints import Adviser
from lumitheque.server.house import House
from lumitheque.server.janitor import Janitor
from lumitheque.server.live import Live
from lumitheque.server.settings import HouseSettings
from lumitheque.server.study import Scholar
from lumitheque.server.timekeeper import Timekeeper
from lumitheque.server.usher import Usher
from lumitheque.server.warming import warm_up
from lumitheque.storage import StorageTrouble

TIDY_SECONDS = 3600.0
YOUNG = 10_000  # things made before the collector looks: a move makes many, and hardly any that it would have to find


class Runner(Protocol):
    """Whoever sees to it that bots move."""

    async def find(self) -> None: ...

    async def find_forgotten(self) -> None: ...

    async def stop(self) -> None: ...


def whoever_thinks(house: House) -> Runner | None:
    """Threads of this process, or workers elsewhere."""
    settings = house.settings
    if settings.workers_at is not None:
        from lumitheque.server.errands import ErrandBoard  # noqa: PLC0415 (an extra: only where there are workers)

        return ErrandBoard(house, settings.workers_at)
    return BotRunner(house, settings.bots_at_once) if settings.bot_threads else None


class Staff:
    def __init__(self, settings: HouseSettings) -> None:
        self.settings = settings
        self.house = House(settings)
        self.doors = Doorkeeper(settings)
        self.guard = Guard(settings, self.doors)
        self.live = Live(self.house, self.guard)
        self.runner = whoever_thinks(self.house)
        self.timekeeper = Timekeeper(self.house)
        self.usher = Usher(self.house, self.doors, self.live)
        self.janitor = Janitor(self.house, self.doors)
        self.adviser = Adviser(self.house)
        self.scholar = Scholar(self.house)
        self.ready = False
        self._tasks: list[asyncio.Task[None]] = []

    async def come(self) -> None:
        """Open the house. It answers at once; it is ready when games and bots are."""
        self.house.ready.clear()
        await self.settings.store.start()
        await self.doors.open()
        await self.house.start()
        self.usher.start()
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(work) for work in self._works()]

    def _works(self) -> list[Coroutine[None, None, None]]:
        return [self._get_ready(), self.timekeeper.run(), self.usher.run(), self._sweep()]

    async def _get_ready(self) -> None:
        if self.settings.warm_up:
            await asyncio.to_thread(warm_up)
            gc.collect()
            gc.set_threshold(YOUNG)
            gc.freeze()  # machine code stays, in many small parts: the collector need not go over them again
        with suppress(StorageTrouble):
            await self.timekeeper.make_good()
        if self.runner:
            await self.runner.find()
        self.ready = True
        self.house.ready.set()

    async def _sweep(self) -> None:
        """Now and then: what is idle, what is due elsewhere, what another node changed."""
        tidied = time.monotonic() - TIDY_SECONDS
        while True:
            await asyncio.sleep(self.settings.sweep_seconds)
            self.live.sweep()
            self.house.evict()
            for live in list(self.house.tables.values()):
                if live.presence_due:
                    self.house.company.tell(live)
            self.house.company.sweep()
            try:
                await self.doors.look_again(time.monotonic())
            except StorageTrouble:
                self.house.pause()
            if not self.ready or self.house.paused:
                continue
            await self.timekeeper.look_around(int(self.settings.sweep_seconds * 2000))
            if self.runner:
                await self.runner.find_forgotten()
            if time.monotonic() - tidied >= TIDY_SECONDS:
                tidied = time.monotonic()
                await self.janitor.tidy_up()

    async def go(self) -> None:
        """Close the house: nothing is begun any more, what was begun is finished."""
        self.ready = False
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.house.lobby.stop()
        if self.runner:
            await self.runner.stop()
        await self.timekeeper.stop()
        self.adviser.stop()
        self.scholar.stop()
        await self.house.stop()
        await self.settings.store.stop()

"""Everybody who works in the house, for the routes to turn to."""

import asyncio
import gc
import time
from typing import Any, Protocol

from lumitheque.server.botrunner import BotRunner
from lumitheque.server.codes import Codes
from lumitheque.server.doors import Doorkeeper
from lumitheque.server.farewells import Farewells
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

    def hurry(self) -> None:
        """The house closes: whoever thinks answers soon."""

    def stop(self) -> None:
        """Nobody thinks any more."""


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
        self.guard = Guard(settings, self.doors, self.house.whereabouts)
        self.live = Live(self.house, self.guard)
        self.codes = Codes(self.guard)
        self.runner = whoever_thinks(self.house)
        self.timekeeper = Timekeeper(self.house)
        self.usher = Usher(self.house, self.doors, self.live)
        self.janitor = Janitor(self.house, self.doors)
        self.farewells = Farewells(self.house)
        self.adviser = Adviser(self.house)
        self.scholar = Scholar(self.house)
        self.ready = False
        self._tasks: list[asyncio.Task[Any]] = []  # the supervisor looks after them

    async def come(self) -> None:
        """Open the house. It answers at once; it is ready when games and bots are."""
        self.house.ready.clear()
        await self.settings.store.start()
        await self.doors.open()
        await self.house.start()
        self.usher.start()
        supervisor = self.house.supervisor
        self._tasks = [
            supervisor.once("opening", self._get_ready),
            supervisor.keep("timekeeper", self.timekeeper.run),
            supervisor.keep("usher", self.usher.run),
            supervisor.keep("sweep", self._sweep),
            supervisor.keep("farewells", self.farewells.run),
        ]

    def unwell(self) -> list[str]:
        """What runs in the background and failed lately, here or in the store."""
        return [*self.house.supervisor.unwell(), *self.settings.store.unwell()]

    async def _get_ready(self) -> None:
        """Whatever of it fails, the house is ready afterwards: people are waiting."""
        attempt = self.house.supervisor.attempt
        try:
            if self.settings.warm_up:
                await attempt("warming up", self._warm_up)
            await attempt("making good", self._make_good)
            if self.runner:
                await attempt("finding bots", self.runner.find)
        finally:
            self.ready = True
            self.house.ready.set()

    async def _warm_up(self) -> None:
        await asyncio.to_thread(warm_up)
        gc.collect()
        gc.set_threshold(YOUNG)
        gc.freeze()  # machine code stays, in many small parts: the collector need not go over them again

    async def _make_good(self) -> None:
        try:
            await self.timekeeper.make_good()
        except StorageTrouble as trouble:
            self.house.fails(trouble)

    async def _sweep(self) -> None:
        """Now and then: what is idle, what is due elsewhere, what another node changed. Each of them whatever happens
        to the others."""
        call, attempt = self.house.supervisor.call, self.house.supervisor.attempt
        tidied = time.monotonic() - TIDY_SECONDS
        while True:
            await asyncio.sleep(self.settings.sweep_seconds)
            call("idle sockets", self.live.sweep)
            call("idle tables", self.house.evict)
            call("presence", self._tell_presence)
            await attempt("doors", self._look_at_doors)
            if not self.ready or self.house.paused:
                continue
            await attempt("deadlines", self._look_for_deadlines)
            if self.runner:
                await attempt("finding bots", self.runner.find_forgotten)
            if time.monotonic() - tidied >= TIDY_SECONDS:
                tidied = time.monotonic()
                await attempt("tidying up", self._tidy_up)

    def _tell_presence(self) -> None:
        for live in list(self.house.tables.values()):
            if live.presence_due:
                self.house.company.tell(live)
        self.house.company.sweep()

    async def _look_at_doors(self) -> None:
        try:
            await self.doors.look_again(time.monotonic())
        except StorageTrouble as trouble:
            self.house.fails(trouble)

    async def _look_for_deadlines(self) -> None:
        await self.timekeeper.look_around(int(self.settings.sweep_seconds * 2000))

    async def _tidy_up(self) -> None:
        await self.janitor.tidy_up()

    async def go(self) -> None:
        """Close the house: nothing is begun any more, what was begun is finished."""
        self.ready = False
        if self.runner:
            self.runner.hurry()
        await self.house.stop()
        await self.timekeeper.stop()
        if self.runner:
            self.runner.stop()
        self.adviser.stop()
        self.scholar.stop()
        self.codes.stop()
        await self.settings.store.stop()

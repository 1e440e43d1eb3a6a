"""Services: every part of a running house. Opens, supervises and closes them; routes find them here."""

import asyncio
import gc
import time
from typing import Any, Protocol

from lumitheque.server.access.admission import Admission
from lumitheque.server.access.removals import Removals
from lumitheque.server.access.request_guard import RequestGuard
from lumitheque.server.bots.local_runner import LocalRunner
from lumitheque.server.house import House
from lumitheque.server.http.qr_codes import QrCodes
from lumitheque.server.live.socket import Live
from lumitheque.server.settings import HouseSettings
from lumitheque.server.study.hints import HintService
from lumitheque.server.study.positions import StudyRoom
from lumitheque.server.upkeep.clocks import ClockKeeper
from lumitheque.server.upkeep.device_files import DeviceFiles
from lumitheque.server.upkeep.erasure import Erasure
from lumitheque.server.upkeep.sweeping import Sweeper
from lumitheque.server.upkeep.warming import warm_up
from lumitheque.storage import StorageTrouble

TIDY_SECONDS = 3600.0
YOUNG = 10_000  # allocations before a garbage collection: a move makes many objects and hardly any cycles


class Runner(Protocol):
    """What makes bots move."""

    async def find(self) -> None: ...

    async def find_forgotten(self) -> None: ...

    def hurry(self) -> None:
        """The house closes: bots that think must answer soon."""

    def stop(self) -> None:
        """Stop all threads."""


def whoever_thinks(house: House) -> Runner | None:
    """The runner of this house: threads of this process, or a job queue for workers on other machines."""
    settings = house.settings
    if settings.workers_at is not None:
        from lumitheque.server.bots.job_queue import JobQueue  # noqa: PLC0415 (an extra: only where there are workers)

        return JobQueue(house, settings.workers_at)
    return LocalRunner(house, settings.bots_at_once) if settings.bot_threads else None


class Services:
    def __init__(self, settings: HouseSettings) -> None:
        self.settings = settings
        self.house = House(settings)
        self.admission = Admission(settings)
        self.guard = RequestGuard(settings, self.admission, self.house.whereabouts)
        self.live = Live(self.house, self.guard)
        self.qr_codes = QrCodes(self.guard)
        self.runner = whoever_thinks(self.house)
        self.clocks = ClockKeeper(self.house)
        self.removals = Removals(self.house, self.admission, self.live)
        self.sweeper = Sweeper(self.house, self.admission)
        self.erasure = Erasure(self.house)
        self.hints = HintService(self.house)
        self.study = StudyRoom(self.house)
        self.device_files = DeviceFiles(self.house.preparation, settings.device_files)
        self.ready = False
        self._tasks: list[asyncio.Task[Any]] = []  # the supervisor looks after them

    async def open(self) -> None:
        """Open the house. It answers requests at once; /ready says yes when games and bots are loaded."""
        self.house.ready.clear()
        await self.settings.store.start()
        await self.admission.open()
        await self.house.start()
        self.removals.start()
        supervisor = self.house.supervisor
        self._tasks = [
            supervisor.once("opening", self._get_ready),
            supervisor.keep("clocks", self.clocks.run),
            supervisor.keep("removals", self.removals.run),
            supervisor.keep("sweep", self._sweep),
            supervisor.keep("erasure", self.erasure.run),
            supervisor.keep("preparing games", self.house.preparation.run),
            supervisor.keep("files for devices", self.device_files.run),
        ]

    def unwell(self) -> list[str]:
        """Background work that failed lately, here or in the store."""
        return [*self.house.supervisor.unwell(), *self.settings.store.unwell()]

    async def _get_ready(self) -> None:
        """Load games and bots and give clocks their time back. The house becomes ready even if some of it fails."""
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
        gc.freeze()  # compiled code is many small objects that stay: later collections skip them

    async def _make_good(self) -> None:
        try:
            await self.clocks.make_good()
        except StorageTrouble as trouble:
            self.house.fails(trouble)

    async def _sweep(self) -> None:
        """Periodically close what is idle, and look for what is due elsewhere or changed at another node. A failure of
        one does not stop the others."""
        call, attempt = self.house.supervisor.call, self.house.supervisor.attempt
        tidied = time.monotonic() - TIDY_SECONDS
        while True:
            await asyncio.sleep(self.settings.sweep_seconds)
            call("idle sockets", self.live.sweep)
            call("idle tables", self.house.evict)
            call("presence", self._tell_presence)
            await attempt("admission", self._reread_admission)
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
                self.house.presence.tell(live)
        self.house.presence.sweep()

    async def _reread_admission(self) -> None:
        try:
            await self.admission.look_again(time.monotonic())
        except StorageTrouble as trouble:
            self.house.fails(trouble)

    async def _look_for_deadlines(self) -> None:
        await self.clocks.look_around(int(self.settings.sweep_seconds * 2000))

    async def _tidy_up(self) -> None:
        await self.sweeper.tidy_up()

    async def close(self) -> None:
        """Close the house: begin nothing new, finish what was begun."""
        self.ready = False
        if self.runner:
            self.runner.hurry()
        await self.house.stop()
        await self.clocks.stop()
        if self.runner:
            self.runner.stop()
        self.hints.stop()
        self.study.stop()
        self.qr_codes.stop()
        await self.settings.store.stop()

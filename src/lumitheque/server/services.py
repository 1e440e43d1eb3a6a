"""Services: every part of a running house. Opens, supervises and closes them; routes find them here."""

import asyncio
import gc
import time
from typing import Any, Protocol

from lumitheque.server.absences.book import AbsenceBook
from lumitheque.server.absences.holidays import HolidayKeeper
from lumitheque.server.absences.substitutes import SubstituteKeeper
from lumitheque.server.access.acquaintances import Acquaintances
from lumitheque.server.access.admission import Admission
from lumitheque.server.access.cookies import Seals
from lumitheque.server.access.devices import Devices
from lumitheque.server.access.guest_bots import GuestBots
from lumitheque.server.access.passkeys import Passkeys
from lumitheque.server.access.pins import Pins
from lumitheque.server.access.recovery_keys import RecoveryKeys
from lumitheque.server.access.removals import Removals
from lumitheque.server.access.request_guard import RequestGuard
from lumitheque.server.access.sharers import Sharers
from lumitheque.server.bots.local_runner import LocalRunner
from lumitheque.server.guests.ladder import LadderRoom
from lumitheque.server.guests.streams import GuestStreams
from lumitheque.server.guests.visiting import GuestDesk
from lumitheque.server.house import House
from lumitheque.server.http.qr_codes import QrCodes
from lumitheque.server.live.socket import Live
from lumitheque.server.notices.invitations import Invitations
from lumitheque.server.notices.service import NoticeService
from lumitheque.server.orders.keeper import OrderKeeper
from lumitheque.server.press.previews import PreviewRoom
from lumitheque.server.press.print_shop import PrintShop
from lumitheque.server.settings import HouseSettings
from lumitheque.server.study.hints import HintService
from lumitheque.server.study.judging_room import JudgingRoom
from lumitheque.server.study.kept_editions import KeptEditions
from lumitheque.server.study.positions import StudyRoom
from lumitheque.server.study.reviewer import PatientThread, Reviewer
from lumitheque.server.study.reviews import ReviewRoom
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

    @property
    def threads(self) -> PatientThread | None:
        """Where other work can be done beside the bots'; None where no bot thinks here."""

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


def review_rooms(house: House, runner: Runner | None) -> tuple[ReviewRoom, Reviewer | None]:
    """Where reviews are wished and read, and who computes them here; None where workers on other machines do."""
    room = ReviewRoom(house, is_computed=runner is not None)
    if runner is None or runner.threads is None:
        return room, None
    reviewer = Reviewer(house, runner.threads)
    room.on_wish, room.on_drop = reviewer.wake, reviewer.call_off
    return room, reviewer


class Services:
    def __init__(self, settings: HouseSettings) -> None:
        self.settings = settings
        self.house = House(settings)
        self.admission = Admission(settings)
        store, clock, dice = settings.store, settings.clock, settings.dice
        self.devices = Devices(store, self.house.people, clock)
        self.recovery, self.passkeys = RecoveryKeys(store, clock, dice), Passkeys(store, clock)
        self.pins = Pins(store, clock, dice, self._seals)
        self.sharers = Sharers(store, self.house.people, self.devices, clock, self._seals)
        self.guest_bots = GuestBots(store, self.house.people, clock, dice)
        self.guard = RequestGuard(settings, self.admission, self.house.whereabouts, self.devices, self.guest_bots)
        self.live, self.qr_codes = Live(self.house, self.guard), QrCodes(self.guard)
        self.previews, self.print_shop = PreviewRoom(self.house, self.guard, self.admission), PrintShop(self.guard)
        self.acquaintances = Acquaintances(store, self.house.people, dice)
        self.invitations = Invitations(self.house, self.acquaintances)
        self.guest_streams = GuestStreams(self.house, self.guard, self.invitations)
        self.guest_desk = GuestDesk(self.house, self.guest_bots, self.invitations)
        self.ladder = LadderRoom(self.house, self.guest_bots)
        self.editions, self.absences = KeptEditions(store, clock), AbsenceBook(store, clock)
        self.runner, self.clocks = whoever_thinks(self.house), ClockKeeper(self.house)
        self.notices = NoticeService(self.house, self.absences, self._seals)
        self.holidays, self.substitutes = HolidayKeeper(self.house, self.absences), SubstituteKeeper(self.house)
        self.orders = OrderKeeper(self.house)
        self.removals = Removals(
            self.house, self.admission, self.devices, self.sharers, self.live, self.guest_bots, self.guest_streams
        )
        self.sweeper, self.erasure = Sweeper(self.house, self.admission), Erasure(self.house)
        self.hints, self.study = HintService(self.house), StudyRoom(self.house)
        self.reviews, self.reviewer = review_rooms(self.house, self.runner)
        self.judging = JudgingRoom(self.house, self.study, self.reviews)
        self.device_files = DeviceFiles(self.house.preparation, settings.device_files)
        self.ready = False
        self._tasks: list[asyncio.Task[Any]] = []  # the supervisor looks after them

    def _seals(self) -> Seals:
        """Those of the house, once it is open."""
        return self.admission.seals

    async def open(self) -> None:
        """Open the house. It answers requests at once; /ready says yes when games and bots are loaded."""
        self.house.ready.clear()
        await self.settings.store.start()
        await self.admission.open()
        await self.house.start()
        self.removals.start()
        self.orders.start()
        await self.devices.open()
        await self.guest_bots.open()
        supervisor = self.house.supervisor
        self._tasks = [
            supervisor.once("opening", self._get_ready),
            supervisor.keep("clocks", self.clocks.run),
            supervisor.keep("removals", self.removals.run),
            supervisor.keep("holidays", self.holidays.run),
            supervisor.keep("substitutes", self.substitutes.run),
            supervisor.keep("sweep", self._sweep),
            supervisor.keep("notices", self.notices.sender.run),
            supervisor.keep("erasure", self.erasure.run),
            supervisor.keep("preparing games", self.house.preparation.run),
            supervisor.keep("files for devices", self.device_files.run),
        ]
        if self.reviewer is not None:
            self._tasks.append(supervisor.keep("reviews", self.reviewer.run))

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
            await attempt("orders", self._load_orders)
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
            self.house.pause.after(trouble)

    async def _load_orders(self) -> None:
        try:
            await self.orders.load()
        except StorageTrouble as trouble:
            self.house.pause.after(trouble)

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
            await attempt("guest bots", self._reread_guest_bots)
            if not self.ready or self.house.pause.on:
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
            self.house.pause.after(trouble)

    async def _reread_guest_bots(self) -> None:
        """`lumitheque token` changes them beside an open house."""
        try:
            await self.guest_bots.open()
        except StorageTrouble as trouble:
            self.house.pause.after(trouble)
        self.guest_streams.see_out()

    async def _look_for_deadlines(self) -> None:
        await self.clocks.look_around(int(self.settings.sweep_seconds * 2000))

    async def _tidy_up(self) -> None:
        await self.sweeper.tidy_up()
        await self.notices.sender.tidy_up()

    async def close(self) -> None:
        """Close the house: begin nothing new, finish what was begun."""
        self.ready = False
        self.guest_streams.stop()
        if self.runner:
            self.runner.hurry()
        await self.house.stop()
        await self.clocks.stop()
        if self.runner:
            self.runner.stop()
        await self.notices.outgoing.stop()
        self.hints.stop()
        self.study.stop()
        self.qr_codes.stop()
        self.previews.stop()
        self.print_shop.stop()
        await self.settings.store.stop()

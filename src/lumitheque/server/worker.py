"""A worker: it takes errands from the queue, thinks, and plays through the same door as everybody.

It may die at any moment. Its errands stay in the queue as taken, without a sign of life, and after a few seconds
another worker takes them. Should both come to a move, the log takes one: they play under the same key, after the same
entry.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import partial

from pgqueuer.core.qm import QueueManager
from pgqueuer.domain.errors import FailingListenerError
from pgqueuer.domain.models import Job
from pgqueuer.domain.types import Channel
from pgqueuer.queries import Queries

from lumitheque.server.errands import LOST, PAUSE, QUEUE, THINK, ErrandBoard, connect, install, queue_on, unpack
from lumitheque.server.faults import HouseFault
from lumitheque.server.house import House
from lumitheque.server.settings import HouseSettings, SteadyClock
from lumitheque.server.thinking import Thinker
from lumitheque.server.timekeeper import ask_the_time
from lumitheque.server.warming import warm_up
from lumitheque.storage import StorageTrouble
from lumitheque.tables import Denied

SIGN_OF_LIFE = timedelta(seconds=4)  # after so long without, a worker is taken to be dead
LOOK = timedelta(seconds=1)  # how often the errands of the dead are looked for
LATE = 5  # times an answer may come too late before the errand is left to somebody else
SWEEP = 30.0  # seconds
OLD_NEWS = f"DELETE FROM {QUEUE.queue_table_log} WHERE created < now() - interval '10 minutes'"  # noqa: S608 (our name)
log = logging.getLogger("lumitheque.worker")


@dataclass
class Taking(QueueManager):
    """Takes as many errands as there are threads. (pgqueuer itself would take at least two, and one would wait.)"""

    threads: int = 1

    async def fetch_jobs(
        self, batch_size: int, global_concurrency_limit: int | None, heartbeat_timeout: timedelta
    ) -> AsyncGenerator[Job, None]:
        at_most = min(self.threads, global_concurrency_limit or self.threads)
        async for job in super().fetch_jobs(batch_size, at_most, heartbeat_timeout):
            yield job


class Worker:
    def __init__(self, settings: HouseSettings, address: str) -> None:
        self._settings, self._address = settings, address
        self.house = House(settings)
        self._board = ErrandBoard(self.house, address)  # after a bot's move it may be the next bot's turn
        self._thinker = Thinker(self.house, settings.bots_at_once, lambda: None)  # nobody else is waiting here
        self._taking: Taking | None = None
        self._open = True

    async def run(self, ready: Callable[[], None]) -> None:
        """Until `stop`; StorageTrouble if the database cannot be reached to begin with."""
        await self._settings.store.start()
        await self.house.start()
        await self._follow_the_time()
        if self._settings.warm_up:
            await asyncio.to_thread(warm_up)
        await self._board.find()
        self.house.supervisor.keep("sweep", self._sweep)
        try:
            await self.house.supervisor.keep("taking errands", partial(self._take_all, ready))
        finally:
            await self.house.stop()
            self._thinker.stop()
            await self._settings.store.stop()

    def stop(self) -> None:
        """Nothing new is taken; whoever thinks answers soon, and plays."""
        self._open = False
        if self._taking is not None:
            self._taking.shutdown.set()
        self._thinker.hurry()

    async def _take_all(self, ready: Callable[[], None]) -> None:
        while self._open:
            try:
                await self._take(ready)
            except (*LOST, FailingListenerError) as error:
                log.warning("the queue is gone: %s", error or type(error).__name__)
                await asyncio.sleep(PAUSE)

    async def _take(self, ready: Callable[[], None]) -> None:
        connection = await connect(self._address)
        try:
            queue = queue_on(connection)
            await install(queue)
            threads = self._settings.bots_at_once
            taking = self._taking = Taking(queue, Channel(QUEUE.channel), threads=threads)
            taking.entrypoint(THINK)(self._run_errand)
            if not self._open:
                return
            tidying = self.house.supervisor.keep("tidying the queue", partial(_tidy, queue))
            ready()
            try:
                await taking.run(
                    dequeue_timeout=LOOK,
                    batch_size=1,
                    max_concurrent_tasks=max(2, threads),
                    shutdown_on_listener_failure=True,
                    heartbeat_timeout=SIGN_OF_LIFE,
                    log_aggregation_interval=timedelta(0),
                )
            finally:
                tidying.cancel()
                await asyncio.gather(tidying, return_exceptions=True)
        finally:
            self._taking = None
            connection.terminate()

    async def _run_errand(self, job: Job) -> None:
        """One decision. An errand that cannot be run is let go of: where bots are to move, nodes give another."""
        errand = unpack(job.payload)
        for _ in range(LATE):
            try:
                await self.house.catch_up(errand.table, errand.seq)
                await self._thinker.decide(errand.table)
            except Denied as denied:  # somebody took back, or another worker was quicker: what is to do now?
                log.debug("too late at table %s: %s", errand.table[:6], denied)
                continue
            except (HouseFault, StorageTrouble) as fault:
                if errand.table not in self.house.aside:  # that was said once
                    log.warning("nobody thinks at table %s now: %s", errand.table[:6], fault)
                return
            except Exception:
                log.exception("a bot failed at table %s", errand.table[:6])
                return
            return

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            self.house.evict()
            with contextlib.suppress(StorageTrouble):
                await self._follow_the_time()

    async def _follow_the_time(self) -> None:
        """A bot moves at the house's time, whatever this machine's clock says. Nobody has to be given a step of it."""
        clock = self._settings.clock
        await ask_the_time(self._settings.store, clock)
        if isinstance(clock, SteadyClock):
            clock.begin()


async def _tidy(queue: Queries) -> None:
    """pgqueuer keeps a line for everything that happened to an errand; nobody reads them for long."""
    while True:
        with contextlib.suppress(*LOST):
            await queue.driver.execute(OLD_NEWS)
        await asyncio.sleep(600)

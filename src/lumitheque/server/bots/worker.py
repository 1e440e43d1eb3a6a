"""Worker: takes jobs from the queue, thinks, and plays by commands like everybody.

It may die at any moment. Its jobs then stay in the queue without a heartbeat, and another worker takes them after a few
seconds. If both come to a move, the log takes one: they play with the same key, after the same entry.
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

from lumitheque.reception.faults import HouseFault
from lumitheque.server.bots.job_queue import LOST, PAUSE, QUEUE, THINK, JobQueue, connect, install, queue_on, unpack
from lumitheque.server.bots.turns import BotThread
from lumitheque.server.house import House
from lumitheque.server.settings import HouseSettings, SteadyClock
from lumitheque.server.study.reviewer import Reviewer
from lumitheque.server.upkeep.clocks import ask_the_time
from lumitheque.server.upkeep.warming import warm_up
from lumitheque.storage import StorageTrouble
from lumitheque.tables import Denied

SIGN_OF_LIFE = timedelta(seconds=4)  # without a heartbeat for so long, a worker counts as dead
LOOK = timedelta(seconds=1)  # how often jobs of dead workers are looked for
LATE = 5  # late answers before the job is left to others
SWEEP = 30.0  # seconds
OLD_NEWS = f"DELETE FROM {QUEUE.queue_table_log} WHERE created < now() - interval '10 minutes'"  # noqa: S608 (our name)
log = logging.getLogger("lumitheque.worker")


@dataclass
class Taking(QueueManager):
    """Takes as many jobs as there are threads. (pgqueuer itself would take at least two, and one would wait.)"""

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
        self._board = JobQueue(self.house, address)  # after a bot's move another bot may be next
        self._thinker = BotThread(self.house, settings.bots_at_once, lambda: None)  # no guests wait here
        self._reviewer = Reviewer(self.house, self._thinker)
        self._taking: Taking | None = None
        self._open = True

    async def run(self, ready: Callable[[], None]) -> None:
        """Run until `stop`; StorageTrouble if the database cannot be reached at the start."""
        await self._settings.store.start()
        await self.house.start()
        await self._follow_the_time()
        if self._settings.warm_up:
            await asyncio.to_thread(warm_up)
        await self._board.find()
        self.house.supervisor.keep("sweep", self._sweep)
        self.house.supervisor.keep("reviews", self._reviewer.run)
        try:
            await self.house.supervisor.keep("taking errands", partial(self._take_all, ready))
        finally:
            await self.house.stop()
            self._thinker.stop()
            await self._settings.store.stop()

    def stop(self) -> None:
        """Take no new jobs; bots that think answer soon, and play."""
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
        """Make one decision. A job that cannot be run is dropped: nodes queue another where bots are to move."""
        errand = unpack(job.payload)
        for _ in range(LATE):
            try:
                await self.house.catch_up(errand.table, errand.seq)
                await self._thinker.decide(errand.table)
            except Denied as denied:  # a take-back, or another worker was quicker: look what is to do now
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
        """Follow the house's clock, whatever this machine's says."""
        clock = self._settings.clock
        await ask_the_time(self._settings.store, clock)
        if isinstance(clock, SteadyClock):
            clock.begin()


async def _tidy(queue: Queries) -> None:
    """Delete old lines of pgqueuer's log of jobs."""
    while True:
        with contextlib.suppress(*LOST):
            await queue.driver.execute(OLD_NEWS)
        await asyncio.sleep(600)

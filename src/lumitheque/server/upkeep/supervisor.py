"""Supervisor: runs background tasks. A failure is logged with its traceback, counted, retried, and shown by /ready,
/health and /metrics until the task has been well for a while."""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

FIRST_PAUSE, LONGEST_PAUSE = 0.1, 60.0  # seconds before failed work is restarted, doubling each time
SOUND = 60.0  # seconds without a failure after which work counts as well again
REMEMBERED = 1_000  # distinct failures whose repetitions are counted
Work = Callable[[], Coroutine[Any, Any, None]]
Result = TypeVar("Result")
log = logging.getLogger("lumitheque.server")


class Supervisor:
    """All background tasks of one house."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._tasks: set[asyncio.Task[Any]] = set()
        self._open = True
        self._unwell_until: dict[str, float] = {}
        self._seen: Counter[tuple[str, str]] = Counter()
        self.failures: Counter[str] = Counter()  # by name, since the house was opened

    def keep(self, name: str, work: Work) -> "asyncio.Task[None]":
        """Run work until it returns; restart it if it fails."""
        return self._spawn(self._keep(name, work))

    def once(self, name: str, work: Work) -> "asyncio.Task[bool]":
        """Run work once, as a task. If it fails, it is not retried."""
        return self._spawn(self.attempt(name, work))

    async def attempt(self, name: str, work: Work) -> bool:
        """Await work here; False if it failed."""
        try:
            await work()
        except Exception as error:  # noqa: BLE001 (a failure must not stop the rest)
            self.failed(name, error)
            return False
        return True

    def call(self, name: str, work: Callable[..., object], *given: object) -> bool:
        """Call a plain function; False if it failed."""
        try:
            work(*given)
        except Exception as error:  # noqa: BLE001
            self.failed(name, error)
            return False
        return True

    def failed(self, name: str, error: Exception, pause: float = 0.0) -> None:
        """Record a failure. A repeated one is logged the 1st, 2nd, 4th, 8th … time only."""
        self.failures[name] += 1
        self._unwell_until[name] = self._clock() + pause + SOUND
        if len(self._seen) >= REMEMBERED:
            self._seen.clear()
        self._seen[name, repr(error)[:200]] += 1
        times = self._seen[name, repr(error)[:200]]
        if times & (times - 1) == 0:
            log.error("background work failed: %s (the same for the %d. time)", name, times, exc_info=error)

    def unwell(self) -> list[str]:
        """The names of work that failed lately."""
        now = self._clock()
        return sorted(name for name, until in self._unwell_until.items() if now < until)

    async def stop(self) -> None:
        """Cancel all tasks, and begin no new ones."""
        self._open = False
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _keep(self, name: str, work: Work) -> None:
        pause = FIRST_PAUSE
        while True:
            begun = self._clock()
            try:
                await work()
            except Exception as error:  # noqa: BLE001
                pause = FIRST_PAUSE if self._clock() - begun >= SOUND else pause
                self.failed(name, error, pause)
            else:
                return
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def _spawn(self, work: Coroutine[Any, Any, Result]) -> "asyncio.Task[Result]":
        task = asyncio.get_running_loop().create_task(work)
        if self._open:
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        else:
            task.cancel()
        return task

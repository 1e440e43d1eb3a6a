"""Background work that does not fail in silence: what fails is logged with its traceback, counted, tried again, and
shown by /ready, /health and /metrics until it has been well for a while."""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

FIRST_PAUSE, LONGEST_PAUSE = 0.1, 60.0  # seconds before work that failed is begun again; each pause is twice the last
SOUND = 60.0  # seconds without a failure, after which work counts as well again
REMEMBERED = 1_000  # different failures whose number is known
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
        """Work that goes on until it returns. If it fails, it is begun again."""
        return self._spawn(self._keep(name, work))

    def once(self, name: str, work: Work) -> "asyncio.Task[bool]":
        """Work that is done once, soon. If it fails, somebody else has to ask for it again."""
        return self._spawn(self.attempt(name, work))

    async def attempt(self, name: str, work: Work) -> bool:
        """Work that is done here and now; False if it failed."""
        try:
            await work()
        except Exception as error:  # noqa: BLE001 (whatever it is, it must not take the rest along)
            self.failed(name, error)
            return False
        return True

    def call(self, name: str, work: Callable[..., object], *given: object) -> bool:
        """The same for what does not wait."""
        try:
            work(*given)
        except Exception as error:  # noqa: BLE001
            self.failed(name, error)
            return False
        return True

    def failed(self, name: str, error: Exception, pause: float = 0.0) -> None:
        """Note a failure. One that comes again and again is logged ever more rarely: the 1st, 2nd, 4th, 8th … time."""
        self.failures[name] += 1
        self._unwell_until[name] = self._clock() + pause + SOUND
        if len(self._seen) >= REMEMBERED:
            self._seen.clear()
        self._seen[name, repr(error)[:200]] += 1
        times = self._seen[name, repr(error)[:200]]
        if times & (times - 1) == 0:
            log.error("background work failed: %s (the same for the %d. time)", name, times, exc_info=error)

    def unwell(self) -> list[str]:
        """The names of what failed lately."""
        now = self._clock()
        return sorted(name for name, until in self._unwell_until.items() if now < until)

    async def stop(self) -> None:
        """End everything; nothing is begun any more."""
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

"""KeptWork: what takes a while, made once in a thread of low priority and kept, up to so many bytes."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor

from lumitheque.reception.faults import HouseFault
from lumitheque.server.bots.turns import step_back


class KeptWork:
    def __init__(self, name: str, most_waiting: int, most_bytes: int) -> None:
        self._threads = ThreadPoolExecutor(1, name, step_back)
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._bytes, self._most_bytes = 0, most_bytes
        self._making: dict[Hashable, asyncio.Future[bytes]] = {}
        self._most_waiting = most_waiting

    async def get(self, key: Hashable, make: Callable[[], bytes], count: Callable[[], None]) -> bytes:
        """What is kept under a key, or else what `make` makes of it; `count` refuses whoever wants too much made."""
        if (found := self._kept.get(key)) is not None:
            self._kept.move_to_end(key)
            return found
        if (other := self._making.get(key)) is not None:
            return await asyncio.shield(other)  # somebody asked for the same a moment ago
        count()
        if len(self._making) >= self._most_waiting:
            raise HouseFault("too_many")
        future = asyncio.ensure_future(asyncio.get_running_loop().run_in_executor(self._threads, make))
        self._making[key] = future
        future.add_done_callback(lambda done: self._keep(key, done))
        return await asyncio.shield(future)  # whoever goes away leaves it to the next

    def _keep(self, key: Hashable, done: "asyncio.Future[bytes]") -> None:
        self._making.pop(key, None)
        if done.cancelled() or done.exception() is not None:
            return
        made = done.result()
        if len(made) > self._most_bytes:
            return
        self._kept[key] = made
        self._bytes += len(made)
        while self._bytes > self._most_bytes:
            _, oldest = self._kept.popitem(last=False)
            self._bytes -= len(oldest)

    def stop(self) -> None:
        self._threads.shutdown(wait=True, cancel_futures=True)

"""QR codes for pages. Drawing one takes some hundredths of a second, so one low-priority thread draws them in turn,
with a rate limit per address and a cache of recent ones."""

import asyncio
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor

from lumitheque.reception.faults import HouseFault
from lumitheque.server.access.addresses import qr_svg
from lumitheque.server.access.cookies import Visitor
from lumitheque.server.access.request_guard import RequestGuard
from lumitheque.server.bots.turns import step_back

KEPT = 256  # of a few kilobytes each
MOST_WAITING = 32


class QrCodes:
    def __init__(self, guard: RequestGuard) -> None:
        self._guard = guard
        self._threads = ThreadPoolExecutor(1, "codes", step_back)
        self._kept: OrderedDict[str, str] = OrderedDict()
        self._waiting = 0

    async def draw(self, text: str, visitor: Visitor) -> str:
        """A code as a picture for a page; HouseFault if somebody wants too many, or all do."""
        found = self._kept.get(text)
        if found is not None:
            self._kept.move_to_end(text)
            return found
        self._guard.count_code(visitor)
        if self._waiting >= MOST_WAITING:
            raise HouseFault("too_many")
        self._waiting += 1
        try:
            drawn = (await asyncio.get_running_loop().run_in_executor(self._threads, qr_svg, text)).decode()
        finally:
            self._waiting -= 1
        self._kept[text] = drawn
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return drawn

    def stop(self) -> None:
        self._threads.shutdown(wait=True, cancel_futures=True)

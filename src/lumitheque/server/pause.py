"""Pause: play stops while the store is in trouble, and resumes by itself when the store is well again."""

import asyncio
import logging
import sys
import time
from collections.abc import Callable
from functools import partial

from lumitheque.reception.faults import HouseFault
from lumitheque.server.upkeep.set_aside import SetAsideTables
from lumitheque.server.upkeep.supervisor import Supervisor
from lumitheque.storage import StorageTrouble, Store

log = logging.getLogger("lumitheque.server")


class Pause:
    def __init__(self, store: Store, supervisor: Supervisor, aside: SetAsideTables, recheck_seconds: float) -> None:
        self._store, self._supervisor, self._aside = store, supervisor, aside
        self._recheck_seconds = recheck_seconds
        self.on = False
        # Called when play pauses, and, with the seconds it took, when it resumes.
        self.listeners: list[Callable[[bool, float], None]] = []

    def check(self) -> None:
        """HouseFault while play is paused."""
        if self.on:
            raise HouseFault("paused")

    def after(self, trouble: StorageTrouble) -> None:
        """Report damage to the host, and let play go on; pause after any other trouble."""
        if trouble.reason == "damaged":
            self._aside.damaged(str(trouble))
        else:
            self.begin()

    def begin(self) -> None:
        """Stop play until the store is well again, and tell everybody."""
        if self.on:
            return
        self.on = True
        log.warning("the house pauses: %s", sys.exception())
        self._tell(True, 0.0)
        self._supervisor.keep("recovering", partial(self._recover, time.monotonic()))

    async def _recover(self, begun: float) -> None:
        while self.on:
            await asyncio.sleep(self._recheck_seconds)
            try:
                await self._store.healthy()
            except StorageTrouble:
                continue
            except Exception as error:  # noqa: BLE001 (the loop asks again)
                self._supervisor.failed("recovering", error)
                continue
            self.on = False
        self._tell(False, time.monotonic() - begun)

    def _tell(self, paused: bool, seconds: float) -> None:
        """Call every listener, even if one of them fails."""
        for tell in self.listeners:
            self._supervisor.call("pausing", tell, paused, seconds)

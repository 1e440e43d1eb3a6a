"""What other nodes append and change, heard on a connection of its own that comes back by itself."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg

from lumitheque.storage.postgres_writer import CHANNEL
from lumitheque.storage.store import Changed, Heard, Overheard, What

FIRST_PAUSE, LONGEST_PAUSE = 0.1, 2.0  # seconds between attempts to come back
MARGIN = 3_600_000  # ms by which the clocks of two nodes may differ
WHISPERS, NEWS = f"{CHANNEL}_whispers", f"{CHANNEL}_news"
KINDS: dict[str, What] = {"table": "table", "person": "person", "setting": "setting"}
LATELY = "SELECT id, seq FROM tables WHERE touched_at >= $1"
LOST = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError)
log = logging.getLogger("lumitheque.storage")


class Ear:
    def __init__(self, connect: Callable[[dict[str, str]], Awaitable[Any]], own: str) -> None:
        self._connect, self._own = connect, own  # the first line of what this node appends
        self._listeners: list[Heard] = []
        self._hearers: list[Overheard] = []
        self._noticing: list[Changed] = []
        self._lost = asyncio.Event()
        self.deaf = False  # the connection was lost, and is not there again yet
        self._task: asyncio.Task[None] | None = None

    def listen(self, heard: Heard) -> None:
        self._listeners.append(heard)

    def overhear(self, hear: Overheard) -> None:
        self._hearers.append(hear)

    def notice(self, changed: Changed) -> None:
        self._noticing.append(changed)

    async def start(self) -> None:
        connection = await self._attach()
        self._task = asyncio.create_task(self._stay(connection))

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _attach(self) -> Any:
        connection = await self._connect({})
        try:
            self._lost.clear()
            connection.add_termination_listener(lambda _: self._lost.set())
            await connection.add_listener(CHANNEL, self._hear)
            await connection.add_listener(WHISPERS, self._overhear)
            await connection.add_listener(NEWS, self._hear_news)
        except BaseException:
            connection.terminate()
            raise
        return connection

    async def _stay(self, connection: Any) -> None:
        try:
            while True:
                await self._lost.wait()
                self.deaf = True
                connection.terminate()
                connection = await self._come_back(_now() - MARGIN)
                self.deaf = False
        finally:
            connection.terminate()

    async def _come_back(self, since: int) -> Any:
        """A new connection."""
        pause = FIRST_PAUSE
        while True:
            try:
                connection = await self._attach()
                await self._catch_up(connection, since)
            except LOST as error:
                log.debug("other nodes cannot be heard: %s", error or type(error).__name__)
            except Exception:
                log.exception("other nodes cannot be heard")
            else:
                return connection
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _catch_up(self, connection: Any, since: int) -> None:
        """Tell everything that may have been missed."""
        try:
            missed = await connection.fetch(LATELY, since)
        except BaseException:
            connection.terminate()
            raise
        for table, seq in missed:
            self._tell(table, seq)
        self._tell_news("all", "")

    def _hear(self, _connection: object, _process: int, _channel: str, message: object) -> None:
        lines = str(message).split("\n")
        if lines[0] == self._own:
            return
        for line in lines:
            table, _, seq = line.rpartition(" ")
            if int(seq):  # the line that says who appended has none
                self._tell(table, int(seq))

    def _hear_news(self, _connection: object, _process: int, _channel: str, message: object) -> None:
        what, _, key = str(message).partition(" ")
        if what in KINDS:  # a newer version may tell more
            self._tell_news(KINDS[what], key)

    def _tell_news(self, what: What, key: str) -> None:
        for changed in self._noticing:
            changed(what, key)

    def _overhear(self, _connection: object, _process: int, _channel: str, message: object) -> None:
        for hear in self._hearers:
            hear(str(message))

    def _tell(self, table: str, seq: int) -> None:
        for heard in self._listeners:
            try:
                heard(table, seq)
            except Exception:  # whoever listens next must hear of it, and so must what is told next
                log.exception("what another node appended was not heard: table %s", table[:6])


def _now() -> int:
    return time.time_ns() // 1_000_000

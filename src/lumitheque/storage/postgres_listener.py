"""LISTEN/NOTIFY: hears what other nodes append and change, on a connection of its own that reconnects by itself.

A connection can die silently (a firewall forgets it, a machine loses power): nothing arrives, not even an error. So
the listener queries the database on it every CHECK seconds; no answer means that the connection is lost.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg

from lumitheque.storage.postgres_writer import CHANNEL
from lumitheque.storage.store import Changed, Heard, Overheard, What

FIRST_PAUSE, LONGEST_PAUSE = 0.1, 2.0  # seconds between attempts to reconnect
CHECK = 15.0  # seconds between two checks that the connection is alive
CHECK_TIMEOUT = 5.0  # seconds in which the database has to answer
MARGIN = 3_600_000  # ms: how far the clocks of two nodes may differ
WHISPERS, NEWS = f"{CHANNEL}_whispers", f"{CHANNEL}_news"
KINDS: dict[str, What] = {"table": "table", "person": "person", "setting": "setting", "belonging": "belonging"}
LISTENING = {"application_name": "lumitheque listener"}  # told apart from queries in pg_stat_activity
LATELY = "SELECT id, seq FROM tables WHERE touched_at >= $1"
LOST = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError)
log = logging.getLogger("lumitheque.storage")


class Listener:
    def __init__(self, connect: Callable[[dict[str, str]], Awaitable[Any]], own: str) -> None:
        self._connect, self._own = connect, own  # the first line of this node's own notifications
        self._listeners: list[Heard] = []
        self._hearers: list[Overheard] = []
        self._reporting: list[Changed] = []
        self._lost = asyncio.Event()
        self.deaf = False  # the connection is lost and not restored yet
        self._task: asyncio.Task[None] | None = None

    def listen(self, heard: Heard) -> None:
        self._listeners.append(heard)

    def overhear(self, hear: Overheard) -> None:
        self._hearers.append(hear)

    def report_changes(self, changed: Changed) -> None:
        self._reporting.append(changed)

    async def start(self) -> None:
        connection = await self._attach()
        self._task = asyncio.create_task(self._run(connection))

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _attach(self) -> Any:
        connection = await self._connect(LISTENING)
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

    async def _run(self, connection: Any) -> None:
        try:
            while True:
                await self._until_lost(connection)
                self.deaf = True
                connection.terminate()
                connection = await self._reconnect(_now() - MARGIN)
                self.deaf = False
        finally:
            connection.terminate()

    async def _until_lost(self, connection: Any) -> None:
        """Return when the connection was closed, or does not answer."""
        while not self._lost.is_set():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(CHECK):
                    await self._lost.wait()
            try:
                await connection.fetchval("SELECT 1", timeout=CHECK_TIMEOUT)
            except Exception as error:  # noqa: BLE001 (whatever it is, the connection cannot be trusted)
                log.debug("the connection that listens to other nodes is lost: %s", error or type(error).__name__)
                return

    async def _reconnect(self, since: int) -> Any:
        """Connect again, and tell what changed since then."""
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
        """Report every table that was touched since then: its notification may have been missed."""
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
            if int(seq):  # the first line names the sender, with seq 0
                self._tell(table, int(seq))

    def _hear_news(self, _connection: object, _process: int, _channel: str, message: object) -> None:
        what, _, key = str(message).partition(" ")
        if what in KINDS:  # a newer version may notify of more
            self._tell_news(KINDS[what], key)

    def _tell_news(self, what: What, key: str) -> None:
        for changed in self._reporting:
            changed(what, key)

    def _overhear(self, _connection: object, _process: int, _channel: str, message: object) -> None:
        for hear in self._hearers:
            hear(str(message))

    def _tell(self, table: str, seq: int) -> None:
        for heard in self._listeners:
            try:
                heard(table, seq)
            except Exception:  # the other callbacks, and the next tables, must still be reported
                log.exception("a callback failed on what another node appended: table %s", table[:6])


def _now() -> int:
    return time.time_ns() // 1_000_000

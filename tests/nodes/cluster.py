"""Nodes and workers on one PostgreSQL: started, stopped, killed."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import asyncpg
import httpx

from lumitheque.server.bots.job_queue import QUEUE

PROGRAM = Path(__file__).parent / "member.py"
TAKEN = 10.0  # seconds until a worker has begun, or has already answered
PATIENCE = 60.0  # seconds for a start on a busy machine
WAITING = f"SELECT payload, status::text, queue_manager_id::text FROM {QUEUE.queue_table}"


class Member:
    """A process that may come and go."""

    def __init__(self, log: Path, *arguments: str) -> None:
        self._command, self._log = [sys.executable, str(PROGRAM), *arguments], log
        self.process: subprocess.Popen[bytes] | None = None
        self._began = 0  # where in the log this life begins

    def start(self) -> None:
        self._began = self._log.stat().st_size if self._log.exists() else 0
        with self._log.open("ab") as out:
            self.process = subprocess.Popen(self._command, stdout=out, stderr=out, env=os.environ)

    def signal(self, number: int) -> None:
        assert self.process is not None
        self.process.send_signal(number)

    def kill(self) -> None:
        self.signal(signal.SIGKILL)
        assert self.process is not None
        self.process.wait()

    def stop(self) -> int:
        """As it should be done; the exit status."""
        self.signal(signal.SIGTERM)
        assert self.process is not None
        return self.process.wait(20)

    def is_alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def told(self) -> str:
        return self._log.read_text(errors="replace")[self._began :] if self._log.exists() else ""

    async def ready(self) -> None:
        end = time.monotonic() + PATIENCE
        while not await self.is_ready():
            assert self.is_alive() and time.monotonic() < end, f"it does not start:\n{self.told()[-3000:]}"
            await asyncio.sleep(0.05)

    async def is_ready(self) -> bool:
        return "ready" in self.told()


class Node(Member):
    def __init__(self, log: Path, address: str, kind: str = "node") -> None:
        with socket.socket() as door:
            door.bind(("127.0.0.1", 0))
            self.port = int(door.getsockname()[1])
        super().__init__(log, kind, address, str(self.port))
        self.url = f"http://127.0.0.1:{self.port}"

    async def is_ready(self) -> bool:
        try:
            async with httpx.AsyncClient() as client:
                return (await client.get(f"{self.url}/ready")).status_code == 200
        except httpx.HTTPError:
            return False


class Cluster:
    def __init__(self, address: str, folder: Path) -> None:
        self.address = address
        self.nodes = [Node(folder / f"node{number}.log", address) for number in range(2)]
        self.thinkers = [Node(folder / f"thinker{number}.log", address, "thinker") for number in range(2)]
        self.workers = [Member(folder / f"worker{number}.log", "worker", address) for number in range(2)]

    async def start(self, *members: Member) -> None:
        for member in members:
            member.start()
        await asyncio.gather(*(member.ready() for member in members))

    def end(self) -> None:
        for member in (*self.nodes, *self.thinkers, *self.workers):
            if member.is_alive():
                member.kill()

    async def errands(self) -> list[dict[str, Any]]:
        """What is in the queue."""
        connection = await asyncpg.connect(self.address)
        try:
            return [dict(row) for row in await connection.fetch(WAITING)]
        finally:
            await connection.close()

    async def is_taken(self, table: str) -> bool:
        """Wait until a worker has taken the errand of a table; False if it may have been done before that was seen."""
        end = time.monotonic() + TAKEN
        while not any(row["status"] == "picked" and table.encode() in row["payload"] for row in await self.errands()):
            if time.monotonic() > end:
                return False
            await asyncio.sleep(0.005)
        return True

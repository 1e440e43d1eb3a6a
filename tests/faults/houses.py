"""The house's process: started, asked whether it is ready, killed."""

import asyncio
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec

PROGRAM = Path(__file__).parent / "house_process.py"
HOST = "127.0.0.1"
POLL = 0.02  # seconds between two questions whether the house is ready
PATIENCE = 180.0  # seconds for a start on a busy machine


def cores() -> tuple[int, int]:
    """The house's core, and everybody else's; the same where there is only one."""
    there = sorted(os.sched_getaffinity(0))
    return there[0], there[-1]


@contextlib.contextmanager
def on_core(core: int | None) -> Iterator[None]:
    """What is started in here stays on that core, with all its threads and children. None: anywhere."""
    before = os.sched_getaffinity(0)
    if core is not None:
        os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def free_port() -> int:
    with socket.socket() as door:
        door.bind((HOST, 0))
        return int(door.getsockname()[1])


class House:
    """A house on one port, whose process may come and go."""

    def __init__(
        self,
        place: str | Path,
        log: Path,
        core: int | None = None,
        jump: Path | None = None,
        settings: dict[str, object] | None = None,
    ) -> None:
        self.port, self.place = free_port(), str(place)
        self._log, self._core, self._jump = log, core, jump
        self._settings = json.dumps(settings or {})
        self.process: subprocess.Popen[bytes] | None = None
        self.url = f"http://{HOST}:{self.port}"

    def start(self) -> None:
        jump = [str(self._jump)] if self._jump else []
        command = [sys.executable, str(PROGRAM), str(self.port), self.place, self._settings, *jump]
        with on_core(self._core), self._log.open("ab") as out:
            self.process = subprocess.Popen(command, stdout=out, stderr=out)

    async def ready(self) -> float:
        """Wait until the house says that it is ready; the moment when it did."""
        end = time.monotonic() + PATIENCE
        while (await self.standing())[0] != 200:
            if self.process is None or self.process.poll() is not None or time.monotonic() > end:
                raise AssertionError(f"the house does not open:\n{self.told()}")
            await asyncio.sleep(POLL)
        return time.monotonic()

    async def standing(self, path: str = "/ready") -> tuple[int, dict[str, object]]:
        """Status and answer; 0 if nobody answers."""
        try:
            async with asyncio.timeout(5):
                answer = await self._get(path)
        except (OSError, TimeoutError):
            return 0, {}
        head, _, body = answer.partition(b"\r\n\r\n")
        return (int(head.split()[1]), msgspec.json.decode(body)) if body else (0, {})

    async def _get(self, path: str) -> bytes:
        reader, writer = await asyncio.open_connection(HOST, self.port)
        try:
            writer.write(f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\nConnection: close\r\n\r\n".encode())
            return await reader.read()
        finally:
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()

    def kill(self) -> None:
        """As the power button does it."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def freeze(self) -> None:
        """As a machine that sleeps, or a virtual machine that is moved."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGCONT)

    def set_clock(self, seconds: int) -> None:
        """Let this machine's clock be wrong by so much from now on."""
        assert self._jump is not None
        coming = self._jump.with_suffix(".new")
        coming.write_text(str(seconds))
        coming.replace(self._jump)

    def stop(self) -> int:
        """As it should be done; the exit status."""
        assert self.process is not None
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.kill()
            return -signal.SIGKILL

    def told(self) -> str:
        """What the process said last."""
        return self._log.read_text(errors="replace")[-3000:] if self._log.exists() else ""


@contextlib.contextmanager
def open_house(place: str | Path, folder: Path, core: int | None = None) -> Iterator[House]:
    """A house that is gone afterwards, whatever happened."""
    house = House(place, folder / "house.log", core)
    house.start()
    try:
        yield house
    finally:
        if house.process is not None and house.process.poll() is None:
            house.kill()

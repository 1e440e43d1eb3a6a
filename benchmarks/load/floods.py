"""What strangers could do, a process of its own: `python -m load.floods FLOOD SIDE PORT SECONDS [TABLE]`.

It stays on this machine (127.0.0.1), comes from one address of its own, and ends by itself. Whoever is cut off comes
back. At the end it tells how much it sent and how often it was refused.
"""

import asyncio
import contextlib
import itertools
import json
import os
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

import uvloop

from load.wire import HOST, Caller, Lost, Source

AWAY = "127.0.0.66"
PATHS = {"house": "/live", "boardgame.io": "/socket.io/?EIO=4&transport=websocket"}
OPENINGS = {"house": "/api/tables", "boardgame.io": "/games/steps/create"}
ZEROS = b"\0\0\0\0"  # the mask
PINGS = (bytes((0x89, 0x80 | 100)) + ZEROS + b"x" * 100) * 500
FRAGMENTS = (bytes((0x00, 0x80)) + ZEROS) * 5000
FIRST_FRAGMENT = bytes((0x01, 0x80)) + ZEROS
PIECE = b"x" * 65536
TROUBLE = (OSError, EOFError, TimeoutError, Lost)


class Attack:
    """One flood: whom it is for, and what came of it."""

    def __init__(self, side: str, port: int, table: str) -> None:
        self.side, self.port, self.table = side, port, table
        self.done: Counter[str] = Counter()
        self.numbers = itertools.count()

    async def again_and_again(self, many: int, what: Callable[[], Awaitable[None]]) -> None:
        """Do something at so many places at once, and once more whenever it ends."""

        async def one() -> None:
            while True:
                try:
                    await what()
                except TROUBLE:
                    self.done["cut off"] += 1
                    await asyncio.sleep(0.01)

        await asyncio.gather(*(one() for _ in range(many)))

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        self.done["connections"] += 1
        return await asyncio.open_connection(HOST, self.port, local_addr=Source.here, limit=1 << 20)

    @contextlib.asynccontextmanager
    async def websocket(self) -> Any:
        reader, writer = await self.connect()
        try:
            head = f"GET {PATHS[self.side]} HTTP/1.1\r\nHost: {HOST}:{self.port}\r\nUpgrade: websocket\r\n"
            head += "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            head += "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
            writer.write(head.encode())
            if b" 101 " not in await reader.readuntil(b"\r\n\r\n"):
                self.done["refused"] += 1
                raise Lost("no socket")
            yield reader, writer
        finally:
            writer.transport.abort()

    async def pour(self, writer: asyncio.StreamWriter, what: bytes, name: str, count: int) -> None:
        while True:
            writer.write(what)
            await writer.drain()
            self.done[name] += count
            await asyncio.sleep(0)

    async def ask(self, caller: Caller, verb: str, path: str, body: Any = None, **headers: str) -> Any:
        """A request, counted by how it was answered; its cookies and what was told."""
        async with asyncio.timeout(20):
            try:
                status, cookies, told = await caller.call(verb, path, body, headers)
            except BaseException:
                caller.close()
                raise
        self.done[f"{status}"] += 1
        return {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}, told


# --- 12: frames ------------------------------------------------------------------------------------------------------


async def pings(attack: Attack) -> None:
    """One socket that sends pings and never reads."""

    async def one() -> None:
        async with attack.websocket() as (_, writer):
            writer.transport.pause_reading()
            await attack.pour(writer, PINGS, "frames", 500)

    await attack.again_and_again(1, one)


async def fragments(attack: Attack) -> None:
    """Five sockets of a message that never ends, in empty parts."""

    async def one() -> None:
        async with attack.websocket() as (_, writer):
            writer.write(FIRST_FRAGMENT)
            await attack.pour(writer, FRAGMENTS, "frames", 5000)

    await attack.again_and_again(5, one)


# --- 13: bots --------------------------------------------------------------------------------------------------------


async def bots(attack: Attack) -> None:
    """Sixty-one tables of six of the strongest bot."""
    strongest = {str(seat): "raclor" for seat in range(6)}
    opening = {"terms": {"game": "fromages", "seats": 6}, "sit": [], "bots": strongest, "start": True}
    caller = Caller(attack.port)
    for _ in range(61):
        with contextlib.suppress(*TROUBLE):
            await attack.ask(caller, "POST", "/api/tables", opening)
    await asyncio.Event().wait()


# --- 14: codes -------------------------------------------------------------------------------------------------------


async def codes(attack: Attack) -> None:
    """Invitations to a house of ever another name, short and long."""

    async def one() -> None:
        caller = Caller(attack.port)
        while True:
            number = next(attack.numbers)
            name = "a" * 2900 if number % 4 == 0 else f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
            await attack.ask(caller, "GET", f"/api/tables/{attack.table}/invitation", Host=name)

    await attack.again_and_again(4, one)


# --- 15: connections and bodies --------------------------------------------------------------------------------------


async def halves(attack: Attack) -> None:
    """A thousand requests of which half is sent."""

    async def one() -> None:
        reader, writer = await attack.connect()
        try:
            writer.write(f"GET / HTTP/1.1\r\nHost: {HOST}".encode())
            while await reader.read(65536):
                pass
            raise Lost("hung up")
        finally:
            writer.close()

    await attack.again_and_again(1000, one)


async def bodies(attack: Attack) -> None:
    """Four requests of 300 MB each."""

    async def one() -> None:
        _, writer = await attack.connect()
        try:
            head = f"POST {OPENINGS[attack.side]} HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: application/json\r\n"
            writer.write(f"{head}Content-Length: 300000000\r\n\r\n".encode())
            for _ in range(300_000_000 // len(PIECE)):
                writer.write(PIECE)
                await writer.drain()
                attack.done["megabytes"] += 1 if next(attack.numbers) % 16 == 0 else 0
        finally:
            writer.transport.abort()

    await attack.again_and_again(4, one)


# --- 16 and 17: people -----------------------------------------------------------------------------------------------


async def deletions(attack: Attack) -> None:
    """Four people at once who come, open a table, and want everything about them deleted."""

    async def one() -> None:
        caller = Caller(attack.port)
        who, _ = await attack.ask(caller, "POST", "/api/tables", {"terms": {"game": "lumens"}, "sit": [0]})
        await attack.ask(caller, "DELETE", "/api/me", **who)

    await attack.again_and_again(4, one)


async def chatter(attack: Attack) -> None:
    """Twenty spectators who talk at a table where others play."""

    async def one() -> None:
        caller = Caller(attack.port)
        who, _ = await attack.ask(caller, "GET", "/api/me")
        sentence = {"command": {"do": "say", "text": "x" * 300}}
        while True:
            await attack.ask(caller, "POST", f"/api/tables/{attack.table}/commands", sentence, **who)

    await attack.again_and_again(20, one)


async def listings(attack: Attack) -> None:
    """Listed tables, as many as can be."""

    async def one() -> None:
        opening = {"terms": {"game": "lumens", "listed": True}, "sit": [0]}
        caller = Caller(attack.port)
        while True:
            await attack.ask(caller, "POST", "/api/tables", opening)

    await attack.again_and_again(4, one)


async def crowd(attack: Attack) -> None:
    """New people, as many as can be."""

    async def one() -> None:
        caller = Caller(attack.port)
        while True:
            await attack.ask(caller, "GET", "/api/me")

    await attack.again_and_again(8, one)


FLOODS = {
    flood.__name__: flood
    for flood in (pings, fragments, bots, codes, halves, bodies, deletions, chatter, listings, crowd)
}


async def rage(name: str, side: str, port: int, seconds: float, table: str) -> None:
    attack = Attack(side, port, table)
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await FLOODS[name](attack)
    print(json.dumps(attack.done), flush=True)


def main() -> None:
    name, side, port, seconds, *table = sys.argv[1:]
    Source.here = (AWAY, 0)
    os.nice(10)  # neighbours are on the same core, and it is not this that should make them wait
    uvloop.run(rage(name, side, int(port), float(seconds), "".join(table)))


if __name__ == "__main__":
    main()

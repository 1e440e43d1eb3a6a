"""Those who only want to play, a process of its own: `python -m load.neighbours SIDE PORT`, run in benchmarks.

Twenty tables play at a steady rate, and now and then somebody new knocks. For every line that it hears it tells one:
how long moves waited for their acknowledgement since the last. A move that still waits counts with its time so far.
On `end` it tells how many moves each table was acknowledged, and is done.
"""

import asyncio
import json
import sys
import time
from array import array
from typing import Any

import uvloop

from load.drive import heard_line, opened
from load.meter import Meter, milliseconds
from load.wire import HOST, Source

RATE, TABLES = 40.0, 20
HOME = "127.0.0.2"  # nobody here is a proxy, and the attackers live elsewhere
KNOCKS, PATIENCE = 0.5, 10.0  # seconds between newcomers, and until one goes away


class Newcomers:
    """Somebody who opens a connection and asks one thing, again and again."""

    def __init__(self, port: int, path: str) -> None:
        self.port, self.path = port, path
        self.waits, self.turned_away = array("d"), 0

    async def knock(self) -> None:
        begun = time.perf_counter()
        try:
            async with asyncio.timeout(PATIENCE):
                reader, writer = await asyncio.open_connection(HOST, self.port, local_addr=Source.here)
                writer.write(f"GET {self.path} HTTP/1.1\r\nHost: {HOST}\r\nConnection: close\r\n\r\n".encode())
                good = b" 200 " in await reader.readline()
                writer.close()
        except (OSError, TimeoutError):
            good = False
        self.waits.append(time.perf_counter() - begun)
        self.turned_away += not good

    async def come(self) -> None:
        async with asyncio.TaskGroup() as knocking:
            while True:
                knocking.create_task(self.knock())
                await asyncio.sleep(KNOCKS)

    def told(self) -> dict[str, Any]:
        found = {"max_ms": milliseconds(self.waits).get("max"), "turned_away": self.turned_away}
        self.waits, self.turned_away = array("d"), 0
        return found


def told(meter: Meter, matches: list[Any]) -> dict[str, Any]:
    """How long moves waited since the last time that this was asked."""
    now = time.perf_counter()
    waits = [*(meter.answers or meter.waits), *(now - match.sent for match in matches if match.missing)]
    found = {"moves": meter.moves, "wait_ms": milliseconds(waits), "troubles": len(meter.troubles)}
    found["trouble"] = meter.troubles[:2]
    meter.moves, meter.waits, meter.answers, meter.troubles = 0, array("d"), array("d"), []
    return found


async def play(side: str, port: int) -> None:
    meter = Meter(RATE)
    matches = await opened(side, meter, port, TABLES)
    newcomers = Newcomers(port, "/health" if side == "house" else "/games")
    knocking = asyncio.create_task(newcomers.come())
    meter.on = True
    meter.begin(matches)
    print(json.dumps({"tables": [match.id for match in matches]}), flush=True)
    while (await heard_line()).strip() != "end":
        print(json.dumps({**told(meter, matches), "newcomers": newcomers.told()}), flush=True)
    meter.over = True
    knocking.cancel()
    await asyncio.sleep(0.5)
    moves = {match.id: match.decisions + (not match.missing) for match in matches} if side == "house" else {}
    print(json.dumps({"acknowledged": moves}), flush=True)


def main() -> None:
    Source.here = (HOME, 0)
    uvloop.run(play(sys.argv[1], int(sys.argv[2])))


if __name__ == "__main__":
    main()

"""The driver, a process of its own: `python -m load.drive TASK SIDE PORT …`, run in benchmarks; it prints JSON lines.

Between its lines it may wait for a line from whoever started it, who measures the server meanwhile.
"""

import argparse
import asyncio
import json
import random
import sys
import time
from array import array
from typing import Any

import uvloop

from load.boardgame_io import SteppingMatch
from load.echo_match import EchoMatch
from load.house import TERMS, Guest, TableMatch, cookie_header
from load.meter import Meter, measure, milliseconds
from load.wire import Caller

SIDES: dict[str, Any] = {"boardgame.io": SteppingMatch, "house": TableMatch, "echo": EchoMatch}
AT_ONCE = 16  # tables that are being opened at the same time
PING_SECONDS = 30


def tell(what: dict[str, Any]) -> None:
    print(json.dumps(what), flush=True)


async def heard_line() -> str:
    return await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)


async def opened(side: str, meter: Meter, port: int, count: int, **more: Any) -> list[Any]:
    """Matches with all their players connected."""
    matches: list[Any] = []
    numbers = iter(range(count))

    async def open_some() -> None:
        caller = Caller(port)
        for number in numbers:
            matches.append(await SIDES[side].open(meter, port, caller, random.Random(number), **more))
        caller.close()

    await asyncio.gather(*(open_some() for _ in range(AT_ONCE)))
    return matches


async def play(words: argparse.Namespace) -> None:
    """Matches in play for some seconds."""
    meter = Meter(words.rate)
    matches = await opened(words.side, meter, words.port, words.matches)
    found = await measure([meter], [matches], words.warm_up, words.seconds, words.watch)
    await asyncio.sleep(0.2)
    for match in matches:
        match.close()
    tell(found[0])


async def bots(words: argparse.Namespace) -> None:
    """People who play people at some rate, and other tables where a bot of some level has to think all the time."""
    meter, others = Meter(words.rate), Meter(words.bot_rate)
    matches = await opened("house", meter, words.port, words.matches)
    crowd = await opened("house", others, words.port, words.bot_tables, bot=words.level) if words.bot_tables else []
    found = await measure([meter, others], [matches, crowd], words.warm_up, words.seconds, words.watch)
    tell({"people": found[0], "with_bots": found[1]})


async def hold(words: argparse.Namespace) -> None:
    """Matches whose players are connected and do nothing, in several stages; a line is waited for after each."""
    meter = Meter()
    matches: list[Any] = []

    async def keep_awake() -> None:
        while True:
            await asyncio.sleep(PING_SECONDS)
            for match in matches:
                if hasattr(match, "ping"):
                    match.ping()

    awake = asyncio.create_task(keep_awake())
    for stage in words.stages:
        begun = time.perf_counter()
        matches += await opened(words.side, meter, words.port, stage - len(matches))
        tell({"open": len(matches), "seconds": round(time.perf_counter() - begun, 2), "troubles": meter.troubles[:5]})
        await heard_line()
    awake.cancel()


async def fill(words: argparse.Namespace) -> None:
    """Tables that are begun over HTTP and left alone; their ids are told."""
    numbers, ids = iter(range(words.matches)), []

    async def begin_some() -> None:
        caller = Caller(words.port)
        opening = {"terms": {**TERMS, "listed": True}, "sit": [0]}
        for _ in numbers:
            status, cookies, told = await caller.call("POST", "/api/tables", opening)
            if status >= 300:
                raise SystemExit(f"no table was opened: {told}")
            place = f"/api/tables/{told['table']['id']}/commands"
            await caller.expect("POST", place, {"command": {"do": "sit", "seat": 1}})
            await caller.expect("POST", place, {"command": {"do": "start"}}, cookie_header(cookies))
            ids.append(told["table"]["id"])
        caller.close()

    begun = time.perf_counter()
    await asyncio.gather(*(begin_some() for _ in range(4 * AT_ONCE)))
    tell({"tables": len(ids), "seconds": round(time.perf_counter() - begun, 2), "ids": ids[:: max(1, len(ids) // 200)]})


async def visit(words: argparse.Namespace) -> None:
    """How long the lobby takes, and a look at each of some tables that nobody has looked at since the start."""
    ids = json.loads(sys.stdin.readline())
    caller, lobby, looks = Caller(words.port), array("d"), array("d")
    for _ in range(20):
        begun = time.perf_counter()
        await caller.expect("GET", "/api/tables")
        lobby.append(time.perf_counter() - begun)
    match = TableMatch(Meter(), words.port, random.Random(1), None)
    match.guests = [Guest(match, words.port)]
    await match.guests[0].line.connect()
    for table in ids:
        begun = time.perf_counter()
        match.guests[0].watch(table)
        await match.until(lambda guest, table=table: guest.table == table)
        looks.append(time.perf_counter() - begun)
    tell({"lobby_ms": milliseconds(lobby), "look_ms": milliseconds(looks), "troubles": match.meter.troubles[:5]})


TASKS = {task.__name__: task for task in (play, bots, hold, fill, visit)}


def watched(text: str) -> tuple[str, int]:
    name, _, pid = text.partition("=")
    return name, int(pid)


def main() -> None:
    words = argparse.ArgumentParser()
    words.add_argument("task", choices=TASKS)
    words.add_argument("side", choices=SIDES)
    words.add_argument("port", type=int)
    words.add_argument("--matches", type=int, default=20)
    words.add_argument("--rate", type=float, default=0.0, help="moves a second, all matches together; 0: no pause")
    words.add_argument("--warm-up", type=float, default=3.0)
    words.add_argument("--seconds", type=float, default=10.0)
    words.add_argument("--stages", type=lambda text: [int(part) for part in text.split(",")], default=[])
    words.add_argument("--bot-tables", type=int, default=0)
    words.add_argument("--bot-rate", type=float, default=0.0)
    words.add_argument("--level", default="greedy")
    words.add_argument("--watch", type=watched, nargs="*", default=[], help="name=pid: whose CPU time is told")
    given = words.parse_args()
    given.watch = dict(given.watch)
    uvloop.run(TASKS[given.task](given))


if __name__ == "__main__":
    main()

"""Tables in play; the house is killed and started again, many times; how long it takes until all is as before."""

import asyncio
import random
import time
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from faults.checking import Found, check_house
from faults.houses import House, on_core, open_house
from faults.parties import Party, everybody, gathering
from faults.robots import Pace

PATIENCE = 150.0  # seconds after which somebody who has not come back never will
LOOK = 0.02


class Kill(Struct):
    """One kill. Times are seconds; those of clients and tables are from readiness, 0 if they were even earlier."""

    down: float  # from the kill to readiness
    resumed: list[float]  # clients
    moved: list[float]  # tables: their next move was accepted


class Story(Struct):
    """Everything that came of it."""

    store: str
    tables: int
    clients: int
    kills: list[Kill]
    moves_per_second: float  # on average, the opening of tables and all time without a house included
    found: Found
    exit_status: int  # of the house when it was at last asked to stop
    mishaps: dict[str, int] = {}  # what else befell it, and how often


class Plan(Struct, frozen=True):
    tables: int
    kills: int
    pace: Pace = Pace()
    house_core: int | None = None
    robots_core: int | None = None
    longest_peace: float = 3.0  # seconds between two kills


async def wait_for_all(
    parties: list[Party], holds: Callable[[Party], bool], what: str, house: House, seconds: float = PATIENCE
) -> None:
    end = time.monotonic() + seconds
    while missing := [party for party in parties if not holds(party)]:
        assert time.monotonic() < end, f"{what} does not happen at {missing}\n{house.told()}"
        await asyncio.sleep(LOOK)


def resumed(party: Party) -> bool:
    return all(robot.resumed_at for robot in party.robots)


def played(party: Party) -> bool:
    return party.played_at > 0


async def kill_and_start(house: House, parties: list[Party]) -> Kill:
    robots = everybody(parties)
    house.kill()
    killed, now = time.monotonic(), time.time_ns() // 1_000_000
    for robot in robots:
        robot.mark(now)
    house.start()
    ready = await house.ready()
    await wait_for_all(parties, resumed, "that all come back", house)
    await wait_for_all(parties, played, "a next move", house)
    return Kill(
        ready - killed,
        [max(0.0, robot.resumed_at - ready) for robot in robots],
        [max(0.0, party.played_at - ready) for party in parties],
    )


async def play_and_kill(house: House, plan: Plan, dice: random.Random) -> Story:
    await house.ready()
    begun = time.monotonic()
    async with gathering(plan.tables, plan.pace, house) as parties:
        await wait_for_all(parties, played, "a first move", house)
        kills = []
        for _ in range(plan.kills):
            await asyncio.sleep(dice.uniform(0.0, plan.longest_peace))
            kills.append(await kill_and_start(house, parties))
        await asyncio.sleep(plan.pace.longest)
        seconds = time.monotonic() - begun
        status = house.stop()
    robots = everybody(parties)
    found = await check_house(house.place, robots)
    store = "PostgreSQL" if house.place.startswith("postgresql") else "SQLite"
    return Story(store, plan.tables, len(robots), kills, found.moves / seconds, found, status)


def tell_story(place: str | Path, folder: Path, plan: Plan, seed: int) -> Story:
    with on_core(plan.robots_core), open_house(place, folder, plan.house_core) as house:
        return asyncio.run(play_and_kill(house, plan, random.Random(seed)))

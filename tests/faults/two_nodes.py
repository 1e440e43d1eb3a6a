"""Two nodes on one PostgreSQL: killed, frozen, their clocks set wrong, while people play through both."""

import asyncio
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from faults.checking import check_house
from faults.houses import House, on_core
from faults.kills import Plan, Story, played, resumed, wait_for_all
from faults.parties import Party, everybody, gathering

Mishap = Literal["killed", "frozen", "clock set wrong"]
MISHAPS: tuple[Mishap, ...] = ("killed", "frozen", "clock set wrong")
LONGEST_FREEZE = 6.0  # seconds
JUMPS = (-3600, -60, 0, 60, 3600)  # seconds


@contextmanager
def two_nodes(place: str, folder: Path, core: int | None) -> Iterator[list[House]]:
    nodes = []
    for name in ("a", "b"):
        jump = folder / f"jump-{name}"
        jump.write_text("0")
        nodes.append(House(place, folder / f"node-{name}.log", core, jump))
    try:
        for node in nodes:
            node.start()
        yield nodes
    finally:
        for node in nodes:
            if node.process is not None and node.process.poll() is None:
                node.kill()


async def befall(node: House, mishap: Mishap, parties: list[Party], dice: random.Random) -> None:
    """Let something happen to one node; everybody who came in by it comes back, and every table goes on."""
    now = time.time_ns() // 1_000_000
    theirs = [robot for robot in everybody(parties) if robot.port == node.port]
    if mishap == "killed":
        node.kill()
        for robot in theirs:
            robot.mark(now)
        node.start()
        await node.ready()
        await wait_for_all(parties, resumed, "that all come back", node)
    elif mishap == "frozen":
        node.freeze()
        await asyncio.sleep(dice.uniform(0.5, LONGEST_FREEZE))
        node.thaw()
    else:
        node.set_clock(dice.choice(JUMPS))
    now = time.time_ns() // 1_000_000
    for robot in everybody(parties):
        robot.expect_move(now)
    await wait_for_all(parties, played, f"a next move after a node was {mishap}", node)


async def play_through_mishaps(nodes: list[House], plan: Plan, dice: random.Random) -> Story:
    for node in nodes:
        await node.ready()
    begun = time.monotonic()
    mishaps = dict.fromkeys(MISHAPS, 0)
    async with gathering(plan.tables, plan.pace, *nodes) as parties:
        await wait_for_all(parties, played, "a first move", nodes[0])
        for number in range(plan.kills):
            await asyncio.sleep(dice.uniform(0.0, plan.longest_peace))
            mishap = MISHAPS[number % len(MISHAPS)]
            await befall(dice.choice(nodes), mishap, parties, dice)
            mishaps[mishap] += 1
        await asyncio.sleep(plan.pace.longest)
        seconds = time.monotonic() - begun
        statuses = [node.stop() for node in nodes]
    robots = everybody(parties)
    found = await check_house(nodes[0].place, robots)
    store = "two nodes, PostgreSQL"
    return Story(store, plan.tables, len(robots), [], found.moves / seconds, found, min(statuses), mishaps)


def tell_story_of_two(place: str, folder: Path, plan: Plan, seed: int) -> Story:
    with on_core(plan.robots_core), two_nodes(place, folder, plan.house_core) as nodes:
        return asyncio.run(play_through_mishaps(nodes, plan, random.Random(seed)))

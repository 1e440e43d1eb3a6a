"""Time during which no node could take a move is given back once; time when only one of several was away is not.

Whole houses in one process, over generated schedules of stops, sleeps, jumps, outages, crashes and moves. All clocks
are told: nothing here waits. `World.worked` counts how long somebody could have moved; clocks must agree with it.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lumitheque.server.upkeep.clocks import SHORT_ABSENCE
from lumitheque.tables import Actor, PerMove, Table, TableTerms
from lumitheque.tables.commands import Play, Say, Sit, Start
from open_tables import NAMES, any_moves
from told_world import SECOND, STEP, Node, World, settle_down

FULL = 600 * SECOND


class Party:
    """Two people at a table with ten minutes a move, and what the world did meanwhile."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.dice = random.Random(1)
        self.began = 0  # how long the house had worked when the turn began
        self.slack = STEP  # milliseconds by which clocks may differ from the truth, by now

    async def sit_down(self) -> None:
        house = self.world.nodes[0].house
        terms = TableTerms(game="sirius", options={"setup": "random"}, clock=PerMove(FULL // SECOND))
        self.table = await house.open(terms, NAMES[0])
        for name in NAMES[:2]:
            await house.command(self.table, Actor.of(name), Sit())
        await house.command(self.table, Actor.of(NAMES[0]), Start())
        self.began = self.world.worked

    async def move(self, node: Node) -> None:
        def find(table: Table) -> tuple[int, list[str]]:
            return table.waiting[0], any_moves(table, table.waiting[0], self.dice)

        seat, moves = await node.house.look(self.table, find)
        await node.house.command(self.table, Actor.of(NAMES[seat]), Play(seat, moves))
        self.began, self.slack = self.world.worked, STEP

    async def talk(self, node: Node) -> None:
        await node.house.command(self.table, Actor.of("eve"), Say(phrase="hello"))

    async def left(self, node: Node) -> int:
        """Of whoever is to move, now."""
        await settle_down()

        def find(table: Table) -> int:
            assert table.status == "playing", table.ending
            assert table.clocks is not None
            end = table.clocks.ends(table.waiting[0])
            assert end is not None
            return end - max(node.clock.now(), table.at)

        return await node.house.look(self.table, find)

    async def check(self, node: Node) -> None:
        spent = self.world.worked - self.began
        left = await self.left(node)
        assert abs(left - (FULL - spent)) <= self.slack, f"{left} ms left, {FULL - spent} at {node.name} in truth"


async def begin(nodes: int) -> tuple[World, Party]:
    world = World(nodes)
    for node in world.nodes:
        await node.open()
    party = Party(world)
    await party.sit_down()
    await world.pass_time(3 * SECOND)
    return world, party


async def end(world: World) -> None:
    for node in world.nodes:
        if node.works:
            await node.close(at_once=False)


# --- what can happen -------------------------------------------------------------------------------------------------


async def stop(world: World, party: Party, node: Node, ms: int, machine_sleeps: bool = False) -> None:
    """SIGSTOP, or a lid that is closed."""
    node.works = False
    await world.pass_time(ms)
    node.slept += ms * machine_sleeps
    node.works = True
    party.slack += 2 * STEP + 600  # the other's last sign of life
    if not world.shared:
        await party.move(node)  # before the clock keeper had a look


async def stop_all(world: World, party: Party, ms: int, machine_sleeps: bool = False) -> None:
    for node in world.nodes:
        node.works = False
    await world.pass_time(ms)
    for node in world.nodes:
        node.works = True
        node.slept += ms * machine_sleeps
    party.slack += 2 * STEP + 600


async def jump(world: World, party: Party, node: Node, ms: int) -> None:
    node.set_by += ms
    party.slack += 2 * STEP + 600
    await world.pass_time(SECOND)


async def set_database_clock(world: World, party: Party, ms: int) -> None:
    world.ahead += ms
    party.slack += 2 * STEP + 1200  # until all nodes have seen it
    await world.pass_time(2 * SECOND)


async def outage(world: World, party: Party, ms: int) -> None:
    world.broken = True
    await world.pass_time(ms)
    world.broken = False
    await settle_down()
    await world.pass_time(2 * STEP)
    party.slack += 5 * SECOND + 4 * STEP if not world.shared else 600 + 4 * STEP  # its beginning is not known exactly


async def crash(world: World, party: Party, node: Node, ms: int, at_once: bool) -> None:
    await node.close(at_once)
    await world.pass_time(ms)
    await node.open()
    party.slack += 5 * SECOND + 2 * STEP if at_once and not world.shared else 600 + 2 * STEP


def run(story: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(story(), 60))  # type: ignore[arg-type]


# --- the two that were seen ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("machine_sleeps", [False, True], ids=["stopped", "asleep"])
def test_a_house_that_slept_takes_nobodys_time(machine_sleeps: bool) -> None:
    async def story() -> None:
        world, party = await begin(1)
        (node,) = world.nodes
        before = await party.left(node)
        node.works = False
        await world.pass_time(2 * FULL)
        node.works, node.slept = True, 2 * FULL * machine_sleeps
        await party.move(node)  # it came while the house slept, and is heard before the clock keeper looks
        await world.pass_time(SECOND)
        await party.check(node)
        assert before <= FULL
        await end(world)

    run(story)


@pytest.mark.parametrize("machine_sleeps", [False, True], ids=["stopped", "asleep"])
def test_nobody_loses_while_the_house_sleeps(machine_sleeps: bool) -> None:
    async def story() -> None:
        world, party = await begin(1)
        await stop_all(world, party, 2 * FULL, machine_sleeps)
        await world.pass_time(SECOND)
        await party.check(world.nodes[0])
        await end(world)

    run(story)


def test_a_clock_that_jumps_at_one_node_gives_nothing_to_a_table_at_the_other() -> None:
    async def story() -> None:
        world, party = await begin(2)
        await jump(world, party, world.nodes[1], 60 * SECOND)
        await world.pass_time(5 * SECOND)
        for node in world.nodes:
            await party.check(node)
            assert await node.house.look(party.table, lambda table: table.given_until) == 0
        await party.move(world.nodes[1])
        await world.pass_time(5 * SECOND)
        await party.move(world.nodes[0])
        await world.pass_time(5 * SECOND)
        await party.check(world.nodes[1])
        await end(world)

    run(story)


def test_a_node_that_was_away_alone_gives_nothing() -> None:
    async def story() -> None:
        world, party = await begin(2)
        await stop(world, party, world.nodes[1], 20 * SECOND)
        await world.pass_time(SECOND)
        assert await world.nodes[0].house.look(party.table, lambda table: table.given_until) == 0
        await party.check(world.nodes[0])
        await end(world)

    run(story)


def test_time_still_runs_out() -> None:
    async def story() -> None:
        world, party = await begin(2)
        await stop_all(world, party, 2 * FULL)
        await world.pass_time(FULL)
        ending = await world.nodes[0].house.look(party.table, lambda table: table.ending)
        assert ending is not None and ending["reason"] == "time"
        await end(world)

    run(story)


# --- generated schedules ---------------------------------------------------------------------------------------------

LONG = st.integers(3, 90).map(lambda seconds: seconds * SECOND)  # longer than what nobody is given back
assert 3 * SECOND > SHORT_ABSENCE
WHO = st.integers(0, 9)
TROUBLES = st.one_of(
    st.tuples(st.just("stop"), WHO, LONG, st.booleans()),
    st.tuples(st.just("stop all"), LONG | st.just(2 * FULL), st.booleans()),
    st.tuples(st.just("jump"), WHO, LONG, st.booleans()),
    st.tuples(st.just("set back"), WHO, LONG, st.booleans()),
    st.tuples(st.just("database clock"), LONG, st.booleans()),
    st.tuples(st.just("outage"), LONG, st.booleans()),
    st.tuples(st.just("crash"), WHO, LONG, st.booleans()),
    st.tuples(st.just("move"), WHO, st.booleans()),
    st.tuples(st.just("talk"), WHO, st.booleans()),
)


async def happen(world: World, party: Party, trouble: tuple[Any, ...]) -> None:
    what, *how = trouble
    node = world.nodes[how[0] % len(world.nodes)]
    match what:
        case "stop":
            if world.shared:
                await stop(world, party, node, how[1], how[2])
            else:
                await stop_all(world, party, how[1], how[2])
        case "stop all":
            await stop_all(world, party, how[0], how[1])
        case "jump":
            await jump(world, party, node, how[1])
        case "set back" if world.shared:  # alone, it is a clock that goes slower for a while: see test_clock_jumps
            await jump(world, party, node, -how[1])
        case "database clock" if world.shared:
            await set_database_clock(world, party, how[0])
        case "outage":
            await outage(world, party, how[0])
        case "crash":
            await crash(world, party, node, how[1], how[2])
        case "move":
            await party.move(node)
        case "talk":
            await party.talk(node)


async def story_of(nodes: int, troubles: list[tuple[Any, ...]]) -> None:
    world, party = await begin(nodes)
    for trouble in troubles:
        await happen(world, party, trouble)
        await world.pass_time(SECOND)
        for node in world.nodes:
            await party.check(node)
        if world.worked - party.began > FULL // 3:  # somebody moves before time is up in earnest
            await world.at_any_node(party.move)
    await end(world)


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(nodes=st.integers(1, 3), troubles=st.lists(TROUBLES, min_size=1, max_size=6))
def test_time_is_given_back_exactly_once(nodes: int, troubles: list[tuple[Any, ...]]) -> None:
    run(lambda: story_of(nodes, troubles))

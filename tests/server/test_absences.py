"""Time during which no node could take a move is given back once; time when only one of several was away is not.

Whole houses in one process, over generated schedules of stops, sleeps, jumps, outages, crashes and moves. All clocks
are told: nothing here waits. `World.worked` counts how long somebody could have moved; clocks must agree with it.
"""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from absent_houses import (
    FULL,
    SECOND,
    Party,
    World,
    begin,
    crash,
    end,
    jump,
    outage,
    run,
    set_database_clock,
    stop,
    stop_all,
)
from lumitheque.server.timekeeper import SHORT_ABSENCE

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
        await party.move(node)  # it came while the house slept, and is heard before the timekeeper looks
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

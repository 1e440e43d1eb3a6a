"""Whole houses in one process whose clocks, stops, sleeps and outages are told: nothing here waits."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import Any

from lumitheque.server.house import House
from lumitheque.server.settings import HouseSettings, Limits, SteadyClock
from lumitheque.server.timekeeper import Timekeeper
from lumitheque.storage import StorageTrouble
from lumitheque.storage.memory import MemoryStore
from lumitheque.storage.store import Heard
from lumitheque.tables import Actor, PerMove, Play, Say, Sit, Start, Table, TableNote, TableTerms
from open_tables import NAMES, any_moves

SECOND = 1000
STEP = 200  # milliseconds between two looks at the clock
FULL = 600 * SECOND
BEGINNING = 1_700_000_000_000


class World:
    """Time itself, the database with its clock, and the nodes."""

    def __init__(self, nodes: int) -> None:
        self.passed = 0  # milliseconds, in truth
        self.ahead = 0  # the database's clock was set forward by
        self.broken = False  # the database cannot be reached
        self.worked = 0  # milliseconds in which somebody could take a move
        self.shared = nodes > 1
        self.kept = MemoryStore()
        self.nodes = [Node(self, f"node {number}") for number in range(nodes)]

    @property
    def works(self) -> bool:
        return not self.broken and any(node.works for node in self.nodes)

    async def pass_time(self, ms: int) -> None:
        for _ in range(ms // STEP):
            self.passed += STEP
            self.worked += STEP * self.works
            for node in self.nodes:
                if node.works:
                    await node.tick()

    async def at_any_node(self, do: Callable[["Node"], Awaitable[None]]) -> None:
        """Somebody goes to a node that answers."""
        for node in self.nodes:
            if node.works and not self.broken:
                return await do(node)
        raise AssertionError("nobody answers")


class SharedStore(MemoryStore):
    """One node's way to the database."""

    def __init__(self, world: World) -> None:
        super().__init__()
        self._world = world
        self.__dict__.update(world.kept.__dict__)
        self.heard: Heard = lambda _, __: None

    def _reach(self) -> None:
        if self._world.broken:
            raise StorageTrouble("gone", "the database cannot be reached")

    async def healthy(self) -> None:
        self._reach()

    async def append(self, table: str, after: int, entries: list[bytes], note: TableNote) -> None:
        self._reach()
        await super().append(table, after, entries, note)
        for node in self._world.nodes:
            if node.works and node.store is not self:
                node.store.heard(table, note.seq)

    async def entries(self, table: str, after: int = 0) -> list[bytes]:
        self._reach()
        return await super().entries(table, after)

    async def notes(self, **wanted: Any) -> list[TableNote]:
        self._reach()
        return await super().notes(**wanted)

    async def setting(self, key: str) -> bytes | None:
        self._reach()
        return await super().setting(key)

    async def keep_setting(self, key: str, value: bytes) -> None:
        self._reach()
        await super().keep_setting(key, value)

    async def now(self) -> int | None:
        self._reach()
        return BEGINNING + self._world.passed + self._world.ahead if self._world.shared else None

    def listen(self, heard: Heard) -> None:
        self.heard = heard


class Node:
    """A process on a machine of its own."""

    def __init__(self, world: World, name: str) -> None:
        self.world, self.name = world, name
        self.set_by = self.slept = 0  # milliseconds: of the machine's clock; that its steady clock did not count
        self.works = False
        self.ticks = 0

    async def open(self) -> None:
        self.store = SharedStore(self.world)
        self.clock = SteadyClock(self._wall, self._steady)
        chosen = HouseSettings(self.store, clock=self.clock, limits=Limits.none(), recheck_seconds=0)
        self.house = House(chosen)
        self.timekeeper = Timekeeper(self.house)
        await self.house.start()
        await self.timekeeper.make_good()
        self.works = True

    def _wall(self) -> int:
        return (BEGINNING + self.world.passed + self.set_by) * 1_000_000

    def _steady(self) -> int:
        return (self.world.passed - self.slept) * 1_000_000

    async def tick(self) -> None:
        await self.timekeeper.tick()
        self.ticks += 1
        if self.ticks % 25 == 0 and not self.house.paused:  # as the staff does
            await self.timekeeper.look_around(10 * SECOND)
        await settle_down()

    async def close(self, at_once: bool) -> None:
        self.works = False
        if not at_once:
            await self.timekeeper.stop()
        await self.house.stop()


async def settle_down() -> None:
    """Whatever was begun is done."""
    for _ in range(40):
        if len(asyncio.all_tasks()) <= 2:  # the story, and whoever waits for it
            return
        await asyncio.sleep(0)


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
        await party.move(node)  # before the timekeeper had a look


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

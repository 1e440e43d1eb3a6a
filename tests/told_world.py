"""Several nodes of one house in one process, with told clocks: nothing waits, and everything can happen to them."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from lumitheque.server.house import House
from lumitheque.server.settings import HouseSettings, Limits, SteadyClock
from lumitheque.server.upkeep.clocks import ClockKeeper
from lumitheque.storage import Owed, StorageTrouble
from lumitheque.storage.memory import MemoryStore
from lumitheque.storage.store import Heard
from lumitheque.tables import TableNote

SECOND = 1000
STEP = 200  # milliseconds between two looks at the clock
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

    async def append(
        self, table: str, after: int, entries: list[bytes], note: TableNote, owed: Sequence[Owed] = ()
    ) -> None:
        self._reach()
        await super().append(table, after, entries, note, owed)
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
        self.clocks = ClockKeeper(self.house)
        await self.house.start()
        await self.clocks.make_good()
        self.works = True

    def _wall(self) -> int:
        return (BEGINNING + self.world.passed + self.set_by) * 1_000_000

    def _steady(self) -> int:
        return (self.world.passed - self.slept) * 1_000_000

    async def tick(self) -> None:
        await self.clocks.tick()
        self.ticks += 1
        if self.ticks % 25 == 0 and not self.house.pause.on:  # as the services does
            await self.clocks.look_around(10 * SECOND)
        await settle_down()

    async def close(self, at_once: bool) -> None:
        self.works = False
        if not at_once:
            await self.clocks.stop()
        await self.house.stop()


async def settle_down() -> None:
    """Whatever was begun is done."""
    for _ in range(40):
        if len(asyncio.all_tasks()) <= 2:  # the story, and whoever waits for it
            return
        await asyncio.sleep(0)

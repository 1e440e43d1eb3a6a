"""Sharers: the people who share one device, and take turns at it: a child's tablet, the family's computer.

A cookie of its own names the shared device, and the house keeps a row by it for each of them, with the device that
they are there. Who plays is the identity cookie, as everywhere; choosing another one exchanges it. So a sharer is
signed out, erased and remembered like anybody else, and whoever holds the device is told names alone.
"""

from collections.abc import Callable

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from lumitheque.reception.faults import HouseFault
from lumitheque.server.access.cookies import Seals, Visitor
from lumitheque.server.access.devices import Devices
from lumitheque.server.access.names import People
from lumitheque.server.settings import Clock
from lumitheque.storage import Belonging, Store

SHARER = "sharer"  # the kind of belonging whose id is that of a shared device
MOST = 8  # on one device
KEY = 20  # letters by which a device names its sharers


class Sharer(Struct, frozen=True):
    """What is kept of somebody on a shared device."""

    device: str  # what this one is in the list of their devices
    since: int = 0
    door: str = ""  # what they showed at the door: a house code holds for one person
    host_until: int = 0  # the host is not whoever plays next, and is again when they come back
    aside: bool = False  # somebody else plays, or nobody


_read = msgspec.json.Decoder(Sharer).decode


class Sharers:
    def __init__(
        self, store: Store, people: People, devices: Devices, clock: Clock, seals: Callable[[], Seals]
    ) -> None:
        self._store, self._people, self._devices, self._clock, self._seals = store, people, devices, clock, seals

    async def of(self, shared: str) -> dict[str, Sharer]:
        """By person, in the order in which they came; nobody who was signed out there meanwhile."""
        rows = await self._store.owners(SHARER, shared) if shared else []
        found = {row.person: _read(row.value) for row in rows}
        there = {person: one for person, one in found.items() if not self._devices.is_out(person, one.device)}
        return dict(sorted(there.items(), key=lambda item: (item[1].since, item[0])))

    def key(self, shared: str, person: str) -> str:
        """What a device calls a sharer. It leads nobody to who they are elsewhere."""
        return self._seals().mark(SHARER, f"{shared} {person}")[:KEY]

    async def named(self, shared: str, key: str) -> str:
        """The person whom the device calls so."""
        found = [person for person in await self.of(shared) if self.key(shared, person) == key]
        if not found:
            raise HouseFault("unknown_sharer")
        return found[0]

    async def make_sure_of_room(self, shared: str, person: str) -> None:
        """HouseFault if somebody would be one too many."""
        there = await self.of(shared)
        if person not in there and len(there) >= MOST:
            raise HouseFault("too_many_sharers", most=MOST)

    async def join(self, visitor: Visitor) -> Sharer:
        """Whoever asks is one of those who share this device, and plays now."""
        there = await self.of(visitor.shared)
        last = max((one.since for one in there.values()), default=0)
        known = there.get(visitor.person)
        row = Sharer(visitor.device, known.since if known else max(self._clock.now(), last + 1))
        await self._keep(visitor.person, visitor.shared, row)
        return row

    async def put_aside(self, visitor: Visitor) -> None:
        """Somebody else is to play. Whoever asks can come back, unless the house keeps nothing of them."""
        known = (await self.of(visitor.shared)).get(visitor.person)
        if known is None and await self._people.is_kept(visitor.person):
            known = await self.join(visitor)
        if known is not None:
            row = replace(known, door=visitor.door, host_until=visitor.host_until, aside=True)
            await self._keep(visitor.person, visitor.shared, row)

    async def leave(self, visitor: Visitor) -> None:
        """HouseFault for somebody who shares nothing."""
        if not await self._store.drop_belonging(visitor.person, SHARER, visitor.shared):
            raise HouseFault("unknown_sharer")

    async def aside(self, person: str) -> set[str]:
        """The devices at which somebody else plays now, of those that a person shares."""
        rows = [_read(row.value) for row in await self._store.belongings(person, SHARER)]
        return {row.device for row in rows if row.aside}

    async def _keep(self, person: str, shared: str, row: Sharer) -> None:
        await self._store.keep_belonging(Belonging(person, SHARER, shared, msgspec.json.encode(row).decode()))

"""Pins: four digits by which somebody who shares a device keeps the others from playing as them.

Ten thousand are few, so what protects them is the counting: an attempt is kept in the store before it is compared, by
whatever node, and after five wrong ones each costs a pause that doubles, up to an hour. Whoever reads the house's file
has its key as well; the digest only keeps a PIN from being read in passing.
"""

import asyncio
import hmac
from collections.abc import Callable

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from lumitheque.reception.faults import HouseFault
from lumitheque.server.access.cookies import Seals
from lumitheque.server.errors import NotYet
from lumitheque.server.settings import Clock
from lumitheque.storage import Belonging, Store
from lumitheque.tables import Dice

PIN = "pin"  # the kind of belonging, and its id: everybody has one at most
FREE = 5  # wrong ones in a row, before there are pauses
MINUTE, LONGEST = 60_000, 3_600_000  # milliseconds


class _Kept(Struct, frozen=True):
    salt: str
    digest: str
    wrong: int = 0  # in a row
    until: int = 0  # no attempt counts before


class Pins:
    def __init__(self, store: Store, clock: Clock, dice: Dice, seals: Callable[[], Seals]) -> None:
        self._store, self._clock, self._dice, self._seals = store, clock, dice, seals
        self._one_by_one = asyncio.Lock()  # attempts at once would all be the first

    async def has(self, person: str) -> bool:
        return await self._read(person) is not None

    async def choose(self, person: str, pin: str) -> None:
        """From now on this is theirs, and nothing wrong was tried."""
        salt = self._dice.token()
        await self._keep(person, _Kept(salt, self._digest(person, salt, pin)))

    async def drop(self, person: str) -> None:
        await self._store.drop_belonging(person, PIN, PIN)

    async def check(self, person: str, pin: str | None) -> None:
        """HouseFault if somebody has a PIN, and this is not it."""
        async with self._one_by_one:
            kept = await self._read(person)
            if kept is None:
                return
            if pin is None:
                raise HouseFault("pin_wanted")
            now = self._clock.now()
            if now < kept.until:
                seconds = (kept.until - now) / 1000
                raise NotYet("pin_pause", seconds, minutes=-(-(kept.until - now) // MINUTE))
            wrong = kept.wrong + 1
            pause = pause_after(wrong)
            until = now + pause if pause else 0  # without one, no clock that is late makes a pause of it
            await self._keep(person, replace(kept, wrong=wrong, until=until))
            if not hmac.compare_digest(kept.digest, self._digest(person, kept.salt, pin)):
                raise HouseFault("wrong_pin")
            await self._keep(person, replace(kept, wrong=0, until=0))

    def _digest(self, person: str, salt: str, pin: str) -> str:
        return self._seals().mark(PIN, f"{person}\0{salt}\0{pin}")

    async def _read(self, person: str) -> _Kept | None:
        rows = await self._store.belongings(person, PIN)
        return msgspec.json.decode(rows[0].value, type=_Kept) if rows else None

    async def _keep(self, person: str, kept: _Kept) -> None:
        await self._store.keep_belonging(Belonging(person, PIN, PIN, msgspec.json.encode(kept).decode()))


def pause_after(wrong: int) -> int:
    """Milliseconds before the next attempt."""
    return 0 if wrong < FREE else min(LONGEST, MINUTE << min(wrong - FREE, 6))

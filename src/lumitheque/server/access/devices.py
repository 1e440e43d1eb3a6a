"""Devices: the browsers that are signed in as somebody, and those that were signed out.

A cookie names a person and a device. The device's id begins with the moment when its cookie was made, so "all others"
is one row however many there are, and also ends cookies that were never listed. Every node has what was signed out in
memory: no request waits for the store.
"""

from typing import NamedTuple

import msgspec
from msgspec import Struct

from lumitheque.reception.faults import HouseFault
from lumitheque.server.access.cookies import OF_BEFORE, Seals, Visitor
from lumitheque.server.access.names import People
from lumitheque.server.settings import DAY, Clock
from lumitheque.storage import Belonging, Store
from lumitheque.tables import Dice

DEVICE, SIGNED_OUT = "device", "signed_out"  # kinds of belongings
OTHERS = "others"  # the id of the row that ends all devices but one
MOST_LISTED = 50  # devices of one person; the one longest unseen makes room
MOST_NOTED = 20_000  # devices in memory that were here today
PAGE = 500
# Browsers name those that they descend from as well: the first that is found counts.
BROWSERS = {
    "SamsungBrowser/": "Samsung Internet", "Edg": "Edge", "OPR/": "Opera", "Opera": "Opera", "Firefox/": "Firefox",
    "FxiOS/": "Firefox", "CriOS/": "Chrome", "Chromium/": "Chromium", "Chrome/": "Chrome", "Safari/": "Safari",
}  # fmt: skip
SYSTEMS = {
    "Android": "Android", "iPhone": "iPhone", "iPad": "iPad", "Windows": "Windows", "CrOS": "ChromeOS",
    "Macintosh": "macOS", "Linux": "Linux",
}  # fmt: skip


class Device(Struct, frozen=True):
    """What is kept of a device. It was here on these days; hours are nobody's business."""

    browser: str  # "": not known
    system: str
    since: int  # midnight, UTC
    seen: int


class _Row(Struct, frozen=True):
    """A device that was signed out; of the row `others`, when, and who stays."""

    at: int
    spared: str = ""


class _Gone(NamedTuple):
    """What was signed out of one person."""

    devices: frozenset[str]
    before: int  # all that are older,
    spared: str  # but this one

    def has(self, device: str) -> bool:
        return device in self.devices or (made_at(device) <= self.before and device != self.spared)


_read_device = msgspec.json.Decoder(Device).decode
_read_row = msgspec.json.Decoder(_Row).decode


def new_device(now: int, dice: Dice) -> str:
    return f"{now:012x}{dice.token()[:8]}"


def device_of_before(seals: Seals, person: str, agent: str) -> str:
    """The device of a cookie that names none. It is worked out, so that several requests at once get the same."""
    return f"{0:012x}{seals.mark(OF_BEFORE, f'{person} {agent}')[:8]}"


def made_at(device: str) -> int:
    return int(device[:12], 16)


def guess(agent: str) -> tuple[str, str]:
    """Browser and system, as far as a User-Agent tells."""
    return tuple(next((name for mark, name in known.items() if mark in agent), "") for known in (BROWSERS, SYSTEMS))  # type: ignore[return-value]


class Devices:
    def __init__(self, store: Store, people: People, clock: Clock) -> None:
        self._store, self._people, self._clock = store, people, clock
        self._gone: dict[str, _Gone] = {}  # by person
        self._noted: dict[str, int] = {}  # the day on which each was noted

    # --- signed out --------------------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Read what was signed out, by this node or another."""
        rows: dict[str, list[Belonging]] = {}
        after = ("", "", "")
        while page := await self._store.every_belonging(SIGNED_OUT, limit=PAGE, after=after):
            for one in page:
                rows.setdefault(one.person, []).append(one)
            after = (page[-1].person, page[-1].kind, page[-1].id)
        self._gone = {person: _gone(found) for person, found in rows.items()}

    async def look_again(self, person: str) -> None:
        """Another node signed a device out."""
        rows = await self._store.belongings(person, SIGNED_OUT)
        if rows:
            self._gone[person] = _gone(rows)

    def is_out(self, person: str, device: str) -> bool:
        gone = self._gone.get(person)
        return gone is not None and gone.has(device)

    async def sign_out(self, person: str, device: str) -> None:
        """End one device. HouseFault if the person has none by this id."""
        if device not in await self.of(person):
            raise HouseFault("unknown_device")
        await self._keep_row(person, device, _Row(self._clock.now()))
        await self._store.drop_belonging(person, DEVICE, device)
        await self.look_again(person)

    async def sign_out_others(self, person: str, spared: str = "") -> None:
        """End all devices but one, also those that are not listed; "": all of them."""
        now = self._clock.now()
        await self._keep_row(person, OTHERS, _Row(now, spared))
        await self._store.drop_codes(person)  # one of them may have asked for a code
        await self.look_again(person)
        for one in await self._store.belongings(person):
            if (one.kind == DEVICE and one.id != spared) or (one.kind == SIGNED_OUT and one.id != OTHERS):
                await self._store.drop_belonging(person, one.kind, one.id)  # "others" says it

    async def _keep_row(self, person: str, row_id: str, row: _Row) -> None:
        await self._store.keep_belonging(Belonging(person, SIGNED_OUT, row_id, msgspec.json.encode(row).decode()))

    # --- signed in ---------------------------------------------------------------------------------------------------

    async def of(self, person: str) -> dict[str, Device]:
        """The devices of a person, those that were here last first."""
        rows = {one.id: _read_device(one.value) for one in await self._store.belongings(person, DEVICE)}
        there = {key: device for key, device in rows.items() if not self.is_out(person, key)}
        return dict(sorted(there.items(), key=lambda item: (-item[1].seen, -item[1].since, item[0])))

    async def note(self, visitor: Visitor) -> None:
        """Note that a device was here today. Of people whom the house does not keep, it keeps no device either."""
        is_noted = self._noted.get(visitor.device) == self._today()
        if is_noted or not await self._people.is_kept(visitor.person):
            return
        await self.keep(visitor)

    async def keep(self, visitor: Visitor) -> None:
        today, person = self._today(), visitor.person
        there = await self.of(person)
        known = there.get(visitor.device)
        since = today if known is None else known.since
        for surplus in list(there)[MOST_LISTED - 1 :] if known is None else []:
            await self.sign_out(person, surplus)
        if not self.is_out(person, visitor.device):
            browser, system = guess(visitor.agent)
            value = msgspec.json.encode(Device(browser, system, since, today)).decode()
            await self._store.keep_belonging(Belonging(person, DEVICE, visitor.device, value))
        if len(self._noted) >= MOST_NOTED:
            self._noted.clear()
        self._noted[visitor.device] = today

    def _today(self) -> int:
        return self._clock.now() // DAY * DAY


def _gone(rows: list[Belonging]) -> _Gone:
    read = {one.id: _read_row(one.value) for one in rows}
    others = read.pop(OTHERS, _Row(-1))
    return _Gone(frozenset(read), others.at, others.spared)

"""HolidayKeeper: stops the clocks of whoever is on holiday, and lets nobody's time be out in their quiet hours.

Tables know neither. The house enters into their logs that a clock stands still until a moment (StopClock), or that a
seat is given the time up to an hour after its person's quiet hours (GiveTime). A clock stops when the holiday begins,
when the game does, or at the latest when it would run out: that is when the store is asked, so that what another node
changed is known by then.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial

from msgspec import Struct

from lumitheque.reception.faults import HouseFault
from lumitheque.server.absences.book import KIND, AbsenceBook
from lumitheque.server.house import House
from lumitheque.storage import StorageTrouble, What
from lumitheque.tables import HOUSE, AnyCommand, Days, Denied, Table, TableNote
from lumitheque.tables.commands import GiveTime, StopClock

TICK = 1.0  # seconds
MOST_TABLES = 1000  # of one person


class Late(Struct, frozen=True):
    """A seat whose person's time is out."""

    seat: int
    person: str
    at: int


def late_over_days(table: Table, now: int) -> list[Late]:
    clocks = table.clocks
    if clocks is None or table.status != "playing" or not isinstance(table.terms.clock, Days):
        return []
    ends = {seat: clocks.ends(seat) for seat in table.waiting}
    places = table.places
    return [
        Late(seat, places.person(seat), end)
        for seat, end in ends.items()
        if end is not None and end <= now and places.level(seat) is None
    ]


class HolidayKeeper:
    def __init__(self, house: House, book: AbsenceBook) -> None:
        self._house, self._book = house, book
        self._away: dict[str, int] = {}  # who was on holiday at the last look, and until when
        self._stopped: set[tuple[str, str]] = set()  # tables and people whose clocks were stopped there
        house.excuse.append(self.excuse)
        house.on_change.append(self._changed)

    async def run(self) -> None:
        await self._house.ready.wait()
        self._house.store.report_changes(self._reported)
        await self._trying(self._book.load)
        while True:
            if not self._house.pause.on:
                await self._trying(self.look)
            await asyncio.sleep(TICK)

    async def _trying(self, work: Callable[[], Awaitable[object]]) -> None:
        try:
            await work()
        except StorageTrouble as trouble:
            self._house.pause.after(trouble)

    async def look(self) -> None:
        """Stop the clocks of those whose holiday began."""
        away = self._book.on_holiday()
        begun = {person: until for person, until in away.items() if self._away.get(person) != until}
        self._away = away
        self._stopped = {(table, person) for table, person in self._stopped if person in away}
        for person, until in begun.items():
            await self._stop_all(person, until)

    async def renewed(self, person: str) -> None:
        """Somebody chose other holidays: their clocks stop, or run again."""
        now = self._house.settings.clock.now()
        until = await self._book.holiday_until(person, now)
        if until is not None or person in self._away:
            await self._stop_all(person, until or now)

    def forget(self, person: str) -> None:
        self._book.forget(person)

    async def _stop_all(self, person: str, until: int) -> None:
        for note in await self._house.store.notes(person=person, status="playing", limit=MOST_TABLES):
            if note.clock == "days":
                await self._stop(note.id, person, until)

    async def _stop(self, table_id: str, person: str, until: int) -> None:
        self._stopped.add((table_id, person))
        with suppress(HouseFault):  # set aside, or deleted meanwhile
            for seat in await self._house.look(table_id, lambda table: table.places.of(person)):
                await self._do(table_id, StopClock(seat, until))

    def _changed(self, note: TableNote) -> None:
        """A game began, or somebody took a seat over, while they are on holiday."""
        if note.status != "playing" or note.clock != "days":
            return
        for person in note.people:
            if (until := self._away.get(person)) is not None and (note.id, person) not in self._stopped:
                self._stopped.add((note.id, person))
                self._house.supervisor.once("holidays", partial(self._stop, note.id, person, until))

    def _reported(self, what: What, key: str) -> None:
        """Another node changed something; the store reports it."""
        kind, _, person = key.partition(" ")
        if what == "all":
            self._house.supervisor.once("holidays", partial(self._trying, self._book.load))
        elif what == "belonging" and kind == KIND:
            self._house.supervisor.once("holidays", partial(self._trying, partial(self._book.of, person)))
        elif what == "person":
            self._house.supervisor.once("holidays", partial(self._trying, partial(self._book.of, key)))

    async def excuse(self, table_id: str) -> None:
        """Before anybody claims that time is out: those who are on holiday or in their quiet hours are not late."""
        now = self._house.settings.clock.now()
        try:
            for late in await self._house.look(table_id, lambda table: late_over_days(table, now)):
                if (until := await self._book.holiday_until(late.person, late.at)) is not None:
                    await self._do(table_id, StopClock(late.seat, until))
                elif (until := await self._book.spared_until(late.person, late.at)) is not None:
                    give = GiveTime(until - late.at, seat=late.seat)
                    await self._do(table_id, give, f"quiet:{late.seat}:{late.at}")
        except StorageTrouble as trouble:
            self._house.pause.after(trouble)

    async def _do(self, table_id: str, command: AnyCommand, key: str | None = None) -> None:
        with suppress(Denied):  # so already, or over
            await self._house.command(table_id, HOUSE, command, key)

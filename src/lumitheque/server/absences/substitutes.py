"""SubstituteKeeper: lets the substitute play for whoever was away longer than their table allows.

The time counts while the table waits for them and nobody sees them there, at any node. Several nodes may ask at once:
the table obeys one of them.
"""

import asyncio
from contextlib import suppress
from functools import partial

from lumitheque.reception.faults import HouseFault
from lumitheque.server.house import House
from lumitheque.storage import StorageTrouble
from lumitheque.tables import HOUSE, Denied, Table, TableNote
from lumitheque.tables.commands import HandToBot

TICK = 1.0  # seconds
PAGE = 500
LOOK_AGAIN = 600  # ticks after which all tables are read once more: another node that followed them may be gone


class SubstituteKeeper:
    def __init__(self, house: House) -> None:
        self._house = house

    async def run(self) -> None:
        await self._house.ready.wait()
        ticks = 0
        while True:
            if not self._house.pause.on:
                if ticks % LOOK_AGAIN == 0:
                    await self._read_all()
                ticks += 1
                self.look()
            await asyncio.sleep(TICK)

    async def _read_all(self) -> None:
        try:
            before: tuple[int, str] | None = None
            while page := await self._house.store.notes(status="playing", limit=PAGE, before=before):
                for note in page:
                    self._house.attendance.follow(note)
                before = (page[-1].opened_at, page[-1].id)
        except StorageTrouble as trouble:
            self._house.pause.after(trouble)

    def look(self) -> None:
        attendance = self._house.attendance
        attendance.look()
        for note in list(attendance.waits.values()):
            people = note.waiting.people if note.waiting is not None else []
            if note.away and any(self._is_away(note, person) for person in people):
                self._house.supervisor.once("substitutes", partial(self._hand_over, note.id))

    def _is_away(self, note: TableNote, person: str) -> bool:
        since = note.waiting.since if note.waiting is not None else 0
        return self._house.attendance.absent_for(note.id, person, since) >= note.away

    async def _hand_over(self, table_id: str) -> None:
        """The note may be older than the table: its log says since when it has waited for whom."""
        attendance = self._house.attendance

        def absent(table: Table) -> list[tuple[int, int]]:
            attendance.follow(table.note())
            return [
                (seat, since)
                for seat, since in table.waited.items()
                if table.status == "playing"
                and table.places.level(seat) is None
                and attendance.absent_for(table_id, table.places.person(seat), since) >= table.terms.away
            ]

        with suppress(HouseFault, Denied):
            for seat, since in await self._house.look(table_id, absent):
                await self._house.command(table_id, HOUSE, HandToBot(seat, since=since), f"away:{seat}:{since}")

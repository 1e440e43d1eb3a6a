"""Applies at every node what happened at one: removed people, deleted tables, changed names, devices signed out,
who plays on a shared one, invitations.

The store reports changes of any node. Sockets are closed and tables dropped at once; work that needs the store is
queued, done in order, and retried when the store was in trouble.
"""

import asyncio
import logging
from contextlib import suppress
from typing import Literal

from lumitheque.reception.faults import HouseFault
from lumitheque.reception.viewers import people_at
from lumitheque.server.access.admission import DOORS, Admission
from lumitheque.server.access.devices import SIGNED_OUT, Devices
from lumitheque.server.access.guest_bots import BOT, TOKEN, GuestBots
from lumitheque.server.access.sharers import SHARER, Sharers
from lumitheque.server.guests.streams import GuestStreams
from lumitheque.server.house import House
from lumitheque.server.live.socket import Live
from lumitheque.server.notices.invitations import INVITED
from lumitheque.storage import StorageTrouble, What
from lumitheque.tables import HOUSE, Denied
from lumitheque.tables.commands import HandToBot, Leave

Work = tuple[What | Literal["removed"], str]
MOST_SEATS = 1000  # tables from which one person is taken away
HEEDED = (SIGNED_OUT, INVITED, SHARER, BOT, TOKEN)  # kinds of belongings
log = logging.getLogger("lumitheque.server")


class Removals:
    def __init__(
        self,
        house: House,
        admission: Admission,
        devices: Devices,
        sharers: Sharers,
        live: Live,
        guest_bots: GuestBots,
        guest_streams: GuestStreams,
    ) -> None:
        self._house, self._admission, self._devices, self._live = house, admission, devices, live
        self._sharers, self._guest_bots, self._guest_streams = sharers, guest_bots, guest_streams
        self._due: dict[Work, None] = {}  # in its order, each once
        self._wake = asyncio.Event()

    def start(self) -> None:
        """When the doors are open: whoever was removed before is out already."""
        self._house.removed = frozenset(self._admission.rules.removed)
        self._admission.on_change.append(self._rules_changed)
        self._house.store.report_changes(self._changed)

    async def run(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._due:
                work = next(iter(self._due))
                del self._due[work]  # told again while it is done, it is done again
                if not await self._try(work):
                    self._due[work] = None
                    await asyncio.sleep(self._house.settings.recheck_seconds)

    def _changed(self, what: What, key: str) -> None:
        if what != "belonging" or key.partition(" ")[0] in HEEDED:
            self._add((what, key))

    def _add(self, work: Work) -> None:
        self._due[work] = None
        self._wake.set()

    def _rules_changed(self) -> None:
        """At this node or another. At once: nothing that somebody asks after they were removed is obeyed."""
        before, self._house.removed = self._house.removed, frozenset(self._admission.rules.removed)
        self._live.see_out()
        self._guest_streams.see_out()
        for person in sorted(self._house.removed - before):
            for one in (person, *self._guest_bots.of(person)):
                self._add(("removed", one))

    async def _try(self, work: Work) -> bool:
        """Whether it is done with, for better or worse; False: the store is in trouble."""
        try:
            await self._do(*work)
        except StorageTrouble as trouble:
            self._house.pause.after(trouble)
            return trouble.reason == "damaged"
        except HouseFault as fault:
            return fault.code != "paused"
        except Exception as error:  # noqa: BLE001 (one change that cannot be taken up must not keep the others waiting)
            self._house.supervisor.failed(f"removals: {work[0]}", error)
        return True

    async def _do(self, what: str, key: str) -> None:
        house = self._house
        if what == "table":
            await house.lose_if_deleted(key)
        elif what == "person":
            await house.people.look_again([key])
            house.presence.renamed(key)
        elif what == "setting" and key == DOORS:
            await self._admission.read()
        elif what == "belonging":
            await self._look_at_belonging(*key.split(" ", 1))
        elif what == "removed":
            await vacate(house, key)
        elif what == "all":
            await self._look_at_everything()

    async def _look_at_belonging(self, kind: str, person: str) -> None:
        if kind == INVITED:
            self._live.tell_invited(person)
            self._guest_streams.tell_invited(person)
        elif kind in (BOT, TOKEN):
            await self._guest_bots.look_again(person)
            self._guest_streams.see_out()
        elif kind == SHARER:
            self._live.see_off(person, await self._sharers.aside(person))
        else:
            await self._devices.look_again(person)
            self._live.see_out()

    async def _look_at_everything(self) -> None:
        """This node could not hear for a while."""
        house = self._house
        await self._admission.read()
        await self._devices.open()
        await self._guest_bots.open()
        self._live.see_out()
        self._guest_streams.see_out()
        for table_id in list(house.tables):
            await house.lose_if_deleted(table_id)
        seen = [people_at(live.table) for live in house.tables.values() if live.table is not None]
        await house.people.look_again(set[str]().union(*seen))


async def free_seat(house: House, table_id: str, seat: int) -> None:
    """Before the game starts the seat is empty again; after that a bot plays on."""
    try:
        await house.command(table_id, HOUSE, Leave(seat))
    except Denied as denied:
        if denied.code != "has_started":
            raise
        await house.command(table_id, HOUSE, HandToBot(seat))


async def vacate(house: House, person: str) -> None:
    """Take somebody away from all tables. A table that cannot be changed keeps nobody at the others."""
    for note in await house.store.notes(person=person, limit=MOST_SEATS):
        if note.status not in ("open", "playing"):
            continue
        try:
            for seat in await house.look(note.id, lambda table: table.places.of(person)):
                with suppress(Denied):  # a bot plays there already
                    await free_seat(house, note.id, seat)
        except HouseFault as fault:
            if fault.code == "paused":
                raise
            log.warning("nobody could be taken away from table %s: %s", note.id, fault.code)

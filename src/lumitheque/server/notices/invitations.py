"""Invitations: one person asks another whom they know to a table that has not begun."""

import msgspec
from msgspec import Struct

from lumitheque.reception.faults import HouseFault
from lumitheque.server.access.acquaintances import Acquaintances
from lumitheque.server.house import House
from lumitheque.storage import Belonging, Owed, Store
from lumitheque.tables import Table, TableNote

INVITED = "invited"  # the kind of belonging whose id is a table
MOST = 20  # that wait for one person; the oldest makes room


class Asked(Struct, frozen=True):
    """By whom somebody is invited, and when."""

    by: str
    at: int


_read = msgspec.json.Decoder(Asked).decode


class Invitations:
    def __init__(self, house: House, acquaintances: Acquaintances) -> None:
        self._house, self._acquaintances = house, acquaintances

    async def invite(self, person: str, table_id: str, other: str) -> bool:
        """Invite somebody; whether they are to be told. Whoever is blocked, or asks twice, is answered as everybody."""
        if not await self._acquaintances.knows(person, other):
            raise HouseFault("unknown_person")

        def is_wanted(table: Table) -> bool:
            if table.status != "open" or person not in (table.terms.opener, *table.places.people):
                raise HouseFault("not_inviting")
            return other not in table.places.people and other not in table.moderation.removed

        if not await self._house.look(table_id, is_wanted) or await self._acquaintances.has_blocked(other, person):
            return False
        return await self.keep(person, table_id, other)

    async def keep(self, person: str, table_id: str, other: str) -> bool:
        """Keep an invitation; False if there is one to this table."""
        store, waiting = self._house.store, await asked(self._house.store, other)
        if table_id in waiting:
            return False
        for surplus in sorted(waiting, key=lambda one: waiting[one].at)[: max(0, len(waiting) - MOST + 1)]:
            await store.drop_belonging(other, INVITED, surplus)
        now = self._house.settings.clock.now()
        after_all = max((one.at + 1 for one in waiting.values()), default=now)  # the order stays, whatever clocks do
        value = msgspec.json.encode(Asked(person, max(now, after_all))).decode()
        await store.keep_belonging(Belonging(other, INVITED, table_id, value))
        await store.owe(table_id, Owed(other, INVITED, now, now), now)
        return True

    async def of(self, person: str) -> list[tuple[TableNote, Asked]]:
        """The tables that wait for a person, the latest first. What is out of date is dropped."""
        found = []
        for table_id, one in (await asked(self._house.store, person)).items():
            note = await self._house.store.note(table_id)
            blocked = await self._acquaintances.has_blocked(person, one.by)
            if note is None or blocked or not _waits_for(note, person) or not await self._house.people.is_kept(one.by):
                await self.decline(person, table_id)
            else:
                found.append((note, one))
        return sorted(found, key=lambda pair: -pair[1].at)

    async def decline(self, person: str, table_id: str) -> None:
        """Whoever invited is told nothing."""
        await self._house.store.drop_belonging(person, INVITED, table_id)

    async def drop_by(self, person: str, other: str) -> None:
        """A person blocked another: what they were invited to is gone."""
        for table_id, one in (await asked(self._house.store, person)).items():
            if one.by == other:
                await self.decline(person, table_id)


def _waits_for(note: TableNote, person: str) -> bool:
    return note.status == "open" and note.free > 0 and not note.locked and person not in note.people


async def asked(store: Store, person: str) -> dict[str, Asked]:
    """Who invited a person, by table."""
    return {one.id: _read(one.value) for one in await store.belongings(person, INVITED)}

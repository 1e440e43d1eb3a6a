"""Acquaintances: the people somebody knows. Nobody else can be listed, found or invited.

Whoever has played with somebody knows them: that is read off the notes of their tables, and kept nowhere else. Others
are added by a link that one of both made and the other opened. Each may mute or block the other, who is not told.
"""

from collections.abc import Iterable

from msgspec import Struct

from lumitheque.reception.faults import HouseFault
from lumitheque.server.access.names import People
from lumitheque.storage import Belonging, Store
from lumitheque.tables import Dice

ACQUAINTANCE, MUTED, BLOCKED = "acquaintance", "muted", "blocked"  # kinds of belongings whose ids are people
PEOPLE_LINK = "people_link"  # and one whose id is the secret part of a link
BEGUN = ("playing", "over")
MOST_TABLES = 200  # of one's own, the latest, among which acquaintances are looked for
MOST = 300  # rows of one kind


class Known(Struct):
    """What somebody is to another."""

    together: int = 0  # games among the latest
    last: int = 0  # when something happened in one of them
    added: bool = False  # by a link
    muted: bool = False
    blocked: bool = False

    @property
    def is_acquaintance(self) -> bool:
        return self.added or self.together > 0


class Acquaintances:
    def __init__(self, store: Store, people: People, dice: Dice) -> None:
        self._store, self._people, self._dice = store, people, dice

    async def of(self, person: str) -> dict[str, Known]:
        """Everybody whom a person knows, mutes or blocks; those who asked to be forgotten are nobody any more."""
        found: dict[str, Known] = {}
        for note in await self._store.notes(person=person, limit=MOST_TABLES):
            for other in note.people if note.status in BEGUN else []:
                known = found.setdefault(other, Known())
                known.together, known.last = known.together + 1, max(known.last, note.touched_at)
        found.pop(person, None)
        _mark(found, await self._store.belongings(person))
        return {other: known for other, known in found.items() if await self._people.is_kept(other)}

    async def knows(self, person: str, other: str) -> bool:
        known = (await self.of(person)).get(other)
        return known is not None and known.is_acquaintance

    async def silenced(self, person: str) -> list[str]:
        """Whose talk a person does not wish to read."""
        rows = await self._store.belongings(person)
        return sorted({one.id for one in rows if one.kind in (MUTED, BLOCKED)})

    async def has_blocked(self, person: str, other: str) -> bool:
        return any(one.id == other for one in await self._store.belongings(person, BLOCKED))

    async def mark(self, person: str, other: str, kind: str, *, on: bool) -> None:
        """Mute or block somebody. Who that is, and whether there is anybody, does not matter."""
        if not on:
            await self._store.drop_belonging(person, kind, other)
        elif other != person:
            await self._keep(person, kind, other)

    async def part(self, person: str, other: str) -> None:
        """Undo what a link did, for both."""
        await self._store.drop_belonging(person, ACQUAINTANCE, other)
        await self._store.drop_belonging(other, ACQUAINTANCE, person)

    # --- the link ----------------------------------------------------------------------------------------------------

    async def link_of(self, person: str) -> str | None:
        """The secret part of somebody's link."""
        rows = await self._store.belongings(person, PEOPLE_LINK)
        return rows[0].id if rows else None

    async def make_link(self, person: str) -> str:
        """A new link; the one before leads to nobody any more."""
        await self.drop_link(person)
        token = self._dice.token()
        await self._store.keep_belonging(Belonging(person, PEOPLE_LINK, token, "{}"))
        return token

    async def drop_link(self, person: str) -> None:
        for one in await self._store.belongings(person, PEOPLE_LINK):
            await self._store.drop_belonging(person, PEOPLE_LINK, one.id)

    async def owner_of(self, token: str) -> str:
        """Whose link that is; HouseFault if it is nobody's."""
        owners = await self._store.owners(PEOPLE_LINK, token)
        if not owners:
            raise HouseFault("unknown_link")
        return owners[0].person

    async def meet(self, person: str, token: str) -> str:
        """A person opened somebody's link: from now on both know each other."""
        owner = await self.owner_of(token)
        if owner == person:
            raise HouseFault("own_link")
        await self._keep(person, ACQUAINTANCE, owner)
        await self._keep(owner, ACQUAINTANCE, person)
        return owner

    async def _keep(self, person: str, kind: str, other: str) -> None:
        there = await self._store.belongings(person, kind)
        if len(there) >= MOST and all(one.id != other for one in there):
            raise HouseFault("too_many_people", most=MOST)
        await self._store.keep_belonging(Belonging(person, kind, other, "{}"))


def _mark(found: dict[str, Known], rows: Iterable[Belonging]) -> None:
    for one in rows:
        if one.kind in (ACQUAINTANCE, MUTED, BLOCKED):
            known = found.setdefault(one.id, Known())
            known.added |= one.kind == ACQUAINTANCE
            known.muted |= one.kind == MUTED
            known.blocked |= one.kind == BLOCKED

"""KeptEditions: the boards and decks of their own that people keep in the house."""

import msgspec
from msgspec import Struct

from lumitheque.games.edition import clean_title
from lumitheque.reception.faults import HouseFault
from lumitheque.server.settings import Clock
from lumitheque.storage import Belonging, Store

EDITION = "edition"  # the kind of belonging; its id is the page's own
MOST = 40  # of one person


class KeptEdition(Struct, frozen=True):
    """A board or deck as somebody keeps it. It was sound when it was kept."""

    game: str
    name: str
    text: str
    at: int  # milliseconds since 1970


_read = msgspec.json.Decoder(KeptEdition).decode
_write = msgspec.json.Encoder().encode


class KeptEditions:
    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock

    async def of(self, person: str) -> dict[str, KeptEdition]:
        """By id, the latest first; those that a newer version wrote are left alone."""
        found: dict[str, KeptEdition] = {}
        for one in await self._store.belongings(person, EDITION):
            kept = read(one)
            if kept is not None:
                found[one.id] = kept
        return dict(sorted(found.items(), key=lambda pair: -pair[1].at))

    async def get(self, person: str, edition_id: str) -> KeptEdition:
        found = (await self.of(person)).get(edition_id)
        if found is None:
            raise HouseFault("unknown_edition")
        return found

    async def keep(self, person: str, edition_id: str, game: str, name: str, text: str) -> KeptEdition:
        """In place of the one of this id, if there is one. The caller has checked the text."""
        others = {one.id for one in await self._store.belongings(person, EDITION)} - {edition_id}
        if len(others) >= MOST:
            raise HouseFault("too_many_editions", most=MOST)
        kept = KeptEdition(game, clean_title(name), text, self._clock.now())
        await self._store.keep_belonging(Belonging(person, EDITION, edition_id, _write(kept).decode()))
        return kept

    async def drop(self, person: str, edition_id: str) -> None:
        if not await self._store.drop_belonging(person, EDITION, edition_id):
            raise HouseFault("unknown_edition")


def read(belonging: Belonging) -> KeptEdition | None:
    try:
        return _read(belonging.value)
    except msgspec.DecodeError:
        return None

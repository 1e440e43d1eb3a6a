"""AbsenceBook: everybody's holidays and quiet hours. The store has them; those of whoever chose some are in memory."""

from contextlib import suppress

import msgspec

from lumitheque.server.absences.dates import NONE, Absences, choose, holiday_until, quiet_until, spans, spared_until
from lumitheque.server.settings import Clock
from lumitheque.storage import Belonging, Store

KIND, ID = "absences", "own"
PAGE = 1000
_read = msgspec.json.Decoder(Absences).decode


class AbsenceBook:
    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock
        self._spans: dict[str, list[tuple[int, int]]] = {}  # of everybody who chose holidays

    async def load(self) -> None:
        """Read everybody's once more."""
        found: dict[str, list[tuple[int, int]]] = {}
        after = ("", "", "")
        while page := await self._store.every_belonging(KIND, limit=PAGE, after=after):
            for one in page:
                with suppress(msgspec.DecodeError):  # of a newer version
                    found[one.person] = spans(_read(one.value))
            after = (page[-1].person, page[-1].kind, page[-1].id)
        self._spans = found

    async def of(self, person: str) -> Absences:
        """As the store has it now: another node may have changed it."""
        kept = await self._store.belongings(person, KIND)
        absences = _read(kept[0].value) if kept else NONE
        if absences.holidays:
            self._spans[person] = spans(absences)
        else:
            self._spans.pop(person, None)
        return absences

    async def change(self, person: str, wanted: Absences) -> Absences:
        """Keep what somebody chose; HouseFault if it may not be."""
        chosen = choose(await self.of(person), wanted, self._clock.now())
        await self._store.keep_belonging(Belonging(person, KIND, ID, msgspec.json.encode(chosen).decode()))
        return await self.of(person)

    def forget(self, person: str) -> None:
        self._spans.pop(person, None)

    def on_holiday(self) -> dict[str, int]:
        """Who is on holiday now, and until when."""
        now = self._clock.now()
        return {person: until for person, all_ in self._spans.items() for since, until in all_ if since <= now < until}

    async def holiday_until(self, person: str, at: int) -> int | None:
        return holiday_until(await self.of(person), at)

    async def quiet_until(self, person: str, at: int) -> int | None:
        """When the quiet hours end that this moment falls into; None if it does not. No letter should come before."""
        return quiet_until(await self.of(person), at)

    async def spared_until(self, person: str, at: int) -> int | None:
        """Until when somebody has time, because of their quiet hours, whose time is out at this moment."""
        return spared_until(await self.of(person), at)

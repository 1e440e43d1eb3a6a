"""Names. A guest who has not chosen one is called after a star, and a number so that two are told apart."""

import unicodedata
from collections.abc import Iterable

import msgspec

from lumitheque.languages import BASE
from lumitheque.reception.names import guest_name
from lumitheque.server.access.lookalikes import seen
from lumitheque.server.settings import Clock
from lumitheque.storage import Person, Store

LONGEST_NAME = 24
HOUR = 3600 * 1000  # milliseconds


def clean_name(text: str) -> str | None:
    """A name as it is shown: one line, nothing invisible, not too long; None if nothing is left of it."""
    text = seen(unicodedata.normalize("NFC", text[:200]))
    shown = "".join(" " if letter.isspace() else letter for letter in text)
    shown = "".join(
        letter for letter in shown if not unicodedata.category(letter).startswith(("C", "Z")) or letter == " "
    )
    shown = " ".join(shown.split())
    good = 1 <= len(shown) <= LONGEST_NAME and any(letter.isalnum() for letter in shown)
    return shown if good else None


class People:
    """A cache of persons in front of the store."""

    def __init__(self, store: Store, clock: Clock, most: int = 20_000) -> None:
        self._store, self._clock, self._most = store, clock, most
        self._met: dict[str, Person] = {}
        self._kept: set[str] = set()  # people who are in the store

    async def get(self, person: str) -> Person:
        """A person from the cache or the store; a guest with a default name if neither has them."""
        found = self._met.get(person)
        if found is None:
            stored = await self._store.person(person)
            now = self._clock.now()
            found = stored or Person(person, guest_name(person), now, now, BASE)
            self._remember(found, kept=stored is not None)
        return found

    async def meet(self, person: str) -> Person:
        """A person who acts: keep them in the store."""
        found, now = await self.get(person), self._clock.now()
        if person not in self._kept or now - found.seen_at > HOUR:
            found = msgspec.structs.replace(found, seen_at=now)
            await self._store.keep_person(found)
            self._remember(found, kept=True)
        return found

    async def is_kept(self, person: str) -> bool:
        """Whether a person is in the store: they have acted, or chosen a name."""
        await self.get(person)
        return person in self._kept

    async def change(self, person: str, name: str | None, language: str | None) -> Person:
        found = await self.get(person)
        found = msgspec.structs.replace(
            found, name=name or found.name, language=language or found.language, seen_at=self._clock.now()
        )
        await self._store.keep_person(found)
        self._remember(found, kept=True)
        return found

    def name(self, person: str) -> str:
        """A name from the cache, without waiting; the default name of a guest if it is not there."""
        found = self._met.get(person)
        return found.name if found else guest_name(person)

    async def names(self, people: Iterable[str]) -> dict[str, str]:
        return {person: (await self.get(person)).name for person in people}

    async def look_again(self, people: Iterable[str]) -> None:
        """Read cached persons again that another node may have renamed or erased."""
        for person in people:
            if person not in self._met:
                continue
            stored = await self._store.person(person)
            if stored is None:
                self.forget(person)
            else:
                self._remember(stored, kept=True)

    def forget(self, person: str) -> None:
        self._met.pop(person, None)
        self._kept.discard(person)

    def _remember(self, person: Person, kept: bool) -> None:
        if len(self._met) >= self._most:
            for oldest in list(self._met)[: self._most // 2]:
                self.forget(oldest)
        self._met[person.id] = person
        if kept:
            self._kept.add(person.id)

"""Recovery keys: eight made-up words that sign their owner in on any device, for when all others are lost.

The words belong to no language, so a key that was printed from a French page is typed into an English one: 95 bits. The
house keeps a digest alone; whoever reads its file learns no key.
"""

import hashlib
import unicodedata

import msgspec
from msgspec import Struct

from lumitheque.server.settings import Clock
from lumitheque.storage import Belonging, Store
from lumitheque.tables import Dice

RECOVERY = "recovery"  # the kind of belonging whose id is the digest of a key
CONSONANTS, VOWELS = "bdfgjklmnrstvwyz", "aeou"
SYLLABLES = [consonant + vowel for consonant in CONSONANTS for vowel in VOWELS]
WORDS = [one + other for one in SYLLABLES for other in SYLLABLES if one != other]  # nobody's key has "kaka" in it
KNOWN = frozenset(WORDS)
LENGTH = 8  # words
LOOKS_LIKE = str.maketrans("01", "ol")


class _Kept(Struct, frozen=True):
    since: int


def make_key(dice: Dice) -> str:
    number, words = int(dice.token(), 16), []
    for _ in range(LENGTH):
        number, word = divmod(number, len(WORDS))
        words.append(WORDS[word])
    return " ".join(words)


def digest(text: str) -> str | None:
    """The digest of a key as somebody typed it: case, accents and what is between the words do not count. None: that is
    no key."""
    folded = unicodedata.normalize("NFKD", text[:400]).casefold().translate(LOOKS_LIKE)
    letters = "".join(letter for letter in folded if "a" <= letter <= "z")
    words = [letters[place : place + 4] for place in range(0, len(letters), 4)]
    if len(words) != LENGTH or not all(word in KNOWN for word in words):
        return None
    return hashlib.sha256(f"lumitheque recovery key\0{letters}".encode()).hexdigest()


class RecoveryKeys:
    """Everybody has one at most."""

    def __init__(self, store: Store, clock: Clock, dice: Dice) -> None:
        self._store, self._clock, self._dice = store, clock, dice

    async def since(self, person: str) -> int | None:
        """When a person's key was made."""
        rows = await self._store.belongings(person, RECOVERY)
        return max((msgspec.json.decode(one.value, type=_Kept).since for one in rows), default=None)

    async def make(self, person: str) -> str:
        """A new key, which nobody can be told again. The one before opens nothing any more."""
        await self.drop(person)
        key = make_key(self._dice)
        value = msgspec.json.encode(_Kept(self._clock.now())).decode()
        await self._store.keep_belonging(Belonging(person, RECOVERY, digest(key) or "", value))
        return key

    async def drop(self, person: str) -> None:
        for one in await self._store.belongings(person, RECOVERY):
            await self._store.drop_belonging(person, RECOVERY, one.id)

    async def owner(self, text: str) -> str | None:
        """Whose key that is."""
        found = digest(text)
        owners = [] if found is None else await self._store.owners(RECOVERY, found)
        return owners[0].person if owners else None

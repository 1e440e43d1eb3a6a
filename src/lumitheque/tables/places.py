"""Places: who sits where, and who plays there now."""

from msgspec import Struct
from msgspec.structs import replace

from lumitheque.tables.people import BotPlayer, Human, Sitter
from lumitheque.tables.told import SeatTold


class Place(Struct, frozen=True):
    """A seat of a table."""

    sitter: Sitter | None = None
    nonce: str | None = None
    bot: str | None = None  # the level of the bot that plays for the person who sits here
    for_good: bool = False  # that person resigned or ran out of time

    @property
    def person(self) -> str | None:
        return self.sitter.person if isinstance(self.sitter, Human) else None

    @property
    def level(self) -> str | None:
        """Of the bot that plays here now."""
        return self.sitter.level if isinstance(self.sitter, BotPlayer) else self.bot


class Places:
    """All seats of a table, and what follows from them: that is asked at every move, so it is kept."""

    __slots__ = ("_of", "_places", "asked", "bots", "free", "people", "played_by_bots", "told")

    def __init__(self, seats: int) -> None:
        self._places = [Place()] * seats
        self._count()

    def __getitem__(self, seat: int) -> Place:
        return self._places[seat]

    def __len__(self) -> int:
        return len(self._places)

    def change(self, seat: int, place: Place) -> None:
        self._places[seat] = place
        self._count()

    def replace_bot(self, seat: int, level: str) -> None:
        place = self._places[seat]
        a_bots = isinstance(place.sitter, BotPlayer)
        self.change(seat, replace(place, sitter=BotPlayer(level)) if a_bots else replace(place, bot=level))

    def _count(self) -> None:
        places = self._places
        persons = [place.person for place in places]
        self.free = [seat for seat, place in enumerate(places) if place.sitter is None]
        self.people = list(dict.fromkeys(person for person in persons if person is not None))
        self._of = {one: [seat for seat, person in enumerate(persons) if person == one] for one in self.people}
        # those whose consent counts: whoever is only away has not agreed to anything
        self.asked = [person for person in self.people if any(p.person == person and not p.for_good for p in places)]
        self.bots = sum(isinstance(place.sitter, BotPlayer) for place in places)
        self.played_by_bots = frozenset(seat for seat, place in enumerate(places) if place.level is not None)
        self.told = [SeatTold(place.sitter, place.bot, place.for_good) for place in places]

    def person(self, seat: int) -> str:
        """Who sits there; not asked of a bot's seat."""
        person = self._places[seat].person
        assert person is not None
        return person

    def of(self, person: str | None) -> list[int]:
        """The seats that a person holds."""
        return self._of.get(person, []) if person is not None else []

    def nonces(self) -> list[str]:
        """What each seat brought to the deal."""
        return [place.nonce or "" for place in self._places]

    def level(self, seat: int) -> str | None:
        """Of the bot that plays there now."""
        return self._places[seat].level

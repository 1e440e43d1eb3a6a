"""Places: who sits where, who plays there now, and which bots have played since a person did."""

from msgspec import Struct
from msgspec.structs import replace

from lumitheque.tables.people import BotPlayer, Human, Sitter, is_guest_bot
from lumitheque.tables.told import SeatTold


class Place(Struct, frozen=True):
    """A seat of a table."""

    sitter: Sitter | None = None
    nonce: str | None = None
    bot: str | None = None  # the level of the bot that plays for the person who sits here
    for_good: bool = False  # that person resigned, or ran out of time where that ends their game
    offered: bool = False  # that person ran out of time: anybody may take the seat until they are back
    name: str | None = None  # of whoever sits here, where several people share a device

    @property
    def person(self) -> str | None:
        return self.sitter.person if isinstance(self.sitter, Human) else None

    @property
    def level(self) -> str | None:
        """Of the bot that plays here now."""
        return self.sitter.level if isinstance(self.sitter, BotPlayer) else self.bot


class BotRun(Struct, frozen=True):
    """Bots that decide one after the other while people watch."""

    since: int  # milliseconds since 1970: when a person last decided something, or the game began
    moved: frozenset[int] = frozenset()  # the seats that bots have played since

    def after(self, seat: int) -> "BotRun":
        return self if seat in self.moved else replace(self, moved=self.moved | {seat})


NO_RUN = BotRun(0)


class Places:
    """All seats of a table, and what is derived from them; cached, because every move asks for it."""

    __slots__ = (
        *("_acting", "_of", "_places", "asked", "bots", "free", "have_guest_bots", "offered", "people"),
        *("played_by_bots", "told"),
    )

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

    def hand_to_bot(self, seat: int, level: str, for_good: bool, offered: bool) -> None:
        self.change(seat, replace(self._places[seat], bot=level, for_good=for_good, offered=offered))

    def hand_back(self, seat: int, sitter: Human | None = None) -> None:
        """To its person, or to somebody who takes it over. It keeps what it brought to the deal."""
        place = self._places[seat]
        if sitter is not None:
            place = replace(place, sitter=sitter, name=None)
        self.change(seat, replace(place, bot=None, for_good=False, offered=False))

    def _count(self) -> None:
        places = self._places
        persons = [place.person for place in places]
        self._acting = [place.person if place.bot is None else None for place in places]
        self.have_guest_bots = any(map(is_guest_bot, persons))
        self.free = [seat for seat, place in enumerate(places) if place.sitter is None]
        self.people = list(dict.fromkeys(person for person in persons if person is not None))
        self._of = {one: [seat for seat, person in enumerate(persons) if person == one] for one in self.people}
        # whose consent counts: somebody who is only away still has to agree
        self.asked = [person for person in self.people if any(p.person == person and not p.for_good for p in places)]
        self.bots = sum(isinstance(place.sitter, BotPlayer) for place in places)
        self.played_by_bots = frozenset(seat for seat, place in enumerate(places) if place.level is not None)
        self.offered = [seat for seat, place in enumerate(places) if place.offered]
        self.told = [SeatTold(one.sitter, one.bot, one.for_good, one.offered, one.name) for one in places]

    def person(self, seat: int) -> str:
        """The person on a seat; not to be called for a bot's."""
        person = self._places[seat].person
        assert person is not None
        return person

    def of(self, person: str | None) -> list[int]:
        """The seats that a person holds."""
        return self._of.get(person, []) if person is not None else []

    def acting(self, seats: list[int]) -> list[str]:
        """The people who play on some of these seats themselves, each once."""
        if len(seats) == 1:  # nearly always
            person = self._acting[seats[0]]
            return [] if person is None else [person]
        return list(dict.fromkeys(person for seat in seats if (person := self._acting[seat]) is not None))

    def nonces(self) -> list[str]:
        """What each seat brought to the deal."""
        return [place.nonce or "" for place in self._places]

    def level(self, seat: int) -> str | None:
        """Of the bot that plays there now."""
        return self._places[seat].level

"""What is agreed when a table is opened: each term is declared once."""

from typing import Any, Literal

from msgspec import Struct, field
from msgspec.structs import force_setattr

from lumitheque.games.game import Value
from lumitheque.referee.records import EditionNote


class NoClock(Struct, tag="none", tag_field="kind", frozen=True):
    """Nobody hurries."""


class PerMove(Struct, tag="per_move", tag_field="kind", frozen=True):
    seconds: int  # for every play, anew


class Fischer(Struct, tag="fischer", tag_field="kind", frozen=True):
    seconds: int  # for the whole game,
    increment: int = 0  # and so many more for every play


class Days(Struct, tag="days", tag_field="kind", frozen=True, omit_defaults=True):
    """A game by correspondence. Without a bank: so many days for every play, anew. With one: `bank` days for the whole
    game, of which every play gives back `days` (0: none), but never more than the bank holds."""

    days: int
    bank: int = 0


ClockTerms = NoClock | PerMove | Fischer | Days

Pace = Literal["calm", "brisk", "at_once"]  # how long bots let people watch; server/bots/pacing.py has the seconds
# What a person loses whose time is out: the game (with more than two players: their seat), nothing (the substitute
# plays until they are back), or the seat, if somebody else takes it before they are back.
WhenLate = Literal["lost", "substitute", "offered"]
# Which guest bots may take a seat: those that the opener invites and the opener's own, any, or none.
WhichGuestBots = Literal["invited", "any", "none"]
# What is written as a pace. Once it was a yes or no: bots took their time, which is calm, or they did not.
PACES: dict[str | bool, Pace] = {"calm": "calm", "brisk": "brisk", "at_once": "at_once", True: "calm", False: "at_once"}


class EditionChoice(Struct, frozen=True, omit_defaults=True):
    """A board or deck: one of the house by its name, or the players' own, whole."""

    name: str
    text: str | None = None


class CommonTerms(Struct, kw_only=True, omit_defaults=True, frozen=True):
    """What an opener chooses for any game. A new term is declared here and checked in `open_table`: every struct that
    carries the terms of a table inherits it, and `fields_of` copies it from one to the next."""

    clock: ClockTerms = NoClock()
    listed: bool = False
    spectators: bool = True
    hints: bool = False
    substitute: str | None = None  # the level of the bot that plays for somebody who is away
    away: int = 0  # seconds of absence after which it does, while the table waits for them; 0: never by itself
    when_late: WhenLate = "lost"  # what follows when a person's time is out
    pace: Pace | bool = "at_once"  # how long bots let people watch; never a bool once it was read
    several_seats: bool = False  # others than the opener may take further seats, and seat bots
    guest_bots: WhichGuestBots = "invited"

    def __post_init__(self) -> None:
        """Read the pace of old logs and clients."""
        force_setattr(self, "pace", PACES[self.pace])


class TableTerms(CommonTerms, kw_only=True, forbid_unknown_fields=True, frozen=True):
    """What `open_table` takes."""

    game: str
    seats: int | None = None  # as few as can be, if nothing is said
    options: dict[str, Value] = {}
    edition: EditionChoice | None = None
    previous: str | None = None  # the table of which this is the rematch
    position: dict[str, Any] | None = None  # a whole position to start from


class AgreedTerms(CommonTerms, frozen=True):
    """The terms once a table is open, with what `open_table` settled. Everybody may know all of them."""

    game: str
    rules: int  # version of the rules
    seats: int
    opener: str = field(name="host")  # who opened the table; logs of before call it so
    commitment: str  # the hash of the secret
    options: dict[str, Value] = {}
    edition: EditionNote | None = None
    previous: str | None = None  # the table of which this is the rematch
    on_device: bool = False  # dealt on a device, which knew all that was hidden; the house keeps it since


def fields_of(terms: CommonTerms, kind: type[CommonTerms]) -> dict[str, Any]:
    """The fields that every struct of this kind has, by name."""
    return {name: getattr(terms, name) for name in kind.__struct_fields__}

"""What happens at a table. The log of a table is a list of entries; everything else follows from it.

The same structs are told to viewers, less what these must not know: fields that may be missing there have a default,
and in the log they are always filled in.
"""

from collections.abc import Callable
from typing import Any, Literal

import msgspec
from msgspec import Struct

from lumitheque.games.game import Value
from lumitheque.referee.records import Departure, EditionNote, departures
from lumitheque.tables.people import Actor, Sitter
from lumitheque.tables.terms import ClockTerms, NoClock

Chance = list[tuple[str, Any]]


class Happening(Struct, tag_field="event", omit_defaults=True, frozen=True):
    """What all events are: tagged with their name."""


class Opened(Happening, frozen=True, tag="opened", kw_only=True):
    game: str
    rules: int
    seats: int
    host: str
    commitment: str  # the hash of the secret
    options: dict[str, Value] = {}
    edition: EditionNote | None = None
    clock: ClockTerms = NoClock()
    listed: bool = False
    spectators: bool = True
    hints: bool = False
    substitute: str | None = None
    pace: bool = False
    several_seats: bool = False
    previous: str | None = None
    secret: str | None = None  # never told before the game is over
    position: dict[str, Any] | None = None  # never told before the game is over

    @property
    def departures(self) -> list[Departure]:
        """In what the table is not as the rules set it up: told to everybody, before they sit down."""
        return departures(self.position, self.edition)


class Sat(Happening, frozen=True, tag="sat"):
    """Somebody took a seat, or brought another nonce to the one they have."""

    seat: int
    sitter: Sitter
    nonce: str | None = None  # never told before the game is over


class Left(Happening, frozen=True, tag="left"):
    seat: int


class Started(Happening, frozen=True, tag="started"):
    chance: Chance = []  # never told


class Played(Happening, frozen=True, tag="played"):
    """One or several moves of a seat, all or nothing."""

    seat: int
    moves: list[str] | None = None  # None: made in secret, and still secret
    chance: Chance = []  # never told


class TakeBackAsked(Happening, frozen=True, tag="take_back_asked"):
    seat: int


class TakeBackAnswered(Happening, frozen=True, tag="take_back_answered"):
    seat: int
    agrees: bool


class TakenBack(Happening, frozen=True, tag="taken_back"):
    """The last decisions, a seat's own and those made after it, are undone."""

    seat: int
    decisions: int


class DrawOffered(Happening, frozen=True, tag="draw_offered"):
    seat: int


class DrawAnswered(Happening, frozen=True, tag="draw_answered"):
    seat: int
    agrees: bool


class Resigned(Happening, frozen=True, tag="resigned"):
    seat: int


class TimedOut(Happening, frozen=True, tag="timed_out"):
    seat: int
    together: bool = False  # everybody's time ran out in the same moment: nobody loses by it


class TimeGiven(Happening, frozen=True, tag="time_given"):
    """The house gives back time that it took itself: it was closed, or could not write."""

    ms: int
    until: int = 0  # up to which moment of the house's clock everything is given back


class HandedToBot(Happening, frozen=True, tag="handed_to_bot"):
    seat: int
    level: str
    asked_by: Literal["sitter", "host", "house", "resigned", "time"]


class HandedBack(Happening, frozen=True, tag="handed_back"):
    seat: int


class BotReplaced(Happening, frozen=True, tag="bot_replaced"):
    """The bot that played a seat cannot move; one of another level plays on."""

    seat: int
    level: str  # that plays from now on
    before: str  # the level that could not


class RematchWanted(Happening, frozen=True, tag="rematch_wanted"):
    seat: int


class Rematched(Happening, frozen=True, tag="rematched"):
    table: str


class Said(Happening, frozen=True, tag="said"):
    person: str
    text: str | None = None  # a sentence,
    phrase: str | None = None  # or the id of a quick phrase; neither: not for this viewer, or forgotten
    kibitz: bool = False  # by somebody who looks on


class Closed(Happening, frozen=True, tag="closed"):
    by: Literal["host", "house"]


class Locked(Happening, frozen=True, tag="locked"):
    on: bool


class Muted(Happening, frozen=True, tag="muted"):
    person: str | None  # None: all who look on
    on: bool


class Removed(Happening, frozen=True, tag="removed"):
    person: str
    on: bool


class Slowed(Happening, frozen=True, tag="slowed"):
    seconds: int


class WasPutAway(Happening, frozen=True, tag="put_away"):
    """Nobody came back; the house deletes the table at `removal` unless its host restores it."""

    removal: int


class Restored(Happening, frozen=True, tag="restored"):
    pass


Event = (
    Opened
    | Sat
    | Left
    | Started
    | Played
    | TakeBackAsked
    | TakeBackAnswered
    | TakenBack
    | DrawOffered
    | DrawAnswered
    | Resigned
    | TimedOut
    | TimeGiven
    | HandedToBot
    | HandedBack
    | BotReplaced
    | RematchWanted
    | Rematched
    | Said
    | Closed
    | Locked
    | Muted
    | Removed
    | Slowed
    | WasPutAway
    | Restored
)


class Entry(Struct, frozen=True, omit_defaults=True):
    """One line of a table's log."""

    seq: int  # 1, 2, …
    at: int  # milliseconds since 1970; never decreasing in a log
    event: Event
    by: Actor | None = None
    key: str | None = None  # the command's own id: sent again, it is not obeyed again


_reader = msgspec.json.Decoder(Entry)
UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)  # what reading JSON raises


def read_entry(data: bytes) -> Entry:
    """An entry from its JSON; one of UNREADABLE for anything else, such as an event of a newer version."""
    return _reader.decode(data)


write_entry: Callable[[Entry], bytes] = msgspec.json.Encoder().encode  # one line, as people read it in an export

"""Events: what happened at a table. Its log is a list of entries, and everything else is derived from them.

Viewers are told the same structs without what they must not know: fields that may be missing there have a default, and
the log always has them.
"""

from collections.abc import Callable
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self

import msgspec
from msgspec import Struct
from msgspec.structs import fields, replace

from lumitheque.referee.records import Departure, departures
from lumitheque.tables.people import Actor, Human, Sitter
from lumitheque.tables.terms import AgreedTerms

Chance = list[tuple[str, Any]]


class Happening(Struct, tag_field="event", omit_defaults=True, frozen=True):
    """What all events are: tagged with their name. To add an event, derive it from this class and write what follows
    from it in `Table` (`@follows`). The tag is explicit because logs keep it: a class may be renamed, a tag may not."""

    never_told: ClassVar[tuple[str, ...]] = ()  # fields that viewers are told nothing of,
    told_when_over: ClassVar[tuple[str, ...]] = ()  # or nothing before the game is over
    moves_viewers: ClassVar[bool] = False  # somebody may look after it who might not before, or from another seat

    @property
    def introduces(self) -> str | None:
        """The person of whom the log speaks here for what may be the first time."""
        return None

    def without_secrets(self, over: bool) -> Self:
        """The event with those fields at their defaults that nobody may be told now."""
        hidden = self.never_told if over else (*self.never_told, *self.told_when_over)
        if not hidden:
            return self
        blank = {one.name: [] if one.default is msgspec.NODEFAULT else one.default for one in fields(type(self))}
        return replace(self, **{name: blank[name] for name in hidden})


class Opened(AgreedTerms, Happening, kw_only=True, frozen=True, tag="opened"):
    told_when_over: ClassVar = ("secret", "position")

    secret: str | None = None
    position: dict[str, Any] | None = None

    @property
    def departures(self) -> list[Departure]:
        """In what the table is not as the rules set it up: told to everybody, before they sit down."""
        found = departures(self.position, self.edition)
        return [*found, "device"] if self.on_device else found


class Sat(Happening, frozen=True, tag="sat"):
    """Somebody took a seat, or brought another nonce to the one they have."""

    told_when_over: ClassVar = ("nonce",)
    moves_viewers: ClassVar = True

    seat: int
    sitter: Sitter
    nonce: str | None = None
    name: str | None = None  # of one of several people who share the sitter's device; erased with the sitter

    @property
    def introduces(self) -> str | None:
        return self.sitter.person if type(self.sitter) is Human else None


class Left(Happening, frozen=True, tag="left"):
    moves_viewers: ClassVar = True

    seat: int


class Started(Happening, frozen=True, tag="started"):
    never_told: ClassVar = ("chance",)
    moves_viewers: ClassVar = True

    chance: Chance = []


class Played(Happening, frozen=True, tag="played"):
    """One or several moves of a seat, all or nothing."""

    never_told: ClassVar = ("chance",)

    seat: int
    moves: list[str] | None = None  # None: made in secret, and still secret
    chance: Chance = []
    hurried: bool = False  # by a bot that was given less time than it wanted, because others waited


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
    together: bool = False  # all clocks ran out at the same moment: nobody loses


class TimeGiven(Happening, frozen=True, tag="time_given"):
    """The house gave back downtime: it was closed, or could not write. Or it gave one seat time, because its person's
    would have been out in their quiet hours."""

    ms: int
    until: int = 0  # downtime up to this moment of the house's clock is given back
    seat: int | None = None  # None: all that the table waits for


class ClockStopped(Happening, frozen=True, tag="clock_stopped"):
    """The person of a seat is on holiday: its clock stands still up to a moment. One that has passed: it runs again."""

    seat: int
    until: int


class HandedToBot(Happening, frozen=True, tag="handed_to_bot"):
    moves_viewers: ClassVar = True

    seat: int
    level: str
    asked_by: Literal["sitter", "host", "player", "house", "resigned", "time"]


class HandedBack(Happening, frozen=True, tag="handed_back"):
    moves_viewers: ClassVar = True

    seat: int


class TakenOver(Happening, frozen=True, tag="taken_over"):
    """Somebody took a seat that was offered, and plays on for good."""

    moves_viewers: ClassVar = True

    seat: int
    sitter: Human

    @property
    def introduces(self) -> str | None:
        return self.sitter.person


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
    phrase: str | None = None  # or the id of a quick phrase; neither: hidden from this viewer, or erased
    kibitz: bool = False  # by somebody who looks on

    @property
    def introduces(self) -> str | None:
        return self.person


class Closed(Happening, frozen=True, tag="closed"):
    moves_viewers: ClassVar = True

    by: Literal["host", "house"]


class Locked(Happening, frozen=True, tag="locked"):
    on: bool


class Muted(Happening, frozen=True, tag="muted"):
    person: str | None  # None: all who look on
    on: bool


class Removed(Happening, frozen=True, tag="removed"):
    moves_viewers: ClassVar = True

    person: str
    on: bool


class Slowed(Happening, frozen=True, tag="slowed"):
    seconds: int


class WasPutAway(Happening, frozen=True, tag="put_away"):
    """Nobody came back; the house deletes the table at `removal` unless its opener restores it."""

    removal: int


class Restored(Happening, frozen=True, tag="restored"):
    pass


EVENTS = tuple(Happening.__subclasses__())
if TYPE_CHECKING:
    Event = Happening
else:
    Event = reduce(or_, EVENTS)  # what msgspec reads an event as: the tag says which


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


write_entry: Callable[[Entry], bytes] = msgspec.json.Encoder().encode  # one line of an export

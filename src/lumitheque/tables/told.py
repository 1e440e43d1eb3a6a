"""The shapes of what viewers are told."""

from typing import Any, Literal

from msgspec import Struct, field

from lumitheque.referee.records import Departure
from lumitheque.tables.events import Event
from lumitheque.tables.notes import Status
from lumitheque.tables.people import Actor, Sitter
from lumitheque.tables.terms import AgreedTerms, ClockTerms


class Viewer(Struct, frozen=True):
    """Who looks, and from where. A seat must be held by the person; None is a spectator's knowledge."""

    person: str | None = None
    seat: int | None = None


class SeatTold(Struct, frozen=True, omit_defaults=True):
    sitter: Sitter | None = None
    bot: str | None = None  # the level of the bot that plays for this person now
    for_good: bool = False  # that bot stays: the person resigned, or ran out of time
    offered: bool = False  # the person ran out of time: whoever is first may take the seat, they themselves too
    name: str | None = None  # of whoever sits here, where several people share a device


class ClockTold(Struct, frozen=True):
    left: list[int | None]  # milliseconds of each seat; None: a bot plays it without a clock
    at: int  # at this moment; since then the clocks of those the table waits for run
    deadline: int | None = None
    stopped: list[int] = []  # by seat: its clock stands still up to this moment, its person is on holiday


class AskedTold(Struct, frozen=True, omit_defaults=True):
    """A question that is open."""

    what: Literal["take_back", "draw"]
    seat: int  # who asks
    decisions: int = 0  # take_back: how many would be undone
    agreed: list[str] = []  # people who said yes
    missing: list[str] = []  # people who have not answered


class StateTold(Struct, kw_only=True, omit_defaults=True):
    """How things stand for one viewer."""

    seq: int
    status: Status
    sitters: list[SeatTold]
    waiting: list[int] = []
    moves: int = 0  # decisions made
    view: dict[str, Any] | None = None  # what the viewer knows of the game; everything, once it is over
    legal: list[str] = []  # of the viewer's own seat, while its person may act
    clock: ClockTold | None = None
    decision: int | None = None  # of the viewer's own seat, like legal: `play` names the one it is meant for
    take_back: Literal["free", "ask"] | None = None  # what the viewer's seat would be answered
    asked: list[AskedTold] = []
    ending: dict[str, Any] | None = None
    rematch: list[str] = []  # people who want one
    next_table: str | None = None
    closed: bool = False  # nothing can be asked of the table any more: its game may be over all the same
    locked: bool = False  # nobody new may sit down
    slow: int = 0  # seconds between two sentences of one person
    quiet: bool = False  # those who look on may not talk
    muted: list[str] = []
    removed: list[str] = []  # people who may not come back to this table


class TableTold(AgreedTerms, kw_only=True, frozen=True):
    """A table for one viewer: what was agreed, and how things stand."""

    id: str
    opened_at: int
    clock: ClockTerms  # always told,
    spectators: bool = False  # and so is that somebody may look on
    may_hint: bool = False  # this viewer, now
    departures: list[Departure] = field(default_factory=list)  # in what it is not as the rules set it up
    seat: int | None = None  # that the viewer looks from
    own_seats: list[int] = field(default_factory=list)
    state: StateTold


class EntryTold(Struct, frozen=True, omit_defaults=True):
    """One entry of the log for one viewer: the event less what the viewer must not know."""

    seq: int
    at: int
    event: Event
    by: Actor | None = None

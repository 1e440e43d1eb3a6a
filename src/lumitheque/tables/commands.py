"""Commands: what can be asked of a table. seat=None means the actor's only seat, or the only one that fits."""

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

from msgspec import Struct


class Command(Struct, tag_field="do", omit_defaults=True, frozen=True, forbid_unknown_fields=True):
    """What all commands are: tagged with their verb. To add a command, derive it from this class and say in `OBEY`
    (deciding.py) which function decides it."""


class Sit(Command, tag="sit", frozen=True):
    """Take a free seat (None: the lowest); in one's own seat: bring another nonce or name. `bot`: seat a bot of that
    level. `name`: of whoever sits there, where several share a device. While the game is played: take a seat that is
    offered, because its person's time was out."""

    seat: int | None = None
    nonce: str | None = None
    bot: str | None = None
    name: str | None = None


class Leave(Command, tag="leave", frozen=True):
    """Free a seat before the game starts; the opener may free any."""

    seat: int | None = None


class Start(Command, tag="start", frozen=True):
    pass


class Play(Command, tag="play", frozen=True):
    seat: int | None = None
    moves: list[str] = []
    after: int | None = None  # the last entry that the player saw; refused if somebody has played since
    decision: int | None = None  # as the state told it to this seat; refused if the seat has another to make by now
    hurried: bool = False  # a bot says so if its time was cut; nobody else is believed


class TakeBack(Command, tag="take_back", frozen=True):
    seat: int | None = None


class AnswerTakeBack(Command, tag="answer_take_back", frozen=True):
    agrees: bool
    seat: int | None = None


class Resign(Command, tag="resign", frozen=True):
    seat: int | None = None


class OfferDraw(Command, tag="offer_draw", frozen=True):
    seat: int | None = None


class AnswerDraw(Command, tag="answer_draw", frozen=True):
    agrees: bool
    seat: int | None = None


class Rematch(Command, tag="rematch", frozen=True):
    seat: int | None = None


class Say(Command, tag="say", frozen=True):
    text: str | None = None
    phrase: str | None = None


class HandToBot(Command, tag="hand_to_bot", frozen=True):
    """`since`: only if the table has waited for the seat since then, without a break."""

    seat: int | None = None
    level: str | None = None
    since: int | None = None


class HandBack(Command, tag="hand_back", frozen=True):
    seat: int | None = None


class ReplaceBot(Command, tag="replace_bot", frozen=True):
    """For the house alone: the bot of a seat cannot move; put another level there."""

    seat: int
    level: str
    before: str  # the level that cannot move


class TimeOut(Command, tag="time_out", frozen=True):
    """Claim that a seat's time is up. Anybody may; the clock decides."""

    seat: int | None = None


class GiveTime(Command, tag="give_time", frozen=True):
    """For the house alone: give back downtime that ended at `until` (milliseconds since 1970; None: give all), or give
    time to one seat that is waited for."""

    ms: int
    until: int | None = None
    seat: int | None = None


class StopClock(Command, tag="stop_clock", frozen=True):
    """For the house alone: let the clock of a seat stand still until a moment, or run again if that has passed."""

    seat: int
    until: int  # milliseconds since 1970


class Close(Command, tag="close", frozen=True):
    pass


class Lock(Command, tag="lock", frozen=True):
    """For the opener: keep newcomers from sitting down, or let them again."""

    on: bool = True


class Mute(Command, tag="mute", frozen=True):
    """For the opener: forbid a person (None: all spectators) to talk here, or allow it again."""

    person: str | None = None
    on: bool = True


class Remove(Command, tag="remove", frozen=True):
    """For the opener: remove a person from the table, or let them come back. Whoever plays cannot be removed."""

    person: str
    on: bool = True


class Slow(Command, tag="slow", frozen=True):
    """For the opener: everybody may say one sentence in so many seconds; 0: as usual."""

    seconds: int


class PutAway(Command, tag="put_away", frozen=True):
    """For the house alone: put the table away. It can be restored until `removal`, and is deleted then."""

    removal: int  # milliseconds since 1970
    after: int  # the last entry that the house knows of: refused if somebody came back since


class Restore(Command, tag="restore", frozen=True):
    """For the house alone: restore a table that was put away."""


COMMANDS = tuple(Command.__subclasses__())
if TYPE_CHECKING:
    AnyCommand = Command
else:
    AnyCommand = reduce(or_, COMMANDS)  # what msgspec reads a command as: the tag says which

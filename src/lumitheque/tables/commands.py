"""What can be asked of a table. seat=None: the only seat that the actor holds (or that can be meant)."""

from msgspec import Struct


class Command(Struct, tag_field="do", omit_defaults=True, frozen=True, forbid_unknown_fields=True):
    """What all commands are: tagged with their verb."""


class Sit(Command, tag="sit", frozen=True):
    """Take a free seat (None: the lowest); in one's own seat: bring another nonce. `bot`: seat a bot of that level."""

    seat: int | None = None
    nonce: str | None = None
    bot: str | None = None


class Leave(Command, tag="leave", frozen=True):
    """Free a seat before the game starts; the host may free any."""

    seat: int | None = None


class Start(Command, tag="start", frozen=True):
    pass


class Play(Command, tag="play", frozen=True):
    seat: int | None = None
    moves: list[str] = []
    after: int | None = None  # the entry that was the last the player saw; refused if somebody has played since
    decision: int | None = None  # as the state told it to this seat; refused if the seat has another to make by now


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
    seat: int | None = None
    level: str | None = None


class HandBack(Command, tag="hand_back", frozen=True):
    seat: int | None = None


class ReplaceBot(Command, tag="replace_bot", frozen=True):
    """For the house alone: the bot of a seat cannot move, another level is to play on."""

    seat: int
    level: str
    before: str  # the level that cannot move


class TimeOut(Command, tag="time_out", frozen=True):
    """Somebody's time is up: anybody may say so, the clock decides."""

    seat: int | None = None


class GiveTime(Command, tag="give_time", frozen=True):
    """For the house alone: it was away for so long, until then (milliseconds since 1970; None: given as it is)."""

    ms: int
    until: int | None = None


class Close(Command, tag="close", frozen=True):
    pass


class Lock(Command, tag="lock", frozen=True):
    """For the host: nobody new may sit down, or they may again."""

    on: bool = True


class Mute(Command, tag="mute", frozen=True):
    """For the host: a person (None: all who look on) may not talk here, or may again."""

    person: str | None = None
    on: bool = True


class Remove(Command, tag="remove", frozen=True):
    """For the host: a person may not sit, look or talk here, or may again. Whoever plays cannot be removed."""

    person: str
    on: bool = True


class Slow(Command, tag="slow", frozen=True):
    """For the host: everybody may say one sentence in so many seconds; 0: as usual."""

    seconds: int


class PutAway(Command, tag="put_away", frozen=True):
    """For the house alone: nobody came back. The table is kept until then and can be restored; then it is deleted."""

    removal: int  # milliseconds since 1970
    after: int  # the last entry that the house knows of: refused if somebody came back since


class Restore(Command, tag="restore", frozen=True):
    """For the house alone: have back a table that was put away."""


AnyCommand = (
    Sit
    | Leave
    | Start
    | Play
    | TakeBack
    | AnswerTakeBack
    | Resign
    | OfferDraw
    | AnswerDraw
    | Rematch
    | Say
    | HandToBot
    | HandBack
    | ReplaceBot
    | TimeOut
    | GiveTime
    | Close
    | Lock
    | Mute
    | Remove
    | Slow
    | PutAway
    | Restore
)

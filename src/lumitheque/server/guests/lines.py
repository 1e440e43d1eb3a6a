"""The lines of a guest bot's streams, one JSON object each, tagged with `t`.

`seq` is the number of an entry in a table's log, the same for everybody. A bot remembers the last number that it has
and asks for what came after it. It passes over lines of other kinds than these: there may be more one day.
"""

from collections.abc import Callable
from typing import Any, Literal

import msgspec
from msgspec import Struct

from lumitheque.reception.faults import Fault
from lumitheque.tables import EntryTold, TableTold
from lumitheque.tables.told import AskedTold, ClockTold


class Line(Struct, tag_field="t", omit_defaults=True, frozen=True):
    """Base of all lines."""


class Alive(Line, tag="alive", frozen=True):
    """Nothing has happened for a while. `at`: the house's clock, in milliseconds since 1970."""

    at: int


class Behind(Line, tag="behind", frozen=True):
    """The last line: the reader was too slow. Come again, with the last number that you have."""


class Ended(Line, tag="ended", frozen=True):
    """The last line: the token was revoked, or the bot may not be here any more."""

    fault: Fault


# --- of a table ------------------------------------------------------------------------------------------------------


class BotTable(Line, tag="table", frozen=True):
    """The whole table: the first line if no number was given, and again when the bot sits down or stands up."""

    table: TableTold
    names: dict[str, str] = {}


class BotEntries(Line, tag="entries", frozen=True):
    """What happened: everybody's moves as this seat, or a spectator, may know them."""

    table: str
    seq: int  # of the last one
    entries: list[EntryTold]
    names: dict[str, str] = {}


class BotTurn(Line, tag="turn", frozen=True):
    """It is the bot's turn. Told once for each decision on each stream; a move names the decision, so that one that is
    sent twice, or comes too late, does no harm."""

    table: str
    seq: int
    seat: int
    decision: int
    legal: list[str]
    view: dict[str, Any]  # what the seat knows of the game
    clock: ClockTold | None = None
    together: bool = False  # several decide in secret: everything in one move


class BotAsked(Line, tag="asked", frozen=True):
    """Somebody asks to take back, or offers a draw, and the bot has not answered yet."""

    table: str
    seq: int
    asked: list[AskedTold]


class BotOver(Line, tag="over", frozen=True):
    """The game is over, or the table was closed. `record`: where the whole game can be read."""

    table: str
    seq: int
    record: str
    ending: dict[str, Any] | None = None  # None: it was closed before its end
    next_table: str | None = None  # of the rematch


class BotGone(Line, tag="gone", frozen=True):
    """The last line: the table was deleted, or the bot may not watch it any more."""

    table: str
    fault: Fault


TableLine = BotTable | BotEntries | BotTurn | BotAsked | BotOver | BotGone | Alive | Behind | Ended


# --- of a bot's events -----------------------------------------------------------------------------------------------


class Hello(Line, tag="hello", frozen=True):
    """The first line: who you are. After it comes how things stand: invitations, tables where you sit."""

    bot: str
    name: str
    scope: Literal["play", "watch"]
    at: int


class Challenged(Line, tag="invited", frozen=True):
    """Somebody invites the bot to a table: sit down there, or decline."""

    table: str
    game: str
    by: str  # a person
    name: str
    at: int


class Seated(Line, tag="seated", frozen=True):
    """The bot has a seat at a table that has not begun."""

    table: str
    game: str
    at: int


class Begun(Line, tag="begun", frozen=True):
    """A game goes on at a table where the bot sits."""

    table: str
    game: str
    at: int


class TurnAt(Line, tag="turn", frozen=True):
    """A table waits for the bot since then; its stream has view and legal moves."""

    table: str
    game: str
    seats: list[int]
    since: int
    at: int


class Finished(Line, tag="over", frozen=True):
    """A game of the bot's is over, or its table was closed."""

    table: str
    game: str
    record: str
    at: int
    ending: dict[str, Any] | None = None


class Unseated(Line, tag="left", frozen=True):
    """The bot does not sit there any more."""

    table: str
    game: str
    at: int


EventLine = Hello | Challenged | Seated | Begun | TurnAt | Finished | Unseated | Alive | Behind | Ended


class OpenTable(Struct, frozen=True):
    """A table where a guest bot may sit down."""

    table: str
    game: str
    seats: int
    free: int
    clock: str  # its kind; the table tells more
    host: str
    name: str  # of its host
    invited: bool = False


write: Callable[[Line], bytes] = msgspec.json.Encoder().encode


def record_of(table: str) -> str:
    return f"/api/bot/tables/{table}/record"

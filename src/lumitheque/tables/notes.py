"""What listings need to know of a table, without its log."""

from typing import Any, Literal

from msgspec import Struct, field

from lumitheque.referee.records import Departure
from lumitheque.tables.terms import WhichGuestBots

Status = Literal["open", "playing", "over", "closed"]


class Waiting(Struct, frozen=True, omit_defaults=True):
    """Whom a table waits for: what everybody at it is told, and no more. A wait is known by its table, seat and
    `since`: a notice that was sent for it need not be sent again while they stay the same."""

    seats: list[int]
    people: list[str] = []  # who should act there, each once; not those for whom a bot plays
    since: int = 0  # time of the entry after which it began to wait for the first of these seats


class SeatRated(Struct, frozen=True, omit_defaults=True):
    """Who holds a seat where a guest bot plays: what its strength is counted from."""

    who: str  # a person, a guest bot, or a level
    level: bool = False
    stood_in: bool = False  # a bot of the house plays for them by now


class TableNote(Struct, kw_only=True, omit_defaults=True):
    id: str
    game: str
    rules: int  # version of the rules
    status: Status
    listed: bool
    spectators: bool
    seats: int
    seq: int  # of the last entry
    opener: str = field(name="host")
    opened_at: int  # milliseconds since 1970
    touched_at: int
    people: list[str] = []  # whoever holds a seat, each once
    bots: int = 0  # seats of bots; not those that a bot minds for somebody
    free: int = 0
    deadline: int | None = None  # when the time of somebody the table waits for runs out
    bot_to_move: bool = False
    waiting: Waiting | None = None  # while it is played; notes of before lack it until the next entry
    moves: int = 0
    substitute: str | None = None
    away: int = 0  # seconds of absence after which that bot plays; 0: never by itself
    offered: int = 0  # seats that anybody may take over
    clock: str = "none"  # kind of
    departures: list[Departure] = []  # in what it is not as the rules set it up
    locked: bool = False  # nobody new may sit down
    guest_bots: WhichGuestBots = "invited"
    guests: list[SeatRated] = []  # every seat, if a guest bot holds one
    removal: int | None = None  # when it is deleted: nobody came back, and it was put away
    ending: dict[str, Any] | None = None  # reason, points and winners, once the game is over

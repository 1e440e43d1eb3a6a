"""What is agreed when a table is opened."""

from typing import Any

from msgspec import Struct

from lumitheque.games.game import Value


class NoClock(Struct, tag="none", tag_field="kind", frozen=True):
    """Nobody hurries."""


class PerMove(Struct, tag="per_move", tag_field="kind", frozen=True):
    seconds: int  # for every play, anew


class Fischer(Struct, tag="fischer", tag_field="kind", frozen=True):
    seconds: int  # for the whole game,
    increment: int = 0  # and so many more for every play


class Days(Struct, tag="days", tag_field="kind", frozen=True):
    days: int  # for every play, anew: a game by correspondence


ClockTerms = NoClock | PerMove | Fischer | Days


class EditionChoice(Struct, frozen=True, omit_defaults=True):
    """A board or deck: one of the house by its name, or the players' own, whole."""

    name: str
    text: str | None = None


class TableTerms(Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What `open_table` takes."""

    game: str
    seats: int | None = None  # as few as can be, if nothing is said
    options: dict[str, Value] = {}
    edition: EditionChoice | None = None
    clock: ClockTerms = NoClock()
    listed: bool = False
    spectators: bool = True
    hints: bool = False
    substitute: str | None = None  # the level of the bot that plays for somebody who is away
    pace: bool = False  # bots take their time, so that people can follow
    several_seats: bool = False  # others than the host may take further seats, and seat bots
    previous: str | None = None  # the table of which this is the rematch
    position: dict[str, Any] | None = None  # a whole position to start from

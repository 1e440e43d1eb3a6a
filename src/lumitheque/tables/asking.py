"""Asking: a command with its table, actor and time, and the checks of who may use which seat."""

import re
from typing import NoReturn, Protocol

from msgspec import Struct

from lumitheque.referee.decisions import Trial
from lumitheque.tables.denied import Denied
from lumitheque.tables.events import Event
from lumitheque.tables.people import Actor
from lumitheque.tables.table import Table

LEVEL_NAME = re.compile(r"[a-z][a-z0-9_-]{0,39}", re.ASCII)
USUAL_SUBSTITUTE = "greedy"  # a bot that plays every game


class Dice(Protocol):
    """A source of randomness. It is passed in, so that tables stay deterministic."""

    def token(self) -> str:
        """32 hex digits that nobody can guess."""


class Obeyed(Struct, frozen=True, gc=False):
    """What a command leads to. `trial`: a play that was tried to find that out; handed to `Table.evolve`, it saves
    judging the moves again."""

    events: list[Event]
    trial: Trial | None = None


class Asking(Struct, frozen=True):
    table: Table
    actor: Actor
    now: int  # milliseconds; not before the last entry
    dice: Dice

    @property
    def is_house(self) -> bool:
        return self.actor.kind == "house"

    @property
    def is_opener(self) -> bool:
        return self.actor.kind == "person" and self.actor.person == self.table.terms.opener

    @property
    def own_seats(self) -> list[int]:
        return self.table.places.of(self.actor.person) if self.actor.kind == "person" else []

    def require(self, status: str) -> None:
        """Denied unless the table has this status."""
        if self.table.status != status:
            raise Denied({"open": "not_started", "playing": "has_started", "over": "over"}[self.table.status])

    def check_seat(self, seat: int) -> int:
        if not 0 <= seat < self.table.terms.seats:
            raise Denied("no_such_seat")
        return seat

    def own_seat(self, seat: int | None, among: list[int] | None = None) -> int:
        """A seat that the actor holds; if none is named, their only seat, or the only one of theirs in `among`."""
        own = self.own_seats
        if seat is not None:
            if self.check_seat(seat) not in own:
                raise Denied("not_your_seat")
            return seat
        if not own:
            raise Denied("no_seat")
        meant = own if len(own) == 1 or among is None else [one for one in own if one in among]
        if len(meant) != 1:
            raise Denied("which_seat")
        return meant[0]

    def any_own_seat(self, seat: int | None) -> int:
        """Any seat of the actor, where the command concerns the person and not the seat."""
        return self.own_seat(seat) if seat is not None or not self.own_seats else self.own_seats[0]

    def check_present(self, seat: int) -> None:
        """Denied if a bot plays this seat for its person."""
        place = self.table.places[seat]
        if place.bot is not None:
            raise Denied("gone" if place.for_good else "with_a_bot")


def check_level_name(level: str) -> str:
    """Check the spelling of a level's name. A table cannot know whether the game has that level: the house checks it
    (`check_level_exists`), because it knows the bots."""
    if not LEVEL_NAME.fullmatch(level):
        raise Denied("no_such_level")
    return level


def not_allowed() -> NoReturn:
    raise Denied("not_allowed")

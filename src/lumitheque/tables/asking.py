"""Asking: a command's circumstances, and who may do what with which seat."""

import re
from typing import NoReturn, Protocol

from msgspec import Struct

from lumitheque.tables.denied import Denied
from lumitheque.tables.people import Actor
from lumitheque.tables.table import Table

LEVEL = re.compile(r"[a-z][a-z0-9_-]{0,39}", re.ASCII)
USUAL_SUBSTITUTE = "greedy"  # there is one for every game


class Dice(Protocol):
    """What must not be guessed comes from outside."""

    def token(self) -> str:
        """32 hex digits that nobody can guess."""


class Asking(Struct, frozen=True):
    table: Table
    actor: Actor
    now: int  # milliseconds; not before the last entry
    dice: Dice

    @property
    def is_house(self) -> bool:
        return self.actor.kind == "house"

    @property
    def is_host(self) -> bool:
        return self.actor.kind == "person" and self.actor.person == self.table.terms.host

    @property
    def own_seats(self) -> list[int]:
        return self.table.places.of(self.actor.person) if self.actor.kind == "person" else []

    def require(self, status: str) -> None:
        """The table must have come to this point, and not further."""
        if self.table.status != status:
            raise Denied({"open": "not_started", "playing": "has_started", "over": "over"}[self.table.status])

    def check_seat(self, seat: int) -> int:
        if not 0 <= seat < self.table.terms.seats:
            raise Denied("no_such_seat")
        return seat

    def own_seat(self, seat: int | None, among: list[int] | None = None) -> int:
        """A seat that the actor holds; if none is named, the only one, or the only one of those that can be meant."""
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
        """A seat that stands for the person: whichever."""
        return self.own_seat(seat) if seat is not None or not self.own_seats else self.own_seats[0]

    def check_present(self, seat: int) -> None:
        """The person plays here, not a bot in their stead."""
        place = self.table.places[seat]
        if place.bot is not None:
            raise Denied("gone" if place.for_good else "with_a_bot")


def check_level(level: str) -> str:
    """A level's name has this shape; whether the game has it is for those to say who know the bots."""
    if not LEVEL.fullmatch(level):
        raise Denied("no_such_level")
    return level


def not_allowed() -> NoReturn:
    raise Denied("not_allowed")

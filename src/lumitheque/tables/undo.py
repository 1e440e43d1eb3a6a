"""Take-backs: free while nothing was revealed and nobody else decided since; otherwise by consent."""

from typing import Literal

from msgspec import Struct

from lumitheque.referee import Referee
from lumitheque.tables.table import Table


class WayBack(Struct, frozen=True):
    """Whether a take-back is free or needs consent, and how many decisions it would undo."""

    how: Literal["free", "ask"]
    decisions: int


def way_back(table: Table, seat: int) -> WayBack | None:
    """None if there is nothing to take back."""
    if table.status != "playing":
        return None
    referee, gestures = table.game, table.gestures
    decisions = referee.decisions
    number = last = len(gestures) - 1
    while number >= 0 and decisions[gestures[number]].seat != seat:
        number -= 1
    if number < 0:
        return None
    first = gestures[number]
    if number == last and (free := free_decisions(referee, seat, first)):
        return WayBack("free", free)
    alone = table.places.asked in ([], [table.places[seat].person])  # bots agree to everything
    return WayBack("free" if alone else "ask", len(decisions) - first)


def free_decisions(referee: Referee, seat: int, first: int) -> int:
    """How many of the last decisions, back to number `first`, are this seat's and revealed nothing to anybody."""
    decisions, chance = referee.decisions, len(referee.chance())
    count = 0
    for number in range(len(decisions) - 1, first - 1, -1):
        one = decisions[number]
        if one.seat != seat or one.private or one.revealed or one.events != chance:
            break
        count += 1
    return count

"""What a learner is told of a game, and the moves that can ever be legal in one."""

from typing import Any

import numpy as np

from lueur.record import CELLS, HAND, MOST, NUMBERS, SEATS, SIDE
from lumitheque.games.observation import Channel, Fact, clear, tell_number, tell_one, tell_whom, turned_to
from lumitheque.games.rule import rule

OWNERS = ("own", *(f"{n} after" for n in range(1, SEATS)))  # seats in their order, the own first
CHANNELS = tuple(Channel(f"lights, {owner}", "how bright that seat's light is; else 0") for owner in OWNERS)
PLANES = (len(CHANNELS), SIDE, SIDE)
FACTS = (
    Fact("over", 1, "1 when the game is over"),
    Fact("turn", SEATS, "whose turn it is, the own seat first"),
    Fact("hand", HAND, "the own lights, ascending, 0 behind"),
    *(Fact(f"spent, {owner}", MOST, "1 for each light it has placed, the dimmest first") for owner in OWNERS),
    Fact("seats", 3, "how many play, one of: 2, 3, 4"),
    Fact("reach", 1, "the option: 0 for cross, 1 for star"),
)


@rule
def tell_lights(v, seat, out):
    """A plane per seat."""
    end = clear(out, 0, SEATS * CELLS)
    for cell in range(CELLS):
        if v.light[cell] != 0:
            out[turned_to(seat, int(v.owner[cell]) - 1, int(v.seats)) * CELLS + cell] = v.light[cell]
    return end


@rule
def tell_spent(v, seat, out, n):
    """Which lights cannot come any more."""
    seats = int(v.seats)
    for turn in range(SEATS):
        spent = int(v.spent[(seat + turn) % seats]) * int(turn < seats)
        for light in range(MOST):
            out[n + light] = (spent >> (light + 1)) & 1
        n += MOST
    return n


@rule
def observe(e, v, seat, out):
    """Write what a seat is told; v is its view. Returns how many bytes."""
    n = tell_lights(v, seat, out)
    n = tell_number(out, n, int(v.phase))
    n = tell_whom(out, n, seat, int(v.turn), int(v.seats), SEATS)
    for i in range(HAND):
        n = tell_number(out, n, int(v.hand[seat, i]))
    n = tell_spent(v, seat, out, n)
    n = tell_one(out, n, int(v.seats) - 2, 3)
    return tell_number(out, n, int(v.reach))


def actions(e: Any) -> Any:
    """Every light on every cell, ascending."""
    return np.array([cell * NUMBERS + light for cell in range(CELLS) for light in range(1, NUMBERS)], np.int32)

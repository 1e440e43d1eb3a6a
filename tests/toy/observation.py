"""What a learner is told of a game of Three Lights."""

from typing import Any

import numpy as np

from lumitheque.games.observation import Channel, Fact, tell_number, tell_one, tell_whom
from lumitheque.games.rule import rule
from toy.record import LIGHTS, MOVES, NAMING, SEATS

CHANNELS = (Channel("hand", "1 at the own light"),)
PLANES = (1, 1, LIGHTS)
FACTS = (
    Fact("phase", 3, "one of: choose, name, over"),
    Fact("turn", SEATS, "who is to name a light, the own seat first"),
    Fact("named", SEATS, "the lights that were named, the own first"),
    Fact("left", 1, "lights in the deck"),
    Fact("goal", 1, "the option: 0 for bright, 1 for dim"),
)


@rule
def observe(e, v, seat, out):
    """Write what a seat is told; v is its view. Returns how many bytes."""
    seats = int(v.seats)
    n = tell_one(out, 0, int(v.hands[seat]) - 1, LIGHTS)
    n = tell_one(out, n, int(v.phase), 3)
    n = tell_whom(out, n, seat, int(v.turn), seats, SEATS)
    for turn in range(SEATS):
        n = tell_number(out, n, int(v.named[(seat + turn) % seats]) * int(turn < seats))
    n = tell_number(out, n, int(v.left))
    return tell_number(out, n, int(v.goal))


def actions(e: Any) -> Any:
    """Everything but naming a light that does not exist."""
    return np.array([move for move in range(MOVES) if move != NAMING], np.int32)

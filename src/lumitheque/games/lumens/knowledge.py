"""What a seat knows of a game of Lumens: all that was ever played, its own hand token, how full the bags are."""

from lumitheque.games.chance import below, scramble
from lumitheque.games.lumens.record import (
    CELLS,
    HIDDEN,
    HIGH,
    KINDS,
    NOTHING,
    OVER,
    ROOMS,
    START,
    TOKENS,
    WIDE,
)
from lumitheque.games.lumens.rules import draw
from lumitheque.games.rule import rule


@rule
def view_board(s, out):
    """The board is everybody's."""
    for cell in range(CELLS):
        out.top[cell] = s.top[cell]
        out.under[cell] = s.under[cell]
    for row in range(HIGH):
        out.rows[row] = s.rows[row]
    for column in range(WIDE):
        out.columns[column] = s.columns[column]
    for seat in range(int(s.seats)):
        out.start[seat] = s.start[seat]
        out.light_count[seat] = s.light_count[seat]
        for i in range(int(s.light_count[seat])):
            out.lights[seat, i] = s.lights[seat, i]
        for room in range(ROOMS + 1):
            out.strength[room, seat] = s.strength[room, seat]


@rule
def closed(thing):
    """Of a hidden thing one sees whether it is there."""
    return NOTHING if thing == NOTHING else HIDDEN


@rule
def view_tokens(s, seat, out):
    """A bag shows how full it is, a hand shows only to its owner; start faces are secret at first (LU-05)."""
    for other in range(int(s.seats)):
        mine, over = other == seat, s.phase == OVER
        out.in_bag[other], out.out[other] = s.in_bag[other], s.out[other]
        out.hand[other] = s.hand[other] if mine or over else closed(s.hand[other])
        out.chosen[other] = s.chosen[other] if mine or s.phase != START else closed(s.chosen[other])
        for kind in range(KINDS):
            out.unseen[other, kind] = s.unseen[other, kind]
        for i in range(TOKENS - int(s.in_bag[other]), TOKENS):
            out.bag[other, i] = s.bag[other, i] if over else HIDDEN


@rule
def view(e, s, seat, out):
    """Write what a seat knows into a blank record."""
    out.seats, out.wide, out.high, out.end = s.seats, s.wide, s.high, s.end
    out.phase, out.turn, out.first, out.reason = s.phase, s.turn, s.first, s.reason
    view_board(s, out)
    view_tokens(s, seat, out)


@rule
def refill(chance, out, seat):
    """A bag with whatever of a seat's tokens is neither on the board nor in a hand that is known, in any order."""
    i = TOKENS - int(out.in_bag[seat])
    first = i
    for kind in range(1, KINDS + 1):
        for _ in range(int(out.unseen[seat, kind - 1]) - int(out.hand[seat] == kind)):
            out.bag[seat, i] = kind
            i += 1
    scramble(chance, out.bag[seat, first:], TOKENS - first)


@rule
def imagine(e, v, seat, chance, out):
    """Make of `out`, a copy of a seat's view v, a whole world that agrees with it: an unknown hand is drawn anew."""
    if out.phase == OVER:
        return
    for other in range(int(out.seats)):
        unknown = out.hand[other] == HIDDEN
        if unknown:
            out.in_bag[other] += 1
        refill(chance, out, other)
        if unknown:
            draw(out, other)
        if out.chosen[other] == HIDDEN:
            kind = int(out.hand[other])
            out.chosen[other] = kind if below(chance, 2) == 0 else 7 - kind

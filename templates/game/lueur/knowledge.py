"""What a seat knows: the sky, its own hand, and which lights everybody still has."""

from lueur.record import CELLS, HAND, HIDDEN
from lueur.rules import lights_each
from lumitheque.games.chance import scramble
from lumitheque.games.rule import rule


@rule
def view(e, s, seat, out):
    """Write what a seat knows into a blank record."""
    out.seats, out.first, out.turn, out.phase, out.reach = s.seats, s.first, s.turn, s.phase, s.reach
    for cell in range(CELLS):
        out.light[cell], out.owner[cell] = s.light[cell], s.owner[cell]
    for other in range(int(s.seats)):
        out.left[other], out.spent[other] = s.left[other], s.spent[other]
        for i in range(HAND):
            if s.hand[other, i] != 0:
                out.hand[other, i] = s.hand[other, i] if other == seat else HIDDEN
        for i in range(int(s.left[other])):
            out.bag[other, i] = HIDDEN


@rule
def imagine(e, v, seat, chance, out):
    """Make of `out`, a copy of a seat's view v, a whole world that agrees with it."""
    for other in range(int(v.seats)):
        count = 0  # lights that are still somewhere out of sight
        for light in range(1, lights_each(int(v.seats)) + 1):
            held = other == seat and (v.hand[other, 0] == light or v.hand[other, 1] == light)
            if not held and not (int(v.spent[other]) >> light) & 1:
                out.bag[other, count] = light
                count += 1
        scramble(chance, out.bag[other], count)
        if other != seat:
            deal_hand(v, other, count, out)


@rule
def deal_hand(v, other, count, out):
    """Take an unknown hand out of the lights in out.bag; a hand is in order."""
    for i in range(HAND):
        if v.hand[other, i] != 0:
            count -= 1
            out.hand[other, i] = out.bag[other, count]
            out.bag[other, count] = 0
    if out.hand[other, 1] != 0 and out.hand[other, 0] > out.hand[other, 1]:
        lower = int(out.hand[other, 1])
        out.hand[other, 1] = out.hand[other, 0]
        out.hand[other, 0] = lower

"""What a seat knows of a game of Three Lights."""

from lumitheque.games.chance import below, scramble
from lumitheque.games.rule import rule
from toy.record import CHOOSE, DECIDED, HIDDEN, KEPT, LIGHTS, OVER, UNDECIDED


@rule
def view(e, s, seat, out):
    """Write what a seat knows into a blank record."""
    out.seats, out.first, out.turn, out.phase = s.seats, s.first, s.turn, s.phase
    out.goal, out.left = s.goal, s.left
    for other in range(int(s.seats)):
        out.named[other] = s.named[other]
        out.hands[other] = s.hands[other] if other == seat or s.phase == OVER else HIDDEN
        if other == seat or s.phase != CHOOSE or s.choices[other] == UNDECIDED:
            out.choices[other] = s.choices[other]
        else:
            out.choices[other] = DECIDED
    for i in range(int(s.left)):
        out.deck[i] = s.deck[i] if s.phase == OVER else HIDDEN


@rule
def imagine(e, v, seat, chance, out):
    """Make of `out`, a copy of a seat's view v, a whole world that agrees with it."""
    if v.phase == OVER:
        return
    count = 0
    for light in range(1, LIGHTS + 1):
        if seat < 0 or v.hands[seat] != light:
            out.deck[count] = light
            count += 1
    scramble(chance, out.deck, count)
    for other in range(int(v.seats)):
        if other != seat:
            count -= 1
            out.hands[other] = out.deck[count]
            out.deck[count] = 0
            if out.choices[other] == DECIDED:
                out.choices[other] = KEPT + below(chance, 2)

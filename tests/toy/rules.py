"""Three Lights; the rule ids are those of its pages."""

from lumitheque.games.chance import NO_ARGUMENT, lot, shuffle
from lumitheque.games.rule import NOT_NOW, rule
from toy.record import (
    BRIGHT,
    BRIGHT_ONES,
    CHOOSE,
    KEEP,
    KEPT,
    LIGHTS,
    LOT_DECK,
    LOT_FIRST,
    LOT_SWAP,
    NAME,
    NAMING,
    OVER,
    SHOWN,
    SWAP,
    SWAPPED,
    UNDECIDED,
)


@rule
def take_top(s, seat):
    s.left -= 1
    s.hands[seat] = s.deck[s.left]
    s.deck[s.left] = 0


@rule
def setup(e, s, seats, options, chance):
    """TL-01: a shuffled deck, a light each, and the first by lot."""
    s.seats, s.goal = seats, options[0]
    for i in range(LIGHTS):
        s.deck[i] = i + 1
    shuffle(chance, LOT_DECK, NO_ARGUMENT, s.deck, LIGHTS)
    s.left = LIGHTS
    for seat in range(seats):
        take_top(s, seat)
    s.first = lot(chance, LOT_FIRST, seats)


@rule
def waiting(e, s):
    if s.phase == NAME:
        return 1 << int(s.turn)
    bits = 0
    for seat in range(int(s.seats)):
        if s.phase == CHOOSE and s.choices[seat] == UNDECIDED:
            bits |= 1 << seat
    return bits


@rule
def is_named(s, light):
    for seat in range(int(s.seats)):
        if s.named[seat] == light:
            return True
    return False


@rule
def refusal(e, s, seat, move):
    """0 if a seat may make this move, else the number of the first rule that it breaks."""
    if seat < 0 or seat >= s.seats or not (waiting(e, s) >> seat) & 1 or (move >= NAMING) != (s.phase == NAME):
        return NOT_NOW
    if move == SWAP:
        return 2 if s.hands[seat] >= BRIGHT_ONES else 0
    if move == KEEP:
        return 0
    light = move - NAMING
    return 3 if light == 0 or s.hands[seat] == light or is_named(s, light) else 0


@rule
def legal_moves(e, s, seat, out):
    """Every legal move of a seat, ascending; returns how many."""
    n = 0
    for move in range(NAMING + LIGHTS + 1):
        if refusal(e, s, seat, move) == 0:
            out[n] = move
            n += 1
    return n


@rule
def apply_move(e, s, seat, move, chance):
    """Make a legal move. True if it showed something that was hidden."""
    if move >= NAMING:  # TL-03
        s.named[seat] = move - NAMING
        s.turn = (s.turn + 1) % s.seats
        if s.turn == s.first:
            s.turn, s.phase = 0, OVER
        return s.phase == OVER
    s.choices[seat] = KEPT
    if move == SWAP:
        s.choices[seat] = SWAPPED
        s.deck[s.left] = s.hands[seat]
        s.left += 1
        shuffle(chance, LOT_SWAP, seat + 1, s.deck, int(s.left))
        take_top(s, seat)
    if waiting(e, s) == 0:
        s.phase, s.turn = NAME, s.first
    return move == SWAP or s.phase == NAME


@rule
def ending(e, s):
    """0 while the game goes on, else the number of its reason."""
    return SHOWN if s.phase == OVER else 0


@rule
def winners(e, s):
    """TL-04: the brightest (or dimmest) light that nobody named; everybody, if there is none."""
    best, bits = 0, 0
    for seat in range(int(s.seats)):
        light = int(s.hands[seat])
        worth = light if s.goal == BRIGHT else LIGHTS + 1 - light
        if worth > best and not is_named(s, light):
            best, bits = worth, 1 << seat
    return bits if bits != 0 else (1 << int(s.seats)) - 1


@rule
def points(e, s, out):
    """1 for the winner, or as much shared."""
    bits = winners(e, s)
    count = 0
    for seat in range(int(s.seats)):
        count += (bits >> seat) & 1
    for seat in range(int(s.seats)):
        out[seat] = 1.0 / count if (bits >> seat) & 1 else 0.0

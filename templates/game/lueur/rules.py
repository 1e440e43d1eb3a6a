"""The rules; their ids are those of the rule pages."""

from lueur.record import CELLS, CROSS, FULL, HAND, LOT_BAG, LOT_FIRST, NOWHERE, NUMBERS, OVER, SIDE
from lumitheque.games.chance import lot, shuffle
from lumitheque.games.rule import NOT_NOW, rule


@rule
def lights_each(seats):
    """XX-01: how many lights everybody has; they are worth 1, 2, 3 …"""
    return CELLS // seats


@rule
def draw(s, seat):
    """XX-06: take the next light of the bag in hand, if there is one; a hand is in order."""
    if s.left[seat] == 0:
        return
    s.left[seat] -= 1
    drawn = int(s.bag[seat, s.left[seat]])
    s.bag[seat, s.left[seat]] = 0
    held = int(s.hand[seat, 0])
    if held == 0:
        s.hand[seat, 0] = drawn
    else:
        s.hand[seat, 0], s.hand[seat, 1] = min(held, drawn), max(held, drawn)


@rule
def setup(e, s, seats, options, chance):
    """XX-01, XX-02: a shuffled bag each, two lights in hand, and a lot for who begins."""
    s.seats, s.reach = seats, options[0]
    count = lights_each(seats)
    for seat in range(seats):
        for i in range(count):
            s.bag[seat, i] = i + 1
        shuffle(chance, LOT_BAG, seat, s.bag[seat], count)
        s.left[seat] = count
        draw(s, seat)
        draw(s, seat)
    s.first = lot(chance, LOT_FIRST, seats)
    s.turn = s.first


@rule
def waiting(e, s):
    """The seats that may act now, as bits."""
    return 0 if s.phase == OVER else 1 << int(s.turn)


@rule
def refusal(e, s, seat, move):
    """0 if a seat may make this move, else the number of the first rule that it breaks."""
    if seat < 0 or seat >= s.seats or not (waiting(e, s) >> seat) & 1:
        return NOT_NOW
    cell, light = move // NUMBERS, move % NUMBERS
    if light == 0 or (s.hand[seat, 0] != light and s.hand[seat, 1] != light):
        return 3
    if cell == NOWHERE or s.light[cell] != 0:
        return 4
    return 0


@rule
def legal_moves(e, s, seat, out):
    """Every legal move of a seat, ascending; returns how many."""
    n = 0
    if not (waiting(e, s) >> seat) & 1:
        return n
    for cell in range(CELLS):
        for i in range(HAND):
            if s.light[cell] == 0 and s.hand[seat, i] != 0:
                out[n] = cell * NUMBERS + int(s.hand[seat, i])
                n += 1
    return n


@rule
def is_outshone(s, cell, other, seat):
    """XX-05: whether the light on a cell outshines the one on another cell that is not the seat's own."""
    across = abs(cell % SIDE - other % SIDE)
    up = abs(cell // SIDE - other // SIDE)
    if across > 1 or up > 1 or (s.reach == CROSS and across + up > 1):
        return False
    return 0 < s.light[other] < s.light[cell] and s.owner[other] != seat + 1


@rule
def place(s, seat, cell, light):
    """XX-03, XX-05: a light leaves the hand for a cell and takes its dimmer neighbours."""
    if s.hand[seat, 0] == light:
        s.hand[seat, 0] = s.hand[seat, 1]
    s.hand[seat, 1] = 0
    s.spent[seat] |= 1 << light
    s.light[cell], s.owner[cell] = light, seat + 1
    for other in range(CELLS):
        if is_outshone(s, cell, other, seat):
            s.owner[other] = seat + 1


@rule
def apply_move(e, s, seat, move, chance):
    """Make a legal move. True if it showed something that was hidden: here always the light itself."""
    place(s, seat, move // NUMBERS, move % NUMBERS)
    draw(s, seat)
    s.turn = (int(s.turn) + 1) % int(s.seats)
    if s.hand[s.turn, 0] == 0:  # XX-07: all have as many lights, so nobody has one left
        s.turn, s.phase = 0, OVER
    return True


@rule
def ending(e, s):
    """0 while the game goes on, else the number of its reason."""
    return FULL if s.phase == OVER else 0


@rule
def points(e, s, out):
    """XX-07: the lights that are a seat's in the end."""
    for seat in range(int(s.seats)):
        out[seat] = 0.0
    for cell in range(CELLS):
        if s.owner[cell] != 0:
            out[int(s.owner[cell]) - 1] += 1.0


@rule
def winners(e, s):
    """XX-07: whoever has the most lights, as bits; several share."""
    best, bits = -1, 0
    for seat in range(int(s.seats)):
        count = 0
        for cell in range(CELLS):
            count += int(s.owner[cell] == seat + 1)
        if count > best:
            best, bits = count, 0
        if count == best:
            bits |= 1 << seat
    return bits

"""Sewer networks: which cards join, what the rat reaches, what it counts, where a clogged pipe fits."""

from lumitheque.games.fromages.record import (
    BOTTOM,
    CELL_OF,
    CLASSIQUE,
    COLUMNS,
    HOME_SIDES,
    HOMES,
    LEFT,
    PLACE_OF,
    PLACES,
    RIGHT,
    START,
    START_SIDES,
    STOP,
    TOP,
)
from lumitheque.games.rule import rule

GRID = 0b1111_1111_1111  # all cells, as bits
LAST_COLUMN = 0b1000_1000_1000  # d1, d2, d3


@rule
def place_of(s, cell):
    """The place of a cell in this game's networks, NOBODY if there is none (start and home have none)."""
    return int(PLACE_OF[s.game, cell])


@rule
def half_turn(sides):
    """The open sides of a card turned by 180°."""
    return ((sides << 2) | (sides >> 2)) & 15


@rule
def can_turn(e, card):
    """FR-02: whether a card looks different turned by 180°; straights and the cross do not."""
    sides = int(e.sides[card])
    return half_turn(sides) != sides


@rule
def open_sides(e, s, seat, place):
    """FR-20: the open sides of a card as it lies; face-down cards join nothing."""
    if s.up[seat, place] == 0:
        return 0
    sides = int(e.sides[s.cards[seat, place]])
    return half_turn(sides) if s.turned[seat, place] == 1 else sides


@rule
def apart(sides):
    """Open sides with room between them: each has the bits of twelve cells to itself."""
    return (sides & TOP) | (sides & RIGHT) << 11 | (sides & BOTTOM) << 22 | (sides & LEFT) << 33


@rule
def all_ways(e, s, seat):
    """The open sides of a whole network, start and home included."""
    ways = apart(START_SIDES) << START | apart(HOME_SIDES) << HOMES[s.game]
    for place in range(PLACES[s.game]):
        ways |= apart(open_sides(e, s, seat, place)) << int(CELL_OF[s.game, place])
    return ways


@rule
def spread(reached, across, upward):
    """One step further: cells of `across` are joined to their right neighbour, those of `upward` to the one above."""
    rightward, leftward = (reached & across) << 1, (reached >> 1) & across
    return reached | rightward | leftward | (reached & upward) << COLUMNS | (reached >> COLUMNS) & upward


@rule
def reached_cells(e, s, seat, home_stops):
    """FR-05, FR-20: the cells joined to the start, as bits; if the home stops the way, nothing behind it."""
    ways, home = all_ways(e, s, seat), 1 << HOMES[s.game]
    top, right, bottom, left = ways & GRID, (ways >> 12) & GRID, (ways >> 24) & GRID, (ways >> 36) & GRID
    across, upward = right & (left >> 1) & ~LAST_COLUMN, top & (bottom >> COLUMNS)  # FR-20: both facing sides are open
    reached, before = 1 << START, 0
    while reached != before:
        before = reached
        rat = reached & ~home if home_stops else reached
        reached |= spread(rat, across, upward)
    return reached


@rule
def is_home(e, s, seat):
    """FR-20: whether open pipes join a start to its home."""
    return (reached_cells(e, s, seat, True) >> HOMES[s.game]) & 1 == 1


@rule
def has_face_down(s, seat):
    for place in range(PLACES[s.game]):
        if s.up[seat, place] == 0:
            return True
    return False


@rule
def round_points(e, s, seat):
    """FR-22: the big cheese, the uncovered cheeses that the rat reaches, and the traps."""
    reached = reached_cells(e, s, seat, s.home == STOP)
    total = 5 if s.cheese == seat else 0
    for place in range(PLACES[s.game]):
        if s.up[seat, place] == 0:
            total -= 1
        elif s.covers[seat, place] == 0 and (reached >> int(CELL_OF[s.game, place])) & 1:
            total += int(e.cheese[s.cards[seat, place]])
    return total


@rule
def is_clogging(e, s, card):
    """FR-13, FR-24: whether a card can be laid on others at all."""
    return s.game == CLASSIQUE and e.clogged[card] == 1


@rule
def fits_on(e, s, card, victim, place):
    """FR-13: a face-up, uncovered pipe of the same form."""
    if s.up[victim, place] == 0 or s.covers[victim, place] != 0:
        return False
    return e.sides[s.cards[victim, place]] == e.sides[card]


@rule
def has_target(e, s, seat, card):
    """FR-11: whether a card is a clogged pipe that fits on an opponent's."""
    if not is_clogging(e, s, card):
        return False
    for victim in range(int(s.seats)):
        for place in range(PLACES[CLASSIQUE]):
            if victim != seat and fits_on(e, s, card, victim, place):
                return True
    return False

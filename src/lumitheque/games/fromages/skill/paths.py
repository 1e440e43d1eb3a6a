"""How much of the ways home is built, and what the rat reaches."""

import numpy as np

from lumitheque.games.fromages.network import GRID, LAST_COLUMN, apart, half_turn, spread
from lumitheque.games.fromages.record import (
    CELL_OF,
    CELLS,
    CLASSIQUE,
    COLUMNS,
    HOME_SIDES,
    HOMES,
    PLACES,
    START,
    START_SIDES,
)
from lumitheque.games.fromages.skill.finding import (
    BITS,
    EASE,
    FAR,
    LACKS,
    PATH_COUNT,
    PATHS,
    REACHED,
    SHARE,
    TALLY,
)
from lumitheque.games.real import log
from lumitheque.games.rule import rule

ALL_SIDES = 1 | 1 << 12 | 1 << 24 | 1 << 36  # of the first cell, in a network
COUNT = np.array([cells.bit_count() for cells in range(GRID + 1)], np.int8)  # of cells, written as bits
FIXED_WAYS = tuple(apart(START_SIDES) << START | apart(HOME_SIDES) << home for home in HOMES)


@rule
def sides_of(e, card, way):
    """The open sides of a card that lies one way up or the other."""
    sides = int(e.sides[card])
    return half_turn(sides) if way == 1 else sides


@rule
def survey(e, s, seat):
    """A network in numbers: its open sides; the cells face up; those with a cheese of 1 or 3, and of 2 or 3, uncovered;
    how many cards are face down."""
    ways, up, ones, twos, down = FIXED_WAYS[s.game], 0, 0, 0, 0
    for place in range(PLACES[s.game]):
        if s.up[seat, place] == 0:
            down += 1
            continue
        cell, card = int(CELL_OF[s.game, place]), int(s.cards[seat, place])
        ways |= apart(sides_of(e, card, int(s.turned[seat, place]))) << cell
        up |= 1 << cell
        if s.covers[seat, place] == 0:
            cheese = int(e.cheese[card])
            ones |= (cheese & 1) << cell
            twos |= (cheese >> 1) << cell
    return ways, up, ones, twos, down


@rule
def reach(ways, game, home_stops):
    """FR-20: the cells joined to the start of such a network, as bits."""
    top, right, bottom, left = ways & GRID, (ways >> 12) & GRID, (ways >> 24) & GRID, (ways >> 36) & GRID
    across, upward = right & (left >> 1) & ~LAST_COLUMN, top & (bottom >> COLUMNS)
    if game == CLASSIQUE:
        joints = across & 3 | (across >> 2) & 12 | (across >> 4) & 48 | (upward & 7) << 6 | (upward >> 4) << 9
        return int(REACHED[int(home_stops), joints])
    home, reached, before = 1 << HOMES[game], 1 << START, 0
    while reached != before:
        before = reached
        reached |= spread(reached & ~home if home_stops else reached, across, upward)
    return reached


@rule
def cheese_on(cells, ones, twos):
    """The cheeses on some cells together."""
    return int(COUNT[cells & ones]) + 2 * int(COUNT[cells & twos])


@rule
def lacking_of_paths(ways):
    """What each path lacks in a network of the classic game, in a share of the bits for each."""
    together = 0
    for row in range(3):
        sides = ways >> (COLUMNS * row)
        sides = sides & 0o7 | (sides >> 9) & 0o70 | (sides >> 18) & 0o700 | (sides >> 27) & 0o7000
        together += int(LACKS[row, sides])
    return together


@rule
def tally_of_paths(ways, game):
    """A few bits to count the paths that lack no card, a few for those that lack one, ..."""
    tally = 0
    if game == CLASSIQUE:
        lacking = lacking_of_paths(ways)
        for i in range(PATH_COUNT[0]):
            tally += int(TALLY[(lacking >> (SHARE * i)) & 63])
        return tally
    for i in range(PATH_COUNT[game]):
        lacking = int(PATHS[game, i]) & ~ways
        cells = (lacking | lacking >> 12 | lacking >> 24 | lacking >> 36) & GRID
        tally += 1 << (BITS * int(COUNT[cells]))
    return tally


@rule
def distance(ways, game):
    """How far the home is: FAR times the cards that the most finished paths lack, and how many such paths there are."""
    tally, cards = tally_of_paths(ways, game), 0
    while tally % FAR == 0:
        tally >>= BITS
        cards += 1
    return FAR * cards + tally % FAR


@rule
def ease(ways):
    """How easy the way home still is in the classic game: 1 when it is built, less for every card that is lacking."""
    together, lacking = 0.0, lacking_of_paths(ways)
    for i in range(PATH_COUNT[0]):
        together += EASE[(lacking >> (SHARE * i)) & 63]
    return min(1.0, together)


@rule
def part_in_ways(ways, cell, game):
    """How many of the paths that lack the fewest cards lack that of a cell: a share."""
    least, lack, count = CELLS, 0, 0
    for i in range(PATH_COUNT[game]):
        lacking = int(PATHS[game, i]) & ~ways
        cells = (lacking | lacking >> 12 | lacking >> 24 | lacking >> 36) & GRID
        if COUNT[cells] < least:
            least, lack, count = int(COUNT[cells]), 0, 0
        if COUNT[cells] == least:
            lack += (cells >> cell) & 1
            count += 1
    return lack / count


@rule
def closeness(ways, reached, game):
    """The place of a network's distance in tables that go by it; a way home may be longer than the paths looked at."""
    return 1 if (reached >> HOMES[game]) & 1 else distance(ways, game)


def table_of(by_cards: tuple[float, ...], by_paths: float) -> list[float]:
    """A value for each distance: by the cards that are lacking, and by the logarithm of the number of paths."""
    return [value + by_paths * log(float(max(1, paths))) for value in by_cards for paths in range(FAR)]


MISSING = np.array(table_of((0.0, -1.0, -2.0, -3.0, -4.0, -5.0, -6.0), 0.2))  # cards; a choice of paths is part of one

"""The ways home: every path from start to home that is short enough to matter, and how much of each is built.

A path is written like a whole network in network.py: the open sides that it needs, as bits, twelve cells to a side.
"""

import math
from collections.abc import Iterator

import numpy as np

from lumitheque.games.fromages.network import GRID, LAST_COLUMN, apart, half_turn, spread
from lumitheque.games.fromages.record import (
    BOTTOM,
    CELL_OF,
    CELLS,
    COLUMNS,
    HOME_SIDES,
    HOMES,
    LEFT,
    PLACES,
    RIGHT,
    START,
    START_SIDES,
    TOP,
    TOUT_PETITS,
)
from lumitheque.games.rule import rule

LONGEST_PATH = (5, 6)  # cards of a path, by game: longer ones are hardly ever built
STEPS = ((COLUMNS, TOP, BOTTOM), (1, RIGHT, LEFT), (-COLUMNS, BOTTOM, TOP), (-1, LEFT, RIGHT))
BITS = 5  # enough to count paths
FAR = 1 << BITS
ALL_SIDES = 1 | 1 << 12 | 1 << 24 | 1 << 36  # of the first cell, in a network


def steps_from(game: int, cell: int) -> Iterator[tuple[int, int, int]]:
    """The neighbours of a cell: which, by which side it is left, by which side the neighbour is entered."""
    width = COLUMNS if game == TOUT_PETITS else COLUMNS - 1
    for step, leaving, entering in STEPS:
        to = cell + step
        if 0 <= to < CELLS and to % COLUMNS < width and (abs(step) > 1 or to // COLUMNS == cell // COLUMNS):
            yield to, leaving, entering


def paths_from(game: int, cell: int, entered: int, before: dict[int, int]) -> Iterator[dict[int, int]]:
    """The paths from a cell to the home: the sides that each of their cards needs."""
    if cell == HOMES[game]:
        yield before
        return
    for to, leaving, entering in steps_from(game, cell):
        if to in before or to == START or len(before) > LONGEST_PATH[game]:
            continue
        if cell == START and not leaving & START_SIDES:
            continue
        here = {} if cell == START else {cell: entered | leaving}
        yield from paths_from(game, to, entering, before | here)


def ways_of(path: dict[int, int]) -> int:
    return sum(apart(sides) << cell for cell, sides in path.items())


def all_paths(game: int) -> list[dict[int, int]]:
    return [path for path in paths_from(game, START, 0, {}) if len(path) <= LONGEST_PATH[game]]


FOUND = [all_paths(game) for game in range(2)]
PATH_COUNT = tuple(len(found) for found in FOUND)
PATHS = np.zeros((2, max(PATH_COUNT)), np.int64)  # the open sides that a path needs
for _game, _found in enumerate(FOUND):
    PATHS[_game, : len(_found)] = [ways_of(path) for path in _found]
STRAIGHTS, SCARCE = (TOP | BOTTOM, LEFT | RIGHT), (TOP | RIGHT, BOTTOM | LEFT)  # of such elbows there are few


def cells_for(path: dict[int, int], kind: tuple[int, int]) -> int:
    """The cells where a path needs such a card, as bits."""
    return sum(1 << cell for cell, sides in path.items() if sides in kind)


KINDS = np.array([[cells_for(path, kind) for kind in (STRAIGHTS, SCARCE)] for path in FOUND[0]], np.int64)
EASE = np.array(  # of a path of the classic game, by the straights, scarce elbows and other elbows that it lacks
    [[[0.2**a * 0.12**b * 0.25**c for c in range(6)] for b in range(6)] for a in range(6)]
)
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
    home = 1 << HOMES[game]
    top, right, bottom, left = ways & GRID, (ways >> 12) & GRID, (ways >> 24) & GRID, (ways >> 36) & GRID
    across, upward = right & (left >> 1) & ~LAST_COLUMN, top & (bottom >> COLUMNS)
    reached, before = 1 << START, 0
    while reached != before:
        before = reached
        reached |= spread(reached & ~home if home_stops else reached, across, upward)
    return reached


@rule
def cheese_on(cells, ones, twos):
    """The cheeses on some cells together."""
    return int(COUNT[cells & ones]) + 2 * int(COUNT[cells & twos])


@rule
def distance(ways, game):
    """How far the home is: FAR times the cards that the most finished paths lack, and how many such paths there are."""
    tally = 0  # a few bits for the paths that lack no card, for those that lack one, ...
    for i in range(PATH_COUNT[game]):
        lacking = int(PATHS[game, i]) & ~ways
        cells = (lacking | lacking >> 12 | lacking >> 24 | lacking >> 36) & GRID
        tally += 1 << (BITS * int(COUNT[cells]))
    cards = 0
    while tally % FAR == 0:
        tally >>= BITS
        cards += 1
    return FAR * cards + tally % FAR


@rule
def ease(ways):
    """How easy the way home still is in the classic game: 1 when it is built, less for every card that is lacking."""
    together = 0.0
    for i in range(PATH_COUNT[0]):
        lacking = int(PATHS[0, i]) & ~ways
        cells = (lacking | lacking >> 12 | lacking >> 24 | lacking >> 36) & GRID
        straights, scarce = int(COUNT[cells & KINDS[i, 0]]), int(COUNT[cells & KINDS[i, 1]])
        together += EASE[straights, scarce, int(COUNT[cells]) - straights - scarce]
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
    return [value + by_paths * math.log(max(1, paths)) for value in by_cards for paths in range(FAR)]


MISSING = np.array(table_of((0.0, -1.0, -2.0, -3.0, -4.0, -5.0, -6.0), 0.2))  # cards; a choice of paths is part of one

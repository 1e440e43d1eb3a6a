"""The ways home, found once: every path from start to home that is short enough to matter. And tables of what a network
of the classic game, three cells by three, has of them, so that nobody has to walk it.

A path is written like a whole network in network.py: the open sides that it needs, as bits, twelve cells to a side.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from lumitheque.games.fromages.network import apart
from lumitheque.games.fromages.record import (
    BOTTOM,
    CELLS,
    CLASSIQUE,
    COLUMNS,
    HOMES,
    LEFT,
    RIGHT,
    ROWS,
    START,
    START_SIDES,
    TOP,
    TOUT_PETITS,
)

LONGEST_PATH = (5, 6)  # cards of a path, by game: longer ones are hardly ever built
STEPS = ((COLUMNS, TOP, BOTTOM), (1, RIGHT, LEFT), (-COLUMNS, BOTTOM, TOP), (-1, LEFT, RIGHT))


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

# --- the classic game in tables -------------------------------------------------------------------------------------

BITS = 5  # enough to count paths
FAR = 1 << BITS
SHARE = 6  # bits for what one path lacks: two for straights, two for scarce elbows, two for other elbows
LACKING = [(share & 3, share >> 2 & 3, share >> 4) for share in range(1 << SHARE)]
TALLY = np.array([1 << BITS * sum(cards) for cards in LACKING])  # by such a share: one more path that lacks so many
EASE = np.array([0.2**straights * 0.12**scarce * 0.25**others for straights, scarce, others in LACKING])


def lacking_in(cell: int, sides: int) -> int:
    """What all paths lack in a cell with these open sides, in a share for each path."""
    lacking = 0
    for number, path in enumerate(FOUND[CLASSIQUE]):
        need = path.get(cell, 0)
        if need & ~sides:
            lacking |= (1 if need in STRAIGHTS else 4 if need in SCARCE else 16) << SHARE * number
    return lacking


def lacking_in_row(row: int) -> Any:
    """The same for three cells in a row, by their top sides, right, bottom and left ones: three bits each."""
    twelve, together = np.arange(1 << 12), np.zeros(1 << 12, np.int64)
    for column in range(3):
        sides = sum((twelve >> 3 * side + column & 1) << side for side in range(4))
        together += np.array([lacking_in(COLUMNS * row + column, some) for some in range(16)])[sides]
    return together


def reached_by(home_stops: bool) -> Any:
    """The cells joined to the start, by the six places where cells may be joined across and the six upward."""
    joints, home = np.arange(1 << 12), 1 << HOMES[CLASSIQUE]
    across = joints & 3 | (joints & 12) << 2 | (joints & 48) << 4
    upward = joints >> 6 & 7 | joints >> 9 << 4
    reached = np.full(1 << 12, 1 << START)
    for _ in range(3 * ROWS):
        rat = reached & ~home if home_stops else reached
        reached = reached | (rat & across) << 1 | rat >> 1 & across
        reached = reached | (rat & upward) << COLUMNS | rat >> COLUMNS & upward
    return reached


LACKS = np.array([lacking_in_row(row) for row in range(ROWS)])
REACHED = np.array([reached_by(stops) for stops in (False, True)], np.int16)

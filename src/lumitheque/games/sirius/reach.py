"""What a piece of Sirius can take, and how far it gets."""

import numpy as np

from lumitheque.games.pawns.board import (
    CHAMPION,
    EIGHT_WAYS,
    EMPTY,
    FOUR_WAYS,
    OFF,
    PREY_OF,
    WIDE,
    around,
    is_step,
    ways,
)
from lumitheque.games.rule import rule
from lumitheque.games.sirius.record import BENT, EVERYTHING

FIVE = 5  # cells on a side of the square that a champion gets about in
MIDDLE = 4  # of the nine cells around a piece and under it
HERE = 1 << (FIVE * FIVE // 2)  # where the champion stands, among the bits of its square


def steps_from(first: int, ways: int, bent: bool) -> int:
    """Where one step leads from one of the nine cells; not bent: straight on only."""
    steps = [step for step in range(9) if (ways >> step) & 1 and (bent or step == first)]
    return sum(1 << ((first // 3 + step // 3) * FIVE + first % 3 + step % 3) for step in steps) & ~HERE


def reached(ways: int, bent: bool) -> list[int]:
    """SI-07: where a champion gets in one step or two, by the empty cells among the nine."""
    beside = steps_from(MIDDLE, ways, True)
    beyond = [steps_from(first, ways, bent) if (ways >> first) & 1 else 0 for first in range(9)]
    goals = [beside]
    for free in range(1, 512):
        last = free.bit_length() - 1
        goals.append(goals[free & ~(1 << last)] | beyond[last])
    return goals


REACHED = np.array([[reached(ways, bent) for bent in (False, True)] for ways in (FOUR_WAYS, EIGHT_WAYS)], np.int32)


@rule
def can_take(s, piece, prey):
    """SI-04, SI-05: whether a piece may take another of the other side."""
    mine, its = abs(piece), abs(prey)
    if mine == CHAMPION:
        return its == CHAMPION or s.champion_takes == EVERYTHING
    if its == CHAMPION:
        return s.champion_safe == 0
    return its == mine % 3 + 1  # sun takes moon takes star takes sun


@rule
def is_prey(s, piece, other):
    """Whether the other is an enemy that the piece can take."""
    return other != EMPTY and other != OFF and (other > 0) != (piece > 0) and can_take(s, piece, other)


@rule
def prey_around(s, piece, at):
    """SI-04: what a pawn can take, as bits of its neighbourhood."""
    bits = around(s, PREY_OF[piece + CHAMPION], at)
    if s.champion_safe == 0:
        bits |= around(s, -CHAMPION if piece > 0 else CHAMPION, at)
    return bits & ways(s)


@rule
def champion_goals(s, at):
    """SI-07: where a champion gets, whatever stands there, as bits of the square of five by five around it."""
    return int(REACHED[int(s.directions == 8), int(s.champion_path == BENT), around(s, EMPTY, at)])


@rule
def reaches(s, at, goal):
    """SI-02, SI-07: whether a piece can get from here to there, whatever stands there."""
    if abs(int(s.board[at])) != CHAMPION:
        return is_step(s, goal - at)
    up, right = (goal >> 4) - (at >> 4), (goal & 15) - (at & 15)
    if abs(up) > 2 or abs(right) > 2:
        return False
    return (champion_goals(s, at) >> ((up + 2) * FIVE + right + 2)) & 1 != 0


@rule
def can_take_anything(s, at):
    """Whether a piece has a taking."""
    piece = int(s.board[at])
    if abs(piece) != CHAMPION:
        return prey_around(s, piece, at) != 0
    goals = champion_goals(s, at)
    corner = at - 2 * WIDE - 2
    for i in range(FIVE * FIVE):
        if (goals >> i) & 1 and is_prey(s, piece, int(s.board[corner + i // FIVE * WIDE + i % FIVE])):
            return True
    return False


@rule
def side_can_take(s, side):
    for i in range(int(s.count[side])):
        if can_take_anything(s, int(s.cells[side, i])):
            return True
    return False


@rule
def can_go(s, at):
    """Whether a piece has any move: a step to an empty cell, or a taking."""
    return around(s, EMPTY, at) & ways(s) != 0 or can_take_anything(s, at)


@rule
def side_can_go(s, side):
    for i in range(int(s.count[side])):
        if can_go(s, int(s.cells[side, i])):
            return True
    return False

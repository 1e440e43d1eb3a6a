"""What a piece of Sirius can take, and how far it gets."""

from lumitheque.games.pawns.board import (
    BIT_COUNT,
    BIT_STEPS,
    BITS,
    CHAMPION,
    EMPTY,
    OFF,
    PREY_OF,
    WIDE,
    around,
    is_step,
    ways,
)
from lumitheque.games.rule import rule
from lumitheque.games.sirius.record import BENT, EVERYTHING


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
def reaches_in_two(s, at, goal):
    """SI-07: a champion's two steps, the cell between empty."""
    free = around(s, EMPTY, at) & ways(s)
    for i in range(int(BIT_COUNT[free])):
        step = BIT_STEPS[BITS[free, i]]
        second = goal - at - step
        if second == step or (s.champion_path == BENT and goal != at and is_step(s, second)):
            return True
    return False


@rule
def reaches(s, at, goal):
    """SI-02, SI-07: whether a piece can get from here to there, whatever stands there."""
    if is_step(s, goal - at):
        return True
    return abs(int(s.board[at])) == CHAMPION and reaches_in_two(s, at, goal)


@rule
def can_take_anything(s, at):
    """Whether a piece has a taking."""
    piece = int(s.board[at])
    if abs(piece) != CHAMPION:
        return prey_around(s, piece, at) != 0
    for up in range(-2, 3):
        for right in range(-2, 3):
            goal = at + up * WIDE + right
            if is_prey(s, piece, int(s.board[goal])) and reaches(s, at, goal):
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

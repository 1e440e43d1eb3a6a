"""What a piece of Galax touches: where it can step and what it can take, as bits of its neighbourhood."""

from lumitheque.games.pawns.board import (
    BIT_COUNT,
    BIT_STEPS,
    BITS,
    CHAMPION,
    EMPTY,
    PREY_OF,
    SUN,
    around,
    is_step,
    ways,
)
from lumitheque.games.rule import rule


@rule
def is_champion(s, at):
    return abs(int(s.board[at])) == CHAMPION


@rule
def free_around(s, at):
    """GX-04: the cells that a piece can step to."""
    return around(s, EMPTY, at) & ways(s)


@rule
def prey_around(s, at):
    """GX-03, GX-05, GX-07: the cells of the enemies that touch a piece and are vulnerable to it."""
    piece = int(s.board[at])
    if abs(piece) != CHAMPION:
        return around(s, PREY_OF[piece + CHAMPION], at) & ways(s)
    bits = 0
    for kind in range(SUN, CHAMPION + 1):
        bits |= around(s, -kind if piece > 0 else kind, at)
    return bits & ways(s)


@rule
def touched(at, bits, i):
    """The place of the i-th set bit around a place, ascending."""
    return at + BIT_STEPS[BITS[bits, i]]


@rule
def side_can_step(s, side):
    for i in range(int(s.count[side])):
        if free_around(s, int(s.cells[side, i])) != 0:
            return True
    return False


@rule
def touches_after_step(s, at, prey):
    """Whether a piece at this place can step to a cell that touches its prey."""
    free = free_around(s, at)
    for i in range(int(BIT_COUNT[free])):
        if is_step(s, prey - touched(at, free, i)):
            return True
    return False


@rule
def can_take_in_duel(s, side):
    """GX-15: whether a lone champion can take the other with its first step or its second.

    Out and back is not looked at: with two pieces on the board it is never the only way.
    """
    champion, prey = int(s.cells[side, 0]), int(s.cells[1 - side, 0])
    if touches_after_step(s, champion, prey):
        return True
    free = free_around(s, champion)
    for i in range(int(BIT_COUNT[free])):
        if touches_after_step(s, touched(champion, free, i), prey):
            return True
    return False

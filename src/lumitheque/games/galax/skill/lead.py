"""How far white is ahead of brown in Galax."""

import numpy as np

from lumitheque.games.galax.reach import prey_around
from lumitheque.games.galax.record import NOBODY
from lumitheque.games.pawns.board import BIT_COUNT, BROWN, CHAMPION, EMPTY, ROWS, WHITE
from lumitheque.games.pawns.lead import (
    advance,
    as_patience_ends,
    beside,
    can_promote,
    chase,
    count_bits,
    count_kind,
    fewest_of_a_kind,
    share_ahead,
    toward_far_row,
)
from lumitheque.games.rule import rule

PIECES = 0  # for each pawn
RATIO = 1  # for the share of all pieces
CHAMPIONS = 2  # for each champion
FIRST = 3  # for having one at all
FEWEST = 4  # for each pawn of the kind that is rarest: whoever lacks a kind cannot take another
TEMPO = 5  # for being to move
ANY_NOW, MORE_NOW = 6, 7  # for enemies that the side to move could take: for any at all, and for each
ANY_LATER, MORE_LATER = 8, 9  # for enemies that the other side could take if it were to move
CHASE = 10  # for each cell between a champion and the last enemies
PROMOTES_NOW, PROMOTES_LATER = 11, 12  # for a pawn that stands before the far row
PENDING = 13  # for each taking of the piece that has stepped
FAULTS = 14  # for each piece that can be huffed
ROW = 15  # for each pawn, by the rows that it is short of the far row
FREE = 25  # the same, for those that nothing which takes them stands before

LANE = 16  # bits of a row of the board, with room on both sides
EVERY_LANE = 1 | 1 << LANE | 1 << 2 * LANE

# Found by letting slightly different weights play each other; their scale fits the results of games.
WEIGHTS = np.array(
    [
        *(0.15, 3.9, 0.55, 6.0, 0.05, 0.1),  # pieces
        *(0.065, 0.032, 0.067, 0.027, -0.05, 4.4, 0.8, 0.07, 0.07),  # what can be done next
        *(0.0, 0.31, 0.21, 0.154, 0.097, 0.077, 0.048, 0.024, 0.0, 0.024),  # by row
        *(0.0, 0.71, 0.43, 0.285, 0.123, 0.062, 0.062, 0.049, 0.049, 0.049),  # free, by row
    ]
)


@rule
def abreast(s, first, second, third, row):
    """A row of the board for three kinds of pieces at once, a lane of bits for each."""
    lanes = int(s.where[CHAMPION + first, row]) | int(s.where[CHAMPION + second, row]) << LANE
    return lanes | int(s.where[CHAMPION + third, row]) << 2 * LANE


@rule
def count_abreast(lanes):
    return count_bits(lanes) + count_bits(lanes >> LANE) + count_bits(lanes >> 2 * LANE)


@rule
def threatened(s, side):
    """How many pawns of a side an enemy pawn could take with its next step: those that it would have beside it then."""
    sun, eight = toward_far_row(side), s.directions == 8
    low, level = 0, abreast(s, -3 * sun, -sun, -2 * sun, 2)  # the hunters of sun, moon and star
    reach_low, reach = 0, 0
    n = 0
    for row in range(2, ROWS - 1):
        high = abreast(s, -3 * sun, -sun, -2 * sun, row + 1)
        reach_high = beside(low, level, high, eight) & (int(s.where[CHAMPION + EMPTY, row]) * EVERY_LANE)
        met = abreast(s, sun, 2 * sun, 3 * sun, row - 1) & beside(reach_low, reach, reach_high, eight)
        if met != 0:
            n += count_abreast(met)
        low, level = level, high
        reach_low, reach = reach, reach_high
    return n


@rule
def standing(s, side, champions, w):
    """What a side's own pieces are worth."""
    value = w[PIECES] * (int(s.count[side]) - champions) + w[CHAMPIONS] * champions
    value += w[FEWEST] * fewest_of_a_kind(s, side)
    if champions > 0:
        value += w[FIRST] + w[CHASE] * chase(s, side)
    return value + advance(s, side, True, w, ROW)


@rule
def initiative(s, side, w):
    """What the side to move can do at once, and what the other could do next."""
    prey, own = threatened(s, 1 - side), threatened(s, side)
    value = w[TEMPO] + w[ANY_NOW] * int(prey > 0) + w[MORE_NOW] * prey
    value -= w[ANY_LATER] * int(own > 0) + w[MORE_LATER] * own
    value += w[PROMOTES_NOW] * int(can_promote(s, side))
    value -= w[PROMOTES_LATER] * int(can_promote(s, 1 - side))
    value += w[FAULTS] * int(s.fault_count)
    if s.mover != NOBODY:
        value += w[PENDING] * int(BIT_COUNT[prey_around(s, int(s.mover))])
    return value


@rule
def lead(s, w):
    """How far white is ahead, linear in the weights."""
    white, brown = count_kind(s, CHAMPION), count_kind(s, -CHAMPION)
    value = standing(s, WHITE, white, w) - standing(s, BROWN, brown, w)
    value += w[RATIO] * share_ahead(s)
    ahead = initiative(s, int(s.turn), w)
    value += ahead if s.turn == WHITE else -ahead
    return as_patience_ends(s, value, white - brown)

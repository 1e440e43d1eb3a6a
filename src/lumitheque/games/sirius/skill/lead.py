"""How far white is ahead of brown in Sirius."""

import numpy as np

from lumitheque.games.pawns.board import BROWN, CHAMPION, ROWS, SUN, WHITE
from lumitheque.games.pawns.lead import (
    HUNTER_OF,
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
from lumitheque.games.sirius.record import EVERYTHING

PIECES = 0  # for each pawn
RATIO = 1  # for the share of all pieces
CHAMPIONS = 2  # for each champion
FIRST = 3  # for having one at all
FEWEST = 4  # for each pawn of the kind that is rarest: whoever lacks a kind cannot take another
TEMPO = 5  # for being to move
ANY_NOW, MORE_NOW = 6, 7  # for enemies that the side to move can take: for any at all, and for each
ANY_LATER, MORE_LATER = 8, 9  # for enemies that the other side could take if it were to move
CHASE = 10  # for each cell between a champion and the last enemies
PROMOTES_NOW, PROMOTES_LATER = 11, 12  # for a pawn that stands before the far row
LOOSE_NOW, LOOSE_LATER = 13, 14  # for enemies that can be taken without being taken back
FAULTS = 15  # for a piece that can be huffed
ROW = 16  # for each pawn, by the rows that it is short of the far row
FREE = 26  # the same, for those that nothing which takes them stands before

# Guessed, and kept: weights fitted to results, or changed by a half or twice, played no better. Their scale fits
# the results of games.
WEIGHTS = np.array(
    [
        *(0.2, 2.0, 1.0, 1.5, 0.05, 0.1),  # pieces
        *(0.05, 0.02, 0.02, 0.01, -0.05, 1.5, 0.7, 0.2, 0.05, 0.2),  # what can be done next
        *(0.0, 0.3, 0.2, 0.15, 0.1, 0.08, 0.05, 0.02, 0.0, 0.02),  # by row
        *(0.0, 1.0, 0.6, 0.4, 0.2, 0.1, 0.1, 0.05, 0.05, 0.05),  # free, by row
    ]
)
# SI-04, SI-05: where pawns take champions, or champions no pawns, promotion does not decide
TAMED = WEIGHTS.copy()
TAMED[[CHAMPIONS, FIRST, PROMOTES_NOW, PROMOTES_LATER]] *= 0.35
TAMED[ROW:] *= 0.6


@rule
def threatened_by(s, hunter, prey, guard):
    """How many pieces stand beside such a hunter; and how many of them so that no guard could take it back."""
    eight = s.directions == 8
    hunters, preys, guards = s.where[CHAMPION + hunter], s.where[CHAMPION + prey], s.where[CHAMPION + guard]
    threatened, loose = 0, 0
    for row in range(2, ROWS - 2):
        here = int(preys[row])
        if here == 0:
            continue
        here &= beside(int(hunters[row - 1]), int(hunters[row]), int(hunters[row + 1]), eight)
        if here != 0:
            threatened += count_bits(here)
            loose += count_bits(here & ~beside(int(guards[row - 1]), int(guards[row]), int(guards[row + 1]), eight))
    return threatened, loose


@rule
def threatened(s, side):
    """How many pawns of a side an enemy pawn could take now, and how many of them without being taken back."""
    sign = toward_far_row(side)
    n, loose = 0, 0
    for kind in range(SUN, CHAMPION):
        hunter = int(HUNTER_OF[CHAMPION + kind * sign])
        more, looser = threatened_by(s, hunter, kind * sign, int(HUNTER_OF[CHAMPION + hunter]))
        n += more
        loose += looser
    return n, loose


@rule
def standing(s, side, champions, w):
    """What a side's own pieces are worth."""
    value = w[PIECES] * (int(s.count[side]) - champions) + w[CHAMPIONS] * champions
    value += w[FEWEST] * fewest_of_a_kind(s, side)
    if champions > 0:
        value += w[FIRST] + w[CHASE] * chase(s, side)
    return value + advance(s, side, s.champion_takes == EVERYTHING, w, ROW)


@rule
def initiative(s, side, w):
    """What the side to move can do at once, and what the other could do next."""
    prey, loose_prey = threatened(s, 1 - side)
    own, loose_own = threatened(s, side)
    value = w[TEMPO] + w[ANY_NOW] * int(prey > 0) + w[MORE_NOW] * prey + w[LOOSE_NOW] * int(loose_prey > 0)
    value -= w[ANY_LATER] * int(own > 0) + w[MORE_LATER] * own + w[LOOSE_LATER] * loose_own
    value += w[PROMOTES_NOW] * int(can_promote(s, side))
    value -= w[PROMOTES_LATER] * int(can_promote(s, 1 - side))
    return value + w[FAULTS] * int(s.fault_count > 0)


@rule
def lead(s, w):
    """How far white is ahead, linear in the weights."""
    white, brown = count_kind(s, CHAMPION), count_kind(s, -CHAMPION)
    value = standing(s, WHITE, white, w) - standing(s, BROWN, brown, w)
    value += w[RATIO] * share_ahead(s)
    ahead = initiative(s, int(s.turn), w)
    value += ahead if s.turn == WHITE else -ahead
    return as_patience_ends(s, value, white - brown)

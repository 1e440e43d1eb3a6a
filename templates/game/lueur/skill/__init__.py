"""How it is played well. Delete this file, and bots search with random playouts instead."""

from math import exp

from lueur.record import CELLS, NUMBERS, SIDE
from lueur.rules import points
from lumitheque.games.rule import rule

GLANCES = 4
HORIZON = 16  # to the end
EXPLORE = 1.0
FORCING = 2.0
CALCULABLE = False  # hands are hidden nearly to the end


@rule
def judge(e, s, out):
    """Each seat's hope of victory, together 1: every light more makes it half as likely again."""
    points(e, s, out)
    total = 0.0
    for seat in range(out.shape[0]):
        out[seat] = exp(0.4 * out[seat])
        total += out[seat]
    for seat in range(out.shape[0]):
        out[seat] /= total


@rule
def weigh(e, s, seat, move):
    """How tempting a move looks: what it takes, and what it leaves open around a dim light."""
    cell, light = move // NUMBERS, move % NUMBERS
    taken, free = 0, 0
    for other in range(CELLS):
        if abs(cell % SIDE - other % SIDE) + abs(cell // SIDE - other // SIDE) == 1:
            taken += int(0 < s.light[other] < light and s.owner[other] != seat + 1)
            free += int(s.light[other] == 0)
    return 1.2 * taken - 0.1 * free * (NUMBERS - light) / NUMBERS - 0.1 * light


@rule
def tell_apart(e, s, seat):
    """Nothing more than the moves tell: each carries a light of the hand."""
    return 0


@rule
def by_heart(e, s, seat, chance):
    """No move goes without thought."""
    return -1


@rule
def is_certain(e, s):
    """Never mind the last moves, where every hand is known."""
    return False

"""SI-08: who is at fault when nothing is taken. Whole rows are looked at together: every quiet move asks."""

from lumitheque.games.pawns.board import (
    CHAMPION,
    PREY_OF,
    ROWS,
    SIDE,
    SUN,
    WHITE,
    WIDE,
    add_fault,
)
from lumitheque.games.rule import rule
from lumitheque.games.sirius.reach import can_take_anything


@rule
def fault_row(s, takers, row, start, goal):
    """The pieces of a row (as bits) are at fault; the one that moves takes its fault along."""
    for column in range(2, SIDE + 2):
        if (takers >> column) & 1:
            at = row * WIDE + column
            add_fault(s, goal if at == start else at)


@rule
def fault_hunters(s, hunter, prey, start, goal):
    """SI-08: all pawns of a kind that stand beside such a prey are at fault: whole rows are looked at together."""
    mine, others = s.where[hunter + CHAMPION], s.where[prey + CHAMPION]
    low, level = int(others[1]), int(others[2])
    for row in range(2, ROWS - 2):
        high = int(others[row + 1])
        column = low | level | high
        beside = column | column << 1 | column >> 1
        if s.directions != 8:
            beside = low | high | level << 1 | level >> 1
        takers = int(mine[row]) & beside
        if takers != 0:
            fault_row(s, takers, row, start, goal)
        low, level = level, high


@rule
def fault_champions(s, bits, row, start, goal):
    """The champions of a row (as bits) that could have taken are at fault."""
    for column in range(2, SIDE + 2):
        at = row * WIDE + column
        if (bits >> column) & 1 and can_take_anything(s, at):
            add_fault(s, goal if at == start else at)


@rule
def note_faults(s, side, start, goal):
    """SI-08: a quiet move leaves every piece that could have taken at fault."""
    toward = 1 if side == WHITE else -1
    for kind in range(SUN, CHAMPION):
        hunter = kind * toward
        fault_hunters(s, hunter, PREY_OF[hunter + CHAMPION], start, goal)
        if s.champion_safe == 0:
            fault_hunters(s, hunter, -CHAMPION * toward, start, goal)
    champions = s.where[CHAMPION * toward + CHAMPION]
    for row in range(2, ROWS - 2):
        if champions[row] != 0:
            fault_champions(s, int(champions[row]), row, start, goal)

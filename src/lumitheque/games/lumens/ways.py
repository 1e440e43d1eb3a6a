"""Ways of light: the cells to which a light on the board leads, and who may place there."""

from lumitheque.games.lumens.record import FACES, NOTHING, NOWHERE, WIDE
from lumitheque.games.rule import rule

WAYS = 4  # right, left, up, down


@rule
def leads_on(line, at, far, length):
    """LU-07, LU-08: whether `far` cells onwards from `at` is still on the line, and no token stands between."""
    return at + far < length and (line >> (at + 1)) & ((1 << (far - 1)) - 1) == 0


@rule
def leads_back(line, at, far):
    """The same, backwards."""
    return at >= far and (line >> (at - far + 1)) & ((1 << (far - 1)) - 1) == 0


@rule
def goal_of(s, cell, way):
    """LU-07, LU-08: the cell to which the light on a cell leads, or NOWHERE."""
    row, column, far = cell // WIDE, cell % WIDE, int(s.top[cell]) % FACES
    if way == 0:
        return cell + far if leads_on(int(s.rows[row]), column, far, int(s.wide)) else NOWHERE
    if way == 1:
        return cell - far if leads_back(int(s.rows[row]), column, far) else NOWHERE
    if way == 2:
        return cell + far * WIDE if leads_on(int(s.columns[column]), row, far, int(s.high)) else NOWHERE
    return cell - far * WIDE if leads_back(int(s.columns[column]), row, far) else NOWHERE


@rule
def is_anothers_start(s, seat, cell):
    """LU-11."""
    for other in range(int(s.seats)):
        if other != seat and s.start[other] == cell:
            return True
    return False


@rule
def may_land(s, seat, cell):
    """LU-09 to LU-11: on anything but two tokens or another's start."""
    return s.under[cell] == NOTHING and not is_anothers_start(s, seat, cell)


@rule
def may_return(s, seat):
    """LU-12: straight to the own start, while it holds one token."""
    return s.under[s.start[seat]] == NOTHING


@rule
def can_place(s, seat):
    """LU-14: whether a seat can place at all."""
    if may_return(s, seat):
        return True
    for i in range(int(s.light_count[seat])):
        for way in range(WAYS):
            goal = goal_of(s, int(s.lights[seat, i]), way)
            if goal != NOWHERE and may_land(s, seat, goal):
                return True
    return False


@rule
def mark_goals(s, seat, marks):
    """Set the bit of every cell on which a seat may place, by rows."""
    for row in range(int(s.high)):
        marks[row] = 0
    for i in range(int(s.light_count[seat])):
        cell = int(s.lights[seat, i])
        for way in range(WAYS):
            goal = goal_of(s, cell, way)
            if goal != NOWHERE and may_land(s, seat, goal):
                marks[goal // WIDE] |= 1 << (goal % WIDE)
    if may_return(s, seat):
        home = int(s.start[seat])
        marks[home // WIDE] |= 1 << (home % WIDE)


@rule
def stands_at_distance(s, at, cell):
    """LU-07: whether the light on one cell shows how far another is in its row or column."""
    far = int(s.top[at]) % FACES
    if at // WIDE == cell // WIDE:
        return abs(at - cell) == far
    return abs(at - cell) == far * WIDE


@rule
def refuse_way(s, seat, cell):
    """LU-07, LU-08: some own light must lead there."""
    refused = 7
    for i in range(int(s.light_count[seat])):
        at = int(s.lights[seat, i])
        if stands_at_distance(s, at, cell):
            for way in range(WAYS):
                if goal_of(s, at, way) == cell:
                    return 0
            refused = 8
    return refused

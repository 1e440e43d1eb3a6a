"""What a position promises: the points that each seat may expect of each room, and from these its hope of victory.

A seat's standing in a room is its strength there, less where it can still be covered, and what can still come: ways to
free cells of the room, ways onto lights of others in it, the right to the own start. All weights change as tokens are
spent. They were fitted to games of players who look one move ahead: first to what each room gave, then to the victory.
"""

from lumitheque.games.lumens.record import EMPTY_BAGS, FACES, NOTHING, PASSAGE, ROOMS_OF, SMALL, TOKENS, WIDE
from lumitheque.games.lumens.rules import side_of
from lumitheque.games.lumens.ways import leads_back, leads_on, may_return
from lumitheque.games.real import exp
from lumitheque.games.rule import rule

# Log-odds in a room, by side of the board: (with all tokens to come, and how much more with none)
STRENGTH = ((0.115, 0.059), (0.225, -0.052))  # for each point of strength
STRENGTH_LATE = (0.544, 0.479)  # the same, by the fourth power of the share of tokens spent
OPEN = ((-0.044, 0.065), (-0.182, 0.169))  # for each point of it that can be covered
FREE_WAY = ((0.220, 0.929), (0.260, 0.674))
ATTACK = ((0.000, 1.350), (0.509, 1.015))
ATTACK_NOW = (2.948, 0.690)  # of the seat whose turn it is, once all tokens are spent
HOME = ((1.048, -0.812), (0.405, -0.274))  # LU-12 is still unused

# Log-odds of victory
POINT = ((0.087, 0.195), (0.165, 0.065))  # for each victory point that is expected
POINT_LATE = (0.020, 0.315)
CENTRE = ((0.319, 0.237), (0.200, 0.250))  # LU-21: for being first in the centre room
TURN = ((0.018, 0.245), (-0.060, 0.350))

# What is counted by room is kept in one number for all rooms: of ways two bits for those to free cells and two for
# attacks, of strength that can be covered five bits. More than that is not told apart.
WAY_BITS, ATTACK_BITS, MOST_WAYS = 4, 2, 3
OPEN_BITS, MOST_OPEN = 5, 31
MOST_LOG_ODDS = 25.0  # beyond that the odds of others would be lost in rounding


@rule
def spent(s):
    """The share of all tokens that has been played or never will be."""
    left = 0
    for seat in range(int(s.seats)):
        if s.out[seat] == 0:
            left += int(s.in_bag[seat]) + int(s.hand[seat] != NOTHING and s.end != EMPTY_BAGS)
    return 1.0 - left / (TOKENS * int(s.seats))


@rule
def by_time(weight, part):
    return weight[0] + weight[1] * part


@rule
def count_way(e, s, side, seat, goal, ways):
    """Count a way to a cell; passages and the own lights do not count."""
    room = int(e.room[side, goal])
    if room == PASSAGE or s.under[goal] != NOTHING:
        return ways
    shift, light = WAY_BITS * room, int(s.top[goal])
    if light != NOTHING:
        owner = light // FACES
        if owner == seat or s.start[owner] == goal:  # LU-11
            return ways
        shift += ATTACK_BITS
    return ways if (ways >> shift) & MOST_WAYS == MOST_WAYS else ways + (1 << shift)


@rule
def count_ways(e, s, side, seat):
    """How many ways into each room a seat has."""
    ways = 0
    if seat >= s.seats or s.out[seat] == 1:
        return ways
    for i in range(int(s.light_count[seat])):
        cell = int(s.lights[seat, i])
        row, column, far = cell // WIDE, cell % WIDE, int(s.top[cell]) % FACES
        along, across = int(s.rows[row]), int(s.columns[column])
        if leads_on(along, column, far, int(s.wide)):
            ways = count_way(e, s, side, seat, cell + far, ways)
        if leads_back(along, column, far):
            ways = count_way(e, s, side, seat, cell - far, ways)
        if leads_on(across, row, far, int(s.high)):
            ways = count_way(e, s, side, seat, cell + far * WIDE, ways)
        if leads_back(across, row, far):
            ways = count_way(e, s, side, seat, cell - far * WIDE, ways)
    return ways


@rule
def count_open(e, s, side, seat):
    """How much of a seat's strength in each room can be covered by others."""
    opened = 0
    if seat >= s.seats:
        return opened
    for i in range(int(s.light_count[seat])):
        cell = int(s.lights[seat, i])
        if s.under[cell] == NOTHING and cell != s.start[seat]:
            shift, face = OPEN_BITS * int(e.room[side, cell]), int(s.top[cell]) % FACES
            opened += min(face, MOST_OPEN - ((opened >> shift) & MOST_OPEN)) << shift
    return opened


@rule
def room_weights(side, part):
    """What counts in a room by now, in the order of odds_in."""
    return (
        by_time(STRENGTH[side], part) + STRENGTH_LATE[side] * part**4,
        by_time(OPEN[side], part),
        by_time(FREE_WAY[side], part),
        by_time(ATTACK[side], part),
        ATTACK_NOW[side] * part,
        by_time(HOME[side], part),
        1.0 - part,
    )


@rule
def odds_in(e, s, room, seat, held, weights):
    """The odds of a seat in a room; who is not there and has no way in has none at the end (LU-18)."""
    if seat >= s.seats:
        return 0.0
    strength, opened = int(s.strength[room, seat]), (held[1] >> (OPEN_BITS * room)) & MOST_OPEN
    ways = held[0] >> (WAY_BITS * room)
    free, attacks = ways & MOST_WAYS, (ways >> ATTACK_BITS) & MOST_WAYS
    log_odds = weights[0] * strength + weights[1] * opened + weights[2] * free + weights[3] * attacks
    if attacks > 0 and s.turn == seat:
        log_odds += weights[4]
    if s.out[seat] == 0 and e.room[side_of(s), s.start[seat]] == room and may_return(s, seat):
        log_odds += weights[5]
    elif strength + free + attacks == 0:
        return weights[6]
    return exp(min(log_odds, MOST_LOG_ODDS))


@rule
def share_between(odds, point, centre, out):
    """LU-20, LU-21: the same with two seats, where there is no second place."""
    first = odds[0] / (odds[0] + odds[1])
    out[0] += (4.0 * point + centre) * first
    out[1] += (4.0 * point + centre) * (1.0 - first)


@rule
def behind(odds, total, first):
    """The chance of a seat to be first, for each point of odds among those who are left for the second place."""
    return odds[first] / (total * (total - odds[first]))


@rule
def share_room(seats, odds, point, centre, out):
    """LU-19, LU-21: add what each seat may expect of a room to its log-odds of victory."""
    total = odds[0] + odds[1] + odds[2] + odds[3]
    each = (behind(odds, total, 0), behind(odds, total, 1), behind(odds, total, 2), behind(odds, total, 3))
    all_of_them = each[0] + each[1] + each[2] + each[3]
    for seat in range(seats):
        first = odds[seat] / total
        second = odds[seat] * (all_of_them - each[seat])
        out[seat] += point * (4.0 * first + 2.0 * second) + centre * first


@rule
def to_shares(out, seats):
    """Make shares of log-odds."""
    most, total = out[0], 0.0
    for seat in range(1, seats):
        most = max(most, out[seat])
    for seat in range(seats):
        out[seat] = exp(out[seat] - most)
        total += out[seat]
    for seat in range(seats):
        out[seat] /= total


@rule
def holdings(e, s, side, seat):
    """A seat's ways into rooms and what of its strength can be covered."""
    return count_ways(e, s, side, seat), count_open(e, s, side, seat)


@rule
def expect(e, s, side, part, out):
    """Add up what all rooms promise."""
    point, weights = by_time(POINT[side], part) + POINT_LATE[side] * part**4, room_weights(side, part)
    h0, h1 = holdings(e, s, side, 0), holdings(e, s, side, 1)
    h2, h3 = holdings(e, s, side, 2), holdings(e, s, side, 3)
    for room in range(1, ROOMS_OF[side] + 1):
        odds = (
            odds_in(e, s, room, 0, h0, weights),
            odds_in(e, s, room, 1, h1, weights),
            odds_in(e, s, room, 2, h2, weights),
            odds_in(e, s, room, 3, h3, weights),
        )
        centre = by_time(CENTRE[side], part) if room == e.centre[side] else 0.0
        if side == SMALL:
            share_between(odds, point, centre, out)
        else:
            share_room(int(s.seats), odds, point, centre, out)


@rule
def judge(e, s, out):
    """Each seat's hope of victory."""
    side, seats, part = side_of(s), int(s.seats), spent(s)
    for seat in range(seats):
        out[seat] = by_time(TURN[side], part) if s.turn == seat else 0.0
    expect(e, s, side, part, out)
    to_shares(out, seats)

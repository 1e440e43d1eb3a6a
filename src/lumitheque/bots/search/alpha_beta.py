"""Alpha-beta with iterative deepening, for two seats who see everything; bound by compiled.py like its neighbours.

The calculation keeps its frames in arrays instead of on Python's stack, so that it can be left and taken up anywhere.
Values are hopes of the seat that moves: what is worth v to it is worth 1 - v to the other, and a turn may be several
moves of the same seat. A game that is won counts WON less a little per half-turn, so that the shortest way is taken.

Depth is counted in half-turns. Beyond it only forcing moves are looked at (those that weigh FORCING or more). Later
moves are tried less deep and with an empty window first, and again fully if they turn out well.
"""

from lumitheque.games.rule import rule

if "playouts" not in globals():
    raise ImportError("load this file with lumitheque.bots.compiled.compiled_for(game)")
legal_moves, apply_move, waiting = rules.legal_moves, rules.apply_move, rules.waiting  # type: ignore[name-defined] # noqa: F821
winners = rules.winners  # type: ignore[name-defined] # noqa: F821
weigh, judge, FORCING = skill.weigh, skill.judge, float(skill.FORCING)  # type: ignore[name-defined] # noqa: F821
lowest_seat = playouts.lowest_seat  # type: ignore[name-defined] # noqa: F821
fingerprint = tree.fingerprint  # type: ignore[name-defined] # noqa: F821

WON, LOST, DRAWN = 2.0, -1.0, 0.5
PER_LEVEL = 0.002  # how much a later victory is worth less
EMPTY_WINDOW = 1e-6
REDUCED, NARROW, FULL = 0, 1, 2  # attempts
EXACT, AT_LEAST, AT_MOST = 1, 2, 3  # bounds
EAGER = 3  # moves that are tried to the full depth at first
QUIET_LEVELS = 10  # forcing moves in a row beyond the depth
REMEMBERED_FIRST = 1000.0
TRIED = -1.0e6  # the weight of a move that has been tried
SUCCESS = 0.5  # how much its past success adds to a move's weight


@rule
def result(e, s, seat, level):
    """What an ended game is worth to a seat."""
    bits = winners(e, s)
    if bits & (bits - 1) != 0:
        return DRAWN
    return WON - PER_LEVEL * level if (bits >> seat) & 1 else LOST + PER_LEVEL * level


@rule
def from_here(value, level):
    """A value as it is kept: a victory counts from the position itself, not from the root."""
    if value > 1.0:
        return value + PER_LEVEL * level
    return value - PER_LEVEL * level if value < 0.0 else value


@rule
def place_of(table, key):
    """Where a position is kept in the table, whose size is a power of two; the last bit of a key tells nothing."""
    return (key >> 1) & (table.shape[0] - 1)


@rule
def remember(table, f, level):
    """Write what was found about a position into the table."""
    slot = table[place_of(table, f.key)]
    if slot.key == f.key and slot.depth > f.depth:
        return
    slot.key, slot.value, slot.move, slot.depth = f.key, from_here(f.best, level), f.choice, f.depth
    slot.bound = EXACT
    if f.best <= f.floor:
        slot.bound = AT_MOST
    elif f.best >= f.beta:
        slot.bound = AT_LEAST


@rule
def recall(table, f, level):
    """True if the table settles this position; its value is in `best` then."""
    slot = table[place_of(table, f.key)]
    if slot.key != f.key or slot.depth < f.depth:
        return False
    value = from_here(float(slot.value), -level)
    settled = slot.bound == EXACT
    settled = settled or (slot.bound == AT_LEAST and value >= f.beta) or (slot.bound == AT_MOST and value <= f.alpha)
    if settled:
        f.best = value
    return settled


@rule
def weigh_moves(e, d, level):
    """Tempting moves first: the one remembered, then by weight and by how often such a move was good before."""
    f, moves, weights = d.frames[level], d.moves[level], d.weights[level]
    slot = d.table[place_of(d.table, f.key)]
    known = int(slot.move) if slot.key == f.key else -1
    for i in range(int(f.n)):
        move = int(moves[i])
        weights[i] = weigh(e, d.states[level], int(f.seat), move)
        if f.depth > 0:
            weights[i] += SUCCESS * d.history[f.seat, move]
        if move == known and (f.depth > 0 or weights[i] >= FORCING):
            weights[i] += REMEMBERED_FIRST


@rule
def keep_forcing(moves, weights, n):
    """Only the moves that cannot be left for later."""
    kept = 0
    for i in range(n):
        if weights[i] >= FORCING:
            moves[kept], weights[kept] = moves[i], weights[i]
            kept += 1
    return kept


@rule
def stand_still(e, s, f, hopes):
    """At the end of a line: what the position is worth if nothing forcing is done. True if that is enough."""
    judge(e, s, hopes)
    f.best = hopes[f.seat]
    f.alpha = max(f.alpha, f.best)
    return f.best >= f.beta


@rule
def enter(e, d):
    """Look at the position on top for the first time. True if there is nothing to be tried in it."""
    level = int(d.c.level)
    f, s = d.frames[level], d.states[level]
    d.c.entries += 1
    f.n, f.next, f.choice, f.best = 0, 0, -1, -10.0
    if waiting(e, s) == 0:
        f.best = result(e, s, int(f.seat), level)
        return True
    f.key = fingerprint(d.words[level])
    if recall(d.table, f, level):
        return True
    last = level >= d.frames.shape[0] - 2
    quiet = f.depth <= 0 or last
    if quiet and (stand_still(e, s, f, d.hopes) or f.depth <= -QUIET_LEVELS or last):
        return True
    f.n = legal_moves(e, s, int(f.seat), d.moves[level])
    weigh_moves(e, d, level)
    if quiet:
        f.n = keep_forcing(d.moves[level], d.weights[level], int(f.n))
    return f.n == 0


@rule
def choose_next(f, moves, weights):
    """The next move to try, and how thoroughly at first."""
    best = 0
    for i in range(1, int(f.n)):
        if weights[i] > weights[best]:
            best = i
    f.tried = moves[best]
    f.attempt = FULL
    if f.next > 0 and f.depth > 0:
        late = f.next >= EAGER and f.depth > 1 and weights[best] < FORCING
        f.attempt = REDUCED if late else NARROW
    weights[best] = TRIED
    f.next += 1


@rule
def window_of(c, f, g):
    """The window of the position below, by how thoroughly it is looked at."""
    alpha, beta = f.alpha, f.beta
    if c.level == 0:
        alpha = f.alpha - c.margin
    if f.attempt != FULL:
        beta = alpha + EMPTY_WINDOW
    if g.seat == f.seat:
        g.alpha, g.beta = alpha, beta
    else:
        g.alpha, g.beta = 1.0 - beta, 1.0 - alpha
    g.floor = g.alpha


@rule
def go_down(e, d):
    """Make the move that is being tried."""
    level = int(d.c.level)
    f, g = d.frames[level], d.frames[level + 1]
    d.states[level + 1] = d.states[level]
    apply_move(e, d.states[level + 1], int(f.seat), int(f.tried), d.chance)
    d.c.plies += 1
    seats = waiting(e, d.states[level + 1])
    g.seat = lowest_seat(seats) if seats != 0 else f.seat
    g.depth = f.depth
    if f.depth <= 0:
        g.depth -= 1
    elif g.seat != f.seat:
        g.depth = max(0, int(f.depth) - (2 if f.attempt == REDUCED else 1))
    window_of(d.c, f, g)
    d.c.level += 1


@rule
def note_root(roots, f, value):
    for i in range(roots.shape[0]):
        if roots[i].move == f.tried:
            roots[i].value, roots[i].depth = value, f.depth


@rule
def hear(d, f, value):
    """What the move that was tried is worth. True: it did better than expected and is tried again, more thoroughly."""
    at_root = d.c.level == 0
    promising = value > (f.alpha - d.c.margin if at_root else f.alpha)
    if f.attempt != FULL and promising and (f.attempt == REDUCED or value < f.beta):
        f.attempt += 1
        return True
    if at_root:
        note_root(d.roots, f, value)
    if value > f.best:
        f.best, f.choice = value, f.tried
        f.alpha = max(f.alpha, value)
        if value >= f.beta and f.depth > 0:
            success = d.history[f.seat, f.tried]
            d.history[f.seat, f.tried] += min(1.0, 0.1 * f.depth) * (1.0 - success)
    return False


@rule
def is_done(f):
    return f.next == f.n or f.best >= f.beta


@rule
def tell_above(d):
    """The position on top is done: the one above it hears. True if it wants the same move tried again."""
    f, level = d.frames[d.c.level], int(d.c.level)
    if f.n > 0 and level > 0:
        remember(d.table, f, level)
    d.c.level -= 1
    if level == 0:
        return False
    above = d.frames[level - 1]
    return hear(d, above, f.best if above.seat == f.seat else 1.0 - f.best)


@rule
def calculate(e, d, entries):
    """Go on until so many positions more have been looked at, or this depth is done (then level is -1)."""
    last = d.c.entries + entries
    while d.c.level >= 0 and d.c.entries < last:
        again = is_done(d.frames[d.c.level]) and tell_above(d)
        if d.c.level < 0:
            return
        f = d.frames[d.c.level]
        if not again:
            if is_done(f):
                continue
            choose_next(f, d.moves[d.c.level], d.weights[d.c.level])
        go_down(e, d)
        if enter(e, d):
            d.frames[d.c.level].n = 0


@rule
def begin_depth(d, depth):
    """Start from the root once more, one half-turn deeper, the best moves so far first."""
    f = d.frames[0]
    d.c.level, d.c.depth = 0, depth
    f.alpha, f.beta, f.floor, f.best, f.key = -9.0, 9.0, -9.0, -10.0, 0
    f.n, f.next, f.choice, f.depth, f.attempt, f.seat = d.roots.shape[0], 0, -1, depth, FULL, d.c.seat
    for i in range(d.roots.shape[0]):
        d.moves[0, i], d.weights[0, i] = d.roots[i].move, d.roots[i].value
        d.roots[i].depth = 0

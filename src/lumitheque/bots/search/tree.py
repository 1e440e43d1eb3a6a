"""Tree search over what a seat knows, for any game: `rules`, `knowledge`, `skill`, `playouts` are bound by compiled.py.

Each simulation imagines a world that agrees with what the thinker sees, walks down the tree by the moves that are legal
in that world, opens one node, plays on without thinking and judges. A node's children are moves; where the seat that
moves next has come to see something (a drawn card), the move leads to several *scenes*, one for each thing seen.

A child is picked for its worth to the seat that moves (max-n), or, thinking paranoidly, against the thinker; an untried
one for its temptation. `available` counts how often a move was legal at all, because it differs from world to world.
Another who was seen to make, turn after turn, the move that one look ahead shows as best is thought to go on like that,
in as many simulations as it is likely (`habit`).
"""

import math

from lumitheque.bots.search.layouts import NOBODY, NONE
from lumitheque.games.chance import below
from lumitheque.games.real import exp
from lumitheque.games.rule import rule

if "playouts" not in globals():
    raise ImportError("load this file with lumitheque.bots.compiled.compiled_for(game)")
legal_moves, apply_move, waiting = rules.legal_moves, rules.apply_move, rules.waiting  # type: ignore[name-defined] # noqa: F821
view = knowledge.view  # type: ignore[name-defined] # noqa: F821
weigh, tell_apart = skill.weigh, skill.tell_apart  # type: ignore[name-defined] # noqa: F821
imagine_world, hope_after = playouts.imagine_world, playouts.hope_after  # type: ignore[name-defined] # noqa: F821
note_hopes, play_against_habit = playouts.note_hopes, playouts.play_against_habit  # type: ignore[name-defined] # noqa: F821
lowest_seat, play_on, take_stock = playouts.lowest_seat, playouts.play_on, playouts.take_stock  # type: ignore[name-defined] # noqa: F821

SEEN, WORLD, EYE = 0, 1, 2  # worlds: what the thinker sees, the imagined one, what the thinker would see in it
RIPE = 1  # visits after which a node is opened
HABITS = 1000  # how finely a habit is told from chance
REMEMBERED = 8  # visits after which it is worth finding again
MOST_TEMPTING = 12.0  # temptations beyond are not told apart
WORD = 0xFFFFFFFF


@rule
def fingerprint(words):
    """A number for what is written in a record; never 0."""
    a, b, c, d = 1, 2, 3, 4
    last = words.shape[0] - words.shape[0] % 4
    for i in range(0, last, 4):
        a = ((a ^ int(words[i])) * 0x01000193) & WORD
        b = ((b ^ int(words[i + 1])) * 0x2C1B3C6D) & WORD
        c = ((c ^ int(words[i + 2])) * 0x297A2D39) & WORD
        d = ((d ^ int(words[i + 3])) * 0x1B873593) & WORD
    for i in range(last, words.shape[0]):
        a = ((a ^ int(words[i])) * 0x01000193) & WORD
    high, low = (a ^ (c >> 7) ^ (d << 3)) & 0x3FFFFFFF, (b ^ (d >> 5) ^ (a >> 11)) & WORD
    return ((high << 32) | low) | 1


@rule
def has_room(d, n):
    """Whether so many nodes more can be kept. Where they cannot, the tree is searched on as it is."""
    return d.t.used + n < d.nodes.shape[0]


@rule
def new_node(d, seat, move, prior):
    """A fresh node; there is room for it."""
    d.t.used += 1
    at = int(d.t.used)
    node = d.nodes[at]
    node.worth, node.outlook, node.key = 0.0, 0.0, 0
    node.prior, node.pull, node.scale, node.move, node.seat = prior, prior, 1.0, move, seat
    node.visits, node.picks, node.available, node.standing = 0, 0, 0, -1.0
    node.child, node.sibling, node.scene = NONE, NONE, NONE
    return at


@rule
def temptation(e, s, seat, move):
    return exp(max(-MOST_TEMPTING, min(MOST_TEMPTING, weigh(e, s, seat, move))))


@rule
def open_node(e, d, node, seat, n):
    """Give a node a child for each legal move."""
    total, before, nodes = 0.0, NONE, d.nodes
    for i in range(n):
        move = int(d.moves[i])
        prior = temptation(e, d.worlds[WORLD], seat, move)
        total += prior
        child = new_node(d, seat, move, prior)
        if before == NONE:
            nodes[node].child = child
        else:
            nodes[before].sibling = child
        before = child
    nodes[node].scale = total


@rule
def find_child(e, d, node, before, seat, move):
    """The child for a move, after the sibling `before` (NONE: the first); a new one if only this world has it, NONE if
    there is no room for it."""
    nodes = d.nodes
    child = int(nodes[node].child) if before == NONE else int(nodes[before].sibling)
    while child != NONE and nodes[child].move < move:
        before, child = child, int(nodes[child].sibling)
    if child != NONE and nodes[child].move == move:
        return child
    if not has_room(d, 1):
        return NONE
    fresh = new_node(d, seat, move, temptation(e, d.worlds[WORLD], seat, move))
    nodes[fresh].sibling = child
    if before == NONE:
        nodes[node].child = fresh
    else:
        nodes[before].sibling = fresh
    return fresh


@rule
def promise(child, expected, curiosity):
    """What speaks for picking a child: its worth so far, or what is expected of it, and how little it was tried."""
    worth = child.worth if child.visits > 0 else expected
    return worth + curiosity * child.pull * math.sqrt(child.available)


@rule
def stand_after(e, d, child, seat):
    """What a seat would hope for at the end of its turn after a child's move, as one look ahead tells."""
    if d.nodes[child].standing < 0.0:
        d.nodes[child].standing = hope_after(e, d, seat, int(d.nodes[child].move))
    return float(d.nodes[child].standing)


@rule
def pick(e, d, node, seat, n, by_habit):
    """The most promising of the legal moves, or, by habit, the one after which the seat stands best; NONE if there was
    room for none of them."""
    expected = 1.0 / d.t.seats
    if d.nodes[node].picks > 0:
        expected = float(d.nodes[node].outlook)
    expected -= d.t.caution
    curiosity = d.t.explore / d.nodes[node].scale
    best, most, before = NONE, -1.0e9, NONE
    for i in range(n):
        child = find_child(e, d, node, before, seat, int(d.moves[i]))
        if child == NONE:
            continue
        before = child
        d.nodes[child].available += 1
        if by_habit:
            promised = stand_after(e, d, child, seat)
        else:
            promised = promise(d.nodes[child], expected, curiosity)
        if promised > most:
            best, most = child, promised
    return best


@rule
def find_scene(d, node, seen):
    """The scene after a move in which this is seen; the move itself if nothing is, or if there is no room for it."""
    if seen == 0:
        return node
    scene = int(d.nodes[node].scene)
    while scene != NONE and d.nodes[scene].move != seen:
        scene = int(d.nodes[scene].sibling)
    if scene == NONE and not has_room(d, 1):
        return node
    if scene == NONE:
        scene = new_node(d, NOBODY, seen, 1.0)
        d.nodes[scene].sibling = d.nodes[node].scene
        d.nodes[node].scene = scene
    return scene


@rule
def note_sight(e, d, node):
    """Note what the thinker sees where it is to move, so that the thought can be taken up when it comes to that."""
    for i in range(d.words.shape[1]):
        d.words[EYE, i] = 0
    view(e, d.worlds[WORLD], int(d.t.seat), d.worlds[EYE])
    d.nodes[node].key = fingerprint(d.words[EYE])


@rule
def legal_here(e, d, node, seat, candidates):
    """The legal moves; at the root those that the thinker considers, unless another moves there."""
    if node != d.t.root or d.t.other > 0:
        return legal_moves(e, d.worlds[WORLD], seat, d.moves)
    for i in range(candidates.shape[0]):
        d.moves[i] = candidates[i]
    return candidates.shape[0]


@rule
def step_down(e, d, node, candidates):
    """Make the most promising move; returns its node, or NONE where the tree ends."""
    seats = waiting(e, d.worlds[WORLD])
    if seats == 0:
        return NONE
    seat = lowest_seat(seats)
    if node == d.t.root:
        seat = int(d.t.other) - 1 if d.t.other > 0 else int(d.t.seat)
    if d.nodes[node].visits < RIPE and node != d.t.root:
        return NONE
    if d.nodes[node].visits == REMEMBERED and seat == d.t.seat:
        note_sight(e, d, node)
    n = legal_here(e, d, node, seat, candidates)
    if d.nodes[node].child == NONE:
        if not has_room(d, n):
            return NONE
        open_node(e, d, node, seat, n)
    by_habit = d.t.habitual == 1 and seat != d.t.seat
    child = pick(e, d, node, seat, n, by_habit)
    if child != NONE:
        apply_move(e, d.worlds[WORLD], seat, int(d.nodes[child].move), d.chance)
        d.t.plies += 1
    return child


@rule
def descend(e, d, candidates):
    """Walk down the tree in an imagined world; returns the length of the path."""
    d.path[0] = d.t.root
    length, node = 1, int(d.t.root)
    while length < d.path.shape[0] - 2:
        child = step_down(e, d, node, candidates)
        if child == NONE:
            break
        d.path[length] = child
        length += 1
        node = child
        seats = waiting(e, d.worlds[WORLD])
        if seats != 0:
            node = find_scene(d, child, tell_apart(e, d.worlds[WORLD], lowest_seat(seats)))
        if node != child:
            d.path[length] = node
            length += 1
    return length


@rule
def learn(d, length):
    """Tell every node on the path what came of it."""
    t, nodes, hopes = d.t, d.nodes, d.hopes
    if t.paranoid == 1:
        for seat in range(int(t.seats)):
            if seat != t.seat:
                hopes[seat] = 1.0 - hopes[t.seat]
    for i in range(length):
        node = nodes[d.path[i]]
        node.visits += 1
        node.pull = node.prior / (1 + node.visits)
        if node.seat != NOBODY and i > 0:
            node.worth += (hopes[node.seat] - node.worth) / node.visits
            before = nodes[d.path[i - 1]]
            before.picks += 1
            before.outlook += (hopes[node.seat] - before.outlook) / before.picks


@rule
def think(e, d, candidates, simulations):
    """So many simulations more."""
    t, world = d.t, d.worlds[WORLD]
    for _ in range(simulations):
        imagine_world(e, d)
        t.habitual = int(below(d.chance, HABITS) < HABITS * t.habit) if t.habit > 0.0 else 0
        length = descend(e, d, candidates)
        if t.habitual == 1:
            t.plies += play_against_habit(e, d)
        else:
            t.plies += play_on(e, world, d.chance, d.moves, int(t.glances), int(t.horizon))
        take_stock(e, world, d.hopes, int(t.seats))
        note_hopes(d)
        learn(d, length)
        t.simulations += 1


# --- taking a thought up again -------------------------------------------------------------------------------------


@rule
def find_key(d, key):
    """The node in which the thinker sees this; NONE if it was never thought of."""
    for node in range(1, int(d.t.used) + 1):
        if d.nodes[node].key == key and d.nodes[node].visits > 0:
            return node
    return NONE


@rule
def copy_list(t, nodes, first, fresh):
    """Copy a list of siblings; returns the first of the copies. Their own lists still point into the old nodes."""
    head, before, node = NONE, NONE, first
    while node != NONE and t.used + 2 < fresh.shape[0]:
        t.used += 1
        at = int(t.used)
        fresh[at] = nodes[node]
        fresh[at].sibling = NONE
        if before == NONE:
            head = at
        else:
            fresh[before].sibling = at
        before, node = at, int(nodes[node].sibling)
    return head


@rule
def take_up(d, root, fresh):
    """Keep what was thought from a node on: it is copied into fresh nodes and becomes the root."""
    d.t.used, d.t.root = 1, 1
    fresh[1] = d.nodes[root]
    fresh[1].seat, fresh[1].sibling = NOBODY, NONE
    at = 1
    while at <= d.t.used:
        fresh[at].child = copy_list(d.t, d.nodes, int(fresh[at].child), fresh)
        fresh[at].scene = copy_list(d.t, d.nodes, int(fresh[at].scene), fresh)
        at += 1


@rule
def begin_thought(d, key):
    """A root that knows nothing but what it looks like."""
    d.t.used = 0
    d.t.root = new_node(d, NOBODY, 0, 1.0)
    d.nodes[d.t.root].key = key

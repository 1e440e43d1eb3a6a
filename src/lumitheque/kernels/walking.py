"""Walks through a game's states, for any game: `rules` is bound to its rule book by loading.py.

Records are handed over as arrays, so that one can be copied into another; each walker has a state, chance and buffer.
"""

from lumitheque.games.chance import below
from lumitheque.games.rule import rule

if "rules" not in globals():
    raise ImportError("load this file with lumitheque.kernels.kernels(game)")
legal_moves, apply_move, waiting = rules.legal_moves, rules.apply_move, rules.waiting  # type: ignore[name-defined] # noqa: F821


@rule
def lowest_seat(seats):
    """The first of the seats that may act."""
    seat = 0
    while not (seats >> seat) & 1:
        seat += 1
    return seat


@rule
def play_out(e, s, chance, out, limit):
    """Random moves to the end, all legal ones listed each time; returns how many were made, `limit` at most."""
    plies = 0
    seats = waiting(e, s)
    while seats != 0 and plies < limit:
        seat = lowest_seat(seats)
        n = legal_moves(e, s, seat, out)
        apply_move(e, s, seat, int(out[below(chance, n)]), chance)
        plies += 1
        seats = waiting(e, s)
    return plies


@rule
def play_out_all(e, states, chances, out, limit):
    """Play out every state, one after the other; returns the moves made."""
    plies = 0
    for i in range(states.shape[0]):
        plies += play_out(e, states[i], chances[i], out, limit)
    return plies


@rule
def moves_of_all(e, s, moves):
    """List the moves of all seats that may act; returns their number. A move is kept as seat * 2 ** 24 + number."""
    seats = waiting(e, s)
    total = 0
    seat = 0
    while (seats >> seat) != 0:
        if (seats >> seat) & 1:
            n = legal_moves(e, s, seat, moves[total:])
            for i in range(total, total + n):
                moves[i] += seat << 24
            total += n
        seat += 1
    return total


@rule
def perft(e, states, chances, moves, left, depth):
    """Leaves of the tree of moves `depth` deep from states[0]. The others have a row per level; no chance is told."""
    leaves = 0
    level = 0
    left[0] = moves_of_all(e, states[0], moves[0])
    while level >= 0:
        if left[level] == 0:
            level -= 1
            continue
        if level == depth - 1:
            leaves += left[level]
            left[level] = 0
            continue
        left[level] -= 1
        move = moves[level, left[level]]
        states[level + 1] = states[level]
        chances[level + 1] = chances[level]
        chances[level + 1].used = 0  # what has happened need not be kept, and the tape is short
        chances[level + 1].length = 0
        apply_move(e, states[level + 1], move >> 24, move & 0xFFFFFF, chances[level + 1])
        level += 1
        left[level] = moves_of_all(e, states[level], moves[level])
    return leaves

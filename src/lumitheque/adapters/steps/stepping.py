"""Steps through any game from Python: `rules` and `knowledge` are bound by adapters/positions.py.

Records come as plain arrays of one, which reach machine code many times faster than records do.
"""

from lumitheque.games.chance import WRONG_OUTCOME, below
from lumitheque.games.rule import rule

if "knowledge" not in globals():
    raise ImportError("load this file with lumitheque.adapters.positions.Table")
setup, waiting, winners = rules.setup, rules.waiting, rules.winners  # type: ignore[name-defined] # noqa: F821
legal_moves, apply_move = rules.legal_moves, rules.apply_move  # type: ignore[name-defined] # noqa: F821
view_of, imagine_of = knowledge.view, knowledge.imagine  # type: ignore[name-defined] # noqa: F821

NOBODY = -1  # may act: the game is over
OPENING = -1  # the "move" by which a table is set up


@rule
def actor(e, states):
    """The first of the seats that may act: those who decide at the same time do so in the order of seats."""
    seats = waiting(e[0], states[0])
    if seats == 0:
        return NOBODY
    seat = 0
    while not (seats >> seat) & 1:
        seat += 1
    return seat


@rule
def victors(e, states):
    return winners(e[0], states[0])


@rule
def list_moves(e, states, seat, moves):
    return legal_moves(e[0], states[0], seat, moves)


@rule
def view(e, states, seat, out):
    view_of(e[0], states[0], seat, out[0])


@rule
def imagine(e, views, seat, chances, out):
    imagine_of(e[0], views[0], seat, chances[0], out[0])


@rule
def happen(e, states, options, seat, move, chances):
    """Make a move, or set a table up for `seat` players; returns how much of the tape has happened in it."""
    if move == OPENING:
        setup(e[0], states[0], seat, options, chances[0])
    else:
        apply_move(e[0], states[0], seat, move, chances[0])
    return int(chances[0].used)


@rule
def mark_possible(e, states, options, seat, move, chances, possible):
    """Try every value as the last one told; the second state and chance are for trying."""
    last = int(chances[0].length) - 1
    for value in range(len(possible)):
        states[1] = states[0]
        chances[1] = chances[0]
        chances[1].tape[last] = value
        happen(e, states[1:], options, seat, move, chances[1:])
        possible[value] = chances[1].fault != WRONG_OUTCOME


@rule
def play_on(e, states, chances, moves, limit):
    """Random moves until the game is over or `limit` of them are made; returns who may act then."""
    seat = actor(e, states)
    for _ in range(limit):
        if seat == NOBODY:
            break
        n = legal_moves(e[0], states[0], seat, moves)
        apply_move(e[0], states[0], seat, int(moves[below(chances[0], n)]), chances[0])
        seat = actor(e, states)
    return seat

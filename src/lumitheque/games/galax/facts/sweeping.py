"""Turns of Galax played out: everything is taken that the mover touches, and a second step made if it takes more."""

from typing import Any, NamedTuple

import numpy as np

from lumitheque.games.chance import CHANCE
from lumitheque.games.edition import blank
from lumitheque.games.galax import rules
from lumitheque.games.galax.record import ENDS, HUFF, MOST_MOVES, NOBODY, STOP, TAKE
from lumitheque.games.pawns.board import PLAY, at_cell, seat_of
from lumitheque.games.pawns.facts import copied


class Sweep(NamedTuple):
    """A turn that takes as much as a turn can."""

    taken: int  # pieces
    huffed: int  # pieces huffed before it
    start: int  # the place of the piece that does it
    goal: int
    end: Any  # the position after it; the one before it if nothing can be taken


def legal(e: Any, s: Any, side: int) -> list[int]:
    out = np.zeros(MOST_MOVES, np.int32)
    count = int(rules.legal_moves(e, s, int(seat_of(s, side)), out))
    return [int(move) for move in out[:count]]


def is_legal(e: Any, s: Any, seat: int, move: int) -> bool:
    return bool(rules.refusal(e, s, seat, move) == 0)


def play_on(e: Any, s: Any, side: int, move: int) -> None:
    rules.apply_move(e, s, int(seat_of(s, side)), move, blank(CHANCE))


def played(e: Any, s: Any, side: int, move: int) -> Any:
    after = copied(s)
    play_on(e, after, side, move)
    return after


def take_all(e: Any, s: Any, side: int) -> None:
    """Let the piece that stepped take everything that it touches."""
    while s.phase == PLAY and s.turn == side and s.mover != NOBODY:
        takings = [move for move in legal(e, s, side) if TAKE <= move < STOP]
        if not takings:
            return
        play_on(e, s, side, takings[0])


def finish_turn(e: Any, s: Any, side: int) -> Any:
    """The position at the end of a running turn: all takings made, and what is left of it used if that takes more."""
    after = copied(s)
    take_all(e, after, side)
    while after.phase == PLAY and after.turn == side and after.mover != NOBODY:
        further = best_step(e, after, side)
        if further.taken == 0:
            play_on(e, after, side, STOP)
        else:
            after = further.end
    return after


def best_step(e: Any, s: Any, side: int) -> Sweep:
    """The step with which the side to move takes most, its takings made; the first of equals."""
    best, before = Sweep(0, 0, 0, 0, s), int(s.count[1 - side])
    for move in legal(e, s, side):
        if move >= TAKE:
            break
        after = played(e, s, side, move)
        take_all(e, after, side)
        if before - int(after.count[1 - side]) > best.taken:
            count = before - int(after.count[1 - side])
            best = Sweep(count, 0, int(at_cell(move // ENDS)), int(at_cell(move % ENDS)), after)
    return best


def most_taken(e: Any, s: Any, side: int) -> Sweep:
    """The most that a side takes with one turn, going step by step where most is; huffs first, which cost nothing."""
    after, before = copied(s), int(s.count[1 - side])
    while after.phase == PLAY and after.fault_count > 0:
        huffs = [move for move in legal(e, after, side) if move >= HUFF]
        play_on(e, after, side, huffs[0])
    left = int(after.count[1 - side])
    if after.phase != PLAY:
        return Sweep(0, before - left, 0, 0, after)
    first = best_step(e, after, side)
    end = finish_turn(e, first.end, side) if first.taken > 0 else first.end
    return Sweep(left - int(end.count[1 - side]), before - left, first.start, first.goal, end)

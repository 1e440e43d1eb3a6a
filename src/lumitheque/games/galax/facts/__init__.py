"""Why one move of Galax is better than another. Turns are compared whole: what a step takes, and what it opens.

sweeping.py   turns played out: what the side to move can take with one turn
"""

from typing import Any, NamedTuple

from lumitheque.games.edition import Edition
from lumitheque.games.galax.facts.sweeping import Sweep, finish_turn, is_legal, most_taken, played
from lumitheque.games.galax.reach import prey_around
from lumitheque.games.galax.record import ENDS, HUFF, NOBODY, PASS, STOP, TAKE
from lumitheque.games.pawns.board import CHAMPION, EMPTY, PLAY, at_cell, is_far_row, side_of
from lumitheque.games.pawns.facts import (
    NEAR_FAR_ROW,
    Fact,
    Line,
    called,
    copied,
    has_won,
    is_drawn,
    nearest_prey,
    nearest_runner,
    outweighs,
    rows_short,
    runs_free,
)
from lumitheque.games.pawns.lead import can_promote
from lumitheque.games.pawns.texts import place_text

FEW = 12  # enemies: from then on champions run after them


class After(NamedTuple):
    """A position after a move, and after the turn of which it is a part."""

    s: Any  # after the move alone
    end: Any  # after the turn, everything taken that the mover touches
    taken: int  # enemies that left the board in this turn
    answer: Sweep  # the most that the other side can take with its next turn
    again: int  # the most that one takes then with a turn of one's own


def compare(edition: Edition | None, e: Any, v: Any, seat: int, made: int, best: int, line: Line) -> list[Fact]:
    """What the better of two moves brings and the other does not."""
    if v.phase != PLAY or PASS in (made, best):
        return []
    side = int(side_of(v, seat))
    one, other = look(e, v, side, best), look(e, v, side, made)
    if has_won(one.end, side):
        return [("wins", {}, 100.0)]
    facts = ends(side, one, other)
    if HUFF <= best < PASS:
        facts += huffs(v, one, best, made)
    elif made < HUFF:
        undone = within_a_turn(v, one, other, made, best)
        facts += [*undone, *(fact for fact in captures(v, side, one, other, best) if not undone or fact[0] != "huffed")]
        facts += [*dangers(side, one, other), *roads(v, side, one, other, made, best)]
    return facts if outweighs(facts) else [*facts, *expected(e, v, side, line, other)]


def look(e: Any, v: Any, side: int, move: int) -> After:
    s = played(e, v, side, move)
    end = finish_turn(e, s, side)
    taken = int(v.count[1 - side]) - int(end.count[1 - side])
    if end.phase != PLAY or end.turn == side:
        return After(s, end, taken, Sweep(0, 0, 0, 0, end), 0)
    answer = most_taken(e, end, 1 - side)
    again = most_taken(e, answer.end, side).taken if answer.end.phase == PLAY and answer.end.turn == side else 0
    return After(s, end, taken, answer, again)


def ends(side: int, one: After, other: After) -> list[Fact]:
    """The end of the game, with this turn or with the next."""
    if is_drawn(other.end) and not is_drawn(one.end):
        return [("draws", {}, 96.0)]
    if has_won(other.answer.end, 1 - side) and not has_won(one.answer.end, 1 - side):
        return [("loses", {}, 98.0)]
    return []


def huffs(v: Any, one: After, best: int, made: int) -> list[Fact]:
    """GX-11: huffing costs nothing."""
    at = int(at_cell(best - HUFF))
    parts = {"piece": called("the", int(v.board[at])), "cell": place_text(at)}
    if made < HUFF:
        return [("huffs", parts, 78.0)]
    if abs(int(v.board[at])) == CHAMPION and abs(int(v.board[at_cell(made - HUFF)])) != CHAMPION:
        return [("huffs_champion", {"cell": parts["cell"]}, 88.0)]
    return []


def within_a_turn(v: Any, one: After, other: After, made: int, best: int) -> list[Fact]:
    """Takings left undone, second steps and extra turns not made."""
    if v.mover == NOBODY:
        return []
    mover = int(v.mover)
    parts = {"piece": called("your", int(v.board[mover])), "cell": place_text(mover)}
    if TAKE <= best < STOP and not TAKE <= made < STOP:
        return [("leaves_prey", {**parts, "count": str(int(prey_around(v, mover)).bit_count())}, 84.0)]
    if best < TAKE and made == STOP:
        if v.extra == 1:
            return [("extra_turn", {}, 74.0)]
        return [("second_step", {"piece": parts["piece"]}, 60.0)]
    if best == STOP and made < TAKE:
        return [("needless_step", {"piece": parts["piece"]}, 35.0)]
    return []


def captures(v: Any, side: int, one: After, other: After, best: int) -> list[Fact]:
    """What the turn takes, and what is left of it when the other side has answered."""
    facts: list[Fact] = []
    parts = {"best": str(one.taken), "made": str(other.taken)}
    if best < TAKE and one.taken > other.taken:
        facts.append(("takes_more" if other.taken else "takes", parts, 72.0 + min(5, one.taken - other.taken)))
    if balance(one) <= balance(other) or one.end.phase != PLAY or other.end.phase != PLAY:
        return facts
    if other.answer.huffed > one.answer.huffed:
        facts.append(("huffed", {"count": str(other.answer.huffed)}, 76.0))
    if other.answer.taken > one.answer.taken:
        at, hunter = other.answer.start, int(other.end.board[other.answer.start])
        told = {"hunter": called("its", hunter), "cell": place_text(at), "made": str(other.answer.taken)}
        facts.append(("exposed", {**told, "best": str(one.answer.taken)}, 70.0))
    elif one.again > other.again:
        kind = "takes_back" if one.answer.taken > 0 else "threatens"
        facts.append((kind, {"best": str(one.again), "made": str(other.again)}, 56.0))
    return facts


def balance(after: After) -> int:
    """Pieces won, less those lost: this turn, the answer that takes most, and what one takes after that."""
    return after.taken - after.answer.taken - after.answer.huffed + after.again


def dangers(side: int, one: After, other: After) -> list[Fact]:
    """Promotions of the other side, and champions in danger."""
    facts: list[Fact] = []
    if one.end.phase != PLAY or other.end.phase != PLAY:
        return facts
    if can_promote(other.end, 1 - side) and not can_promote(one.end, 1 - side):
        facts.append(("lets_crown", {}, 85.0))
    lost, kept = lost_champions(side, other), lost_champions(side, one)
    if lost > kept:
        facts.append(("loses_champion", {}, 89.0))
    runner = nearest_runner(other.end, 1 - side)
    if runner and one.end.board[runner] != EMPTY and not runs_free(one.end, 1 - side, runner):
        parts = {"piece": called("its", int(other.end.board[runner])), "cell": place_text(runner)}
        facts.append(("stops_runner", parts, 54.0))
    return facts


def champions_of(s: Any, side: int) -> int:
    return sum(int(abs(int(s.board[s.cells[side, i]])) == CHAMPION) for i in range(int(s.count[side])))


def lost_champions(side: int, after: After) -> int:
    """How many champions the answer that takes most takes."""
    return champions_of(after.end, side) - champions_of(after.answer.end, side)


def roads(v: Any, side: int, one: After, other: After, made: int, best: int) -> list[Fact]:
    """Champions made and on their way, free ways, and champions on the hunt."""
    facts: list[Fact] = []
    if best >= TAKE or one.end.phase != PLAY or other.end.phase != PLAY:
        return facts
    start, goal = int(at_cell(best // ENDS)), int(at_cell(best % ENDS))
    pawn = abs(int(v.board[start])) != CHAMPION
    if pawn and is_far_row(side, goal) and champions_of(one.s, side) > champions_of(other.s, side):
        facts.append(("crowns", {"cell": place_text(goal)}, 86.0))
    elif can_promote(one.end, side) and not can_promote(other.end, side):
        facts.append(("crowns_next", {}, 62.0))
    left = rows_short(side, goal)
    if pawn and 0 < left <= NEAR_FAR_ROW and left < rows_short(side, start) and one.s.board[goal] != EMPTY:
        kind, weight = ("runs_free", 52.0) if runs_free(one.end, side, goal) else ("advances", 30.0)
        facts.append((kind, {"piece": called("your", int(one.s.board[goal])), "count": str(left)}, weight))
    return [*facts, *chases(v, side, one.end, other.end)]


def chases(v: Any, side: int, here: Any, there: Any) -> list[Fact]:
    """Champions near the last enemies."""
    facts: list[Fact] = []
    mine, others = nearest_prey(here, side), nearest_prey(there, side)
    if int(v.count[1 - side]) <= FEW and 0 < mine < others:
        facts.append(("hunts", {"best": str(mine), "made": str(others)}, 45.0))
    fled, stayed = nearest_prey(here, 1 - side), nearest_prey(there, 1 - side)
    if int(v.count[side]) <= FEW and fled > stayed > 0:
        facts.append(("flees", {"best": str(fled), "made": str(stayed)}, 44.0))
    return facts


def expected(e: Any, v: Any, side: int, line: Line, other: After) -> list[Fact]:
    """What the line won that was expected after the better move, where it is more than the other move wins at once."""
    s = copied(v)
    for seat, move in line:
        if s.phase != PLAY or not is_legal(e, s, seat, move):
            break
        s = played(e, s, int(side_of(s, seat)), move)
    won, lost = int(v.count[1 - side]) - int(s.count[1 - side]), int(v.count[side]) - int(s.count[side])
    if won - lost <= max(0, balance(other)):
        return []
    return [("expected", {"won": str(won), "lost": str(lost)}, 40.0)]

"""Why one move of Sirius is better than another: takings, duties, traps, champions. Nothing is hidden in play."""

from typing import Any, NamedTuple

import numpy as np

from lumitheque.games.chance import CHANCE
from lumitheque.games.edition import Edition, blank
from lumitheque.games.pawns.board import CHAMPION, EMPTY, PLAY, at_cell, clear_faults, side_of
from lumitheque.games.pawns.facts import (
    NEAR_FAR_ROW,
    Fact,
    Line,
    called,
    copied,
    has_won,
    is_crown,
    is_drawn,
    nearest_prey,
    nearest_runner,
    outweighs,
    rows_short,
    runs_free,
)
from lumitheque.games.pawns.texts import place_text
from lumitheque.games.sirius import rules
from lumitheque.games.sirius.record import ENDS, FREE, HUFF, HUFF_THEM, MOST_MOVES, PASS

DEEP, MOST_LOOKED_AT = 5, 160  # of takings that follow one another: half-turns, and positions in all
FEW = 12  # enemies: from then on champions run after them


class Way(NamedTuple):
    """A move of a piece, as places."""

    start: int
    goal: int
    taking: bool


class After(NamedTuple):
    """A position after a move, and what the other side can do there."""

    s: Any
    taken: int  # the piece taken or huffed by the move, EMPTY if none
    huff: bool
    way: Way | None
    ways: list[Way]  # of the other side, if it is to move
    loose: list[Way]  # takings that cannot be answered by a taking on the same place
    balance: int  # pieces won less pieces lost when all takings that follow one another are done


def compare(edition: Edition | None, e: Any, v: Any, seat: int, made: int, best: int, line: Line) -> list[Fact]:
    """What the better of two moves brings and the other does not."""
    if v.phase != PLAY or PASS in (made, best):
        return []
    side = int(side_of(v, seat))
    one, other = look(e, v, side, best), look(e, v, side, made)
    if has_won(one.s, side):
        return [("wins", {}, 100.0)]
    facts = [*ends(side, one, other), *pieces(e, v, side, one, other)]
    if not one.huff and not other.huff and one.s.phase == PLAY:
        owed = duties(one, other)
        facts = [fact for fact in facts if not owed or fact[0] != "takes"]  # the duty says it already
        facts += baits(one, other)
        facts += [*owed, *dangers(side, one, other), *champions(e, v, side, one, other)]
    return facts if outweighs(facts) else [*facts, *expected(e, v, side, line, other)]


def expected(e: Any, v: Any, side: int, line: Line, other: After) -> list[Fact]:
    """What the line won that was expected after the better move, where it is more than the other move wins at once."""
    s = v
    for seat, move in line:
        mover = int(side_of(s, seat))
        if s.phase != PLAY or move not in legal(e, s, mover):
            break
        s = played(e, s, mover, move)
    parts = {
        "won": str(int(v.count[1 - side]) - int(s.count[1 - side])),
        "lost": str(int(v.count[side] - s.count[side])),
    }
    ahead = int(parts["won"]) - int(parts["lost"])
    return [("expected", parts, 40.0)] if ahead > max(0, other.balance) else []


def legal(e: Any, s: Any, side: int) -> list[int]:
    out = np.zeros(MOST_MOVES, np.int32)
    seat = int(s.white) if side == 0 else 1 - int(s.white)
    count = int(rules.legal_moves(e, s, seat, out))
    return [int(move) for move in out[:count]]


def way_of(move: int) -> Way:
    return Way(int(at_cell(move // 2 // ENDS)), int(at_cell(move // 2 % ENDS)), move % 2 == 1)


def played(e: Any, s: Any, side: int, move: int) -> Any:
    after = copied(s)
    seat = int(s.white) if side == 0 else 1 - int(s.white)
    rules.apply_move(e, after, seat, move, blank(CHANCE))
    return after


def look(e: Any, v: Any, side: int, move: int) -> After:
    after = played(e, v, side, move)
    if move >= HUFF:
        return After(after, int(v.board[at_cell(move - HUFF)]), True, None, [], [], 0)
    way = way_of(move)
    replies = legal(e, after, 1 - side) if after.phase == PLAY else []
    ways = [way_of(reply) for reply in replies if reply < HUFF]
    takings = [reply for reply in replies if reply < HUFF and reply % 2 == 1]
    loose = [way_of(reply) for reply in takings if is_loose(e, after, side, reply)]
    won = int(way.taking)
    left = [MOST_LOOKED_AT]
    balance = won - exchange(e, after, 1 - side, DEEP, left) if after.phase == PLAY else won
    return After(after, int(v.board[way.goal]) if way.taking else EMPTY, False, way, ways, loose, balance)


def is_loose(e: Any, s: Any, side: int, reply: int) -> bool:
    """Whether the other side can take so that nothing takes the taker."""
    after, goal = played(e, s, 1 - side, reply), way_of(reply).goal
    if after.phase != PLAY:
        return True
    return not any(way_of(move).goal == goal for move in legal(e, after, side) if move < HUFF and move % 2 == 1)


def exchange(e: Any, s: Any, side: int, deep: int, left: list[int]) -> int:
    """What a side wins, less what it loses, if both only take and huff, as well as they can. SI-08: to take is a duty;
    whoever does not loses a piece."""
    takings = [move for move in legal(e, s, side) if (move < HUFF and move % 2 == 1) or (HUFF <= move < PASS)]
    if not takings or deep == 0 or left[0] <= 0:
        return 0
    owes = any(move < HUFF for move in takings)
    best = -1 if owes and s.captures == HUFF_THEM else 0 if s.captures == FREE or not owes else -len(takings) * 99
    for move in takings:
        left[0] -= 1
        after = played(e, s, side, move)
        won = 1
        if after.phase == PLAY and move >= HUFF:
            won += exchange(e, after, side, deep - 1, left)
        elif after.phase == PLAY:
            won -= exchange(e, after, 1 - side, deep - 1, left)
        best = max(best, won)
    return best


def ends(side: int, one: After, other: After) -> list[Fact]:
    """The end of the game, at once or with the next move."""
    if is_drawn(other.s) and not is_drawn(one.s):
        return [("draws", {}, 96.0)]
    if other.s.phase == PLAY and int(other.s.count[side]) == 1 and any(way.taking for way in other.ways):
        if not (int(one.s.count[side]) == 1 and any(way.taking for way in one.ways)):
            return [("loses", {}, 98.0)]
    return []


def pieces(e: Any, v: Any, side: int, one: After, other: After) -> list[Fact]:
    """What is taken or huffed."""
    facts = []
    if one.huff:
        cell = place_text(first_gone(v, one.s, 1 - side))
        if not other.huff:
            facts.append(("huffs", {"piece": called("the", one.taken), "cell": cell}, 78.0))
        elif abs(one.taken) == CHAMPION and abs(other.taken) != CHAMPION:
            facts.append(("huffs_champion", {"cell": cell}, 88.0))
        elif able(e, 1 - side, one.s) < able(e, 1 - side, other.s):
            facts.append(("huffs_hunter", {"piece": called("the", one.taken), "cell": cell}, 70.0))
        return facts
    if one.way is not None and one.taken != EMPTY:
        parts = {"piece": called("a", one.taken), "cell": place_text(one.way.goal)}
        if abs(one.taken) == CHAMPION and abs(other.taken) != CHAMPION:
            facts.append(("takes_champion", {"cell": parts["cell"]}, 90.0))
        elif other.taken == EMPTY:
            facts.append(("takes", parts, 71.0))
    if other.huff or one.s.phase != PLAY or other.s.phase != PLAY or one.balance <= other.balance:
        return facts
    return [*facts, *exchanges(side, one, other)]


def exchanges(side: int, one: After, other: After) -> list[Fact]:
    """What is left when all takings are done."""
    parts = {"best": str(abs(one.balance)), "made": str(abs(other.balance))}
    if one.balance > 0:
        return [("wins_more" if other.balance > 0 else "wins_instead", parts, 69.0)]
    if one.balance == 0:
        return [("loses_none", {"made": parts["made"]}, 68.0)]
    return [("loses_less", parts, 67.0)]


def baits(one: After, other: After) -> list[Fact]:
    """SI-08: a piece offered: the other side must take, and whatever it takes with is taken."""
    takings = [way for way in one.ways if way.taking]
    if one.taken != EMPTY or not takings or one.loose or one.s.captures == FREE or one.balance < other.balance:
        return []
    at = takings[0].goal
    return [("bait", {"piece": called("your", int(one.s.board[at])), "cell": place_text(at)}, 59.0)]


def first_gone(v: Any, s: Any, side: int) -> int:
    """The place of a side from which a piece has gone."""
    for i in range(int(v.count[side])):
        at = int(v.cells[side, i])
        if s.board[at] == EMPTY:
            return at
    return 0


def able(e: Any, side: int, s: Any) -> int:
    """How many takings a side would have if it were to move."""
    return sum(int(way.taking) for way in next_ways(e, s, side))


def duties(one: After, other: After) -> list[Fact]:
    """SI-08: a taking that was possible and not made."""
    faults = int(other.s.fault_count)
    if faults == 0 or int(one.s.fault_count) > 0:
        return []
    if faults > 1:
        return [("duty_many", {"count": str(faults)}, 77.0)]
    at = int(other.s.faults[0])
    return [("duty", {"piece": called("your", int(other.s.board[at])), "cell": place_text(at)}, 77.0)]


def dangers(side: int, one: After, other: After) -> list[Fact]:
    """Pieces that the other side could take without being taken, and promotions that it could reach."""
    facts, safe = [], {int(way.goal) for way in one.loose}
    for way in other.loose:
        at = int(way.goal)
        if at in safe:
            continue
        piece, hunter = int(other.s.board[at]), int(other.s.board[way.start])
        parts = {"piece": called("your", piece), "cell": place_text(at), "hunter": called("its", hunter)}
        moved = other.way is not None and at == other.way.goal
        weight = 89.0 if abs(piece) == CHAMPION else 66.0 if moved else 65.0
        facts.append(("hangs" if moved else "left_hanging", parts, weight))
    crowning = [way for way in other.ways if is_crown(other.s, 1 - side, way.start, way.goal)]
    if crowning and not any(is_crown(one.s, 1 - side, way.start, way.goal) for way in one.ways):
        piece = int(other.s.board[crowning[0].start])
        facts.append(("lets_crown", {"piece": called("its", piece), "cell": place_text(crowning[0].start)}, 85.0))
    return facts


def next_ways(e: Any, s: Any, side: int) -> list[Way]:
    """What a side could do if the other did nothing."""
    turned = copied(s)
    turned.turn = side
    clear_faults(turned)
    return [way_of(move) for move in legal(e, turned, side) if move < HUFF]


def champions(e: Any, v: Any, side: int, one: After, other: After) -> list[Fact]:
    """Champions made, on their way, or on the hunt; and what is threatened."""
    if one.way is None or other.way is None or other.s.phase != PLAY:
        return []
    facts, goal = [], one.way.goal
    if is_crown(v, side, one.way.start, goal) and not is_crown(v, side, other.way.start, other.way.goal):
        facts.append(("crowns", {"cell": place_text(goal)}, 86.0))
    mine, others = next_ways(e, one.s, side), next_ways(e, other.s, side)
    threats = {way.goal for way in mine if way.taking}
    if len(threats) > len({way.goal for way in others if way.taking}) and not one.loose:
        target = max(threats, key=lambda at: (abs(int(one.s.board[at])), at))
        parts = {"count": str(len(threats)), "piece": called("a", int(one.s.board[target])), "cell": place_text(target)}
        facts.append(("threatens", parts, 50.0))
    near = any(is_crown(one.s, side, way.start, way.goal) for way in mine)
    if near and not any(is_crown(other.s, side, way.start, way.goal) for way in others):
        facts.append(("crowns_next", {}, 62.0))
    return [*facts, *roads(v, side, one, other)]


def roads(v: Any, side: int, one: After, other: After) -> list[Fact]:
    """Free ways to the far row, and champions that come nearer to the last enemies."""
    facts: list[Fact] = []
    if one.way is None or other.way is None:
        return facts
    goal = one.way.goal
    left = rows_short(side, goal)
    if 0 < left <= NEAR_FAR_ROW and left < rows_short(side, one.way.start) and runs_free(one.s, side, goal):
        parts = {"piece": called("your", int(one.s.board[goal])), "count": str(left)}
        facts.append(("runs_free", parts, 52.0))
    elif 0 < left <= NEAR_FAR_ROW and left < rows_short(side, one.way.start):
        facts.append(("advances", {"piece": called("your", int(one.s.board[goal])), "count": str(left)}, 30.0))
    runner = nearest_runner(other.s, 1 - side)
    if runner and one.s.board[runner] != EMPTY and not runs_free(one.s, 1 - side, runner):
        parts = {"piece": called("its", int(other.s.board[runner])), "cell": place_text(runner)}
        facts.append(("stops_runner", parts, 58.0))
    mine, others = nearest_prey(one.s, side), nearest_prey(other.s, side)
    if int(v.count[1 - side]) <= FEW and 0 < mine < others:
        facts.append(("hunts", {"best": str(mine), "made": str(others)}, 45.0))
    fled, stayed = nearest_prey(one.s, 1 - side), nearest_prey(other.s, 1 - side)
    if int(v.count[side]) <= FEW and fled > stayed > 0:
        facts.append(("flees", {"best": str(fled), "made": str(stayed)}, 44.0))
    return facts

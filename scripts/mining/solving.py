"""A solution from its first move to the end of the turn, and what the others do about wrong moves."""

from typing import NamedTuple

from scripts.mining.searching import MILLION, Verdict, search, text_of, weigh

from lumitheque.bots.protocol import Prospect
from lumitheque.referee import Referee
from lumitheque.referee.exercises import Moves, Task, Wrong

HOPE = 0.5  # the part of the gap that a glimpse has to show
GAPS = {"lumens": 0.04}  # points come slowly there: a room more is worth about so much
USUAL_GAP = 0.08  # the best move's chance of winning is at least so much better than that of any other,
AGAIN = 0.75  # and at least this part of it in every search that confirms it
GLIMPSE = 1_000  # simulations: most decisions are dull, and cost no more than this
QUICK = 8_000  # about a tenth of a second
STANDARD = 80_000  # about a second
TIMES = 10  # so many times as deep a search confirms it
SEEDS = 3
REPLY = 2_000  # simulations of each reply to a wrong move
REPLIES = 4  # decisions shown after a wrong move, or after the right one
WRONG = 3
MOST_TASKS = 4


class Solution(NamedTuple):
    tasks: list[Task]
    line: Moves
    moves: list[str]  # all moves of the seat in its turn, those that need no thought included


def solve(referee: Referee, seat: int) -> Solution | None:
    """Find the solution of this position, move by move, at one setting after the other; None if none is clear."""
    first = clear(referee, seat)
    if first is None:
        return None
    verdict: Verdict | None = first
    tasks: list[Task] = []
    moves: list[str] = []
    begun = len(referee.decisions)
    while verdict is not None:
        tasks.append(task_of(referee, seat, verdict))
        moves.append(text_of(referee, verdict.best))
        news = referee.play_number(verdict.best, seat)
        verdict = None
        while not news and seat in referee.waiting() and len(only := referee.legal_numbers(seat)) == 1:
            moves.append(text_of(referee, only[0]))
            news = referee.play_number(only[0], seat)
        if not news and not referee.decisions[-1].revealed and seat in referee.waiting() and len(tasks) < MOST_TASKS:
            verdict = clear(referee, seat)
    line = replies(referee, seat)
    while len(referee.decisions) > begun:
        referee.take_back()
    return Solution(tasks, line, moves)


def clear(referee: Referee, seat: int) -> Verdict | None:
    """The best move here, if it is clear at a tenth of a second, at a second, and with other seeds."""
    if len(referee.legal_numbers(seat)) < 2:
        return None
    quick = weigh(referee, seat, QUICK, 0)
    if quick is None or quick.gap < AGAIN * gap_of(referee):
        return None
    found = weigh(referee, seat, STANDARD, 0)
    if found is None or found.best not in (quick.best, *quick.equal) or found.gap < gap_of(referee):
        return None
    return found if is_confirmed(referee, seat, {found.best, *found.equal}, STANDARD, range(1, SEEDS)) else None


def gap_of(referee: Referee) -> float:
    return GAPS.get(referee.game.name, USUAL_GAP)


def is_confirmed(referee: Referee, seat: int, accepted: set[int], simulations: int, seeds: range) -> bool:
    for seed in seeds:
        again = weigh(referee, seat, simulations, seed)
        if again is None or again.best not in accepted or again.gap < AGAIN * gap_of(referee):
            return False
    return True


def task_of(referee: Referee, seat: int, verdict: Verdict) -> Task:
    return Task(
        best=text_of(referee, verdict.best),
        chance=millionths(verdict.chance),
        gap=millionths(verdict.gap),
        equal=[text_of(referee, move) for move in verdict.equal],
        wrong=[wrong(referee, seat, one) for one in verdict.others[:WRONG]],
    )


def millionths(chance: float) -> int:
    return round(min(1.0, max(0.0, chance)) * MILLION)


def wrong(referee: Referee, seat: int, prospect: Prospect) -> Wrong:
    text = text_of(referee, prospect.move)
    referee.play_number(prospect.move, seat)
    following = replies(referee, seat)
    referee.take_back()
    return Wrong(text, millionths(prospect.chance), following)


def replies(referee: Referee, seat: int) -> Moves:
    """What the others do next, each from its own view, and what this seat has to do before they can; the position
    stays as it was."""
    found: Moves = []
    others = False
    while len(found) < REPLIES and (waiting := referee.waiting()):
        acting = waiting[0]
        if acting == seat and others:
            break
        others = others or acting != seat
        move = search(referee, acting, REPLY, len(found)).move
        found.append((acting, text_of(referee, move)))
        referee.play_number(move, acting)
    for _ in found:
        referee.take_back()
    return found


def confirm(referee: Referee, seat: int, tasks: list[Task]) -> bool:
    """Whether every task has the same answer in deeper searches, with several seeds. Leaves the referee further on."""
    for task in tasks:
        notation = referee.game.notation
        accepted = {notation.read_move(referee.edition, referee.state, text) for text in (task.best, *task.equal)}
        if not is_confirmed(referee, seat, accepted, STANDARD * TIMES, range(SEEDS)):
            return False
        referee.play(task.best, seat)
        while seat in referee.waiting() and len(only := referee.legal_numbers(seat)) == 1:
            referee.play_number(only[0], seat)
    return True

"""What is searched of a game, in parts that know nothing of each other: they can be made in any order, anywhere.

The seed of a search is made of what its viewer saw, the number of the decision and the purpose: so nothing that a seat
could not know changes its review.
"""

import hashlib
from typing import Literal, NamedTuple

from msgspec import Struct

from lumitheque.bots.simple_bots import known_by_heart
from lumitheque.reviews.luck import what_luck_changed
from lumitheque.reviews.past import Moment, Past
from lumitheque.reviews.searching import Searcher, Worth
from lumitheque.reviews.shapes import MILLION

Kind = Literal["choice", "value", "luck", "known"]
SHOWN = 5  # moves
DOUBTFUL, SURER = 0.04, 3  # what is found to be worse by more than this is searched anew, with so much more effort
QUICKLY = 4  # all moves are looked at with this part of the simulations, had everything been known
LEAST_VARIANCE = 0.1  # of what one simulation hopes: two searches that agree by chance are not taken for exact ones


class Task(NamedTuple):
    """What is to be searched: the choice of the seat that decides, what a position is worth to all by what a viewer
    knows, what luck changed in it, or what would have been best had everything been known."""

    kind: Kind
    number: int
    viewer: int  # a seat, or SPECTATOR for all seats that know no more than everybody


class Part(Struct):
    """What was found. Whole millionths of a victory."""

    kind: Kind
    number: int
    viewer: int
    hopes: list[int]  # by seat: after the best move, of the position, or how much luck changed; empty: nothing to tell
    best: int = -1
    other: int = -1  # the move made, or the second best where the best was made
    chance: int = 0  # of the best move, to its own seat
    rest: int = 0  # of the other
    noise: int = 0
    error: int = 0  # the standard error of their difference
    ranked: list[tuple[int, int]] = []  # moves and chances of the first search
    line: list[tuple[int, int]] = []  # after the best move
    instead: list[tuple[int, int]] = []  # after the other


def millionths(chance: float) -> int:
    return round(chance * MILLION)


def seed_for(past: Past, task: Task, seed: str, purpose: str) -> int:
    """Derive the seed of a search: 48 bits, which JavaScript holds exactly."""
    text = f"{seed}:{task.kind}:{purpose}:{task.number}:{past.game.name}:"
    return int(hashlib.sha256(text.encode() + past.known(task.number, task.viewer)).digest()[:6].hex(), 16)


def is_judged(past: Past, moment: Moment) -> bool:
    """Whether a choice can be judged: there was one, and the bots do not make it by heart, without any search."""
    sight = past.sight(moment.number, moment.seat)
    return known_by_heart(sight, moment.number) < 0


def make_part(past: Past, searcher: Searcher, task: Task, simulations: int, seed: str) -> Part:
    """Search one part: the same for the same record, simulations and seed."""
    match task.kind:
        case "choice":
            return _choice(past, searcher, task, simulations, seed)
        case "known":
            return _had_you_known(past, searcher, task, simulations, seed)
        case "value":
            sight = past.sight(task.number, task.viewer)
            mover = mover_for(past, task.number, task.viewer)
            hopes = searcher.value(sight, mover, simulations, seed_for(past, task, seed, "value"))
            return Part("value", task.number, task.viewer, [millionths(hope) for hope in hopes])
        case "luck":
            start = seed_for(past, task, seed, "luck")
            changed = what_luck_changed(past, searcher, task.number, task.viewer, simulations, start)
            return Part("luck", task.number, task.viewer, [millionths(one) for one in changed])


def mover_for(past: Past, number: int, viewer: int) -> int:
    """Who is thought to decide next: the viewer, if it may."""
    waiting = past.moments[number].waiting if number < past.length else past.waiting_at_end
    return viewer if viewer in waiting else waiting[0]


def _choice(past: Past, searcher: Searcher, task: Task, simulations: int, seed: str) -> Part:
    """First all moves, to find the best; then that one and the one made, anew and with the same effort for both; and
    once more, with more effort, before anybody is blamed."""
    moment = past.moments[task.number]
    sight = past.sight(task.number, moment.seat)
    prospects = searcher.rank(sight, sight.moves(), simulations, seed_for(past, task, seed, "rank"))
    best, made = prospects[0].move, moment.move
    second = prospects[1].move if len(prospects) > 1 else made
    other = made if made != best else second
    again = searcher.weigh(sight, [best, other], simulations, seed_for(past, task, seed, "weigh"))
    if made != best and again[0].mean(moment.seat) - again[1].mean(moment.seat) > DOUBTFUL:
        simulations *= SURER
        again = searcher.weigh(sight, [best, other], simulations, seed_for(past, task, seed, "confirm"))
    ranked = [(one.move, millionths(min(1.0, max(0.0, one.chance)))) for one in prospects[:SHOWN]]
    return _weighed(task, moment.seat, [best, other], again, simulations, ranked)


def _weighed(
    task: Task, seat: int, moves: list[int], worth: list[Worth], simulations: int, ranked: list[tuple[int, int]]
) -> Part:
    best, other = worth
    apart = [best.differ(seat), other.differ(seat)]
    variance = max((apart[0] ** 2 + apart[1] ** 2) / 4, LEAST_VARIANCE / simulations)
    mean = [(a + b) / 2 for a, b in zip(best.samples[0], best.samples[1], strict=True)]
    return Part(
        task.kind,
        task.number,
        task.viewer,
        [millionths(hope) for hope in mean],
        best=moves[0],
        other=moves[1],
        chance=millionths(best.mean(seat)),
        rest=millionths(other.mean(seat)),
        noise=millionths(max(apart)),
        error=millionths(variance**0.5),
        ranked=ranked,
        line=best.line,
        instead=other.line,
    )


def _had_you_known(past: Past, searcher: Searcher, task: Task, simulations: int, seed: str) -> Part:
    """The best move had nothing been hidden, against the one made; cards that nobody has drawn are known, too."""
    moment = past.moments[task.number]
    seat, sight = moment.seat, past.all_open(task.number, moment.seat)
    moves, start = sight.moves(), seed_for(past, task, seed, "open")
    ranked = searcher.weigh(sight, moves, max(1, simulations // QUICKLY), start, known=True)
    best = max(range(len(moves)), key=lambda i: ranked[i].mean(seat))
    pair, again = [moves[best], moment.move], seed_for(past, task, seed, "true")
    return _weighed(task, seat, pair, searcher.weigh(sight, pair, simulations, again, known=True), simulations, [])

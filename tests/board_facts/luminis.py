"""Luminis: decisions, what the seat saw before and after, and what each card that could be placed left to be paid."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import lumitheque as lt
from board_facts.playing import Fact, decisions, tried
from lumitheque.referee import Referee

SEEN = ("phase", "turn", "acting", "spires", "bonus", "hands", "cathedrals", "paying")
KEPT = {"build": 3, "discard": 2}  # of a game; one of any other verb
OPENING = 20  # decisions, before a build or a draw is worth telling
TABLES: tuple[tuple[int, dict[str, Any], str, float], ...] = (  # and how often they build rather than draw
    (2, {}, "1", 0.75),
    (3, {"support": "pyramid"}, "2", 0.12),
    (4, {"game": "advanced"}, "3", 0.75),
    (5, {"game": "advanced", "support": "pyramid"}, "4", 0.75),
)


def facts() -> Iterator[Fact]:
    for seats, options, seed, eager in TABLES:
        g = lt.new("luminis", seats=seats, seed=seed, options=options)
        yield from ({"options": options, **decision} for decision in telling(g, Random(seed), eager))


def telling(g: Referee, rng: Random, eager: float) -> Iterator[Fact]:
    """The telling decisions of a game."""
    told: Counter[str] = Counter()

    def choose(_: int, legal: list[str]) -> str:
        spires = [move for move in legal if move.startswith("spire")]
        bold = spires or [move for move in legal if not move.startswith(("draw", "pass"))]
        draws = [move for move in legal if move.startswith("draw")]
        return rng.choice(bold if bold and rng.random() < eager else draws or legal)

    for number, (seat, move) in enumerate(decisions(g, choose)):
        verb = move.split()[0]
        usual = verb in ("build", "draw")
        if told[verb] < KEPT.get(verb, 1) and (not usual or (number > OPENING and rng.random() < 0.2)):
            told[verb] += 1
            yield decision(g, seat, move)


def decision(g: Referee, seat: int, move: str) -> Fact:
    legal = g.legal(seat)
    left = {build: missing(g, seat, build) for build in legal if build.startswith("build")}
    fact = {"seat": seat, "view": seen(g, seat), "legal": legal, "move": move, "left": left}
    with tried(g, seat, move):
        return {**fact, "after": seen(g, seat)}


def seen(g: Referee, seat: int) -> Fact:
    """What a seat sees; of the piles only the last two cards."""
    view = g.view(seat)
    return {name: view[name] for name in SEEN} | {"piles": [pile[-2:] for pile in view["piles"]]}


def missing(g: Referee, seat: int, build: str) -> list[int]:
    with tried(g, seat, build):
        paying = g.view(seat)["paying"]
        return paying["missing"] if paying else [0, 0, 0]

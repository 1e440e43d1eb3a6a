"""Galax: what a step takes."""

from collections.abc import Iterator
from random import Random

import lumitheque as lt
from board_facts.playing import Fact, decisions, spread, tried
from lumitheque.referee import Referee

TAKING, PEACEFUL = 10, 4  # so many steps of either kind from each game


def facts() -> Iterator[Fact]:
    for directions, seed in ((8, 3), (4, 5)):
        g = lt.new("galax", seed=str(seed), options={"setup": "random", "directions": directions})
        steps = [{"directions": directions, **step} for step in steps_of(g, Random(seed))]
        yield from spread([step for step in steps if step["prey"]], TAKING)
        yield from spread([step for step in steps if not step["prey"]], PEACEFUL)


def steps_of(g: Referee, rng: Random) -> Iterator[Fact]:
    """The steps of a game in which everything that can be taken is, and pawns go forward more often than not."""

    def choose(seat: int, legal: list[str]) -> str:
        takings = [move for move in legal if move.startswith("x")]
        steps = [move for move in legal if "-" in move]
        if takings or not steps or rng.random() < 0.4:
            return rng.choice(takings or steps or legal)
        forward = 1 if seat == g.view(seat)["white"] else -1
        return max(steps, key=lambda step: forward * int(step.split("-")[1][1:]) + 4 * rng.random())

    for seat, move in decisions(g, choose):
        if "-" in move:
            yield {"board": g.view(seat)["board"], "move": move, "prey": prey_of(g, seat, move)}


def prey_of(g: Referee, seat: int, step: str) -> list[str]:
    with tried(g, seat, step):
        still_moves = g.waiting() == [seat] and g.view(seat)["mover"] == step.split("-")[1]
        return sorted(move[1:] for move in g.legal(seat) if move.startswith("x")) if still_moves else []

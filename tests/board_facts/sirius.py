"""Sirius: how far champions get."""

import re
from collections.abc import Iterator
from random import Random

import lumitheque as lt
from board_facts.playing import Fact, decisions, spread
from lumitheque.referee import Referee

CHAMPIONS = 6  # from each game
AGREED = ((8, "straight", 3), (4, "straight", 4), (8, "bent", 6), (4, "bent", 9))  # and a seed


def facts() -> Iterator[Fact]:
    for directions, path, seed in AGREED:
        agreed = {"directions": directions, "champion_path": path}
        g = lt.new("sirius", seed=str(seed), options={"setup": "random", "captures": "free", **agreed})
        yield from spread([{**agreed, **champion} for champion in champions_of(g, Random(seed))], CHAMPIONS)


def goal_of(move: str) -> str:
    return re.split("[-x]", move)[1]


def champions_of(g: Referee, rng: Random) -> Iterator[Fact]:
    """The champions of whoever is to move, in a game that takes what it can and goes forward more often than not."""

    def choose(seat: int, legal: list[str]) -> str:
        takings = [move for move in legal if "x" in move]
        steps = [move for move in legal if "-" in move]
        if takings or not steps or rng.random() < 0.3:
            return rng.choice(takings or steps or legal)
        forward = 1 if seat == g.view(seat)["white"] else -1
        return max(steps, key=lambda step: forward * int(goal_of(step)[1:]) + 4 * rng.random())

    for seat, _ in decisions(g, choose):
        view = g.view(seat)
        own = "w" if seat == view["white"] else "b"
        for cell, piece in view["board"].items():
            if piece == f"{own}C":
                goals = {goal_of(move) for move in g.legal(seat) if re.match(f"{cell}[-x]", move)}
                yield {"board": view["board"], "cell": cell, "goals": sorted(goals)}

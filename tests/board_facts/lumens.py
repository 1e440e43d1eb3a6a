"""Lumens: where lights may go, and what the rooms bring in the end."""

from collections.abc import Iterator
from random import Random

import lumitheque as lt
from board_facts.playing import Fact, decisions, spread
from lumitheque.referee import Referee

TURNS = 6  # from each game
TABLES = ((2, "11"), (3, "12"), (4, "13"))  # seats and seed


def facts() -> Iterator[Fact]:
    for seats, seed in TABLES:
        g = lt.new("lumens", seats=seats, seed=seed)
        turns = spread(list(turns_of(g, Random(seed))), TURNS)
        ending = g.ending()
        assert ending is not None
        counted = {**lit(g.view(None)), "rooms": ending["rooms"], "points": ending["points"]}
        yield {"seats": seats, "turns": turns, "counted": counted}


def turns_of(g: Referee, rng: Random) -> Iterator[Fact]:
    for seat, _ in decisions(g, lambda _, legal: rng.choice(legal)):
        view = g.view(seat)
        if view["phase"] == "play":
            goals = sorted({move.split("=")[0] for move in g.legal(seat)})
            yield {"seat": seat, **lit(view), "home_right": view["home_right"], "goals": goals}


def lit(view: Fact) -> Fact:
    return {"starts": view["starts"], "board": view["board"]}

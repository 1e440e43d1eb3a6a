"""What a light takes, wherever it may be placed."""

from collections.abc import Iterator
from random import Random

import lumitheque as lt
from board_facts.playing import Fact, decisions, spread, tried
from lumitheque.referee import Referee

TURNS = 4  # from each game
TABLES = ((2, "cross", "1"), (2, "star", "2"), (4, "star", "3"))  # and a seed


def facts() -> Iterator[Fact]:
    for seats, reach, seed in TABLES:
        g = lt.new("lueur", seats=seats, seed=seed, options={"reach": reach})
        yield from spread([{"reach": reach, **turn} for turn in turns_of(g, Random(seed))], TURNS)


def turns_of(g: Referee, rng: Random) -> Iterator[Fact]:
    for seat, _ in decisions(g, lambda _, legal: rng.choice(legal)):
        board = g.view(seat)["board"]
        yield {"seat": seat, "board": board, "takes": {move: taken(g, seat, move, board) for move in g.legal(seat)}}


def taken(g: Referee, seat: int, move: str, before: Fact) -> list[str]:
    with tried(g, seat, move):
        after = g.view(seat)["board"]
        return [cell for cell in before if after[cell][0] != before[cell][0]]

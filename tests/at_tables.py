"""People who sit down at a table of an open house."""

import random
from typing import Any

import lumitheque as lt
from lumitheque.games import SHELF
from open_house import Guest, OpenHouse

HOUSE = [name for name, game in SHELF.items() if game.package.startswith("lumitheque.")]
SHORT = {name: {"setup": "random", "patience": 40} for name in ("galax", "sirius")}


def two_at_a_table(house: OpenHouse, game: str, **words: Any) -> tuple[Guest, Guest, str]:
    first, second = house.guest("Ada"), house.guest("Bob")
    table = first.open(game, sit=[0], **words)
    second.must(table, "sit")
    first.must(table, "start")
    return first, second, table


def whole_set_up(game: str, seat: int, legal: list[str]) -> list[str]:
    """The moves of one seat's secret set-up, on the side of the board that the lot gave it."""
    referee = next(one for seed in range(1, 99) if (one := lt.new(game, seed=str(seed))).legal(seat) == legal)
    dice, moves = random.Random(seat), []
    while seat in referee.waiting():
        moves.append(dice.choice(referee.legal(seat)))
        referee.play(moves[-1], seat)
    return moves

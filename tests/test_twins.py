"""The engine and its slow twin, written apart from the same rules, agree on everything that can be asked."""

import os
from collections.abc import Iterator

import pytest

from lumitheque.games import SHELF
from lumitheque.testkit import pairwise_settings
from lumitheque.testkit.walks import Setting

from .twins.comparing import compare_game, twin_class

GAMES = 8 if os.environ.get("LUMITHEQUE_TEST_ALL") else 1  # of each setting
PLIES = {"lumens": 200, "luminis": 600}  # of a game; 500 of any other
EVERY = {"sirius": 5, "galax": 4, "lumens": 3}  # how often they are compared; at every second ply of any other


def cases() -> Iterator[object]:
    for game in SHELF.values():
        for number, setting in enumerate(pairwise_settings(game)):
            yield pytest.param(game.name, setting, number, id=f"{game.name}-{number}")


def test_every_game_has_a_twin() -> None:
    assert all(twin_class(name) for name in SHELF)


@pytest.mark.parametrize(("name", "setting", "number"), list(cases()))
def test_twins_agree(name: str, setting: Setting, number: int) -> None:
    seats, options = setting
    for game in range(GAMES):
        seed, most, every = 7000 + 100 * game + number, PLIES.get(name, 500), EVERY.get(name, 2)
        compare_game(name, seats, options, seed=seed, most=most, every=every)

"""The engine and its slow twin, written apart from the same rules, agree on everything that can be asked."""

import os
from collections.abc import Iterator

import pytest

from lumitheque.games import SHELF
from lumitheque.testkit import pairwise_settings
from lumitheque.testkit.walks import Setting

from .twins.comparing import TWINS, compare_game

GAMES = 8 if os.environ.get("LUMITHEQUE_TEST_ALL") else 1  # of each setting
PLIES = {"sirius": 500, "galax": 500, "lumens": 200, "luminis": 600, "fromages": 500}
EVERY = {"sirius": 5, "galax": 4, "lumens": 3, "luminis": 2, "fromages": 2}


def cases() -> Iterator[object]:
    for game in SHELF.values():
        for number, setting in enumerate(pairwise_settings(game)):
            yield pytest.param(game.name, setting, number, id=f"{game.name}-{number}")


def test_every_game_has_a_twin() -> None:
    assert set(TWINS) == set(SHELF)


@pytest.mark.parametrize(("name", "setting", "number"), list(cases()))
def test_twins_agree(name: str, setting: Setting, number: int) -> None:
    seats, options = setting
    for game in range(GAMES):
        compare_game(name, seats, options, seed=7000 + 100 * game + number, most=PLIES[name], every=EVERY[name])

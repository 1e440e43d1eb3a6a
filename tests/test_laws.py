"""Every game of the shelf obeys every law, with every number of players and every two options together."""

import os
from collections.abc import Iterator

import pytest

from lumitheque.games import SHELF
from lumitheque.games.game import Game
from lumitheque.testkit import all_settings, obey, pairwise_settings
from lumitheque.testkit.laws import every_refusal_has_words
from lumitheque.testkit.walks import Setting

EVERYTHING = bool(os.environ.get("LUMITHEQUE_TEST_ALL"))
MOST = 2500  # moves of one game; longer ones are looked at up to there


def cases() -> Iterator[object]:
    for game in SHELF.values():
        settings = all_settings(game) if EVERYTHING else pairwise_settings(game)
        for number, setting in enumerate(settings):
            yield pytest.param(game, setting, number, id=f"{game.name}-{number}")


@pytest.mark.parametrize(("game", "setting", "number"), list(cases()))
def test_laws(game: Game, setting: Setting, number: int) -> None:
    seats, options = setting
    obey(game, seats, options, seed=1000 + number, often=0.02, most=MOST)


@pytest.mark.parametrize("game", list(SHELF.values()), ids=list(SHELF))
def test_refusals_have_words(game: Game) -> None:
    every_refusal_has_words(game)


@pytest.mark.parametrize("game", list(SHELF.values()), ids=list(SHELF))
def test_state_is_small(game: Game) -> None:
    assert game.record.STATE.itemsize <= 4096
    assert game.record.STATE.isalignedstruct

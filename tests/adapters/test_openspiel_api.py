"""OpenSpiel's own tests of games, run on ours."""

# ruff: noqa: E402  OpenSpiel need not be there

import random
import warnings
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'lumitheque[openspiel]'")

with warnings.catch_warnings():  # of games that are not ours
    warnings.simplefilter("ignore")
    from open_spiel.integration_tests import api_test
    from open_spiel.python.tests import games_sim_test

from lumitheque.adapters.openspiel import PREFIX
from lumitheque.games import SHELF

STATES, SAMPLED = 30, 100


def states_in_play(game: Any) -> list[Any]:
    """States in which somebody may act, from games played at random: OpenSpiel's own samples hardly get that far."""
    dice, found = random.Random(1), []
    while len(found) < STATES:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                values, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(dice.choices(values, chances)[0])
                continue
            if dice.random() < 0.1:
                found.append(state.clone())
            state.apply_action(dice.choice(state.legal_actions()))
        found.append(state)
    return found


class Api(api_test.EnforceAPIOnPartialTreeBase):
    __test__ = False

    @classmethod
    def setUpClass(cls) -> None:
        cls.game = pyspiel.load_game(cls.game_name)
        super().setUpClass()
        cls.some_states = states_in_play(cls.game) + cls.some_states[:SAMPLED]


for _name in SHELF:
    _title = f"TestApiOf{_name.capitalize()}"
    globals()[_title] = type(_title, (Api,), {"game_name": PREFIX + _name, "__test__": True})


@pytest.mark.parametrize("name", SHELF)
def test_simulation(name: str) -> None:
    games_sim_test.GamesSimTest().sim_game(pyspiel.load_game(PREFIX + name))

"""Most clear mistakes of weak players are given a reason."""

import pytest
from scripts.reason_rates import measure

from lumitheque.games import find

GAMES = {"sirius": 2, "galax": 2, "lumens": 3, "luminis": 4, "fromages": 4}


@pytest.mark.parametrize("name", GAMES)
def test_most_mistakes_are_explained(name: str) -> None:
    rates = measure(name, find(name).seats[0], GAMES[name], gap=0.08, simulations=150, share=0.25)
    assert len(rates.mistakes) >= 8
    assert rates.share >= 0.7, [one for one in rates.mistakes if not one.reasons]

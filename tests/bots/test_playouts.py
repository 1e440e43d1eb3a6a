"""Moves made without thinking."""

import random
from typing import Any

import numpy as np
import pytest

from lumitheque.bots.compiled import compiled_for
from lumitheque.bots.simple_bots import chance_for
from lumitheque.games import SHELF
from lumitheque.games.chance import below
from lumitheque.testkit.walks import opened, random_walk


def slow_tempting(game: Any, play: Any, seat: int, moves: Any, glances: int, chance: Any) -> int:
    """The most tempting of so many glances, each move weighed whenever the eye falls on it."""
    seen = [int(moves[below(chance, len(moves))]) for _ in range(glances if len(moves) > 1 else 1)]
    return max(seen, key=lambda move: float(compiled_for(game).skill.weigh(play.e, play.state, seat, move)))


@pytest.mark.parametrize("name", SHELF)
def test_second_glances_change_nothing(name: str) -> None:
    """Moves are weighed once each; the choice and the chance used up are as if they were weighed again."""
    game = SHELF[name]
    play, glances = opened(game, game.seats[0], {}, 4), random.Random(4)
    for ply, _ in enumerate(random_walk(play, random.Random(4), 60)):
        if not play.waiting():
            break
        seat, number = play.waiting()[0], glances.randint(1, 12)
        moves = np.array(play.legal_numbers(seat), np.int32)
        quick, slow = chance_for(ply), chance_for(ply)
        chosen = compiled_for(game).playouts.tempting(play.e, play.state, seat, moves, len(moves), number, quick)
        assert int(chosen) == slow_tempting(game, play, seat, moves, number, slow)
        assert quick.stream == slow.stream

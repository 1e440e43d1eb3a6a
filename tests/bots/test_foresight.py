"""Rehearsing La chasse aux fromages: the others are foreseen as their judgement has it."""

import random

import numpy as np
import pytest

from lumitheque.bots.compiled import compiled_for
from lumitheque.bots.simple_bots import chance_for
from lumitheque.games import SHELF
from lumitheque.games.fromages.record import CLOG, HELD, PUT, TURN
from lumitheque.games.fromages.skill.foresight import foresee, note
from lumitheque.games.fromages.skill.paths import ease, survey
from lumitheque.testkit.laws import copied
from lumitheque.testkit.walks import opened, random_walk

GAME = SHELF["fromages"]


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_laying_a_card_is_foreseen_as_it_is_judged(seats: int) -> None:
    """What somebody hopes for after a card was laid is what the judgement says when the turn is over."""
    play, compared = opened(GAME, seats, {}, 1), 0
    for _ in random_walk(play, random.Random(1), 150):
        state, seat, round_number = play.state, int(play.state.turn), int(play.state.round_number)
        if state.phase != HELD:
            continue
        notes, found = np.zeros(compiled_for(GAME).skill.NOTES), np.zeros(seats)
        for other in range(seats):
            note(state, other, survey(play.e, state, other), notes)
        for move in play.legal_numbers(seat):
            world = copied(state)
            GAME.rules.apply_move(play.e, world, seat, move, chance_for(1))
            if PUT <= move < CLOG and world.phase == TURN and int(world.round_number) == round_number:
                compiled_for(GAME).skill.judge(play.e, world, found)
                hope = foresee(play.e, state, survey(play.e, state, seat), move, notes, chance_for(1))
                assert hope == pytest.approx(found[seat])
                compared += 1
    assert compared > 100


def test_a_way_home_is_easier_with_every_card() -> None:
    """From nothing built over a straight below the start to everything open."""
    play = opened(GAME, 3, {}, 1)
    nothing = survey(play.e, play.state, 0)[0]
    assert 0 < ease(nothing) < ease(nothing | 1 << 4 | 1 << 28) < ease((1 << 48) - 1) == 1

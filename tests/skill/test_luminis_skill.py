"""The skill of Luminis: hopes that add up, a spire above everything, every table."""

from typing import Any

import numpy as np
import pytest

from luminis_tables import play, table
from lumitheque.games import find
from lumitheque.games.chance import CHANCE
from lumitheque.games.edition import blank, edition_record, load_edition
from lumitheque.games.luminis import rules
from lumitheque.games.luminis.record import MOST_MOVES, OVER, PATIENCE, STATE
from lumitheque.games.luminis.skill import by_heart, is_certain, judge, tell_apart, weigh
from lumitheque.referee import Referee

GAME = find("luminis")
E = edition_record(GAME, load_edition(GAME))
TWOS = "I-01@0 I-22@1 I-25@-1 II-13@0 II-25@1 II-34@-1"  # squares: 1 + 2 + 2 + 3 + 3 + 3
READY = TWOS + " III-01@0"  # and 2 more, and 1 for the place above


def hopes(s: Any) -> list[float]:
    out = np.zeros(int(s.seats))
    judge(E, s, out)
    return [float(hope) for hope in out]


def moves(s: Any) -> list[int]:
    out = np.zeros(MOST_MOVES, np.int32)
    return [int(move) for move in out[: rules.legal_moves(E, s, int(s.acting), out)]]


def weights(g: Referee) -> dict[str, float]:
    seat = int(g.state.acting)
    return {
        GAME.notation.write_move(g.edition, g.state, move): weigh(E, g.state, seat, move) for move in moves(g.state)
    }


@pytest.mark.parametrize(
    ("seats", "options"),
    [*((2, options) for options in GAME.combinations(2)), *((seats, {}) for seats in (3, 4, 5))],
    ids=str,
)
def test_every_state_of_a_game(seats: int, options: dict[str, Any]) -> None:
    """Tempting moves lead to an end; hopes are shares all the way, weights are numbers."""
    s, chance = blank(STATE), blank(CHANCE)
    chance.stream = np.uint64(seats)
    rules.setup(E, s, seats, np.array(GAME.option_codes(GAME.settle(seats, options))), chance)
    plies = 0
    while s.phase != OVER:
        shares, seat = hopes(s), int(s.acting)
        assert sum(shares) == pytest.approx(1) and min(shares) >= 0 and max(shares) <= 1
        known, legal = by_heart(E, s, seat, chance), moves(s)
        assert known == -1 or known in legal
        weighed = [weigh(E, s, seat, move) for move in legal]
        assert np.isfinite(weighed).all() and tell_apart(E, s, seat) >= 0 and not is_certain(E, s)
        rules.apply_move(E, s, seat, legal[int(np.argmax(weighed))] if known < 0 else known, chance)
        plies += 1
    assert plies < 120 * seats


def test_a_spire_that_can_be_placed_is_as_good_as_won() -> None:
    assert hopes(table(["", ""], [READY, ""]).state)[0] > 0.99
    assert 0.8 < hopes(table(["", ""], [READY, ""], turn=1).state)[0] < 1  # the other has a turn first


def test_who_is_ahead_hopes_more() -> None:
    before = hopes(table(["", ""], ["I-01@0", "I-02@0"]).state)
    for built in ("I-01@0 I-22@1", "I-01@0 II-13@0", TWOS):
        after = hopes(table(["", ""], [built, "I-02@0"]).state)
        assert after[0] > before[0]
        before = after
    assert hopes(table(["II-38", ""], [TWOS, "I-02@0"]).state)[0] > before[0]  # one in the hand


def test_patience_runs_out() -> None:
    """LM-21: in the end only level III cards count."""
    built = ["I-01@0 II-13@0 III-10@0", "I-22@0 I-25@1 II-25@0 II-34@1 I-31@2"]
    calm, late = (hopes(table(["", ""], built, quiet=quiet).state) for quiet in (0, 2 * PATIENCE - 1))
    assert late[0] > 0.99 > calm[0]


def test_a_spire_weighs_more_than_anything() -> None:
    weighed = weights(table(["II-38 III-19", "I-04"], [READY, ""]))
    crowning = [text for text in weighed if text.startswith("spire")]
    assert crowning and max(weighed, key=lambda text: weighed[text]) in crowning
    assert min(weighed[text] for text in crowning) > max(weighed[text] for text in weighed if text not in crowning) + 3


def test_a_card_that_need_not_be_paid_is_built_rather_than_one_that_must() -> None:
    weighed = weights(table(["I-01 I-07 I-08", ""]))  # I-07 costs a circle, I-08 a triangle
    assert weighed["build I-01@0"] > weighed["build I-07@0"]


def test_the_least_useful_card_is_given_up() -> None:
    g = play(
        table(["II-13 II-25 I-02 II-15 I-05 I-06 I-07", ""], [TWOS.replace("II-13@0 II-25@1", "II-24@0"), ""]), "draw 1"
    )
    weighed = weights(g)
    best = max(weighed, key=lambda text: weighed[text])
    assert best.startswith(("drop I-02", "drop I-05", "drop I-06"))

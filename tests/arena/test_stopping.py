"""The sequential test: it seldom errs however often one looks, and it finds what is there."""

import random

import numpy as np
import pytest

from arena_players import contest, imagined, toy_fixtures, toy_like
from lumitheque.arena import ArenaError
from lumitheque.arena.schedule import lay_table
from lumitheque.arena.stopping import ERROR, Bets, StoppingRule

TABLE = lay_table("lumens", 2)


def side(scores: list[float], target: float) -> tuple[str | None, int]:
    """What is concluded, looking after every deal, and after how many."""
    bets = Bets(np.array([target]))
    for number, score in enumerate(scores, 1):
        bets.add(score)
        if bets.refuted.any():
            return ("above" if bets.refuted[0, 0] else "below"), number
    return None, len(scores)


@pytest.mark.parametrize(("chances", "mean"), [((1, 0, 1), 0.5), ((1, 2, 1), 0.5), ((0, 1, 4), 0.9), ((1, 0, 9), 0.9)])
def test_false_alarms_are_rare(chances: tuple[int, int, int], mean: float) -> None:
    """The rate is just the target, and one looks after every deal."""
    dice = random.Random(1)
    alarms = 0
    for _ in range(600):
        scores = dice.choices((0.0, 0.5, 1.0), chances, k=150)
        alarms += side(scores, mean)[0] is not None
    assert alarms <= 600 * ERROR


def test_what_is_there_is_found_soon() -> None:
    dice = random.Random(2)
    for rate, limit in ((0.7, 120), (0.9, 30)):
        found = [side(dice.choices((0.0, 1.0), (1 - rate, rate), k=1000), 0.5) for _ in range(50)]
        assert {told for told, _ in found} == {"above"}
        assert sum(number for _, number in found) / 50 < limit
    assert side([0.0] * 20, 0.5)[0] == "below"


def test_intervals_hold_the_truth_all_the_time() -> None:
    dice = random.Random(3)
    missed = 0
    for _ in range(100):
        bets = Bets()
        for _ in range(150):
            bets.add(dice.choices((0.0, 0.5, 1.0), (3, 2, 5))[0])
        low, high = bets.interval()  # of all looks together: what was refuted once stays so
        missed += not low <= 0.6 <= high
        assert high - low < 0.45
    assert missed <= 100 * ERROR


def test_order_of_arrival_does_not_matter() -> None:
    results = contest(TABLE, {"a": 1.0, "b": 0.0}, 400, seed=1)
    fixtures = toy_like(results)
    watches = [StoppingRule(fixtures, "a", 0.5) for _ in range(2)]
    watches[0].see_all(results)
    watches[1].see_all(reversed(results))
    assert watches[0].verdict() == watches[1].verdict()
    assert watches[0].side == "above" and watches[0].verdict().deals < 200


def test_a_deal_counts_when_all_its_games_are_there() -> None:
    fixtures = toy_fixtures(TABLE, 4, "a", "b")
    watch = StoppingRule(fixtures, "a", 0.5)
    results = [imagined(fixture, (fixture.players.index("a"),), TABLE) for fixture in fixtures]
    watch.see(results[0])
    watch.see_all(results[2:])
    assert watch.verdict().deals == 0 and watch.verdict().rate is None
    watch.see(results[1])
    watch.see(results[1])
    assert watch.verdict().deals == 2 and watch.verdict().rate == 1


def test_bad_targets() -> None:
    fixtures = toy_fixtures(TABLE, 4, "a", "b")
    with pytest.raises(ArenaError, match="not between 0 and 1"):
        StoppingRule(fixtures, "a", 1.0)
    with pytest.raises(ArenaError, match="against nobody"):
        StoppingRule(toy_fixtures(TABLE, 4, "a"), "a", 0.5)

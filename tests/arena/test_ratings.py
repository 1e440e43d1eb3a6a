"""Strengths and intervals, on results that were drawn by chance from strengths that are known."""

import math
import random
import statistics
from collections.abc import Callable
from statistics import NormalDist

import pytest

from arena_players import contest, imagined
from lumitheque.arena.balance import spread_of, weigh_up
from lumitheque.arena.match import Result
from lumitheque.arena.ratings import ELO, fit_strengths, meetings, players_of, rate_skills, seats_of, standings
from lumitheque.arena.schedule import lay_table, line_ups, schedule
from lumitheque.arena.scores import clustered, in_order, share_of, wilson

PAIR, THREE = lay_table("lumens", 2), lay_table("lumens", 3)


def of(name: str) -> Callable[[Result], list[int]]:
    return lambda result: seats_of(result, name)


def test_the_strongest_is_found() -> None:
    results = contest(PAIR, {"weak": -1.0, "middling": 0.0, "strong": 1.0}, 600, seed=1)
    assert [one.player for one in standings(results)] == ["strong", "middling", "weak"]
    skills = rate_skills(in_order(results), players_of(results))
    assert skills["strong"].ordinal > skills["middling"].ordinal > skills["weak"].ordinal
    beats = {(one.player, one.opponent): one.share for one in meetings(results)}
    assert all(beats["strong", other].low > 0.5 for other in ("weak", "middling"))  # type: ignore[union-attr]


@pytest.mark.parametrize("table", [PAIR, THREE], ids=["two seats", "three seats"])
def test_strengths_are_those_that_were_planted(table: object) -> None:
    planted = {"a": -0.6, "b": 0.0, "c": 0.6}
    results = contest(table, planted, 3000, seed=2)  # type: ignore[arg-type]
    for name, found in fit_strengths(results, list(planted)).items():
        assert abs(found.elo - ELO * planted[name]) < found.give + 1 and found.give < 40
    above_a = fit_strengths(results, list(planted), zero="a")
    assert above_a["a"].elo == pytest.approx(0) and above_a["a"].give == pytest.approx(0)
    assert above_a["c"].elo == pytest.approx(1.2 * ELO, abs=40)


def test_strengths_cover() -> None:
    """The 95 % interval holds the truth in about 95 % of arenas, also where deals are lucky."""
    luck = [NormalDist(0.8, math.sqrt(2)).inv_cdf((step + 0.5) / 100) for step in range(100)]
    share = statistics.fmean(1 / (1 + math.exp(-odds)) for odds in luck)  # what luck leaves of 0.8
    truth, inside = ELO * math.log(share / (1 - share)), 0
    for seed in range(150):
        results = contest(PAIR, {"a": 0.0, "b": 0.8}, 80, seed, luck=1.0)
        found = fit_strengths(results, ["a", "b"], zero="a")["b"]
        inside += abs(found.elo - truth) <= found.give
    assert inside >= 137  # 95 % of 150 are 142


def test_who_always_wins_has_a_finite_strength() -> None:
    results = contest(PAIR, {"a": 0.0, "b": 50.0}, 40, seed=3)
    found = fit_strengths(results, ["a", "b"], zero="a")["b"]
    assert 400 < found.elo < 4000 and found.give > 200


def test_order_of_arrival_does_not_matter() -> None:
    results = contest(PAIR, {"a": 0.0, "b": 0.5, "c": 1.0}, 60, seed=4)
    shuffled = random.Random(5).sample(results, len(results))
    assert standings(results) == standings(shuffled) and meetings(results) == meetings(shuffled)
    assert weigh_up(results) == weigh_up(shuffled)


def test_shares_of_shared_victories() -> None:
    fixtures = schedule(THREE, [("a", "b", "b")], 3, "0" * 32)
    results = [imagined(fixture, (0, 1), THREE) for fixture in fixtures]
    own, other = share_of(results, of("a")), share_of(results, of("b"))
    assert own and other and own.rate == pytest.approx(1 / 3) and other.rate == pytest.approx(1 / 3)
    assert (own.chances, other.chances, own.deals) == (3, 6, 1)
    ((even, _), *_) = [(one.share, one) for one in meetings(results)]
    assert even and even.rate == pytest.approx(0.5)
    assert standings(results)[0].strength.elo == pytest.approx(0, abs=1e-6)


def test_wilson_as_in_the_books() -> None:
    """Newcombe 1998, table I: 81 of 263, 0 of 20."""
    assert wilson(81 / 263, 263) == pytest.approx((0.2553, 0.3662), abs=1e-4)
    assert wilson(0, 20) == pytest.approx((0, 0.1611), abs=1e-4)


@pytest.mark.parametrize("luck", [0.0, 2.0])
def test_intervals_of_paired_deals_cover(luck: float) -> None:
    inside, wide = 0, 0.0
    for seed in range(300):
        share = share_of(contest(PAIR, {"a": 0.0, "b": 0.0}, 60, seed, luck), of("a"))
        assert share is not None
        inside += share.low <= 0.5 <= share.high
        wide += (share.high - share.low) / 300
    assert inside >= 278  # 95 % of 300 are 285
    unpaired = wilson(0.5, 60)
    assert wide < 1.1 * (unpaired[1] - unpaired[0]), "pairs are hardly wider than games on their own"
    assert luck == 0 or wide < 0.85 * (unpaired[1] - unpaired[0]), "and where deals are lucky, much narrower"


def test_units_alike_are_not_certain() -> None:
    share = clustered([(1.0, 2.0)] * 10)
    assert share.rate == 0.5 and 0.1 < share.high - share.low < 0.4
    certain = clustered([(2.0, 2.0)] * 10)
    assert certain.rate == certain.high == 1 and certain.low == pytest.approx(wilson(1, 10)[0])


def test_balance_of_a_game() -> None:
    fixtures = schedule(PAIR, line_ups(["a", "b"], 2), 40, "0" * 32)
    results = [imagined(fixture, (0, 1) if at % 4 == 0 else (0,), PAIR, 10 + at) for at, fixture in enumerate(fixtures)]
    balance = weigh_up(results)
    assert balance.seats[0].rate == pytest.approx(0.875) and balance.seats[1].rate == pytest.approx(0.125)
    assert balance.seats[0].low > 0.5 > balance.seats[1].high
    assert balance.draws == {1: 30, 2: 10} and balance.shared == 10 and balance.reasons == {"counted": 40}
    assert (balance.plies.low, balance.plies.median, balance.plies.high) == (10, 29.5, 49)
    assert sum(points.mean for points in balance.points_by_player.values()) == pytest.approx(1)


def test_spread_of_one() -> None:
    spread = spread_of([7])
    assert (spread.mean, spread.lower, spread.high) == (7, 7, 7)

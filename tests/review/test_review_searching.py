"""What positions and moves are worth: whoever is to move, whoever looks, always from a clean beginning."""

from typing import Any

import pytest

from lumitheque.games import SHELF
from lumitheque.games.edition import record_from
from lumitheque.referee.checking import random_game
from lumitheque.reviews.depths import worth_by_depths
from lumitheque.reviews.parts import Part, millionths
from lumitheque.reviews.past import Past
from lumitheque.reviews.searching import Searcher
from lumitheque.reviews.shapes import ReviewStep
from lumitheque.reviews.verdicts import lost, mattered, turning_points, verdict_on
from lumitheque.testkit.walks import opened

TWO = [name for name, game in SHELF.items() if 2 in game.seats and name != "fromages"]  # where the last move decides


def before_the_end(name: str) -> Past:
    """A game that whoever decides last may win by that."""
    for number in range(20):
        past = Past(random_game(name, 2, "1", number).game_record())
        if 1 << past.moments[-1].seat in results(past):
            return past
    raise AssertionError("no such game was found")


def results(past: Past) -> set[int]:
    """Who may win by the last decision, as bits: every legal move tried on the true state."""
    number = past.length - 1
    seat, sight = past.moments[number].seat, past.all_open(number, past.moments[number].seat)
    found = set()
    for move in sight.moves():
        world = record_from(sight.view.tobytes(), past.game.record.STATE)
        past.game.rules.apply_move(past.e, world, seat, move, opened(past.game, 2, {}, 1)._log.chance)
        if int(past.game.rules.waiting(past.e, world)) == 0:
            found.add(int(past.game.rules.winners(past.e, world)))
    return found


@pytest.mark.parametrize("name", TWO)
def test_a_victory_of_whoever_moves_is_seen_by_both(name: str) -> None:
    past = before_the_end(name)
    number = past.length - 1
    mover = past.moments[number].seat
    for viewer in (mover, 1 - mover):
        hopes = Searcher(past.game, 2).value(past.sight(number, viewer), mover, 400, 1)
        assert hopes[mover] > 0.8 and hopes[1 - mover] < 0.2, f"as {viewer} sees it"


@pytest.mark.parametrize("name", SHELF)
def test_searches_keep_nothing(name: str) -> None:
    """The same question gets the same answer, whatever was asked in between."""
    seats = SHELF[name].seats[-1]
    past = Past(random_game(name, seats, "2").game_record())
    searcher, number = Searcher(past.game, seats), past.length // 2
    seat = past.moments[number].seat
    sight, moves = past.sight(number, seat), past.sight(number, seat).moves()

    def asked(one: Searcher) -> Any:
        return one.value(sight, seat, 30, 7), one.weigh(sight, moves[:2], 30, 7), one.rank(sight, moves, 30, 7)

    first = asked(searcher)
    searcher.value(past.sight(number // 2, 0), past.moments[number // 2].seat, 50, 3)
    assert asked(searcher) == first == asked(Searcher(past.game, seats))
    assert sum(first[0]) == pytest.approx(1.0)


def test_only_finished_depths_count() -> None:
    assert worth_by_depths([{1: 0.2}, {1: 0.4}, {1: 1.9}], 1) == (1.0, 0.4)
    assert worth_by_depths([], 1) == (0.5, 0.5)


def part(best: float, other: float, error: float) -> Part:
    chances = {"chance": millionths(best), "rest": millionths(other)}
    return Part("choice", 0, 0, [], best=1, other=2, error=millionths(error), **chances)


def test_nothing_is_blamed_within_the_noise() -> None:
    assert lost(part(0.6, 0.5, 0.05), 2) == 0 and verdict_on(part(0.6, 0.5, 0.05), 2) == ""
    assert lost(part(0.6, 0.5, 0.01), 2) == 100_000 and verdict_on(part(0.6, 0.5, 0.01), 2) == "slip"
    assert verdict_on(part(0.6, 0.45, 0.01), 2) == "mistake" and verdict_on(part(0.6, 0.3, 0.01), 2) == "blunder"
    assert verdict_on(part(0.6, 0.3, 0.01), 1) == "" and lost(part(0.5, 0.6, 0.001), 2) == 0
    assert mattered(part(0.6, 0.3, 0.01), 1) == 300_000 and mattered(part(0.6, 0.3, 0.01), 2) == 0


def test_turning_points_are_the_greatest_changes_in_order() -> None:
    changes = (0, 300_000, -50_000, 20_000, -400_000, 90_000)
    steps, chance = [], 500_000
    for number, change in enumerate(changes):
        steps.append(ReviewStep(number, 0, "m", chance, chance, chance + change))
        chance += change
    assert turning_points(steps) == [1, 4, 5]

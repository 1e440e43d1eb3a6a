"""Reviews add up, exactly, whatever was searched; what they say of choices agrees with their chances."""

import itertools
import os
from pathlib import Path
from typing import Any

import msgspec
import pytest

import lumitheque as lt
from lumitheque.games import SHELF
from lumitheque.referee import GameRecord, read_record
from lumitheque.referee.checking import random_game
from lumitheque.reviews import Plan, ReviewError, Reviewing, SeatReview, review_record
from lumitheque.reviews.past import shares_of
from lumitheque.reviews.shapes import MILLION

FINISHED = Path(__file__).parents[1] / "finished"
TABLES = [(name, seats) for name, game in SHELF.items() for seats in game.seats]
EVERYTHING = bool(os.environ.get("LUMITHEQUE_TEST_ALL"))
FEW = 2  # simulations: sums do not depend on their number
SHORT = 70  # moves of a random game here, unless everything is tested


def given_up(name: str, seats: int, number: int) -> GameRecord:
    """A random game, which somebody resigns if it takes long."""
    whole = random_game(name, seats, "5", number).game_record()
    if EVERYTHING or len(whole.moves) <= SHORT:
        return whole
    short = lt.load(msgspec.structs.replace(whole, moves=whole.moves[:SHORT], ending=None))
    short.close("resigned", [seat for seat in range(seats) if seat != 1], seat=1)
    return short.game_record()


def check(one: SeatReview, record: GameRecord, seats: int) -> None:
    assert one.start + one.own + one.others + one.luck == one.result
    assert one.result == shares_of(record.ending["winners"], seats)[one.seat]  # type: ignore[index]
    assert one.steps[0].before == one.start and one.steps[-1].after == one.result
    for step, following in itertools.pairwise(one.steps):
        assert step.after == following.before, step.number
    for step in one.steps:
        assert all(0 <= chance <= MILLION for chance in (step.before, step.made, step.after)), step
        if step.seat == one.seat:
            check_own(step)
        else:
            assert not step.moves and not step.verdict and step.best is None
    assert one.turning_points == sorted(set(one.turning_points)) and len(one.turning_points) <= 3


def check_own(step: Any) -> None:
    """At its own decisions: never better than the best, and no blame where nothing was given away."""
    assert step.made <= step.before
    if step.moves:
        assert step.move in [one.move for one in step.moves] and step.moves[0].move == step.best
        assert [one.chance for one in step.moves] == sorted((one.chance for one in step.moves), reverse=True)
        assert step.line[0][1] == step.best and step.line[0][0] == step.seat
        assert (step.best == step.move) or step.noise < MILLION
    if step.best == step.move:
        assert step.made == step.before and not step.verdict


@pytest.mark.parametrize(("name", "seats"), TABLES, ids=[f"{name}-{seats}" for name, seats in TABLES])
def test_random_games_add_up(name: str, seats: int) -> None:
    record = given_up(name, seats, seats)
    for one in lt.review(record, simulations=FEW, threads=1).reviews:
        check(one, record, seats)


def endings() -> list[Any]:
    """A finished game for each way to end."""
    found = {}
    for name in SHELF:
        for line in (FINISHED / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
            record = read_record(line)
            if EVERYTHING or len(record.moves) < SHORT:
                found.setdefault((name, record.ending["reason"]), record)  # type: ignore[index]
    return [pytest.param(record, id="-".join(key)) for key, record in found.items()]


@pytest.mark.parametrize("record", endings())
def test_games_of_every_ending_add_up(record: GameRecord) -> None:
    for one in review_record(record, Plan(simulations=FEW), threads=1).reviews:
        if one.steps:
            check(one, record, record.seats)
        else:
            assert one.start == one.result


def test_who_resigns_did_so_by_choice() -> None:
    record = given_up("luminis", 3, 1)
    for one in lt.review(record, simulations=FEW, threads=1).reviews:
        last = one.steps[-1]
        assert (last.seat, last.move, last.made, last.after) == (1, "", one.result, one.result)
    assert one.result == MILLION // 2


def test_shares_are_one_victory() -> None:
    assert shares_of([0, 2, 3], 5) == [333_334, 0, 333_333, 333_333, 0]


def test_what_cannot_be_reviewed_is_refused() -> None:
    game = lt.new("lumens", 2, seed="1")
    with pytest.raises(ReviewError, match="not over"):
        lt.review(game)
    over = random_game("lumens", 2, "1")
    with pytest.raises(ReviewError, match="no seat 4"):
        lt.review(over, seats=[4])
    with pytest.raises(ReviewError, match="at least one"):
        lt.review(over, simulations=0)


def test_one_seat_alone_is_reviewed_alike() -> None:
    record = random_game("lumens", 3, "3").game_record()
    everybody = lt.review(record, simulations=FEW, threads=1)
    alone = lt.review(record, simulations=FEW, seats=[1], threads=1)
    assert alone.reviews == [everybody.reviews[1]]


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_change_nothing(threads: int) -> None:
    record = random_game("fromages", 2, "3", options={"rounds": 1}).game_record()
    plan = Plan(simulations=8, known=True)
    assert review_record(record, plan, threads) == review_record(record, plan, 1)


def test_a_review_is_taken_up_where_it_stopped() -> None:
    """From the parts that were made, in another order, by another process."""
    record = random_game("luminis", 2, "3").game_record()
    whole = review_record(record, Plan(simulations=FEW), threads=1)
    first = Reviewing(record, Plan(simulations=FEW))
    searcher = first.searcher()
    for task in first.todo()[::2]:
        first.add(first.make(searcher, task))
    second = Reviewing(record, Plan(simulations=FEW), first.parts)
    assert second.progress[0] == first.progress[0] > 0
    searcher = second.searcher()
    for task in reversed(second.todo()):
        second.add(second.make(searcher, task))
    assert second.finish() == whole


def test_searches_differ_by_seed_only() -> None:
    record = random_game("luminis", 2, "3").game_record()
    assert lt.review(record, simulations=FEW, seed="a") == lt.review(record, simulations=FEW, seed="a")
    other = lt.review(record, simulations=FEW, seed="b")
    assert other.reviews != lt.review(record, simulations=FEW, seed="a").reviews

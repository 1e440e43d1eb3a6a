"""The review of a seat follows from what that seat could know: other worlds that look the same give the same review."""

import os
import random
from typing import Any

import pytest

from lumitheque.games import SHELF, GameError
from lumitheque.games.rule import SPECTATOR
from lumitheque.referee import GameRecord, load
from lumitheque.referee.checking import random_game
from lumitheque.reviews import Plan, Reviewing, SeatReview, review_record
from lumitheque.reviews.parts import make_part
from lumitheque.reviews.past import Past
from lumitheque.testkit.coupling import Change, changed, propose, touched

EVERYTHING = bool(os.environ.get("LUMITHEQUE_TEST_ALL"))
TRIES = 60
TABLES = [("luminis", 3, {}), ("fromages", 3, {"rounds": 1}), ("luminis", 2, {})]  # in Lumens all is shown in the end
SECRETS = [name for name, game in SHELF.items() if game.secrets]


def otherwise(record: GameRecord, changes: list[Change]) -> GameRecord | None:
    """The same moves with other chance; None if they cannot be made."""
    chance = [changed(number, event, changes) for number, event in enumerate(record.chance)]
    other = GameRecord(
        game=record.game,
        rules=record.rules,
        seats=record.seats,
        options=record.options,
        edition=record.edition,
        chance=chance,
        moves=record.moves,
    )
    try:
        return load(other).game_record()
    except GameError:
        return None


def look_alike(one: GameRecord, other: GameRecord, seat: int) -> bool:
    """Whether a seat could not tell these games apart until they were over."""
    if one.ending["winners"] != (other.ending or {}).get("winners"):  # type: ignore[index, union-attr]
        return False
    here, there = Past(one), Past(other)
    return here.length == there.length and all(
        here.known(number, seat) == there.known(number, seat) for number in range(here.length)
    )


def another_world(record: GameRecord, seat: int, dice: random.Random) -> GameRecord | None:
    """The same game for this seat, with as much else as possible otherwise; None if nothing could be."""
    changes: list[Change] = []
    found, settled = None, set[object]()
    for _ in range(TRIES):
        change = propose(list(enumerate(record.chance)), dice)
        if change is None or not touched(change).isdisjoint(settled):
            continue
        other = otherwise(record, [*changes, change])
        if other is not None and other.chance != record.chance and look_alike(record, other, seat):
            changes.append(change)
            settled |= touched(change)
            found = other
    return found


def reviewed(record: GameRecord, seat: int, known: bool = False) -> SeatReview:
    return review_record(record, Plan(simulations=6, seats=[seat], known=known), threads=1).reviews[0]


@pytest.mark.parametrize(("name", "seats", "options"), TABLES, ids=[f"{name}-{seats}" for name, seats, _ in TABLES])
def test_what_a_seat_could_not_know_changes_nothing(name: str, seats: int, options: dict[str, int]) -> None:
    dice, compared = random.Random(name), 0
    for number in range(12 if EVERYTHING else 2):
        record = random_game(name, seats, "7", number, options).game_record()
        for seat in range(seats if EVERYTHING else 1):
            other = another_world(record, seat, dice)
            if other is not None:
                assert reviewed(other, seat) == reviewed(record, seat), f"game {number}, seat {seat}"
                compared += 1
    assert compared, "no other world was found"


class Blinkers(Past):
    """A game of which only one viewer's knowledge, and everybody's, can be read."""

    viewer = SPECTATOR

    def known(self, number: int, viewer: int) -> bytes:
        assert viewer in (self.viewer, SPECTATOR), f"what {viewer} knew was read for {self.viewer}"
        return super().known(number, viewer)

    def view(self, number: int, viewer: int) -> Any:
        assert viewer in (self.viewer, SPECTATOR), f"what {viewer} knew was read for {self.viewer}"
        return super().view(number, viewer)

    def all_open(self, number: int, seat: int) -> Any:
        raise AssertionError(f"the whole truth was read for {self.viewer}")


@pytest.mark.parametrize("name", SECRETS)
def test_parts_follow_from_what_their_viewer_knew(name: str) -> None:
    seats = SHELF[name].seats[-1]
    record = random_game(name, seats, "9").game_record()
    reviewing = Reviewing(record, Plan(simulations=2))
    blind, searcher = Blinkers(record), reviewing.searcher()
    todo = reviewing.todo()
    for task in todo if EVERYTHING else random.Random(1).sample(todo, min(60, len(todo))):
        blind.viewer = task.viewer
        assert make_part(blind, searcher, task, 2, reviewing.plan.seed) == reviewing.make(searcher, task)


def test_a_review_that_peeks_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """As it would be if a search were given the whole truth."""
    monkeypatch.setattr(Past, "view", lambda past, number, viewer: past.all_open(number, viewer).view)
    with pytest.raises(AssertionError, match="game"):
        test_what_a_seat_could_not_know_changes_nothing("luminis", 3, {})


def test_secret_moves_are_not_told() -> None:
    """Who sets up in secret is not judged by what others had set up by then, nor told of it."""
    record = random_game("lumens", 3, "2").game_record()
    past = Past(record)
    secret = [moment for moment in past.moments if moment.secret and not moment.completes]
    assert secret, "nothing was decided in secret"
    for one in review_record(record, Plan(simulations=2), threads=1).reviews:
        for moment in secret:
            step = one.steps[moment.number]
            if moment.seat != one.seat:
                assert step.move is None and step.before == step.made == step.after


def test_had_you_known_stands_apart() -> None:
    """It changes nothing else, and is there for mistakes only."""
    record = random_game("luminis", 3, "4").game_record()
    plain, told = reviewed(record, 0), reviewed(record, 0, known=True)
    assert plain.known == []
    assert [had.number for had in told.known] == [step.number for step in plain.steps if step.verdict]
    told.known = []
    assert told == plain
    assert all(task.kind != "known" for task in Reviewing(record, Plan(simulations=2)).todo())

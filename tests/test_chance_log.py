"""Chance in game records: told, dealt, taken up in the middle, and refused where it does not fit."""

import random
from typing import Any

import pytest

import lumitheque as lt
from fromages_tables import DECK, UNTOUCHED, table
from lumitheque.games import SHELF, GameError
from lumitheque.games.chance import TAPE
from lumitheque.referee import RecordError, Referee
from lumitheque.referee.checking import random_game
from lumitheque.testkit import random_walk
from slow_chance import shuffled, stream

OPTIONS: dict[str, dict[str, Any]] = {  # that bring some chance into a game
    "sirius": {"setup": "random"},
    "galax": {"setup": "random_mirrored"},
    "fromages": {"rounds": 3},
}
MOST = {"luminis": 100, "fromages": 200}  # how long it is played; 10 moves of any other


def seats_of(name: str) -> int:
    return min(4, SHELF[name].seats[-1]) if name != "fromages" else 2  # with more its rounds are long


def played(name: str, seed: str = "5eed") -> Referee:
    """A random game with some chance in it."""
    play = lt.new(name, seats_of(name), seed, OPTIONS.get(name, {}))
    for _ in random_walk(play, random.Random(seed), MOST.get(name, 10)):
        pass
    return play


def test_the_seed_deals_what_it_says() -> None:
    """The whole way from a seed to a position, by the slow twin."""
    seed = "c0ffee"
    told = dict(lt.new("sirius", seed=seed, options={"setup": "random"}).chance())
    assert told["white"] == next(stream(seed, 0)) % 2
    for event, label in enumerate(("white pawns", "brown pawns"), 1):
        assert "".join(told[label]) == "".join(
            "SMT"[kind] for kind in shuffled(seed, event, [0] * 10 + [1] * 10 + [2] * 10)
        )


@pytest.mark.parametrize("name", SHELF)
def test_taken_up_after_any_event(name: str) -> None:
    play = played(name)
    record = play.record()
    assert len(record["chance"]) >= 2
    for happened in range(len(record["chance"]) + 1):
        again = lt.load(record | {"chance": record["chance"][:happened]})
        assert again.record() == record
    unsealed = lt.load(record | {"seed": None})
    assert unsealed.position() == play.position()
    assert unsealed.record()["chance"] == record["chance"]


def test_records_longer_than_the_tape() -> None:
    """Twelve decks do not fit on it; they are fed to it piece by piece."""
    play = lt.new("fromages", 3, "5eed", {"rounds": 12})
    for _ in random_walk(play, random.Random(1)):
        pass
    record = play.record()
    assert sum(len(outcome) for label, outcome in record["chance"] if label in ("deck", "way up")) > TAPE
    assert lt.load(record | {"seed": None}).position() == play.position()


@pytest.mark.parametrize("name", SHELF)
def test_taken_back_and_played_again(name: str) -> None:
    play = played(name)
    record, position = play.record(), play.position()
    back = [play.take_back() for _ in range(len(play.decisions))]
    assert play.record()["chance"] == lt.new(name, play.seats, play.seed, play.options).record()["chance"]
    for decision in reversed(back):
        play.play(decision.text, decision.seat)
    assert (play.record(), play.position()) == (record, position)


def test_told_events_win_over_the_seed() -> None:
    record = lt.new("luminis", 2, "1").record()
    spires, (_, first), (_, deck) = record["chance"]
    told = [spires, ["first", 1 - first], ["deck", deck[::-1]]]
    play = lt.load(record | {"chance": told})
    assert play.waiting() == [1 - first]
    assert lt.load(record).waiting() == [first]
    assert play.record()["chance"] == told
    dealt = play.play("pile 1")  # the fourth event, from the seed again
    assert [label for label, _ in dealt] == ["pile 1"]
    assert lt.load(record | {"chance": told, "moves": [[1 - first, "pile 1"]]}).chance()[3:] == dealt


def test_what_is_left_over_is_counted() -> None:
    record = lt.new("lumens", 2, "1").record()
    extra = [["bag 1", ["1/6"] * 8 + ["2/5"] * 8 + ["3/4"] * 8]]
    assert lt.load(record).chance_left_over() == 0
    assert lt.load(record | {"chance": record["chance"] + extra}).chance_left_over() >= 1


def without(outcomes: list[Any]) -> list[Any]:
    return outcomes[1:]


def twice(outcomes: list[Any]) -> list[Any]:
    other = next(outcome for outcome in outcomes if outcome != outcomes[0])
    return [other, *outcomes[1:]]


@pytest.mark.parametrize("spoil", [without, twice])
@pytest.mark.parametrize(
    ("name", "event"), [("luminis", 0), ("luminis", 2), ("lumens", 1), ("fromages", 0), ("fromages", 2)]
)
def test_orders_that_cannot_be(name: str, event: int, spoil: Any) -> None:
    record = lt.new(name, seats_of(name), "1", OPTIONS.get(name, {})).record()
    label, outcome = record["chance"][event]
    record["chance"][event] = [label, spoil(outcome)]
    with pytest.raises(RecordError, match=f"^chance {event} \\({label}\\): there can be no such outcome here$"):
        lt.load(record)


@pytest.mark.parametrize(
    ("told", "problem"),
    [
        ([], "chance 0: the record has no seed and does not tell what chance gave here"),
        ([["white", 2]], r"chance 0 \(white\): there can be no such outcome here"),
        ([["white", -1]], r"chance 0 \(white\): there can be no such outcome here"),
        ([["white", "0"]], r"chance 0 \(white\): the outcome of 'white' is a seat, 0 or 1"),
        ([["white", True]], r"chance 0 \(white\): the outcome of 'white' is a seat, 0 or 1"),
        ([["white", 70000]], r"chance 0 \(white\): there can be no such outcome"),
        ([["white pawns", ["S"] * 30]], "chance 0: 'white pawns' is told, but another event comes here"),
        ([["white", 0], ["white", 0]], "chance 1: 'white' is told, but another event comes here"),
        ([["white", 0], ["white pawns", ["S"] * 30]], r"chance 1 \(white pawns\): there can be no such outcome here"),
        ([["white", 0], ["white pawns", ["S", 1]]], r"chance 1 \(white pawns\): the outcome for pawns is a list of"),
        ([["white", 0], ["white pawns", ["S"] * 1019]], r"chance 1 \(white pawns\): there can be no such outcome"),
        ([["white 0", 0]], "chance 0: 'white 0' is told, but another event comes here"),
        ([["white 00", 0]], "chance 0: 'white 00' is not one of the events of sirius"),
        ([["dice", 0]], "chance 0: 'dice' is not one of the events of sirius"),
    ],
)
def test_events_that_do_not_fit(told: list[Any], problem: str) -> None:
    record = {"game": "sirius", "rules": 1, "seats": 2, "options": {"setup": "random"}, "chance": told}
    for seed in (None, "1") if told else (None,):
        with pytest.raises(RecordError, match=f"^{problem}"):
            lt.load(record | {"seed": seed})


def test_a_move_whose_chance_is_missing_changes_nothing() -> None:
    record = lt.new("luminis", 2, "1").record()
    play = lt.load(record | {"seed": None})
    before = play.record(), play.position()
    for _ in range(2):
        with pytest.raises(RecordError, match="has no seed"):
            play.play("pile 1")
        assert (play.record(), play.position()) == before


def test_after_missing_chance_the_game_goes_on() -> None:
    """A new draw pile cannot be shuffled without a seed; the discard pile is still there."""
    record = table(UNTOUCHED, UNTOUCHED, discard=list(DECK.cards[14:]), pile=[]).record()
    play = lt.load(record | {"seed": None})
    with pytest.raises(RecordError, match="has no seed"):
        play.play("draw pile")
    assert play.play("draw discard") == []
    assert play.position()["held"] == {"card": DECK.cards[-1], "from": "discard"}


@pytest.mark.parametrize("seed", ["", "g", "0" * 33, "-1", " 1", "0x1"])
def test_seeds_that_are_none(seed: str) -> None:
    with pytest.raises(GameError, match="is not 1 to 32 hex digits"):
        lt.new("sirius", seed=seed)


def test_seeds_have_one_spelling() -> None:
    assert lt.new("sirius", seed="AB").record()["seed"] == "ab".rjust(32, "0")
    assert lt.new("sirius", seed="0ab").record() == lt.new("sirius", seed="AB").record()
    assert lt.new("sirius").record()["seed"] != lt.new("sirius").record()["seed"]


def test_what_was_told_is_told_again_after_a_take_back() -> None:
    """A theft that the record tells, without a seed: taken back and made again, it gives the same card."""
    games = (random_game("luminis", 2, "1", number).record() for number in range(40))
    told = next(told for told in games if any(label == "theft" for label, _ in told["chance"]))
    replay = lt.load({**told, "seed": None, "moves": [], "ending": None})
    for seat, text in told["moves"]:
        given = replay.play(text, seat)
        if any(label == "theft" for label, _ in given):
            replay.take_back()
            assert replay.play(text, seat) == given
    assert replay.position() == lt.load(told).position()


def test_a_seed_may_be_a_number() -> None:
    assert lt.new("lumens", seed=0x5EED).record() == lt.new("lumens", seed="5eed").record()
    for seed in (-1, 2**128):
        with pytest.raises(RecordError, match="hex digits"):
            lt.new("lumens", seed=seed)

"""The odd corners; each test names the rules that it proves. Laws, words, pages and twin are tested by themselves."""

from typing import Any

import pytest

import lumitheque as lt
from lumitheque.games import GameError
from lumitheque.referee import Referee, Refused

# what chance gave: seat 0 draws 1 and 6, then 8, 3, 2 …; seat 1 draws 2 and 7, then 8, 5, 6 …
BAGS = [["bag 0", [4, 5, 7, 2, 3, 8, 6, 1]], ["bag 1", [1, 3, 4, 6, 5, 8, 7, 2]], ["first", 0]]


def dealt(*moves: str, **options: Any) -> Referee:
    """A game of two with these bags, after some moves by turns."""
    played = [[number % 2, text] for number, text in enumerate(moves)]
    return lt.load({"game": "lueur", "rules": 1, "seats": 2, "options": options, "chance": BAGS, "moves": played})


def owners(play: Referee) -> dict[str, int]:
    return {cell: owner for cell, (owner, _) in play.position()["board"].items()}


@pytest.mark.rule("XX-00")
def test_not_now() -> None:
    g = dealt()
    assert [g.refusal(text, 0) for text in ("a1", "a1=", "a01=1", "A1=1", "pass", "")] == ["XX-00"] * 6
    assert g.refusal("a1=2", 1) == "XX-00"
    with pytest.raises(Refused, match="XX-00"):
        g.play("a1=2", 1)


@pytest.mark.rule("XX-01", "XX-02")
@pytest.mark.parametrize(("seats", "each"), [(2, 8), (3, 5), (4, 4)])
def test_set_up(seats: int, each: int) -> None:
    g = lt.new("lueur", seats, "5")
    told = g.position()
    assert [sorted(hand + bag) for hand, bag in zip(told["hands"], told["bags"], strict=True)] == [
        list(range(1, each + 1))
    ] * seats
    assert {len(hand) for hand in told["hands"]} == {2} and told["board"] == {}
    assert g.waiting() == [told["first"]] == [dict(g.chance())["first"]]


@pytest.mark.rule("XX-02")
def test_hands_and_bags_are_secret() -> None:
    g = dealt("a1=1")
    assert g.view(1)["hands"] == [["?", "?"], [2, 7]]
    assert g.view(None)["hands"] == [["?", "?"]] * 2
    assert set(g.view(0)["bags"][0]) == {"?"}, "not even one's own order"


@pytest.mark.rule("XX-03", "XX-04")
def test_a_light_in_hand_on_a_free_cell() -> None:
    g = dealt("a1=1", "b2=7")
    assert [g.refusal(text) for text in ("c3=2", "c3=0", "c3=9", "a1=2")] == ["XX-03"] * 4
    assert [g.refusal(text) for text in ("a1=6", "b2=8", "e1=6", "a5=6", "a0=6", "z99=6")] == ["XX-04"] * 6
    assert len(g.legal()) == 2 * 14


@pytest.mark.rule("XX-05")
def test_a_light_takes_its_dimmer_neighbours() -> None:
    g = dealt("a1=1", "b1=2")
    assert owners(g) == {"a1": 1, "b1": 1}
    g.play("b2=6")
    assert owners(g) == {"a1": 1, "b1": 0, "b2": 0}, "what is taken takes nothing itself, and corners do not touch"
    g.play("b3=7")
    g.play("a3=8")
    g.play("a4=8")
    assert owners(g)["a3"] == 0, "an equal light stays"


@pytest.mark.rule("XX-05")
def test_corners_touch_where_all_around_is_near() -> None:
    assert owners(dealt("a1=1", "b2=7")) == {"a1": 0, "b2": 1}
    assert owners(dealt("a1=1", "b2=7", reach="star")) == {"a1": 1, "b2": 1}
    assert owners(dealt("d1=1", "a2=7", reach="star"))["d1"] == 0, "the sky does not go round"


@pytest.mark.rule("XX-06")
def test_a_hand_is_filled_from_the_bag() -> None:
    g = dealt("a1=1")
    assert g.view(0)["hands"][0] == [6, 8] and len(g.view(0)["bags"][0]) == 5
    while g.position()["bags"][0]:
        g.play(g.legal()[0])
    g.play(g.legal()[0])
    assert len(g.position()["hands"][0]) == 2, "the others drew their last one"
    g.play(g.legal()[0])
    assert len(g.position()["hands"][0]) == 1


@pytest.mark.rule("XX-07")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_most_lights_win(seats: int) -> None:
    g = lt.new("lueur", seats, "1")
    while g.waiting():
        assert g.ending() is None
        g.play(g.legal()[-1])
    ending, own = g.ending(), list(owners(g).values())
    assert ending is not None and len(own) == 16 - 16 % seats
    assert ending["points"] == [own.count(seat) for seat in range(seats)]
    assert ending["winners"] == [seat for seat in range(seats) if own.count(seat) == max(ending["points"])]


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"hands": [[1, 6]]}, "hands, bags, spent: one for each of 2 seats"),
        ({"phase": "over"}, "phase: play or over"),
        ({"first": 2}, "turn and first: seats from 0 to 1"),
        ({"board": {"e5": [0, 1]}}, "board: 'e5' is no cell of the sky"),
        ({"board": {"a1": [2, 1]}}, "is not a seat and a light"),
        ({"board": {"a1": [0, 1]}}, "board and spent"),
        ({"hands": [[1, 1], [2, 7]]}, "seat 0: hand, bag and spent have the lights 1 to 8, each once"),
        ({"hands": [[1], [2, 7]], "bags": [[6, 4, 5, 7, 2, 3, 8], [1, 3, 4, 6, 5, 8]]}, "seat 0: 2 lights in hand"),
    ],
)
def test_positions_that_cannot_be(change: dict[str, Any], problem: str) -> None:
    position = dealt().position() | change
    with pytest.raises(GameError, match=problem):
        lt.load({"game": "lueur", "rules": 1, "seats": 2, "seed": "1", "position": position, "moves": []})


@pytest.mark.parametrize("told", [[["bag 0", 3]], [["bag 0", ["a"]]], [["bag 0", [1] * 8]]])
def test_chance_that_cannot_be(told: list[Any]) -> None:
    with pytest.raises(GameError, match="chance 0"):
        lt.load({"game": "lueur", "rules": 1, "seats": 2, "seed": "1", "chance": told, "moves": []})

"""The odd corners of Lumens, each test naming the rules that it proves. Seat 0 is yellow, seat 1 green."""

from collections import Counter
from typing import Any

import pytest

import lumitheque as lt
from lumens_tables import FULL_BAG, STUCK, WALLED_IN, as_record, bag, cells, dealt, table, tell_random_game
from lumitheque.referee import RecordError, Refused

every_count = pytest.mark.parametrize("seats", [2, 3, 4])


@pytest.mark.rule("LU-00")
def test_what_is_not_a_move_now() -> None:
    g = table("e5=Y3")
    unreadable = (
        "",
        "h5",
        "h5=",
        "=6",
        "H5=6",
        "h05=6",
        "h5=06",
        " h5=6",
        "h5=6 ",
        "hh5=6",
        "h5-6",
        "h1234567890=6",
        "Pass",
    )
    for text in (*unreadable, "start=6", "start=1"):  # the last two belong to another phase
        assert g.refusal(text) == "LU-00", text
    assert g.refusal("h5=6") is None
    assert g.refusal("h5=6", seat=1) == g.refusal("pass", seat=1) == "LU-00"  # not its turn
    assert g.refusal("h5=6", seat=2) == g.refusal("h5=6", seat=-1) == "LU-00"  # not in this game
    assert g.legal(1) == g.legal(2) == []


@pytest.mark.rule("LU-00", "LU-05")
def test_a_choice_once_made_stands() -> None:
    g = dealt(bag("1/6"), bag("2/5"))
    assert g.refusal("pass", 0) == g.refusal("a1=6", 0) == g.refusal("start=", 0) == "LU-00"
    g.play("start=6", 0)
    assert g.waiting() == [1]
    assert g.refusal("start=1", 0) == "LU-00"


@pytest.mark.rule("LU-00", "LU-17")
def test_nothing_is_a_move_when_the_game_is_over() -> None:
    g = tell_random_game(3, 2, "played_out")
    assert g.waiting() == []
    assert g.position()["turn"] is None
    assert {g.refusal(text, seat) for text in ("a1=6", "start=6", "pass") for seat in (0, 1)} == {"LU-00"}


@every_count
@pytest.mark.rule("LU-01")
def test_twenty_four_tokens_each(seats: int) -> None:
    g = lt.new("lumens", seats=seats, seed="a")
    lots = dict(g.chance())
    for seat in range(seats):
        assert Counter(lots[f"bag {seat}"]) == {"1/6": 8, "2/5": 8, "3/4": 8}
        assert sum(g.position()["left"][seat].values()) == 23  # one is in hand
    assert lots["bag 0"] != lots["bag 1"] != sorted(lots["bag 1"])


@pytest.mark.rule("LU-01")
@pytest.mark.parametrize("tokens", [FULL_BAG[1:], [*FULL_BAG[1:], "3/4"], [*FULL_BAG, "1/6"], ["1/7"] * 24, "1/6", 3])
def test_a_bag_that_cannot_be(tokens: Any) -> None:
    with pytest.raises(RecordError, match="bag 1"):
        dealt(bag(), tokens)


@pytest.mark.rule("LU-02")
def test_passages_are_cells_like_any_other() -> None:
    g = table("f5=Y6 b8=Y5")  # from room E over D, from room A over B: rooms have no walls, and passages may be lit
    assert {"l5", "g8", "b3"} <= cells(g)
    before = g.game.rules.points_of(g.state, 0)
    g.play("b3=6")
    assert g.game.rules.points_of(g.state, 0) == before
    g.play("m8=6")  # room C, where green stands anyway
    g.play("l5=6")
    assert g.game.rules.points_of(g.state, 0) == before + 4  # room F


@pytest.mark.rule("LU-03", "LU-07")
@pytest.mark.parametrize(
    ("seats", "inside", "outside"),
    [(2, "m9", ("n9", "m10", "o1")), (3, "o15", ("p1", "a16")), (4, "o15", ("p15", "z99"))],
)
def test_two_sides_of_the_board(seats: int, inside: str, outside: tuple[str, ...]) -> None:
    g = table("", seats)
    assert {g.refusal(f"{cell}=6") for cell in (*outside, "a0", "z0")} == {"LU-07"}
    assert g.refusal(f"{inside}=6") == "LU-11"
    rooms = tell_random_game(1, seats, "played_out").ending()["rooms"]  # type: ignore[index]
    assert list(rooms) == list("ABCDEFGHIJK"[: 9 if seats == 2 else 11])


@pytest.mark.rule("LU-03")
def test_light_stays_on_the_side_that_is_played() -> None:
    assert cells(table("l5=Y3 g8=Y2")) == {"i5", "l8", "l2", "i8", "e8", "g6", "a1", "a2", "b1"}
    assert {"o5", "g10"} <= cells(table("l5=Y3 g8=Y2", seats=3))
    g = table("l5=Y3 g8=Y2")
    assert g.refusal("o5=6") == g.refusal("g10=6") == "LU-07"  # the right distance, but there is no such cell


@pytest.mark.rule("LU-05")
def test_start_faces_are_secret_until_all_are_chosen() -> None:
    g = dealt(bag("1/6", "3/4"), bag("2/5"), bag("3/4"))
    assert g.waiting() == [0, 1, 2]
    assert [g.legal(seat) for seat in range(3)] == [
        ["start=1", "start=6"],
        ["start=2", "start=5"],
        ["start=3", "start=4"],
    ]
    assert g.refusal("start=2", 0) == g.refusal("start=0", 0) == g.refusal("start=7", 0) == "LU-05"
    g.play("start=5", 1)  # in any order
    g.play("start=6", 0)
    assert g.position()["board"] == {}
    assert g.view(0)["hands"] == ["1/6", "?", "?"]
    assert g.view(0)["chosen"] == [6, "?", None]
    assert g.view(None)["chosen"] == ["?", "?", None]
    assert g.view(0)["left"] == [{"1/6": 7, "2/5": 8, "3/4": 8}, *[{"1/6": 8, "2/5": 8, "3/4": 8}] * 2]
    assert not g.can_take_back(0)
    g.play("start=3", 2)
    assert g.view(None)["board"] == {"o1": [[2, "3/4", 3]], "a8": [[0, "1/6", 6]], "o15": [[1, "2/5", 5]]}
    assert g.view(None)["chosen"] == [6, 5, 3]


@pytest.mark.rule("LU-05", "LU-18")
def test_a_start_in_a_room_scores_there() -> None:
    g = dealt(bag("1/6"), bag("2/5"), place=0)
    g.play("start=6", 0)
    g.play("start=5", 1)
    room = g.edition.record.room[0]  # type: ignore[union-attr]
    assert [int(g.state.strength[room[cell], seat]) for cell, seat in ((0, 0), (132, 1))] == [6, 5]


@pytest.mark.rule("LU-06")
def test_the_second_token_comes_after_the_reveal() -> None:
    g = dealt(bag("1/6", "3/4", "2/5"), bag("2/5", "1/6"), first=1)
    assert g.position()["hands"] == ["1/6", "2/5"]
    assert [len(tokens) for tokens in g.position()["bags"]] == [23, 23]
    assert g.position()["first"] is g.position()["turn"] is None
    assert [label for label, _ in g.chance()] == ["place", "bag 0", "bag 1"]
    g.play("start=1", 0)
    assert g.play("start=2", 1) == [("first", 1)]  # last of all
    position = g.position()
    assert position["hands"] == ["3/4", "1/6"]
    assert position["bags"][0][0] == "2/5"
    assert (position["phase"], position["first"], position["turn"]) == ("play", 1, 1)
    assert g.view(1)["hands"] == ["?", "1/6"]


@pytest.mark.rule("LU-07")
def test_count_exactly_in_a_straight_line() -> None:
    g = table("e5=Y3", hands=("2/5", "1/6"))
    assert cells(g) == {"b5", "h5", "e8", "e2", "a1", "a2", "b1"}  # and the start, with its neighbours
    for cell in ("g5", "i5", "d4", "h8", "c5", "e5", "e9"):  # too near, too far, diagonal, two as on the hand token
        assert g.refusal(f"{cell}=2") == "LU-07", cell


@pytest.mark.rule("LU-07")
def test_only_own_lights_lead() -> None:
    g = table("e5=G3 h2=Y3,G6", hands=("2/5", "1/6"))
    assert cells(g) == {"a1", "a2", "b1"}  # green's light, and a light of yellow's that is covered, lead nowhere


@pytest.mark.rule("LU-08")
def test_a_token_between_blocks_the_way() -> None:
    g = table("e5=Y3 f5=G2 e7=Y5 e4=Y6,G1")
    assert [g.refusal(f"{cell}=6") for cell in ("h5", "e8", "e2")] == ["LU-08"] * 3  # anyone's, near or far
    assert g.refusal("b5=6") is None
    assert g.refusal("g5=6") == "LU-07"  # nobody stands at that distance, blocked or not


@pytest.mark.rule("LU-08")
def test_one_free_way_is_enough() -> None:
    assert table("e5=Y3 f5=G2").refusal("h5=6") == "LU-08"
    assert table("e5=Y3 f5=G2 h3=Y2").refusal("h5=6") is None
    assert table("e5=Y3 f5=G2 h3=Y2 h4=G2").refusal("h5=6") == "LU-08"
    assert table("e5=Y1 f5=G2").refusal("f5=6") is None  # nothing lies between neighbours


@pytest.mark.rule("LU-09")
def test_covering() -> None:
    g = table("e5=Y3 h5=G4 b5=Y2", hands=("1/6", "1/6"))
    assert {"h5", "b5"} <= cells(g)  # another's, and one's own
    g.play("h5=6")
    assert g.position()["board"]["h5"] == [[1, "3/4", 4], [0, "1/6", 6]]
    assert "h9" not in cells(g)  # green no longer leads from there
    g.play("m8=1")
    assert {"b5", "h5"} & cells(g) == {"b5"}
    g.play("b5=6")
    g.play("l9=1")
    assert not {"d5", "b7", "b3"} & cells(g)  # the 2 below is out of play, the 6 on top leads to h5, which is full
    assert g.refusal("d5=1") == "LU-07"


@pytest.mark.rule("LU-09", "LU-18")
def test_only_the_top_token_scores() -> None:
    g = table("e5=Y1 f5=G4 f6=G3", hands=("1/6", "1/6"))
    centre = int(g.edition.record.centre[0])  # type: ignore[union-attr]
    assert g.state.strength[centre].tolist()[:2] == [0, 7]  # e5 is a passage
    g.play("f5=6")
    assert g.state.strength[centre].tolist()[:2] == [6, 3]


@pytest.mark.rule("LU-10")
def test_a_cell_holds_two_tokens() -> None:
    g = table("e5=Y3 h5=G4,Y2 e8=Y1,Y1")
    assert g.refusal("h5=6") == g.refusal("e8=6") == "LU-10"
    assert g.refusal("h5=5") == "LU-13"  # looked at earlier
    assert table("h5=G4,Y2").refusal("h5=6") == "LU-10"  # though no light leads there


@pytest.mark.rule("LU-11")
def test_anothers_start_is_refused() -> None:
    g = table("m6=Y3 m9=G5")
    assert g.refusal("m9=6") == "LU-11"
    assert "m9" not in cells(g)
    assert table("m9=G5,G5").refusal("m9=6") == "LU-11"  # looked at before the two tokens
    assert table("a1=Y3 a4=Y2", turn=1).refusal("a1=6") == "LU-11"


@pytest.mark.rule("LU-12")
def test_back_to_the_own_start_once() -> None:
    g = table("a1=Y3 e5=Y3 b1=G1 a2=G1")
    assert g.refusal("a1=6") is g.refusal("a1=1") is None  # though no light leads there
    assert g.view(None)["home_right"] == [True, True]
    g.play("a1=1")
    assert g.view(None)["home_right"] == [False, True]
    g.play("m8=1")
    assert g.refusal("a1=1") == "LU-10"
    assert table("a1=Y3 b1=Y6 a5=G2 a7=Y6").refusal("a1=6") is None  # at the distance of a7, but blocked


@pytest.mark.rule("LU-10", "LU-12")
def test_counting_back_to_the_start_uses_the_right_up() -> None:
    g = table("a1=Y3 a4=Y3")
    assert g.legal().count("a1=6") == 1  # by right or by counting, it is one move
    g.play("a1=6")
    assert g.position()["home_right"][0] is False
    g.play("m8=6")
    assert g.refusal("a1=6") == "LU-10"


@pytest.mark.rule("LU-13")
def test_a_face_of_the_hand_token() -> None:
    g = table("e5=Y3", hands=("2/5", "1/6"))
    assert {text[-1] for text in g.legal()} == {"2", "5"}
    for face in (0, 1, 3, 4, 6, 7, 10, 999999999):
        assert g.refusal(f"h5={face}") == "LU-13"
    assert g.refusal("z9=6") == g.refusal("m9=6") == "LU-13"  # looked at before the cell


@pytest.mark.rule("LU-14")
def test_nobody_passes() -> None:
    for board in ("", WALLED_IN):
        assert table(board).refusal("pass") == "LU-14"


@pytest.mark.rule("LU-12", "LU-14")
def test_who_is_stuck_must_go_home() -> None:
    g = table(WALLED_IN)
    assert g.legal() == ["a1=1", "a1=6"]
    g.play("a1=6")
    assert g.position()["out"] == [False, False]
    g.play("m8=1")
    assert g.position()["out"] == [True, False]  # there is no way out of that corner


@pytest.mark.rule("LU-14", "LU-16")
def test_who_is_stuck_and_was_home_is_out() -> None:
    g = table(STUCK, turn=1, end="played_out")
    assert g.view(None)["out"] == [False, False]  # judged when the turn comes
    g.play("m8=1")
    assert g.view(None)["out"] == [True, False]
    assert g.waiting() == [1]
    assert g.view(1)["hands"][0] == "?"
    g.play("m7=1")
    assert g.waiting() == [1]
    while not g.ending():
        g.play(g.legal()[-1])
    assert g.position()["out"][0] is True
    assert g.view(None)["hands"] == ["1/6", None]
    assert sum(len(pile) for pile in g.position()["board"].values()) == 2 + 24


@pytest.mark.rule("LU-14")
def test_stuck_is_judged_when_the_turn_comes() -> None:
    stuck = "a8=Y6,Y1 a9=G2,G2 a7=R2,R2 b8=G2,R2"
    g = table(stuck, seats=3, turn=1)
    g.play("o14=1")
    assert (g.position()["turn"], g.position()["out"]) == (2, [False, False, False])
    g.play("o2=1")
    assert (g.position()["turn"], g.position()["out"]) == (1, [True, False, False])


@pytest.mark.rule("LU-15")
def test_after_placing_draw_the_next_token() -> None:
    g = dealt(bag("1/6", "3/4", "2/5", "1/6"), bag("1/6"), first=0)
    g.play("start=6", 0)
    g.play("start=6", 1)
    g.play("a7=3")
    assert g.position()["hands"][0] == "2/5"
    assert g.position()["bags"][0][0] == "1/6"
    assert len(g.position()["bags"][0]) == 21
    assert g.view(0)["bags"][0] == ["?"] * 21
    assert g.view(1)["hands"][0] == "?"
    assert g.view(1)["left"][0] == {"1/6": 7, "2/5": 8, "3/4": 7}
    assert g.view(0)["left"][0] == {"1/6": 7, "2/5": 7, "3/4": 7}


@pytest.mark.rule("LU-15", "LU-16")
def test_an_empty_bag_gives_nothing_and_its_owner_is_passed_over() -> None:
    g = table("", seats=3, in_bag={0: 0})
    g.play(g.legal()[0])
    assert g.view(None)["hands"] == [None, "?", "?"]
    assert g.view(None)["out"] == [False] * 3  # played out is not out
    g.play("o14=1")
    g.play("o2=1")
    assert g.position()["turn"] == 1


@pytest.mark.rule("LU-16")
@pytest.mark.parametrize("first", range(4))
def test_clockwise_from_the_first_player(first: int) -> None:
    g = dealt(*[bag()] * 4, first=first)
    for seat in (2, 0, 3, 1):
        g.play("start=1", seat)
    for turn in range(5):
        assert g.waiting() == [(first + turn) % 4]
        g.play(g.legal()[0])


@pytest.mark.rule("LU-13")
def test_a_refusal_says_why() -> None:
    with pytest.raises(Refused, match="LU-13: That number is not on your hand token") as refused:
        table("e5=Y3").play("h5=2")
    assert refused.value.rule_id == "LU-13"


def test_a_record_of_the_real_box_needs_no_seed() -> None:
    g = dealt(bag("1/6"), bag("2/5"), first=1)
    g.play("start=6", 0)
    g.play("start=5", 1)
    told = g.record()
    assert told["seed"] is None
    assert lt.load(told).position() == g.position()
    with pytest.raises(RecordError, match="no seed"):
        lt.load(as_record(2))

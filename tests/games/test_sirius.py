"""The odd corners of Sirius, each test naming the rules that it proves. Seat 0 is white."""

from collections import Counter
from typing import Any

import pytest

import lumitheque as lt
from lumitheque.referee import Referee
from pawn_boards import pawn_game


def drawn(picture: str, turn: str = "white", more: dict[str, Any] | None = None, **options: Any) -> Referee:
    return pawn_game("sirius", picture, turn, options, **(more or {}))


def moves_from(g: Referee, cell: str) -> set[str]:
    return {text for text in g.legal() if text.startswith(cell) and text[len(cell)] in "-x"}


def play(g: Referee, *texts: str) -> Referee:
    for text in texts:
        g.play(text)
    return g


@pytest.mark.rule("SI-00")
def test_what_is_not_a_move_now() -> None:
    g = drawn("5 wS . bM \n 4 . . . \n c d e")
    for text in ("", "c5", "c5d5", "C5-d5", "c05-d5", " c5-d5", "huff", "xd5", "stop", "aa1-a2", "c5-d1234567890"):
        assert g.refusal(text) == "SI-00", text
    assert g.refusal("e5-d5", seat=1) == "SI-00"  # not its turn
    assert {g.refusal("c5-d5", seat=seat) for seat in (2, -1)} == {"SI-00"}
    assert g.refusal("c5=S") == "SI-00"  # a move of the set-up


@pytest.mark.rule("SI-01")
def test_set_up_is_secret_until_the_last_pawn() -> None:
    g = lt.new("sirius", seed="3")
    white = g.position()["white"]
    cells = [f"{column}{row}" for row in (1, 2, 3) for column in "abcdefghij"]
    assert g.waiting() == [0, 1]
    for cell, kind in zip(cells[:29], "SMT" * 10, strict=False):
        g.play(f"{cell}={kind}", white)
    for seat in (1 - white, None):
        assert g.view(seat)["board"] == {} and g.view(seat)["committed"] == []
    assert g.refusal("a1=T", white) == "SI-01"  # filled
    assert g.refusal("j3=S", white) == "SI-01"  # none left
    assert {g.refusal(f"{cell}=T", white) for cell in ("a4", "a8", "z9", "a0")} == {"SI-01"}
    assert g.refusal("a1=C", white) == "SI-00"
    g.play("j3=T", white)
    assert g.view(None)["committed"] == ["white"] and g.view(1 - white)["board"] == {}
    assert g.refusal("j3=T", white) == "SI-00"  # committed
    for row in (10, 9, 8):
        for column, kind in zip("abcdefghij", "SMTSMTSMTS" if row < 10 else "MMMMTTTTSS", strict=True):
            g.play(f"{column}{row}={kind}", 1 - white)
    assert g.position()["phase"] == "play" and len(g.view(None)["board"]) == 60
    assert g.waiting() == [white]


@pytest.mark.rule("SI-01")
def test_other_ways_to_set_up() -> None:
    g = lt.new("sirius", seed="3", options={"setup": "open"})
    white = g.position()["white"]
    assert g.waiting() == [white]
    g.play("a1=S")
    assert g.view(1 - white)["board"] == {"a1": "wS"}
    board = lt.new("sirius", seed="3", options={"setup": "random"}).position()["board"]
    assert Counter(board.values()) == {side + kind: 10 for side in "wb" for kind in "SMT"}
    mirrored = lt.new("sirius", seed="3", options={"setup": "random_mirrored"}).position()["board"]
    assert all(mirrored[cell[0] + str(11 - int(cell[1:]))][1] == mirrored[cell][1] for cell in mirrored)
    assert {lt.new("sirius", seed=f"{n:x}", options={"setup": "random"}).position()["white"] for n in range(20)} == {
        0,
        1,
    }


@pytest.mark.rule("SI-02")
def test_a_pawn_goes_one_cell() -> None:
    g = drawn("5 . . . \n 4 . wS . \n 3 . . bS \n c d e")
    assert moves_from(g, "d4") == {"d4-c3", "d4-d3", "d4-c4", "d4-e4", "d4-c5", "d4-d5", "d4-e5"}
    assert {g.refusal(text) for text in ("d4-d6", "d4-d4", "d4-z9", "c4-c5", "e3-e4", "z9-a1")} == {"SI-02"}
    four = drawn("5 . . . \n 4 . wS . \n 3 . . bS \n c d e", directions=4)
    assert moves_from(four, "d4") == {"d4-d3", "d4-c4", "d4-e4", "d4-d5"}
    assert four.refusal("d4-c5") == "SI-02"


@pytest.mark.rule("SI-03")
def test_taking_is_stepping_on() -> None:
    g = drawn("5 . bM . \n 4 wT wS bS \n 3 . . bM \n c d e")
    assert g.refusal("d4-d5") == "SI-03"  # it takes: the mark is x
    assert g.refusal("d4xd3") == "SI-03"  # nothing there
    assert g.refusal("d4-c4") == "SI-03" and g.refusal("d4xc4") == "SI-03"  # an own piece
    assert g.refusal("c4xd4") == "SI-03" and g.refusal("c4-d4") == "SI-03"  # a star takes no sun of its own side
    g.play("d4xd5")
    assert g.position()["board"] == {"c4": "wT", "e4": "bS", "e3": "bM", "d5": "wS"}
    assert g.waiting() == [1]  # one taking, then the other side


@pytest.mark.rule("SI-04")
@pytest.mark.parametrize(("hunter", "prey"), [("T", "S"), ("M", "T"), ("S", "M")])
def test_who_takes_whom(hunter: str, prey: str) -> None:
    for other in "SMT":
        g = drawn(f"5 w{hunter} b{other} \n 4 . . \n c d")
        assert g.refusal("c5xd5") == (None if other == prey else "SI-04")
        assert g.refusal("c5-d5") == ("SI-03" if other == prey else "SI-04")  # the kind before the mark
    assert drawn(f"5 w{hunter} bC \n 4 . . \n c d").refusal("c5xd5") == "SI-04"
    assert drawn(f"5 w{hunter} bC \n 4 . . \n c d", champion_safe=False).refusal("c5xd5") is None
    assert drawn(f"5 wC b{prey} bC \n 4 . . . \n c d e").refusal("c5xd5") is None


@pytest.mark.rule("SI-05")
def test_what_a_champion_takes() -> None:
    picture = "5 bS wC bC \n 4 bM bT . \n c d e"
    assert {text for text in drawn(picture).legal() if "x" in text} == {"d5xc5", "d5xc4", "d5xd4", "d5xe5"}
    only = drawn(picture, champion_takes="champions_only")
    assert {text for text in only.legal() if "x" in text} == {"d5xe5"}
    assert only.refusal("d5xc5") == "SI-05" and only.refusal("d5-c5") == "SI-05"


@pytest.mark.rule("SI-06")
def test_a_pawn_becomes_a_champion() -> None:
    g = drawn("10 . bM . bT \n 9 wS . . . \n 1 . . . wT \n c d e f")
    g.play("c9xd10")  # it takes by its kind, then turns
    assert g.position()["board"]["d10"] == "wC"
    assert g.waiting() == [1]  # no extra turn
    g = play(drawn("9 wT . \n 5 . bS \n 2 . bM \n c d"), "c9-c10", "d2-d1")
    assert g.position()["board"] == {"c10": "wC", "d5": "bS", "d1": "bC"}


@pytest.mark.rule("SI-07")
def test_a_champion_goes_one_or_two_in_a_line() -> None:
    g = drawn("7 . . . . . \n 6 . . bS . . \n 5 . . wC . . \n 4 . . . . . \n 3 . . . . bM \n b c d e f")
    assert {"d5-d3", "d5-b5", "d5-f5", "d5-b7", "d5-f7", "d5-b3", "d5xf3", "d5xd6"} <= set(g.legal())
    assert {g.refusal(text) for text in ("d5-d7", "d5-c7", "d5-e3", "d5-d8", "d5-d5")} == {
        "SI-07"
    }  # blocked, bent, too far
    bent = drawn("7 . . . . . \n 6 . . bS . . \n 5 . . wC . . \n 4 . . . . . \n b c d e f", champion_path="bent")
    assert {"d5-d7", "d5-c7", "d5-e7", "d5-e3", "d5-b4"} <= set(bent.legal())
    assert bent.refusal("d5-d5") == "SI-07"
    four = drawn("6 . bS . \n 5 . wC . \n 4 . . . \n c d e", champion_path="bent", directions=4)
    assert {"d5-c4", "d5-e4", "d5-c6", "d5-d3"} <= set(four.legal()) and four.refusal("d5-b3") == "SI-07"
    straight = drawn("6 . bS . \n 5 . wC . \n 4 . . . \n c d e", directions=4)
    assert moves_from(straight, "d5") == {"d5-c5", "d5-e5", "d5-d4", "d5-b5", "d5-f5", "d5-d3", "d5xd6"}


DUTY = """
 6  .  .  bM .  .
 5  .  wS .  .  .
 4  .  .  .  wS bM
 3  wT .  .  .  .
    b  c  d  e  f
"""


@pytest.mark.rule("SI-08")
def test_whoever_could_have_taken_is_at_fault() -> None:
    g = play(drawn(DUTY), "b3-b2")
    assert g.position()["faults"] == ["e4", "c5"]
    assert g.refusal("huff b2") == "SI-08" and g.refusal("huff z9") == "SI-08"
    g.play("huff e4")
    assert g.position()["faults"] == [] and g.waiting() == [1]  # one piece only, then the turn itself
    assert g.refusal("huff c5") == "SI-08"
    assert "e4" not in g.position()["board"]


@pytest.mark.rule("SI-08")
def test_a_fault_follows_the_piece_and_lasts_one_turn() -> None:
    g = play(drawn(DUTY), "c5-b5")
    assert g.position()["faults"] == ["e4", "b5"]
    g.play("f4-g4")
    assert g.position()["faults"] == []
    assert play(drawn(DUTY), "c5xd6").position()["faults"] == []  # one taking clears everything
    promoted = play(drawn("10 . . . \n 9 wS bM . \n 2 . . bM \n c d e"), "c9-c10")
    assert promoted.position()["faults"] == ["c10"]


@pytest.mark.rule("SI-08")
def test_house_rules_of_the_duty_to_take() -> None:
    enforced = drawn(DUTY, captures="enforced")
    assert set(enforced.legal()) == {"c5xd6", "e4xf4"}
    assert enforced.refusal("b3-b2") == "SI-08" and enforced.refusal("b3-b5") == "SI-02"
    assert enforced.refusal("b3xb2") == "SI-03"  # the wrong mark comes first
    free = play(drawn(DUTY, captures="free"), "b3-b2")
    assert free.position()["faults"] == [] and free.refusal("huff e4") == "SI-08"


@pytest.mark.rule("SI-09")
def test_the_last_piece() -> None:
    taken = play(drawn("5 wS bM \n c d"), "c5xd5")
    assert taken.ending() == {"reason": "last_piece", "points": [1, 0], "winners": [0]}
    assert taken.waiting() == [] and taken.refusal("d5-d6", 0) == "SI-00"
    huffed = play(drawn("5 wS bM . \n 4 . . . \n c d e"), "c5-c4", "huff c4")
    assert huffed.ending() == {"reason": "last_piece", "points": [0, 1], "winners": [1]}


BOXED = "2 bS bS \n 1 wS bS \n a b"  # white has no move


@pytest.mark.rule("SI-10")
def test_passing() -> None:
    g = drawn(BOXED)
    assert g.legal() == ["pass"]
    assert drawn("5 wS . \n 4 . bS \n c d").refusal("pass") == "SI-10"
    g.play("pass")
    assert g.position()["passes"] == 1 and g.refusal("pass") == "SI-10"
    g.play("b2-c2")
    assert g.position()["passes"] == 0
    assert drawn("2 bM bM \n 1 wM bM \n a b", directions=4).legal() == ["pass"]


@pytest.mark.rule("SI-10", "SI-08")
def test_a_huff_can_open_the_way() -> None:
    g = drawn("2 wT wT \n 1 bT wT \n a b", "brown", {"faults": ["a2"]})
    assert g.legal() == ["huff a2", "pass"]
    g.play("huff a2")
    assert g.legal() == ["a1-a2"] and g.refusal("pass") == "SI-10"


@pytest.mark.rule("SI-10")
def test_two_passes_are_a_draw_even_when_patience_ends_too() -> None:
    g = drawn(BOXED, "white", {"passes": 1, "quiet": 39}, patience=40, adjudicate="pieces")
    g.play("pass")
    assert g.ending() == {"reason": "passes", "points": [0.5, 0.5], "winners": [0, 1]}


@pytest.mark.rule("SI-10")
def test_patience() -> None:
    quiet = {"quiet": 39}
    g = play(drawn("5 wS . \n 2 . bS \n 1 . bS \n c d", "white", quiet, patience=40), "c5-c6")
    assert g.ending() == {"reason": "patience", "points": [0.5, 0.5], "winners": [0, 1]}
    g = play(drawn("5 wS . \n 2 . bS \n 1 . bS \n c d", "white", quiet, patience=40, adjudicate="pieces"), "c5-c6")
    assert g.ending() == {"reason": "patience", "points": [0, 1], "winners": [1]}
    g = play(drawn("5 wC . \n 2 . bS \n c d", "white", quiet, patience=40, adjudicate="pieces"), "c5-c6")
    assert g.ending()["winners"] == [0]  # as many pieces, more champions
    open_huff = play(drawn(DUTY, "white", quiet, patience=40), "b3-b2")
    assert open_huff.ending()["reason"] == "patience"  # before a huff that is open
    assert play(drawn(DUTY, "white", quiet, patience=40), "c5xd6").position()["quiet"] == 0
    assert play(drawn("9 wT . \n 5 . bT \n c d", "white", quiet, patience=40), "c9-c10").position()["quiet"] == 0
    huff = play(drawn(DUTY, "white", {"quiet": 20}), "b3-b2", "huff e4", "f4-g4")
    assert huff.position()["quiet"] == 0


@pytest.mark.rule("SI-11")
def test_champion_against_champion() -> None:
    far = play(drawn("9 wC . . . \n 5 . . . bC \n 1 . . bM . \n a b c d"), "a9-a7", "c1-c2")
    assert far.ending() is None
    g = play(drawn("9 wT . . . . \n 5 . . . . bC \n a b c d e"), "a9-a10")
    assert g.ending() == {"reason": "champions", "points": [0.5, 0.5], "winners": [0, 1]}
    near = play(drawn("10 . . . . \n 9 wT . . bC \n a b c d"), "a9-b10")  # d9 cannot reach b10 in a line
    assert near.ending()["reason"] == "champions"
    in_reach = play(drawn("10 . . . . \n 8 . . . bC \n 9 wT . . . \n a b c d"), "a9-b10")
    assert in_reach.ending() is None and "d8xb10" in in_reach.legal()
    after_huff = drawn("9 wC . wS . \n 5 . . . bC \n a b c d", "brown", {"faults": ["c9"]})
    assert play(after_huff, "huff c9").ending()["reason"] == "champions"


@pytest.mark.rule("SI-01")
def test_every_placement_is_listed() -> None:
    g = lt.new("sirius", seed="3", options={"setup": "open"})
    white = g.waiting()[0]
    rows = {f"{column}{row}={kind}" for row in (1, 2, 3) for column in "abcdefghij" for kind in "SMT"}
    assert len(g.legal(white)) == 90 and set(g.legal(white)) == rows
    assert g.legal(1 - white) == []
    for column in "abcdefghij":
        g.play(f"{column}2=M")
    assert {g.refusal(f"a1={kind}") for kind in "ST"} == {None} and g.refusal("a1=M") == "SI-01"
    assert set(g.legal()) == {text for text in rows if text[1] != "2" and text[-1] != "M"}


@pytest.mark.rule("SI-07")
def test_a_champion_on_an_open_board() -> None:
    g = drawn("5 . wC . . . \n 1 bS . . . . \n a e f g h")
    goals = {"c3", "e3", "g3", "d4", "e4", "f4", "c5", "d5", "f5", "g5", "d6", "e6", "f6", "c7", "e7", "g7"}
    assert sorted(g.legal()) == sorted(f"e5-{goal}" for goal in goals)
    bent = drawn("5 . wC . . . \n 1 bS . . . . \n a e f g h", champion_path="bent")
    square = {f"e5-{column}{row}" for column in "cdefg" for row in range(3, 8)} - {"e5-e5"}
    assert sorted(bent.legal()) == sorted(square)
    assert bent.legal_numbers(0) == sorted(bent.legal_numbers(0))


@pytest.mark.rule("SI-08")
def test_enforced_with_one_taking_and_with_none() -> None:
    one = drawn("6 . . bM \n 5 . wS . \n 3 wT . . \n b c d", captures="enforced")
    assert one.legal() == ["c5xd6"]
    none = drawn("7 . . bM \n 5 . wS . \n b c d", captures="enforced")
    assert len(none.legal()) == 8


@pytest.mark.rule("SI-08")
def test_all_faults_are_listed_after_the_moves() -> None:
    g = play(drawn("2 . bM . \n 1 wS . wS \n 5 wT . . \n a b c"), "a5-a6")
    assert g.legal()[-2:] == ["huff a1", "huff c1"]
    assert play(g, "huff a1").position()["board"] == {"c1": "wS", "b2": "bM", "a6": "wT"}


@pytest.mark.rule("SI-10")
def test_half_turns_are_counted_one_by_one() -> None:
    g = drawn("5 wS . \n 2 . bS \n c d", "white", {"quiet": 3})
    assert play(g, "c5-c6").position()["quiet"] == 4
    assert play(g, "d2-d3").position()["quiet"] == 5
    taken = play(drawn("5 wS bM \n 2 . bS \n c d"), "c5xd5").position()
    assert (taken["quiet"], taken["progress"]) == (0, False)
    assert play(drawn(DUTY), "b3-b2", "huff e4").position()["progress"] is True


def test_a_move_shows_nothing_and_can_be_taken_back() -> None:
    g = drawn(DUTY)
    before = g.position()
    g.play("b3-b2")
    assert g.can_take_back(0) and not g.can_take_back(1)
    g.take_back()
    assert g.position() == before

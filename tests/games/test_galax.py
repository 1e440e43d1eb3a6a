"""The odd corners of Galax, each test naming the rules that it proves. Seat 0 is white unless said otherwise."""

from collections import Counter

import pytest

import lumitheque as lt
from galax_boards import MOON_GOES_THROUGH, SUN_AMONG_FOUR, drawn, play, steps, takings
from lumitheque.referee import Referee

ROWS = {"white": (1, 2, 3), "brown": (8, 9, 10)}


def place(g: Referee, side: str, kinds: str = "SMT" * 10) -> None:
    """Set out a side's thirty pawns, row by row."""
    cells = [f"{column}{row}" for row in ROWS[side] for column in "abcdefghij"]
    seat = g.position()["white"] if side == "white" else 1 - g.position()["white"]
    for cell, kind in zip(cells, kinds, strict=False):
        g.play(f"{cell}={kind}", seat)


@pytest.mark.rule("GX-00")
def test_what_is_not_a_move_now() -> None:
    g = drawn(SUN_AMONG_FOUR)
    for text in ("", "c3", "c3d4", "c3xd4", "C3-d4", "c03-d4", " c3-d4", "stop.", "huff", "xd", "x c5", "c2=C", "P1"):
        assert g.refusal(text) == "GX-00", text
    assert g.refusal("c3-d4", seat=1) == "GX-00"  # not its turn
    assert g.refusal("c3-d4", seat=2) == "GX-00"  # not in this game
    assert g.refusal("c3=S") == "GX-00"  # another phase
    assert {g.refusal(text) for text in ("k3-d4", "c3-a0", "z99-z99", "k11-a10")} == {"GX-04"}  # by the move's own rule
    assert [g.refusal(text) for text in ("xk1", "huff k1", "huff a1")] == ["GX-05", "GX-11", "GX-11"]


@pytest.mark.rule("GX-00")
def test_nothing_is_a_move_when_the_game_is_over() -> None:
    g = play(drawn("3 wS . \n 1 . bM \n a b"), "a3-a2", "xb1")
    assert g.waiting() == []
    assert g.position()["turn"] is None
    assert {g.refusal(text, seat) for text in ("a2-a3", "stop", "pass", "a1=S") for seat in (0, 1)} == {"GX-00"}


@pytest.mark.rule("GX-01", "GX-02")
def test_thirty_pawns_on_three_rows() -> None:
    g = lt.new("galax", seed="7", options={"setup": "random"})
    board = g.position()["board"]
    assert Counter(board.values()) == {side + kind: 10 for side in "wb" for kind in "SMT"}
    for side, rows in ROWS.items():
        assert {f"{column}{row}" for row in rows for column in "abcdefghij"} == {
            cell for cell in board if board[cell][0] == side[0]
        }
    assert [label for label, _ in g.chance()] == ["white", "white pawns", "brown pawns"]
    assert [board[f"{column}{row}"][1] for row in (8, 9, 10) for column in "abcdefghij"] == g.chance()[2][1]


@pytest.mark.rule("GX-02")
def test_mirrored_set_up() -> None:
    g = lt.new("galax", seed="7", options={"setup": "random_mirrored"})
    board = g.position()["board"]
    assert [label for label, _ in g.chance()] == ["white", "white pawns"]
    assert all(board[f"{cell[0]}{11 - int(cell[1:])}"][1] == board[cell][1] for cell in board)
    assert g.position()["turn"] == "white"


@pytest.mark.rule("GX-00", "GX-02")
def test_placing() -> None:
    g = lt.new("galax", seed="1", options={"setup": "open"})
    white = g.position()["white"]
    assert g.waiting() == [white]
    place(g, "white", "S" * 10)
    assert g.refusal("a2=S") == "GX-02"  # the suns are used up
    assert g.refusal("a1=M") == "GX-02"  # filled
    assert g.refusal("a4=M") == g.refusal("a8=M") == g.refusal("k1=M") == "GX-02"  # outside
    assert g.refusal("a2=M", 1 - white) == g.refusal("a8=M", 1 - white) == "GX-00"  # in the open white comes first
    assert g.refusal("stop") == g.refusal("a1-a2") == "GX-00"
    assert {text[-1] for text in g.legal()} == {"M", "T"}


@pytest.mark.rule("GX-02")
def test_open_set_up() -> None:
    g = lt.new("galax", seed="1", options={"setup": "open"})
    white = g.position()["white"]
    place(g, "white")
    assert g.waiting() == [1 - white]
    assert g.view(1 - white) == g.view(None) == g.position()  # nothing is hidden
    place(g, "brown")
    assert g.position()["turn"] == "white" and g.waiting() == [white]
    assert not g.decisions[-1].revealed


@pytest.mark.rule("GX-00", "GX-02")
def test_secret_set_up() -> None:
    g = lt.new("galax", seed="2")
    white = g.position()["white"]
    assert g.waiting() == [0, 1]
    place(g, "brown")
    place(g, "white", "SMT")
    assert g.waiting() == [white]
    assert g.refusal("a8=S", 1 - white) == "GX-00"  # has committed
    assert set(g.view(white)["board"]) == {"a1", "b1", "c1"}
    assert len(g.view(1 - white)["board"]) == 30
    assert g.view(None)["board"] == {}
    assert g.view(white)["committed"] == g.view(None)["committed"] == ["brown"]
    while g.position()["phase"] == "setup":
        g.play(g.legal(white)[-1], white)  # in any order
    assert g.decisions[-1].revealed
    assert g.view(0) == g.view(1) == g.view(None) == g.position()


@pytest.mark.rule("GX-03", "GX-07")
@pytest.mark.parametrize("mover", "SMTC")
@pytest.mark.parametrize("other", "SMTC")
def test_who_takes_whom(mover: str, other: str) -> None:
    g = drawn(f"5 . b{other} . \n 4 . . . \n 3 w{mover} . . \n c d e")
    play(g, "c3-c4")
    vulnerable = mover + other in ("TS", "MT", "SM") or mover == "C"
    assert vulnerable == (g.position()["mover"] == "c4" and takings(g) == ["xd5"])
    if not vulnerable and g.position()["turn"] == "white":
        assert g.refusal("xd5") == ("GX-07" if other == "C" else "GX-03")


@pytest.mark.rule("GX-03", "GX-05", "GX-07")
def test_refused_takings() -> None:
    g = drawn("6 . . bM . \n 5 . bM bT bC \n 4 . . wM bS \n 3 . wS . . \n b c d e")
    assert g.refusal("xc5") == "GX-05"  # nothing has stepped
    play(g, "c3-c4")
    assert g.legal() == ["xc5", "stop"]
    assert g.refusal("xd6") == "GX-05"  # does not touch
    assert g.refusal("xb5") == g.refusal("xd4") == g.refusal("xk5") == "GX-05"  # nobody, an own piece, no such cell
    assert g.refusal("xd5") == "GX-03"
    g = play(drawn("6 . . . \n 5 bM bC bT \n 4 . . . \n 3 . wS . \n c d e"), "d3-d4")
    assert g.refusal("xd5") == "GX-07"
    assert g.refusal("xe5") == "GX-03"


@pytest.mark.rule("GX-04")
@pytest.mark.parametrize(("directions", "goals"), [(8, "c3 e3 c4 e4 c5 d5 e5"), (4, "c4 e4 d5")])
def test_a_step(directions: int, goals: str) -> None:
    g = drawn("5 . . . . \n 4 . wS . . \n 3 . wM . bT \n c d e f", options={"directions": directions})
    assert [text for text in g.legal() if text.startswith("d4-")] == [f"d4-{goal}" for goal in goals.split()]
    for text in ("d4-d3", "d4-d6", "d4-d4", "e4-e5", "f3-f4", "d4-f3", "d4-k4"):
        assert g.refusal(text) == "GX-04", text
    assert (g.refusal("d4-e5") is None) == (directions == 8)
    play(g, "d4-c4")
    assert g.refusal("e4-e5") == "GX-04"  # brown too has nobody there
    position = g.position()
    assert (position["board"].get("d4"), position["board"]["c4"], position["turn"]) == (None, "wS", "brown")


@pytest.mark.rule("GX-04")
def test_edges_do_not_join() -> None:
    g = drawn("5 wS . . . . . . . . bM \n a b c d e f g h i j")
    assert steps(g) == ["a5-a4", "a5-b4", "a5-b5", "a5-a6", "a5-b6"]
    assert g.refusal("a5-j5") == g.refusal("a5-j4") == g.refusal("a5-j6") == "GX-04"
    assert play(g, "a5-a6").position()["turn"] == "brown"  # nothing touched across the edge
    for turn, piece in (("white", "wC"), ("brown", "bC")):
        g = drawn(f"10 {piece} . \n 5 . wS \n 4 . bS \n a j", turn)
        assert takings(play(g, "a10-b10")) == []  # nothing stands beyond it


@pytest.mark.rule("GX-05")
def test_the_piece_that_moved_takes_any_number() -> None:
    g = play(drawn(SUN_AMONG_FOUR), "c3-d4")
    assert g.legal() == ["xc5", "xe5", "stop"]
    play(g, "xc5", "xe5")
    position = g.position()
    assert (position["turn"], position["progress"]) == ("brown", False)  # by itself: nothing is left
    assert position["board"] == {"f3": "wT", "d4": "wS", "e4": "bS", "d5": "bT"}  # the star by e4 did not move


@pytest.mark.rule("GX-05", "GX-11")
def test_the_first_cell_counts_like_any_other() -> None:
    g = play(drawn("3 wS . . \n 1 bM . bT \n a b h"), "a3-a2", "xa1")
    assert "a1" not in g.position()["board"]
    assert not any(decision.revealed for decision in g.decisions)
    g = drawn("1 bM wS bT \n a b h", faults=["a1"])
    assert "a1" not in play(g, "huff a1").position()["board"]


@pytest.mark.rule("GX-05")
def test_four_directions_touch_four_cells() -> None:
    g = play(drawn(SUN_AMONG_FOUR, options={"directions": 4}), "c3-c4")
    assert g.legal() == ["xc5", "stop"]
    g = drawn("5 bM . bM \n 4 . wS . \n c d e", options={"directions": 4})
    assert play(g, "d4-d3", "e5-d5").position()["turn"] == "white"  # brown's moon has no star to take
    assert g.refusal("d3-c4") == "GX-04"
    play(g, "d3-d4")
    assert g.refusal("xc5") == "GX-05"
    assert takings(g) == ["xd5"]


@pytest.mark.rule("GX-06", "GX-08", "GX-10")
def test_promotion_comes_before_the_taking() -> None:
    g = play(drawn(MOON_GOES_THROUGH), "g9-h10")
    position = g.position()
    assert (position["board"]["h10"], position["extra"], position["steps"], position["progress"]) == (
        "wC",
        True,
        0,
        True,
    )
    assert takings(g) == ["xh9", "xi10"]  # a moon, though it came as one
    play(g, "xi10", "xh9", "h10-h9")
    assert (g.position()["steps"], g.position()["extra"]) == (1, False)
    play(g, "h9-h8", "xg7")
    assert g.ending() == {"reason": "last_piece", "points": [1, 0], "winners": [0]}


@pytest.mark.rule("GX-06")
def test_each_side_has_its_far_row() -> None:
    g = play(drawn("9 bS . \n 2 . wM \n a f"), "f2-f1", "a9-a10")
    assert g.position()["board"] == {"f1": "wM", "a10": "bS"}
    g = play(drawn("9 wT . \n 2 . bM \n a f"), "a9-b10", "stop", "f2-e1")
    assert g.position()["board"] == {"b10": "wC", "e1": "bC"}


@pytest.mark.rule("GX-09")
def test_a_champion_plays_twice() -> None:
    g = drawn("5 . . wC . bS \n 4 wS . . . . \n a b c d h")
    play(g, "c5-c4")
    assert (g.position()["mover"], g.position()["steps"]) == ("c4", 1)
    assert all(text.startswith("c4-") for text in steps(g)) and "c4-c5" in g.legal() and "stop" in g.legal()
    assert g.refusal("a4-a5") == "GX-09"  # another piece
    assert g.refusal("a4-a6") == "GX-04"  # too far comes first
    play(g, "c4-c5")  # out and back
    assert (g.position()["turn"], g.position()["quiet"]) == ("brown", 1)
    position = play(drawn("5 wC . . bS \n a b c h"), "a5-a4", "stop").position()  # the second step is optional
    assert (position["turn"], position["steps"]) == ("brown", 0)


@pytest.mark.rule("GX-05", "GX-09")
def test_each_step_has_its_own_taking() -> None:
    g = drawn("6 . . bS bM . \n 4 wC . . . bT \n a b c d j")
    play(g, "a4-b5")
    assert takings(g) == ["xc6"]
    play(g, "xc6", "b5-c5")
    assert takings(g) == ["xd6"]
    assert g.refusal("c5-c4") == "GX-09"  # a third step
    assert play(g, "xd6").position()["turn"] == "brown"


@pytest.mark.rule("GX-09", "GX-04")
def test_occupied_is_looked_at_last() -> None:
    g = play(drawn("10 wC . . . . \n 5 wC . wS wM bS \n 4 . . . . . \n a b c d h"), "a5-b5")
    assert g.refusal("b5-c5") == "GX-04"
    assert g.refusal("c5-d5") == "GX-09"  # not its step, and occupied
    assert g.refusal("d5-b5") == g.refusal("a10-a11") == "GX-04"


@pytest.mark.rule("GX-10", "GX-09")
def test_the_extra_turn_is_a_full_turn_with_any_piece() -> None:
    g = play(drawn("9 wT . . wM . \n 5 . wC . . . \n 4 . . . bS wM \n a c d f h"), "a9-a10")
    starts = {text.partition("-")[0] for text in steps(g)}
    assert starts == {"a10", "c5", "f9", "h4"} and "stop" in g.legal()
    play(g, "f9-f10")  # a further promotion
    assert g.position()["extra"]
    play(g, "c5-c6")  # a champion of old, with its two steps
    assert (g.position()["extra"], g.position()["steps"]) == (False, 1)
    assert g.refusal("a10-a9") == "GX-09"
    assert play(g, "c6-c7").position()["turn"] == "brown"


@pytest.mark.rule("GX-10")
def test_the_extra_turn_is_optional_and_a_pawn_has_one_step_in_it() -> None:
    picture = "9 wT . . . \n 4 . bS . . \n 2 . . . wS \n a c d h"
    g = play(drawn(picture), "a9-a10", "stop")
    assert (g.position()["turn"], g.position()["extra"], g.position()["mover"]) == ("brown", False, None)
    assert play(drawn(picture), "a9-a10", "h2-h3").position()["turn"] == "brown"


@pytest.mark.rule("GX-11")
def test_huffing_what_was_missed() -> None:
    g = play(drawn(SUN_AMONG_FOUR), "c3-d4", "xc5")
    assert g.position()["missed"] == []  # not before the turn ends
    play(g, "stop")
    assert g.position()["faults"] == ["d4"]
    assert g.refusal("huff f3") == g.refusal("huff e4") == g.refusal("huff a9") == "GX-11"
    play(g, "huff d4")
    position = g.position()
    assert (position["turn"], position["faults"], position["progress"]) == ("brown", [], True)  # not a move
    assert "d4" not in position["board"] and g.refusal("huff d4") == "GX-11"
    assert play(g, "e4-d4").position()["quiet"] == 0


@pytest.mark.rule("GX-11")
def test_the_first_step_ends_the_right_to_huff() -> None:
    g = play(drawn(SUN_AMONG_FOUR.replace("bS", "bC")), "c3-d4", "stop", "e4-f4")
    assert g.position()["faults"] == []
    assert g.refusal("huff d4") == "GX-11"
    assert g.refusal("pass") == "GX-13"


@pytest.mark.rule("GX-11")
def test_no_duty_to_choose_a_move_that_takes() -> None:
    g = play(drawn(SUN_AMONG_FOUR), "f3-g2")
    assert (g.position()["turn"], g.position()["faults"]) == ("brown", [])


@pytest.mark.rule("GX-11", "GX-09")
def test_a_fault_follows_the_champion() -> None:
    g = play(drawn("6 . . bS . \n 4 wC . . wS \n a b c h"), "a4-b5", "b5-a4")
    assert (g.position()["turn"], g.position()["faults"]) == ("brown", ["a4"])
    g = play(drawn("6 . . bS . \n 4 wC . . wS \n a b c h"), "a4-b5", "b5-b6")
    assert (g.position()["missed"], takings(g)) == (["b6"], ["xc6"])
    assert play(g, "xc6").ending() is not None
    g = play(drawn("7 . . bS bT \n 4 wC . . . \n a b c j"), "a4-b5", "b5-b6", "stop")
    assert g.position()["faults"] == ["b6"]  # each step is judged by itself


@pytest.mark.rule("GX-10", "GX-11")
def test_several_at_fault() -> None:
    g = drawn("10 . bM . . \n 9 wT . . . \n 5 . . bM bM \n 3 . wS . . \n a b c j")
    play(g, "a9-a10")
    assert g.position()["extra"] and takings(g) == ["xb10"]
    play(g, "b3-b4")  # the extra turn begins, the champion's taking is undone
    assert g.position()["missed"] == ["a10"]
    assert g.refusal("huff a10", seat=1) == "GX-00"  # no huffing in between
    play(g, "stop")
    assert g.position()["faults"] == ["b4", "a10"]
    assert [text for text in g.legal() if text.startswith("huff")] == ["huff b4", "huff a10"]
    play(g, "huff a10")
    assert g.position()["faults"] == ["b4"]
    play(g, "huff b4")
    assert g.ending() == {"reason": "last_piece", "points": [0, 1], "winners": [1]}


@pytest.mark.rule("GX-11")
def test_automatic_takings() -> None:
    g = play(drawn(SUN_AMONG_FOUR, options={"captures": "automatic"}), "c3-d4")
    position = g.position()
    assert position["board"] == {"f3": "wT", "d4": "wS", "e4": "bS", "d5": "bT"}
    assert (position["turn"], position["faults"], position["quiet"]) == ("brown", [], 0)
    assert g.refusal("xd4") == g.refusal("xa1") == "GX-11"
    g = play(drawn(MOON_GOES_THROUGH, options={"captures": "automatic"}), "g9-h10")
    assert {"i10", "h9"}.isdisjoint(g.position()["board"]) and g.position()["extra"]

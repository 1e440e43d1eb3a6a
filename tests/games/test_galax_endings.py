"""How games of Galax end, and how moves and positions are written."""

import io
from typing import Any

import pytest
from rich.console import Console

import lumitheque as lt
from galax_boards import MOON_GOES_THROUGH, SUN_AMONG_FOUR, drawn, play
from lumitheque.games import GameError, find
from lumitheque.games.rule import NOT_NOW
from lumitheque.referee import Referee

GALAX = find("galax")
WALLED_IN = """
    2  bM bM .
    1  wS bM bS
       a  b  j
"""


@pytest.mark.rule("GX-12")
def test_the_last_piece_ends_the_game_at_once() -> None:
    g = drawn("10 . bM . \n 9 wT . wS \n a b c", white=1)
    assert GALAX.rules.winners(g.e, g.state) == 0  # nobody yet
    play(g, "a9-a10", "xb10")  # an extra turn is still owed
    assert g.ending() == {"reason": "last_piece", "points": [0, 1], "winners": [1]}
    position = g.position()
    assert (position["phase"], position["mover"], position["extra"], position["quiet"]) == ("over", None, False, 0)
    g = play(drawn("5 bM . . \n 4 . . wS \n a b c", options={"captures": "automatic"}), "c4-b4")
    assert g.ending() == {"reason": "last_piece", "points": [1, 0], "winners": [0]}
    g = drawn("5 bM . . \n 4 . . wS \n a b c", turn="brown", faults=["c4"])
    assert play(g, "huff c4").ending() == {"reason": "last_piece", "points": [0, 1], "winners": [1]}


@pytest.mark.rule("GX-13")
def test_passing_when_nothing_can_step() -> None:
    g = drawn(WALLED_IN)
    assert g.legal() == ["pass"]  # its prey is all around, but only a piece that moves takes
    assert g.refusal("stop") == "GX-13"
    play(g, "pass")
    assert (g.position()["turn"], g.position()["passes"], g.position()["quiet"]) == ("brown", 1, 1)
    assert g.refusal("pass") == "GX-13"
    assert play(g, "j1-j2").position()["passes"] == 0


@pytest.mark.rule("GX-11", "GX-13")
def test_passing_is_judged_after_the_huff_and_ends_the_right() -> None:
    g = drawn(WALLED_IN, faults=["a2", "j1"])
    assert g.legal() == ["huff j1", "huff a2", "pass"]
    assert play(g, "pass").position()["faults"] == []
    g = drawn(WALLED_IN, faults=["a2"])
    play(g, "huff a2")
    assert g.refusal("pass") == "GX-13"
    assert g.legal() == ["a1-a2"]


@pytest.mark.rule("GX-13", "GX-14")
def test_two_passes_are_drawn_and_never_adjudicated() -> None:
    options = {"adjudicate": "pieces"}
    g = drawn(WALLED_IN, options=options, passes=1, quiet=99)
    assert play(g, "pass").ending() == {"reason": "passes", "points": [0.5, 0.5], "winners": [0, 1]}


@pytest.mark.rule("GX-13")
def test_stop_and_pass_out_of_place() -> None:
    g = drawn(SUN_AMONG_FOUR)
    assert g.refusal("stop") == g.refusal("pass") == "GX-13"
    play(g, "c3-d4")
    assert g.refusal("stop") is None
    assert g.refusal("pass") == "GX-13"
    assert g.refusal("huff c5") == "GX-11"


@pytest.mark.rule("GX-14")
@pytest.mark.parametrize("patience", [100, 40, 200])
def test_patience(patience: int) -> None:
    g = drawn(SUN_AMONG_FOUR, options={"patience": patience}, quiet=patience - 2)
    assert play(g, "f3-g2").ending() is None
    assert play(g, "e4-f3").ending() == {"reason": "patience", "points": [0.5, 0.5], "winners": [0, 1]}
    assert g.waiting() == [] and g.position()["phase"] == "over"
    g = drawn(SUN_AMONG_FOUR, options={"patience": patience}, quiet=patience - 1)
    assert play(g, "c3-d4", "xc5", "xe5").position()["quiet"] == 0  # a taking


@pytest.mark.rule("GX-14", "GX-11")
def test_patience_comes_before_an_open_huff_but_a_huff_renews_it() -> None:
    assert play(drawn(SUN_AMONG_FOUR, quiet=99), "c3-d4", "stop").ending() is not None
    g = play(drawn(SUN_AMONG_FOUR, quiet=98), "c3-d4", "stop", "huff d4", "e4-d4")
    assert g.position()["quiet"] == 0
    g = play(drawn("9 wT . \n 4 . bS \n a c", quiet=99), "a9-a10", "stop")  # a promotion
    assert g.position()["quiet"] == 0


@pytest.mark.rule("GX-14")
@pytest.mark.parametrize(
    ("pieces", "winners"),
    [("wS wM bC", [0]), ("wC bS bM", [1]), ("wS wC bS bM", [0]), ("wS bC", [1]), ("wS wC bM bC", [0, 1])],
)
def test_adjudicated_by_pieces_then_champions(pieces: str, winners: list[int]) -> None:
    picture = f"5 {pieces.replace(' ', ' . . ')} \n {' '.join('abcdefghij'[: 3 * len(pieces.split()) - 2])}"
    g = drawn(picture, options={"adjudicate": "pieces"}, quiet=99)
    play(g, "a5-a4", *(["stop"] if pieces.startswith("wC") else []))
    ending = g.ending()
    assert ending is not None and (ending["reason"], ending["winners"]) == ("patience", winners)


@pytest.mark.rule("GX-15")
@pytest.mark.parametrize(
    ("directions", "brown", "is_drawn"),
    [
        (8, "d5", False),
        (8, "e5", True),
        (8, "c7", False),
        (4, "c5", False),
        (4, "d5", False),
        (4, "e5", True),
        (4, "c7", True),
    ],
)
def test_champion_against_champion(directions: int, brown: str, is_drawn: bool) -> None:
    """Judged as the turn comes to white's champion on a5: two steps, then a taking, or not."""
    column, row = brown[0], int(brown[1:])
    start, pawn = f"{chr(ord(column) + 1)}{row}", f"{column}{row + 1}"
    g = drawn("5 wC \n a", "brown", {"directions": directions}, board={"a5": "wC", start: "bC", pawn: "wS"})
    play(g, f"{start}-{brown}", f"x{pawn}")
    assert g.ending() is None  # never inside a turn
    play(g, "stop")
    assert g.ending() == ({"reason": "champions", "points": [0.5, 0.5], "winners": [0, 1]} if is_drawn else None)


@pytest.mark.rule("GX-15", "GX-09")
def test_out_and_back_is_a_way_to_take() -> None:
    g = drawn("1 wC bC \n a b", options={"directions": 4})
    assert play(g, "a1-a2", "a2-a1", "xb1").ending() is not None


@pytest.mark.rule("GX-15", "GX-11")
def test_a_huff_keeps_a_duel_open_and_makes_one() -> None:
    g = drawn("5 wC . bC \n 1 . . bM \n a b j", faults=["j1", "j5"])
    assert play(g, "huff j1").ending() is None  # the other may be huffed too
    assert play(g, "huff j5").ending() == {"reason": "last_piece", "points": [1, 0], "winners": [0]}
    g = play(drawn("5 wC . bC \n 1 . . bM \n a b j", faults=["j1"]), "huff j1")
    assert g.ending() == {"reason": "champions", "points": [0.5, 0.5], "winners": [0, 1]}
    g = play(drawn("5 wC . bS \n 1 . . bM \n a b j", faults=["j1"]), "huff j1")
    assert g.ending() is None  # a pawn


@pytest.mark.rule("GX-14", "GX-15")
def test_patience_comes_before_the_duel() -> None:
    options = {"directions": 4}
    for quiet, reason in ((99, "patience"), (98, "champions")):
        g = play(drawn("5 wC . . bC \n a b c d", options=options, quiet=quiet), "a5-a4", "stop")
        assert (g.ending() or {})["reason"] == reason


def states() -> list[Referee]:
    """Every kind of moment in a game."""
    secret, huff, extra = lt.new("galax", seed="3"), drawn(SUN_AMONG_FOUR), drawn(MOON_GOES_THROUGH)
    secret.play("a1=S", secret.position()["white"])
    return [
        secret,
        lt.new("galax", seed="3", options={"setup": "random", "directions": 4}),
        drawn(SUN_AMONG_FOUR, options={"captures": "automatic"}),
        drawn(WALLED_IN, faults=["a2"]),
        play(huff, "c3-d4", "xc5", "stop"),
        play(extra, "g9-h10"),
        play(drawn("6 . . bS . \n 4 wC . . wS \n a b c h"), "a4-b5"),
        play(drawn("6 . . bS . \n 4 wC . . wS \n a b c h"), "a4-b5", "b5-b6"),
        play(drawn(WALLED_IN, faults=["a2"]), "pass"),
        play(drawn(WALLED_IN, passes=1, faults=["a2"]), "pass"),
        play(drawn("5 bM . . \n 4 . . wS \n a b c", turn="brown", faults=["c4"]), "huff c4"),
    ]


@pytest.mark.parametrize("number", range(11))
def test_legal_moves_and_refusals_agree(number: int) -> None:
    g = states()[number]
    for seat in (0, 1):
        numbers = g.legal_numbers(seat)
        allowed = [m for m in range(GALAX.record.MOVES) if GALAX.rules.refusal(g.e, g.state, seat, m) == 0]
        assert numbers == allowed
        assert [GALAX.notation.read_move(None, g.state, text) for text in g.legal(seat)] == numbers
    assert {GALAX.rules.refusal(g.e, g.state, seat, 0) for seat in (-1, 2)} == {NOT_NOW}


@pytest.mark.parametrize("number", range(11))
def test_positions_are_read_as_they_are_written(number: int) -> None:
    g = states()[number]
    for seen in (g.position(), g.view(0), g.view(1), g.view(None)):
        again = lt.load({**g.record(), "position": seen, "moves": [], "chance": [], "ending": None})
        assert again.position() == seen
    again = lt.load({**g.record(), "position": g.position(), "moves": [], "chance": [], "ending": None})
    assert again.state.tobytes() == g.state.tobytes()


IMPOSSIBLE: dict[str, dict[str, Any]] = {
    "mover": {"mover": "d5"},  # brown's
    "steps": {"mover": "c3", "steps": 1},  # a pawn
    "missed": {"missed": ["c3"]},  # before any step
    "faults": {"faults": ["c3"]},  # white's own
    "first step": {"mover": "f3", "faults": ["d5"]},
    "nothing is left": {"mover": "c3"},
    "quiet": {"quiet": 100},
    "turn": {"turn": "green"},
    "no piece": {"board": {"a1": "wS"}},
    "nothing to take": {"board": {"a1": "wC", "j10": "bC"}},
    "automatic": {"faults": ["d5"], "options": {"captures": "automatic"}},
}


@pytest.mark.parametrize("problem", IMPOSSIBLE)
def test_impossible_positions(problem: str) -> None:
    with pytest.raises(GameError, match=problem):
        drawn(SUN_AMONG_FOUR, **IMPOSSIBLE[problem])


def test_moves_are_told_and_drawn() -> None:
    g = play(drawn(SUN_AMONG_FOUR), "c3-d4")
    assert g.describe("xc5", "en") == "Taken: moon on c5."
    assert g.describe("d4-e3", "fr").endswith("soleil, de d4 à e3.")
    assert [g.describe(text, "en") for text in ("stop", "pass")] == ["End of the turn.", "Pass."]
    assert g.describe("huff d4", "en") == "Huffed: sun on d4."
    console = Console(width=100, color_system=None, file=io.StringIO(), record=True)
    console.print(g.draw(None, "en"))
    assert "> white d4 xc5 xe5" in console.export_text()

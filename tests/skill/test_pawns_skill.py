"""How Galax and Sirius are played well: hopes, temptations, arrangements. Seat 0 is white in drawn positions."""

import math
import random
from typing import Any

import numpy as np
import pytest

import lumitheque as lt
from lumitheque.games import find
from lumitheque.games.galax.skill.lead import threatened
from lumitheque.games.pawns.board import BIT_STEPS, BROWN, CHAMPION, EMPTY, PREY_OF, WHITE, WIDE
from lumitheque.referee import Referee
from lumitheque.referee.chance_log import playout_chance
from pawn_boards import pawn_game, read_picture

GAMES = ("galax", "sirius")
both_games = pytest.mark.parametrize("game", GAMES)
house_rules = pytest.mark.parametrize(
    ("game", "options"),
    [
        pytest.param(game, {option.name: value}, id=f"{game} {option.name}={value}")
        for game in GAMES
        for option in find(game).options
        for value in option.values
    ],
)


def drawn(game: str, picture: str, turn: str = "white", more: dict[str, Any] | None = None, **options: Any) -> Referee:
    inside = {"mover": None, "steps": 0, "extra": False, "missed": []} if game == "galax" else {}
    return pawn_game(game, picture, turn, options, **inside, **(more or {}))


def hopes(g: Referee) -> list[float]:
    out = np.zeros(2)
    g.game.skill.judge(g.e, g.state, out)
    assert out.sum() == pytest.approx(1)
    assert 0 < out[0] < 1
    return [float(hope) for hope in out]


def weight(g: Referee, text: str) -> float:
    seat = g.waiting()[0]
    assert text in g.legal(seat)
    return float(g.game.skill.weigh(g.e, g.state, seat, g.game.notation.read_move(g.edition, g.state, text)))


def set_up(g: Referee, seed: int) -> None:
    """Let both sides place their pawns by heart."""
    chance = playout_chance(seed)
    while g.position()["phase"] == "setup":
        seat = g.waiting()[-1]
        move = int(g.game.skill.by_heart(g.e, g.view_record(seat), seat, chance))
        assert move in g.legal_numbers(seat)
        g.play_number(move, seat)


def seen_from_the_other_end(picture: str) -> str:
    """The same position with colours changed and the board mirrored in its middle line."""
    pieces = read_picture(picture)
    other = {"w": "b", "b": "w"}
    lines = [
        f"{11 - int(cell[1:])} {' '.join('.' if cell[0] != c else other[piece[0]] + piece[1] for c in 'abcdefghij')}"
        for cell, piece in pieces.items()
    ]
    rows: dict[str, list[str]] = {}
    for line in lines:
        row, *cells = line.split()
        kept = rows.setdefault(row, ["."] * 10)
        rows[row] = [new if new != "." else old for new, old in zip(cells, kept, strict=True)]
    return "\n".join(f"{row} {' '.join(cells)}" for row, cells in rows.items()) + "\na b c d e f g h i j"


@house_rules
def test_hopes_are_shares_and_moves_can_be_weighed_by_every_house_rule(game: str, options: dict[str, Any]) -> None:
    g = lt.new(game, seed="5", options={"setup": "random"} | options)
    skill, dice = g.game.skill, random.Random(5)
    for _ in range(80):
        hopes(g)
        seat = g.waiting()[0]
        moves = g.legal_numbers(seat)
        before = g.state.tobytes()
        weights = [float(skill.weigh(g.e, g.state, seat, move)) for move in moves]
        assert all(math.isfinite(each) for each in weights)
        assert skill.tell_apart(g.e, g.state, seat) == 0
        assert bool(skill.is_certain(g.e, g.view_record(seat))) == (g.position()["phase"] == "play")
        assert g.state.tobytes() == before
        best = max(range(len(moves)), key=lambda i: (weights[i], dice.random()))
        g.play_number(moves[best], seat)
        if not g.waiting():
            break


FIGHT = """
 9  .  wS .  .  .  .  .  .  .  .
 8  bS .  .  .  bM .  .  bT .  .
 6  .  .  wT .  .  bS .  .  .  .
 5  .  .  .  .  wM .  .  .  .  wC
 3  .  .  .  .  .  .  bT .  .  .
 2  wS .  wM .  .  wT .  .  .  .
    a  b  c  d  e  f  g  h  i  j
"""


@house_rules
def test_both_sides_are_judged_alike(game: str, options: dict[str, Any]) -> None:
    for turn, other in (("white", "brown"), ("brown", "white")):
        more = {"quiet": 30}
        ours = hopes(drawn(game, FIGHT, turn, more, **options))
        theirs = hopes(drawn(game, seen_from_the_other_end(FIGHT), other, more, **options))
        assert ours == pytest.approx(theirs[::-1])


def threatened_slowly(g: Referee, side: int) -> int:
    """Cell by cell: the pawns of a side that an enemy pawn would touch after one step, and that it takes."""
    board, ways = g.state.board, [step for step in BIT_STEPS if g.state.directions == 8 or abs(step) in (1, WIDE)]
    hunters = [at for at in range(len(board)) if 0 < (board[at] if side == BROWN else -board[at]) < CHAMPION]
    found = set()
    for at in hunters:
        prey = PREY_OF[board[at] + CHAMPION]
        reached = [at + step for step in ways if board[at + step] == EMPTY]
        found |= {goal + step for goal in reached for step in ways if board[goal + step] == prey}
    return len(found)


@pytest.mark.parametrize("directions", [8, 4])
def test_threats_of_galax_are_those_found_cell_by_cell(directions: int) -> None:
    g = lt.new("galax", seed="7", options={"setup": "random", "directions": directions})
    dice, seen = random.Random(7), 0
    while g.waiting() and len(g.decisions) < 400:
        for side in (WHITE, BROWN):
            seen += threatened_slowly(g, side)
            assert threatened(g.state, side) == threatened_slowly(g, side)
        g.play_number(dice.choice(g.legal_numbers(g.waiting()[0])), g.waiting()[0])
    assert seen > 100


@both_games
def test_more_pieces_and_champions_give_hope(game: str) -> None:
    level = "8 bS bM bT . \n 3 wS wM wT . \n a b c d"
    assert hopes(drawn(game, level))[0] == pytest.approx(0.5, abs=0.1)
    more = hopes(drawn(game, "8 bS bM bT . \n 3 wS wM wT wS \n a b c d"))[0]
    champion = hopes(drawn(game, "8 bS bM bT . \n 3 wS wM wT wC \n a b c d"))[0]
    assert 0.5 < more < champion
    assert champion > 0.8


@both_games
def test_a_pawn_is_worth_more_on_its_way(game: str) -> None:
    back = hopes(drawn(game, "10 . . bS bM \n 3 wS . . . \n 2 . wM . . \n a b i j"))[0]
    ahead = hopes(drawn(game, "10 . . bS bM \n 7 wS . . . \n 2 . wM . . \n a b i j"))[0]
    assert ahead > back + 0.05


@both_games
def test_champions_run_after_the_last_enemies(game: str) -> None:
    far = hopes(drawn(game, "10 . bS . \n 1 wC . wC \n a b c"))[0]
    near = hopes(drawn(game, "10 . bS . \n 7 wC . wC \n a b c"))[0]
    assert far < near


@both_games
def test_a_lead_must_be_used_before_patience_ends(game: str) -> None:
    ahead = "9 bS . . bM \n 2 wS wM wT wS \n a b c d"
    fresh, late = (hopes(drawn(game, ahead, "white", {"quiet": quiet}))[0] for quiet in (0, 95))
    assert 0.5 < late < fresh
    counted = hopes(drawn(game, ahead, "white", {"quiet": 99}, adjudicate="pieces"))[0]
    assert counted > 0.9
    behind = hopes(drawn(game, "9 bS . . bM \n 2 wC . . . \n a b c d", "white", {"quiet": 99}, adjudicate="pieces"))
    assert behind[0] < 0.1  # a champion does not count for two


def test_temptations_of_galax() -> None:
    g = drawn("galax", "7 bM . bM . \n 5 . wS . . \n 4 . . . wT \n a b c d")
    forcing = g.game.skill.FORCING
    assert weight(g, "b5-b6") > weight(g, "b5-a6") > forcing > weight(g, "b5-b4")  # two are better than one
    g.play("b5-b6")
    assert weight(g, "xa7") > forcing > 0 > weight(g, "stop")
    promotes = drawn("galax", "9 wS . . \n 2 . . bT \n a b c")
    assert weight(promotes, "a9-a10") > forcing > weight(promotes, "a9-a8")
    hunted = drawn("galax", "7 . . bS \n 4 wM . . \n 3 . . . \n a b c")
    assert weight(hunted, "a4-a5") < weight(hunted, "a4-a3")  # the sun would take it
    huff = drawn("galax", "7 . . bS \n 4 wM . . \n a b c", "white", {"faults": ["c7"]})
    assert weight(huff, "huff c7") > forcing


def test_temptations_of_sirius() -> None:
    g = drawn("sirius", "10 . . . . \n 9 wS . . . \n 6 . bM . bC \n 5 wS . wC . \n a b c d")
    forcing = g.game.skill.FORCING
    assert weight(g, "c5xd6") > weight(g, "a5xb6") > forcing > weight(g, "a5-a4")
    assert weight(g, "a9-b10") > forcing > weight(g, "a9-b9")
    hunted = drawn("sirius", "6 . . bS \n 4 wM . . \n a b c")
    assert weight(hunted, "a4-b5") < weight(hunted, "a4-b4")
    huff = drawn("sirius", "7 . . bS \n 4 wM . . \n a b c", "white", {"faults": ["c7"]})
    assert weight(huff, "huff c7") > forcing


@both_games
@pytest.mark.parametrize("way", ["secret", "open"])
def test_arrangements_are_legal_and_varied(game: str, way: str) -> None:
    boards = set()
    for seed in range(1, 21):
        g = lt.new(game, seed=f"{seed:x}", options={"setup": way})
        set_up(g, seed)
        board = g.position()["board"]
        assert len(board) == 60
        boards |= {tuple(sorted((cell, piece) for cell, piece in board.items() if piece[0] == side)) for side in "wb"}
    assert len(boards) > 20


@both_games
def test_a_set_up_that_somebody_else_began_is_completed(game: str) -> None:
    g = lt.new(game, seed="7")
    white = g.position()["white"]
    for column in "abcdefghij":
        g.play(f"{column}3=S", white)  # nothing like any pattern
    g.play("a1=M", white)
    set_up(g, 3)
    assert g.position()["phase"] == "play"
    assert g.game.skill.by_heart(g.e, g.view_record(white), white, playout_chance(1)) == -1


@both_games
def test_neighbours_in_front_are_of_different_kinds(game: str) -> None:
    g = lt.new(game, seed="9")
    set_up(g, 9)
    board = g.position()["board"]
    for row in (2, 3, 8, 9):
        kinds = [board[f"{column}{row}"] for column in "abcdefghij"]
        assert all(len(set(kinds[i : i + 3])) == 3 for i in range(8))

"""A sixth game joins the shelf through the public registry alone, and has referee, laws, kernels and commands."""

import dataclasses
import json
import random
import types
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import lumitheque as lt
from lumitheque.cli import run
from lumitheque.games import SHELF, GameError, join
from lumitheque.games.chance import CHANCE
from lumitheque.games.game import Game
from lumitheque.games.rule import NOT_NOW
from lumitheque.kernels import kernels
from lumitheque.referee import Referee, Refused
from lumitheque.referee.chance_log import playout_chance
from lumitheque.testkit import all_settings, obey, pairwise_settings, random_walk
from lumitheque.testkit.laws import every_refusal_has_words
from lumitheque.testkit.perft import count_leaves, divide
from toy import GAME

# what chance gave: seat 0 holds 4, seat 1 holds 8, seat 1 will be first
DEAL = [["deck", [1, 2, 3, 5, 6, 7, 9, 8, 4]], ["first", 1]]


@pytest.fixture(autouse=True)
def toy() -> Iterator[Game]:
    join(GAME)
    yield GAME
    del SHELF[GAME.name]


def dealt(*moves: tuple[int, str], **more: Any) -> Referee:
    record = {"game": "lights", "rules": 1, "seats": 2, "seed": "1", "chance": DEAL, **more}
    return lt.load(record | {"moves": moves})


# --- on the shelf -----------------------------------------------------------------------------------------------------


def test_joining() -> None:
    assert lt.shelf()[:2] == ["lumens", "luminis"] and lt.shelf()[-1] == "lights"
    with pytest.raises(GameError, match="there is a game lights on the shelf already"):
        join(GAME)
    assert GAME.words("fr")["title"] == "Trois lumières"
    assert GAME.page("en").startswith("# Three Lights")


def test_its_rules() -> None:
    g = dealt()
    assert (g.waiting(), g.legal(0), g.legal(1)) == ([0, 1], ["keep", "swap"], ["keep"])
    assert (g.refusal("swap", 1), g.refusal("name 3", 0), g.refusal("toss", 0)) == ("TL-02", "TL-00", "TL-00")
    with pytest.raises(Refused, match="TL-02: A light of 7 or more cannot be swapped"):
        g.play("swap", seat=1)
    g.play("keep", seat=1)
    assert g.view(0)["choices"] == [None, "?"]
    assert [label for label, _ in g.play("swap", seat=0)] == ["swap 1"]
    assert g.view(1)["choices"] == ["swap", "keep"]
    assert g.view(1)["hands"] == ["?", 8]
    assert [g.refusal(text) for text in ("name 8", "name 0", "name 10", "name 999", "keep")] == ["TL-03"] * 4 + [
        "TL-00"
    ]
    assert g.describe("name 9", "en") == "Names the light 9."
    g.play("name 9")
    assert g.refusal("name 9") == "TL-03"


@pytest.mark.parametrize(
    ("goal", "names", "winners"),
    [("bright", (9, 1), [1]), ("dim", (9, 1), [0]), ("bright", (9, 8), [0]), ("bright", (4, 8), [0, 1])],
)
def test_its_endings(goal: str, names: tuple[int, int], winners: list[int]) -> None:
    told = [(0, "keep"), (1, "keep"), (1, f"name {names[0]}"), (0, f"name {names[1]}")]
    ending = dealt(*told, options={"goal": goal}).ending()
    points = [1 / len(winners) if seat in winners else 0 for seat in range(2)]
    assert ending == {"reason": "shown", "points": points, "winners": winners}


# --- the laws ---------------------------------------------------------------------------------------------------------


def test_its_settings(toy: Game) -> None:
    settings = [(seats, {"goal": goal}) for seats in (2, 3) for goal in ("bright", "dim")]
    assert all_settings(toy) == settings
    assert sorted(map(repr, pairwise_settings(toy))) == sorted(map(repr, settings))


@pytest.mark.parametrize("seed", range(10))
def test_it_obeys_every_law(toy: Game, seed: int) -> None:
    for seats, options in all_settings(toy):
        play = obey(toy, seats, options, seed, often=1.0)
        assert play.ending() is not None
    every_refusal_has_words(toy)


def leaking_hands(game: Game) -> dict[str, dict[str, Any]]:
    """A view that shows everybody's light."""

    def view(e: Any, s: Any, seat: int, out: Any) -> None:
        game.knowledge.view(e, s, seat, out)
        out.hands[:] = s.hands

    return {"knowledge": {"view": view}}


def leaking_deck(game: Game) -> dict[str, dict[str, Any]]:
    """A view that shows what a swap would bring."""

    def view(e: Any, s: Any, seat: int, out: Any) -> None:
        game.knowledge.view(e, s, seat, out)
        out.deck[s.left - 1] = s.deck[s.left - 1]

    return {"knowledge": {"view": view}}


def swapping_anything(game: Game) -> dict[str, dict[str, Any]]:
    """TL-02 forgotten by one of the two speakers."""

    def refusal(e: Any, s: Any, seat: int, move: int) -> int:
        refused = int(game.rules.refusal(e, s, seat, move))
        return refused if refused == NOT_NOW or move > 1 else 0

    return {"rules": {"refusal": refusal}}


def losing_a_light(game: Game) -> dict[str, dict[str, Any]]:
    """A swap that copies the light instead of moving it."""

    def apply_move(e: Any, s: Any, seat: int, move: int, chance: Any) -> bool:
        held = int(s.hands[seat])
        showed = bool(game.rules.apply_move(e, s, seat, move, chance))
        if move == 1:
            s.hands[seat] = held
        return showed

    return {"rules": {"apply_move": apply_move}}


def silent_swap(game: Game) -> dict[str, dict[str, Any]]:
    """A swap that can be taken back although its light was seen."""

    def apply_move(e: Any, s: Any, seat: int, move: int, chance: Any) -> bool:
        game.rules.apply_move(e, s, seat, move, chance)
        return False

    return {"rules": {"apply_move": apply_move}}


def last_wins(game: Game) -> dict[str, dict[str, Any]]:
    """Winners that do not have the most points."""

    def winners(e: Any, s: Any) -> int:
        return ~int(game.rules.winners(e, s)) & 0b111

    return {"rules": {"winners": winners}}


def forgetting_a_byte(game: Game) -> dict[str, dict[str, Any]]:
    """An observation that leaves a byte as it was."""

    def observe(e: Any, v: Any, seat: int, out: Any) -> int:
        kept = int(out[3])
        written = int(game.part("observation").observe(e, v, seat, out))
        out[3] = kept
        return written

    return {"observation": {"observe": observe}}


def shorter_actions(game: Game) -> dict[str, dict[str, Any]]:
    """A legal move that is no action."""
    return {"observation": {"actions": lambda e: game.part("observation").actions(e)[1:]}}


PLANTS = {
    leaking_hands: "imagined worlds look alike",
    leaking_deck: "imagined worlds look alike",
    swapping_anything: "refusal agrees with the list",
    losing_a_light: "everything is in its place",
    silent_swap: "only what is said to be shown is shown",
    last_wins: "endings add up",
    forgetting_a_byte: "observations follow from views",
    shorter_actions: "actions stand for moves",
}


@pytest.mark.parametrize(("plant", "law"), PLANTS.items(), ids=lambda value: getattr(value, "__name__", ""))
def test_planted_errors_are_caught(toy: Game, plant: Any, law: str, monkeypatch: pytest.MonkeyPatch) -> None:
    parts = {}
    for name, functions in plant(toy).items():
        parts[name] = types.ModuleType(name)
        parts[name].__dict__.update(toy.part(name).__dict__, **functions)
    if plant is last_wins:  # the ending is told by the notation, which knows its rules by import
        monkeypatch.setattr(toy.notation, "rules", parts["rules"])
    broken = dataclasses.replace(toy, _parts=parts)
    monkeypatch.setitem(SHELF, toy.name, broken)
    with pytest.raises(AssertionError, match=law):
        for seed in range(20):
            obey(broken, 3, {}, seed, often=1.0)


# --- everything else --------------------------------------------------------------------------------------------------


def test_perft_of_it() -> None:
    g = lt.new("lights", 3, "5")
    for depth in range(7):
        parts = divide(g, depth) if depth else {"": 1}
        assert sum(parts.values()) == count_leaves(g, depth)
    assert count_leaves(g, 7) == 0


def test_playouts_of_it(toy: Game) -> None:
    states = np.array([lt.new("lights", 3, f"{seed:x}").state for seed in range(50)], toy.record.STATE).view(
        np.recarray
    )
    chances = np.array([playout_chance(stream) for stream in range(50)], CHANCE).view(np.recarray)
    out = np.zeros(toy.record.MOST_MOVES, np.int32)
    assert kernels(toy).play_out_all(lt.new("lights").e, states, chances, out, 100) == 50 * 6
    assert set(states["phase"].tolist()) == {toy.record.OVER}


def test_commands_on_it(capsys: pytest.CaptureFixture[str], tmp_path: Any) -> None:
    assert (
        run(["random", "lights", "--seats", "3", "--games", "4", "--seed", "1", "--set", "goal=dim", "--records"]) == 0
    )
    lines = capsys.readouterr().out.splitlines()
    assert [json.loads(line)["ending"]["reason"] for line in lines] == ["shown"] * 4
    file = tmp_path / "games.jsonl"
    file.write_text("\n".join(lines), encoding="utf-8")
    assert run(["check", str(file)]) == 0
    assert run(["trace", str(file)]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 4 * (1 + 7)
    assert run(["games", "--json"]) == 0
    assert "lights" in capsys.readouterr().out
    assert run(["play", "lights", "--seats", "random,random", "--seed", "1", "--lang", "fr"]) == 0
    assert "Trois lumières" in capsys.readouterr().out


def test_a_random_game_of_it() -> None:
    g = lt.new("lights", 3, "c0de")
    for _ in random_walk(g, random.Random(1)):
        pass
    assert lt.load(json.dumps(g.record())).record() == g.record()

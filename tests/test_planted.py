"""The laws have teeth: a leak or an error planted in any game is caught."""

import dataclasses
import types
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from lumitheque.games import SHELF
from lumitheque.games.game import Game
from lumitheque.games.rule import NOT_NOW
from lumitheque.testkit import obey

Plant = Callable[[Game], dict[str, dict[str, Any]]]  # part of the game: what is put in place of its functions


def leaking_view(game: Game) -> dict[str, dict[str, Any]]:
    """A view that forgets to hide anything."""

    def view(e: Any, s: Any, seat: int, out: Any) -> None:
        for name in s.dtype.names:
            out[name] = s[name]

    return {"knowledge": {"view": view}}


def lost_move(game: Game) -> dict[str, dict[str, Any]]:
    """A list of moves without the last one."""

    def legal_moves(e: Any, s: Any, seat: int, out: Any) -> int:
        n = int(game.rules.legal_moves(e, s, seat, out))
        return n - 1 if n > 1 else n

    return {"rules": {"legal_moves": legal_moves}}


def lenient_refusal(game: Game) -> dict[str, dict[str, Any]]:
    """A referee that lets every move of the right seat pass."""

    def refusal(e: Any, s: Any, seat: int, move: int) -> int:
        refused = int(game.rules.refusal(e, s, seat, move))
        return refused if refused == NOT_NOW else 0

    return {"rules": {"refusal": refusal}}


def silent_showing(game: Game) -> dict[str, dict[str, Any]]:
    """A move that shows something hidden and says that it did not."""

    def apply_move(e: Any, s: Any, seat: int, move: int, chance: Any) -> bool:
        game.rules.apply_move(e, s, seat, move, chance)
        return False

    return {"rules": {"apply_move": apply_move}}


def crowned_loser(game: Game) -> dict[str, dict[str, Any]]:
    """An ending that names somebody else the winner."""

    def write_ending(edition: Any, s: Any) -> Any:
        ending = game.notation.write_ending(edition, s)
        if ending is not None:
            ending.winners = [ending.points.index(min(ending.points))]
        return ending

    return {"notation": {"write_ending": write_ending}}


SECRETS_SHOWN_INSIDE_A_TURN = ("luminis", "fromages", "lumens")  # Galax and Sirius show theirs only as the set-up ends


@pytest.fixture
def planted(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Game, Plant], Game]]:
    """A game of the shelf with some functions of its parts replaced."""

    def plant(game: Game, what: Plant) -> Game:
        parts = {}
        for name, functions in what(game).items():
            part = types.ModuleType(f"planted_{name}")
            part.__dict__.update(game.part(name).__dict__, **functions)
            parts[name] = part
        broken = dataclasses.replace(game, _parts=parts)
        monkeypatch.setitem(SHELF, game.name, broken)
        return broken

    return plant  # type: ignore[return-value]


@pytest.mark.parametrize("game", list(SHELF.values()), ids=list(SHELF))
@pytest.mark.parametrize("plant", [leaking_view, lost_move, lenient_refusal])
def test_planted_error_is_caught(game: Game, plant: Plant, planted: Callable[[Game, Plant], Game]) -> None:
    broken = planted(game, plant)
    with pytest.raises(AssertionError):
        obey(broken, game.seats[0], {}, seed=5, often=0.3)


@pytest.mark.parametrize("name", SECRETS_SHOWN_INSIDE_A_TURN)
def test_planted_silence_is_caught(name: str, planted: Callable[[Game, Plant], Game]) -> None:
    broken = planted(SHELF[name], silent_showing)
    with pytest.raises(AssertionError, match="shown"):
        for seed in range(5):
            obey(broken, broken.seats[0], {}, seed=seed, often=1.0)


@pytest.mark.parametrize("name", ["lumens", "luminis", "fromages"])
def test_planted_winner_is_caught(name: str, planted: Callable[[Game, Plant], Game]) -> None:
    broken = planted(SHELF[name], crowned_loser)
    with pytest.raises(AssertionError):
        obey(broken, broken.seats[-1], {}, seed=3, often=0.01)

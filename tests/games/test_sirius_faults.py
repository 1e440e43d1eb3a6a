"""Sirius on many made-up boards: the fast search for faults against the plain one."""

import random
from typing import Any

import pytest

import lumitheque as lt
from lumitheque.games import find

CELLS = [f"{column}{row}" for row in range(1, 11) for column in "abcdefghij"]
MIDDLE = [cell for cell in CELLS if cell[1:] not in ("1", "10")]  # a pawn on its far row would be a champion


def made_up(dice: random.Random, pieces: int) -> dict[str, str]:
    """A board with pieces of every kind close together."""
    corner = dice.randrange(4), dice.randrange(4)
    near = [cell for cell in CELLS if 0 <= ord(cell[0]) - 97 - corner[0] < 7 and 0 <= int(cell[1:]) - 1 - corner[1] < 7]
    board = {}
    for cell in dice.sample(near, pieces):
        kind = dice.choice("SMTSMTC") if cell in MIDDLE else "C"
        board[cell] = dice.choice("wb") + kind
    return board


def opened(dice: random.Random) -> Any:
    options = {
        "directions": dice.choice((8, 4)),
        "champion_safe": dice.random() < 0.5,
        "champion_takes": dice.choice(("everything", "champions_only")),
        "champion_path": dice.choice(("straight", "bent")),
    }
    position = {
        "phase": "play",
        "white": dice.randrange(2),
        "turn": dice.choice(("white", "brown")),
        "board": made_up(dice, dice.randrange(4, 30)) | {"a1": "wC", "j10": "bC"},
        "committed": ["white", "brown"],
        "faults": [],
        "quiet": 0,
        "passes": 0,
        "progress": False,
        "ending": None,
    }
    version = find("sirius").rules_version
    return lt.load({"game": "sirius", "rules": version, "seats": 2, "options": options, "position": position})


@pytest.mark.rule("SI-08")
@pytest.mark.parametrize("seed", range(60))
def test_at_fault_is_whoever_had_a_taking(seed: int) -> None:
    g = opened(random.Random(seed))
    could_take = {text.split("x")[0] for text in g.legal() if "x" in text}
    quiet = [text for text in g.legal() if "-" in text]
    movers = [text for text in quiet if text.split("-")[0] in could_take]
    for text in (*quiet[:2], *movers[:2]):
        start, goal = text.split("-")
        g.play(text)
        assert set(g.position()["faults"]) == {goal if cell == start else cell for cell in could_take}, text
        assert len(g.position()["faults"]) == len(could_take)
        g.take_back()


@pytest.mark.rule("SI-08")
@pytest.mark.parametrize("seed", range(30))
def test_enforced_lists_takings_alone(seed: int) -> None:
    """The same boards where taking is enforced: a step is refused with SI-08 exactly when somebody can take."""
    g = opened(random.Random(seed))
    takings = [text for text in g.legal() if "x" in text]
    enforced = lt.load({**g.record(), "options": {**g.record()["options"], "captures": "enforced"}})
    assert enforced.legal() == (takings or g.legal())
    for text in [text for text in g.legal() if "-" in text][:5]:
        assert enforced.refusal(text) == ("SI-08" if takings else None)

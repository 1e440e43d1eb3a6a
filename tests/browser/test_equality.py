"""The rules and searches in WebAssembly give the same bytes as machine code; a difference would be seen."""

import base64
import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from browser.walk import Setting, story
from lumitheque.browser.building import PARTS, built
from lumitheque.games import SHELF
from lumitheque.games.game import Game
from lumitheque.testkit import pairwise_settings

ROOT = Path(__file__).parent.parent.parent
WEB = ROOT / "web"
EVERYTHING = bool(os.environ.get("LUMITHEQUE_TEST_ALL"))
WALKS = 5  # settings of each game
OFTEN, SELDOM = 1, 10 if EVERYTHING else 40  # plies between two searches, in short games and in long ones
LONG = 1000  # plies that a game may have

pytestmark = pytest.mark.slow


def settings_of(game: Game) -> list[Setting]:
    """Settings in which all numbers of seats and, together, most values of options are played."""
    chosen = pairwise_settings(game)
    if not EVERYTHING:
        by_seats = {seats: (seats, options) for seats, options in reversed(chosen)}
        others = chosen[:: max(1, len(chosen) // WALKS)]
        chosen = [*by_seats.values(), *others][: max(WALKS, len(by_seats))]
    every = OFTEN if game.record.LONGEST < LONG else SELDOM
    return [
        Setting(seats, game.option_codes(options), 1000 + number, every)
        for number, (seats, options) in enumerate(chosen)
    ]


@pytest.fixture(scope="session")
def runner(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The walk in JavaScript: TypeScript made plain by the page's own bundler."""
    bundler = WEB / "node_modules" / "rolldown" / "bin" / "cli.mjs"
    assert bundler.exists(), "the page's tools are missing: make web"
    made = tmp_path_factory.mktemp("walk") / "run.mjs"
    command = ["node", bundler, WEB / "tests" / "local" / "run.ts", "-o", made, "--platform", "node"]
    told = subprocess.run(command, cwd=WEB, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    return made


def told_by_node(runner: Path, folder: Path, game: Game, settings: list[Setting], place: Path) -> list[str]:
    given = place / "settings.json"
    given.write_text(json.dumps([setting._asdict() for setting in settings]))
    told = subprocess.run(["node", runner, folder, game.name, given], capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr[-2000:]
    return told.stdout.splitlines()


@pytest.mark.parametrize("name", list(SHELF))
def test_every_ply_is_the_same(name: str, runner: Path, tmp_path: Path) -> None:
    game = SHELF[name]
    settings = settings_of(game)
    here, there = story(game, settings), told_by_node(runner, built(game), game, settings, tmp_path)
    for native, foreign in zip(here, there, strict=False):
        assert native == foreign, "the first line that differs"
    assert len(here) == len(there) and sum("over" in line for line in here) == len(settings)
    exports = json.loads((built(game) / f"{name}.json").read_text())["exports"]
    searches = {"look_ahead": "look_ahead", "think": "tree", "calculate": "alpha_beta", "rehearse": "rollouts"}
    seen = {words[2] for words in map(str.split, here) if len(words) == 4}
    assert seen == {search for export, search in searches.items() if export in exports}, "every search is compared"


def test_a_planted_difference_is_seen(runner: Path, tmp_path: Path) -> None:
    """One number of an edition differs in one bit."""
    game = SHELF["luminis"]
    settings = [Setting(2, game.option_codes(game.settle(2, {})), 7, 1000)]
    here = story(game, settings)
    for part in PARTS:
        shutil.copy(built(game) / f"{game.name}.{part}", tmp_path)
    assert told_by_node(runner, tmp_path, game, settings, tmp_path) == here
    described = tmp_path / f"{game.name}.json"
    told = json.loads(described.read_text())
    edition = bytearray(base64.b64decode(told["editions"][0]["record"]))
    edition[next(i for i, byte in enumerate(edition) if byte)] ^= 1
    told["editions"][0]["record"] = base64.b64encode(edition).decode()
    described.write_text(json.dumps(told))
    assert told_by_node(runner, tmp_path, game, settings, tmp_path)[:5] != here[:5]


def test_a_planted_difference_in_the_code_is_seen(runner: Path, tmp_path: Path) -> None:
    """One constant of the module differs in one bit: the first coefficient of the exponential function."""
    game = SHELF["luminis"]
    settings = [Setting(2, game.option_codes(game.settle(2, {})), 7, 1000)]
    for part in PARTS:
        shutil.copy(built(game) / f"{game.name}.{part}", tmp_path)
    coefficient = bytes.fromhex("3e5555555555c53f")  # P1 of games/real.py
    code = (tmp_path / f"{game.name}.wasm").read_bytes()
    assert coefficient in code
    (tmp_path / f"{game.name}.wasm").write_bytes(code.replace(coefficient, coefficient[:3] + b"\x54" + coefficient[4:]))
    assert told_by_node(runner, tmp_path, game, settings, tmp_path) != story(game, settings)

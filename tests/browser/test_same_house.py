"""The house in the page is the house of the server: Python writes down what it does, and its translation, run by node,
must do the same, byte for byte."""

import json
import os
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest

from browser.commands import table_run
from browser.link_run import link_run
from browser.pocket_run import pocket_run
from browser.review_run import review_run
from browser.thoughts import thinking_run
from lumitheque.browser.building import build_all
from lumitheque.browser.device_files import editions, levels_of, words
from lumitheque.browser.translation.modules import TranslationError, translate
from lumitheque.browser.translation.sources import modules, write_translations
from lumitheque.games import SHELF
from lumitheque.games.game import Game
from lumitheque.languages import languages
from lumitheque.referee import Referee, new

WEB = Path(__file__).parents[2] / "web"
ALL = bool(os.environ.get("LUMITHEQUE_TEST_ALL"))
ODD = ("zz", "pass", "a1-a2", "draw 1", "pile 2", "P1", "c3xd4", "noflip", "build I-05@0")
LOOKS = 7  # plies between two looks at all views

pytestmark = pytest.mark.slow


def played(game: Game, seats: int, number: int) -> dict[str, Any]:
    """A game at random, and all that a referee says on the way."""
    dice = random.Random(f"{game.name} {seats} {number}")
    choices = list(game.combinations(seats))
    options = dice.choice(choices) if number else {}
    referee = new(game.name, seats, seed=dice.getrandbits(128), options=options)
    plies: list[dict[str, Any]] = []
    while len(plies) < (400 if ALL else 120):
        plies.append(ply(referee, dice, with_views=len(plies) % LOOKS == 0))
        if "ending" in plies[-1]:
            break
    record = msgspec.json.encode(referee.game_record()).decode()
    facts = {"game": game.name, "seats": seats, "options": options, "seed": referee.seed}
    return {**facts, "plies": plies, "record": record}


def ply(referee: Referee, dice: random.Random, with_views: bool) -> dict[str, Any]:
    waiting = referee.waiting()
    told: dict[str, Any] = {"waiting": waiting, "legal": [referee.legal(seat) for seat in waiting]}
    if with_views:
        told["views"] = [referee.position(), *(referee.view(seat) for seat in (*range(referee.seats), None))]
    if not waiting:
        return {**told, "ending": referee.ending()}
    seat = dice.choice(waiting)
    move, odd = dice.choice(referee.legal(seat)), dice.choice(ODD)
    told |= {"odd": [odd, referee.refusal(odd, seat)], "play": [seat, move]}
    told["says"] = [referee.describe(move, "fr"), referee.describe(move, "en")]
    return {**told, "chance": referee.play(move, seat)}


def looked_back_at() -> list[tuple[Game, int]]:
    """Every game, for the fewest and for the most players at least."""
    return [
        (game, seats)
        for game in SHELF.values()
        for seats in game.seats
        if ALL or seats in game.seats[:: len(game.seats) - 1 or 1]
    ]


@pytest.fixture(scope="module")
def vectors(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("vectors")
    runs = 4 if ALL else 2
    told = {
        "words": {code: words(code, SHELF.values()) for code in languages()},
        "games": {game.name: {"editions": editions(game), "levels": levels_of(game)} for game in SHELF.values()},
        "referee": [played(game, seats, n) for game in SHELF.values() for seats in game.seats for n in range(runs)],
        "bots": [thinking_run(game, seats, n) for game in SHELF.values() for seats in game.seats for n in range(runs)],
        "pocket": [run(game, n) for run in (pocket_run, link_run) for game in SHELF.values() for n in range(2 * runs)],
        "reviews": [review_run(game, seats, n) for game, seats in looked_back_at() for n in range(runs // 2)],
        "tables": [table_run(game, number) for game in SHELF.values() for number in range(3 * runs)],
    }
    for name, what in told.items():
        (folder / f"{name}.json").write_text(json.dumps(what), encoding="utf-8")
    write_translations(folder / "translated")
    build_all(SHELF.values(), folder / "wasm", lambda *_: None)
    return folder


def run_in_node(vectors: Path) -> subprocess.CompletedProcess[str]:
    surroundings = os.environ | {"VECTORS": str(vectors), "TRANSLATED": str(vectors / "translated")}
    vitest = ["node", "node_modules/vitest/vitest.mjs", "run", "--no-color", "--bail=1"]
    return subprocess.run(vitest, cwd=WEB, env=surroundings, capture_output=True, text=True, check=False)


def test_the_page_plays_as_python_does(vectors: Path) -> None:
    done = run_in_node(vectors)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    assert "Tests  5 passed" in done.stdout


def test_a_planted_difference_is_found(vectors: Path, tmp_path: Path) -> None:
    """One changed operator in the translation of one rule."""
    planted = tmp_path / "planted"
    shutil.copytree(vectors, planted)
    path = planted / "translated" / "games.lumens.position.js"
    changed = path.read_text(encoding="utf-8").replace("$.sub(7, face)", "$.sub(6, face)", 1)
    assert changed != path.read_text(encoding="utf-8")
    path.write_text(changed, encoding="utf-8")
    done = run_in_node(planted)
    assert done.returncode != 0 and "lumens" in done.stdout + done.stderr  # whichever test is the first to see it


def test_what_cannot_be_translated_names_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "untranslatable.py").write_text("def wait():\n    with open('x') as file:\n        return file\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(TranslationError, match=r"untranslatable.py, line 2: of `with`, only suppress"):
        translate("untranslatable")


def test_translations_are_the_same_each_time(vectors: Path, tmp_path: Path) -> None:
    names = write_translations(tmp_path / "again")
    assert set(names) == modules()
    for path in (vectors / "translated").iterdir():
        assert path.read_bytes() == (tmp_path / "again" / path.name).read_bytes()

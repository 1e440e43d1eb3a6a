"""prepare, and how long one waits for an answer."""

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from command_line import HOUSE, Run, own_process, spawn, text_of
from lumitheque.cli import preparing
from lumitheque.games import SHELF, machine_code

QUICK = 1.5  # seconds of processor time for an answer


class Children:
    """Children that do nothing but sleep and, the one named, fail."""

    def __init__(self, failing: str = "", seconds: float = 0.0) -> None:
        self.failing, self.seconds = failing, seconds
        self.started: dict[str, float] = {}

    def __call__(self, game: str) -> dict[str, Any]:
        self.started[game] = time.monotonic()
        program = f"import time; time.sleep({self.seconds}); assert {game != self.failing}, 'no luck'; "
        mark = f"open({str(machine_code.ready_mark(SHELF[game].folder))!r}, 'w')"
        return {"args": [sys.executable, "-c", program + mark]}


@pytest.fixture
def marks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Ready marks that nobody else looks at."""
    monkeypatch.setattr(machine_code, "ready_mark", lambda game: tmp_path / f"ready-{game.name}")
    return tmp_path


def marked(marks: Path) -> set[str]:
    return {mark.name.removeprefix("ready-") for mark in marks.glob("ready-*")}


def test_all_games_are_prepared_two_at_a_time(lumitheque: Run, marks: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    children = Children(seconds=0.3)
    monkeypatch.setattr(preparing, "_command", children)
    told = lumitheque("prepare")
    assert told.status == 0 and marked(marks) == set(SHELF)
    assert list(children.started) == list(SHELF)
    times = list(children.started.values())
    assert times[1] - times[0] < 0.3 <= times[2] - times[0]
    assert sorted(line.partition(":")[0] for line in told.out.splitlines()[:-1]) == sorted(SHELF)
    assert "Everything is ready" in told.out


def test_a_game_alone(lumitheque: Run, marks: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preparing, "_command", Children())
    told = lumitheque("prepare", HOUSE[0], HOUSE[0])
    assert told.status == 0 and marked(marks) == {HOUSE[0]}
    assert told.out.count(f"{HOUSE[0]}: ready") == 1 and "still to be compiled" in told.out


def test_what_is_prepared_is_left(lumitheque: Run, marks: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    children = Children()
    monkeypatch.setattr(preparing, "_command", children)
    lumitheque("prepare", HOUSE[0])
    told = lumitheque("prepare")
    assert list(children.started) == [HOUSE[0], *(name for name in SHELF if name != HOUSE[0])]
    assert "Everything is ready" in told.out


def test_a_game_that_does_not_compile(lumitheque: Run, marks: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preparing, "_command", Children(failing=HOUSE[1]))
    told = lumitheque("prepare")
    assert told.status == 2 and HOUSE[1] not in marked(marks)
    assert told.err == f"lumitheque: {HOUSE[1]} cannot be compiled: AssertionError: no luck\n"


def test_it_answers_before_anything_is_compiled(tmp_path: Path) -> None:
    """With an empty cache: interpreted, and nothing is compiled on the way."""
    (tmp_path / "game.json").write_text(text_of(HOUSE[0]), encoding="utf-8")
    told = spawn(tmp_path, "moves", "game.json", rules="auto", LUMITHEQUE_CACHE=str(tmp_path / "cache"))
    assert told.status == 0 and told.out
    assert not list((tmp_path / "cache").glob("*"))


@pytest.mark.parametrize("words", [["games"], ["moves", "game.json"], ["new", HOUSE[0]], ["show", "game.json"]])
def test_answers_are_quick(tmp_path: Path, words: list[str]) -> None:
    """Processor time, so that a busy machine does not matter."""
    (tmp_path / "game.json").write_text(text_of(HOUSE[-1]), encoding="utf-8")
    how = own_process()
    del how["env"]["LUMITHEQUE_RULES"]
    times = []
    for _ in range(2):  # the first time Python may have to write its own files
        before = os.times()
        subprocess.run([*how["args"], *words], cwd=tmp_path, env=how["env"], capture_output=True, check=True)
        after = os.times()
        times.append(after.children_user + after.children_system - before.children_user - before.children_system)
    assert min(times) < QUICK


COMPILER = ("numba",)
RULES = (*COMPILER, "numpy", "lumitheque.referee", "lumitheque.games")


@pytest.mark.parametrize(
    ("words", "heavy"),
    [
        (["--version"], (*RULES, "cyclopts", "rich")),
        (["--help"], RULES),
        (["frobnicate"], COMPILER),
        (["games"], (*COMPILER, "lumitheque.referee")),
        (["bots"], (*COMPILER, "lumitheque.referee")),
        (["schema", "sirius"], COMPILER),
        (["show", "game.json"], COMPILER),
        (["check", "game.json"], COMPILER),
    ],
    ids=lambda value: value[0],
)
def test_starting_is_light(tmp_path: Path, words: list[str], heavy: tuple[str, ...]) -> None:
    """A command loads only what it needs."""
    (tmp_path / "game.json").write_text(text_of("sirius"), encoding="utf-8")
    program = f"import sys\nfrom lumitheque.cli import run\nrun({words!r})\nprint()\nprint(*sys.modules)"
    own = {name: value for name, value in os.environ.items() if name != "LUMITHEQUE_RULES"}
    told = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, env=own, capture_output=True, text=True, check=True, timeout=60
    )
    assert set(told.stdout.splitlines()[-1].split()) & set(heavy) == set()


def test_what_thinks_is_compiled(tmp_path: Path) -> None:
    """Said on stderr, once it is sure that the rules are not compiled yet; and only if nobody has settled it."""
    program = (
        "import os\n"
        "from lumitheque.cli.reading import compile_if_need_be\n"
        "from lumitheque.cli.speech import Speech\n"
        "compile_if_need_be(Speech('en'))\n"
        "print(os.environ['LUMITHEQUE_RULES'])"
    )
    own = {name: value for name, value in os.environ.items() if name != "LUMITHEQUE_RULES"}
    own["LUMITHEQUE_CACHE"] = str(tmp_path)
    for settled, way in (({}, "compiled"), ({"LUMITHEQUE_RULES": "interpreted"}, "interpreted")):
        told = subprocess.run(
            [sys.executable, "-c", program], env=own | settled, capture_output=True, text=True, check=True, timeout=60
        )
        assert told.stdout.strip() == way
        assert ("not compiled yet" in told.stderr) == (way == "compiled")


@pytest.mark.slow
def test_prepare_for_real(tmp_path: Path) -> None:
    """A child that does compile: one game, into the cache that the other tests use."""
    told = spawn(tmp_path, "prepare", "sirius")
    assert told.status == 0, told.err

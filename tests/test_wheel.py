"""The built wheel: installed into an empty environment, outside the repository, it runs without make and node."""

import json
import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from source_tree import PACKAGE, ROOT

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def command(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`lumitheque` in an environment that has nothing but the wheel and what it needs."""
    environment = tmp_path_factory.mktemp("environment")
    venv.create(environment, with_pip=True)
    python, pins = environment / "bin" / "python", ROOT / "constraints.txt"
    subprocess.run([python, "-m", "pip", "install", "-q", "-c", pins, wheel], cwd=environment, check=True)
    return environment / "bin" / "lumitheque"


def run(command: Path, folder: Path, *arguments: str) -> str:
    """What the command prints, with nothing but its own environment on the path and a home of its own."""
    own = {"PATH": str(command.parent), "HOME": str(folder), "LANG": "C.UTF-8"}
    kept = {name: os.environ[name] for name in ("SYSTEMROOT", "LD_LIBRARY_PATH") if name in os.environ}
    told = subprocess.run(
        [command, *arguments], cwd=folder, env=own | kept, capture_output=True, text=True, check=False, timeout=300
    )
    assert told.returncode == 0, told.stderr
    return told.stdout


def test_wheel_holds_every_file(wheel: Path) -> None:
    """Words, pages and editions too."""
    here = {path.relative_to(PACKAGE.parent).as_posix() for path in PACKAGE.rglob("*") if path.is_file()}
    expected = {name for name in here if "__pycache__" not in name}
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if name.startswith("lumitheque/")}
    assert packed == expected


def test_wheel_plays(command: Path, tmp_path: Path) -> None:
    assert "sirius" in json.dumps(json.loads(run(command, tmp_path, "games", "--json")))
    run(command, tmp_path, "new", "sirius", "--seats", "2", "--seed", "7", "--set", "setup=random", "-o", "game.json")
    assert "a3-a4" in run(command, tmp_path, "moves", "game.json")
    run(command, tmp_path, "move", "game.json", "a3-a4", "-o", "after.json")
    assert json.loads((tmp_path / "after.json").read_text(encoding="utf-8"))["moves"] == [[1, "a3-a4"]]
    run(command, tmp_path, "check", "game.json", "after.json")

"""The built wheel: installed into an empty environment, outside the repository, it runs without make and node."""

import json
import os
import re
import subprocess
import sys
import venv
import zipfile
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest

from faults.houses import free_port
from lumitheque.games.machine_code import cache_root
from open_house import PATIENCE, Guest, wait_for
from source_tree import PACKAGE, ROOT

pytestmark = pytest.mark.slow
STARTING = 300.0  # seconds, where nothing is compiled yet


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


def surroundings(command: Path, folder: Path) -> dict[str, str]:
    """Nothing but the command's own environment on the path, and a home of its own."""
    own = {"PATH": str(command.parent), "HOME": str(folder), "LANG": "C.UTF-8"}
    return own | {name: os.environ[name] for name in ("SYSTEMROOT", "LD_LIBRARY_PATH") if name in os.environ}


def run(command: Path, folder: Path, *arguments: str) -> str:
    """What the command prints."""
    own = surroundings(command, folder)
    told = subprocess.run(
        [command, *arguments], cwd=folder, env=own, capture_output=True, text=True, check=False, timeout=300
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


def test_wheel_serves(command: Path, tmp_path: Path) -> None:
    """The page is in the wheel, and a game is played over it. The machine code is that of this machine."""
    port = free_port()
    own = surroundings(command, tmp_path) | {"LUMITHEQUE_CACHE": str(cache_root())}
    serve = [command, "serve", "--host", "127.0.0.1", "--port", str(port), "--data", "house"]
    with (tmp_path / "log").open("wb") as log:
        process = subprocess.Popen(serve, cwd=tmp_path, env=own, stdout=log, stderr=log)
    try:
        address = f"http://127.0.0.1:{port}"
        wait_for(lambda: process.poll() is not None or is_ready(address), STARTING)
        guest = Guest(SimpleNamespace(url=address, port=port), "Ada")  # type: ignore[arg-type]  # enough of a house
        page = guest.http.get("/").text
        assert all(guest.http.get(asset).status_code == 200 for asset in re.findall(r"/assets/[^\"]+", page))
        assert "/assets/" in page
        table = guest.open("lumens", sit=[0], bots={1: "greedy"}, start=True)
        guest.must(table, "play", moves=[guest.look(table)["state"]["legal"][0]])
        guest.go()
    finally:
        process.terminate()
    assert process.wait(PATIENCE) == 0, (tmp_path / "log").read_text(encoding="utf-8")


def is_ready(address: str) -> bool:
    try:
        return httpx.get(f"{address}/ready").status_code == 200
    except httpx.TransportError:
        return False

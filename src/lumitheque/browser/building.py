"""Modules built in processes of their own, two at a time, and kept in the user's cache.

A process of its own, because how rules are run is settled once per process. A module is kept in a folder named after a
digest of all that it is made from, as machine code is: whatever lies there fits.
"""

import fcntl
import functools
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from lumitheque.browser.linking import linker
from lumitheque.games.game import Game, GameError
from lumitheque.games.machine_code import SHARED, cache_root, source_digest

AT_ONCE = 2
ROOMS = ("kernels", "bots", "bots/search", "browser")  # that a module depends on, besides games
PARTS = ("wasm", "json")

# Numba asks which processor this is. Modules must not depend on that: the same sources make the same bytes.
ANY_PROCESSOR = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}

Report = Callable[[Game, float], None]  # a module is there after so many seconds


def kept_in(game: Game) -> Path:
    """The folder for the module that these sources make."""
    rooms = (SHARED.parent / room for room in ROOMS)
    digest = hashlib.sha256(source_digest(game.folder, game.folder / "skill", *rooms).encode())
    for edition in sorted((game.folder / "editions").glob("*.*")):
        digest.update(edition.name.encode() + edition.read_bytes())
    digest.update(_linker_version())
    return cache_root() / f"wasm-{game.name}-{digest.hexdigest()[:16]}"


@functools.cache
def _linker_version() -> bytes:
    return subprocess.run([*linker(), "--version"], capture_output=True, check=True).stdout


def built(game: Game) -> Path:
    """The folder with GAME.wasm and GAME.json; built unless it is there. GameError if it cannot be."""
    place = kept_in(game)
    if place.exists():
        return place
    with (cache_root() / f"{place.name}.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # if another process is at it, wait for that
        if not place.exists():
            _build_into(game, place)
    return place


def _build_into(game: Game, place: Path) -> None:
    """The folder appears when all of it is there."""
    with tempfile.TemporaryDirectory(dir=cache_root(), prefix="making-") as folder:
        inside = Path(folder) / place.name
        inside.mkdir()
        _build(game, inside)
        inside.rename(place)


def _build(game: Game, folder: Path) -> None:
    own = os.environ | {"LUMITHEQUE_RULES": "portable", "LUMITHEQUE_CACHE": str(cache_root())} | ANY_PROCESSOR
    command = [sys.executable, "-m", "lumitheque.browser", game.name, str(folder)]
    told = subprocess.run(command, env=own, capture_output=True, text=True, check=False)
    if told.returncode:
        said = told.stderr.strip().splitlines() or [f"exit status {told.returncode}"]
        raise GameError(f"{game.name} cannot be compiled: {said[-1]}")


def build_all(games: Iterable[Game], folder: Path, report: Report) -> None:
    """Write the modules of games with their descriptions into a folder."""
    folder.mkdir(parents=True, exist_ok=True)

    def build_one(game: Game) -> None:
        begun = time.monotonic()
        place = built(game)
        for part in PARTS:
            shutil.copy(place / f"{game.name}.{part}", folder / f"{game.name}.{part}")
        report(game, time.monotonic() - begun)

    with ThreadPoolExecutor(AT_ONCE) as pool:
        list(pool.map(build_one, games))

"""Files that are written once for all games and loaded once per game.

Such a file finds its game's rules bound into its globals, because only functions that reach others through globals are
kept on disk by Numba; and each copy keeps its machine code in a folder of its own, because Numba tells copies of a file
apart by argument types alone, and two games may have records of the same type.
"""

import functools
import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from lumitheque.games.game import Game
from lumitheque.games.machine_code import cache_root, machine_code_in, source_digest, way_to_run

HERE = Path(__file__).parent
Kernels = Any  # the module walking.py, bound to one game


def load_for(game: Game, path: Path, *depends_on: Path, **bound: ModuleType) -> ModuleType:
    """A file for one game, with modules bound to names in it; it depends on the sources in these folders too."""
    name = f"lumitheque.{path.parent.name}.{path.stem}_{game.name}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    module.__dict__.update(bound)
    sys.modules[name] = module  # machine code from disk looks for it there
    digest = source_digest(game.folder, path.parent, *depends_on)
    checked = "-checked" if way_to_run() == "checked" else ""
    with machine_code_in(cache_root() / f"{game.name}-{path.parent.name}-{digest}{checked}", game.folder):
        spec.loader.exec_module(module)
    return module


@functools.cache
def kernels(game: Game) -> Kernels:
    """walking.py for one game."""
    return load_for(game, HERE / "walking.py", rules=game.rules)

"""The kernels of one game.

`walking.py` is written once for all games. It is loaded once per game with that game's rules bound into its globals,
because only functions that reach others through globals are kept on disk by Numba; and each copy keeps its machine code
in a folder of its own, because Numba tells copies of a file apart by argument types alone, and two games may have
records of the same type.
"""

import functools
import importlib.util
import sys
from pathlib import Path
from typing import Any

from lumitheque.games.game import Game
from lumitheque.games.rule import cache_root, machine_code_in, source_digest, way_to_run

HERE = Path(__file__).parent
Kernels = Any  # the module walking.py, bound to one game


@functools.cache
def kernels(game: Game) -> Kernels:
    """walking.py for one game."""
    spec = importlib.util.spec_from_file_location(f"{__package__}.walking_{game.name}", HERE / "walking.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    module.__dict__["rules"] = game.rules
    sys.modules[module.__name__] = module  # machine code from disk looks for it there
    place = cache_root() / f"{game.name}-kernels-{source_digest(game.folder, HERE)}-{way_to_run()}"
    with machine_code_in(place):
        spec.loader.exec_module(module)
    return module

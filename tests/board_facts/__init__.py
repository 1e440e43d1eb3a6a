"""What the rules say in played games, for the tests of the boards: web/tests/fixtures, a file per game.

make board-facts             writes them anew (GAME=sirius: one of them); then read what changed
tests/test_board_facts.py    compares
"""

import importlib
import json
from collections.abc import Callable, Iterable
from pathlib import Path

from board_facts.playing import Fact
from lumitheque.games import SHELF

FOLDER = Path(__file__).parents[2] / "web" / "tests" / "fixtures"

DRAWN = "drawn"  # not a game: where the page and Python both reckon how a piece is drawn
HOUSE = [name for name, game in SHELF.items() if game.package.startswith("lumitheque.")]


def written(game: str) -> str:
    """The file of a game, or of DRAWN, made by `facts` in the module of that name in this folder."""
    facts: Callable[[], Iterable[Fact]] = importlib.import_module(f"board_facts.{game}").facts
    lines = [json.dumps(fact, ensure_ascii=False, separators=(",", ":")) for fact in facts()]
    return "[\n" + ",\n".join(lines) + "\n]\n"

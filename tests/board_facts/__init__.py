"""What the rules say in played games, for the tests of the boards: web/tests/fixtures, a file per game.

make board-facts             writes them anew; then read what changed
tests/test_board_facts.py    compares
"""

import json
from collections.abc import Callable, Iterable
from pathlib import Path

from board_facts import fromages, galax, lumens, luminis, sirius
from board_facts.playing import Fact

FOLDER = Path(__file__).parents[2] / "web" / "tests" / "fixtures"

FACTS: dict[str, Callable[[], Iterable[Fact]]] = {
    "fromages": fromages.facts,
    "galax": galax.facts,
    "lumens": lumens.facts,
    "luminis": luminis.facts,
    "sirius": sirius.facts,
}


def written(game: str) -> str:
    """The file of a game."""
    lines = [json.dumps(fact, ensure_ascii=False, separators=(",", ":")) for fact in FACTS[game]()]
    return "[\n" + ",\n".join(lines) + "\n]\n"

"""Games that are compiled while the house is open, and machine code that another checkout has made."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).parents[1]
COMPILE = (
    "from lumitheque.games import join\n"
    "from lumitheque.server.upkeep.compiling import compile_verbs\n"
    "from toy import GAME\n"
    "join(GAME)\n"
    "compile_verbs(GAME)\n"
)


def run(checkout: Path, cache: Path, rules: str, *words: str) -> None:
    """Run Python with a copy of tests/toy of its own."""
    shutil.copytree(TESTS / "toy", checkout / "toy", ignore=shutil.ignore_patterns("__pycache__"))
    places = [str(checkout), str(TESTS), *filter(None, [os.environ.get("PYTHONPATH")])]
    own = {"LUMITHEQUE_RULES": rules, "LUMITHEQUE_CACHE": str(cache), "PYTHONPATH": os.pathsep.join(places)}
    told = subprocess.run(
        [sys.executable, *words], env=os.environ | own, capture_output=True, text=True, timeout=120, check=False
    )
    assert told.returncode == 0, told.stderr


def test_a_table_goes_over_to_machine_code_of_another_checkout(tmp_path: Path) -> None:
    """Compiled from one copy of the sources, found by a house that runs another, in the middle of a game."""
    run(tmp_path / "one", tmp_path / "cache", "compiled", "-c", COMPILE)
    run(tmp_path / "two", tmp_path / "cache", "prepared", "-m", "going_over")

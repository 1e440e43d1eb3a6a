"""Mutation testing of one rule book: change its rules in small ways, one at a time, and see whether its tests notice.

mutmut leaves decorated functions alone, so a copy of the sources is made in build/mutation in which the game's rules
are plain functions; they run interpreted anyway. What survived is listed at the end: `mutmut show NAME` in that folder
says what was changed.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PLACE = ROOT / "build" / "mutation"

CONFIGURATION = """[mutmut]
source_paths=src
only_mutate=
    {rules}
pytest_add_cli_args=
    -p
    no:cacheprovider
pytest_add_cli_args_test_selection=
    {tests}
also_copy=
    README.md
"""


def copy_sources(rules: list[Path]) -> None:
    """Copy the repository's code, with the decorators of this game's rules removed."""
    shutil.rmtree(PLACE, ignore_errors=True)
    for name in ("src", "tests"):
        shutil.copytree(ROOT / name, PLACE / name, ignore=shutil.ignore_patterns("__pycache__", ".mypy_cache"))
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, PLACE / name)
    for path in rules:
        plain = re.sub(r"^@rule\n", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
        (PLACE / path.relative_to(ROOT)).write_text(plain, encoding="utf-8")


def configure(game: str, rules: list[Path]) -> None:
    tests = sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob(f"tests/games/test_{game}*.py"))
    if not tests:
        sys.exit(f"there is no tests/games/test_{game}*.py to try the mutants on")
    lines = {"rules": "\n    ".join(path.relative_to(ROOT).as_posix() for path in rules), "tests": "\n    ".join(tests)}
    (PLACE / "setup.cfg").write_text(CONFIGURATION.format(**lines), encoding="utf-8")


def mutmut(*arguments: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"LUMITHEQUE_RULES": "interpreted"}
    command = [sys.executable, "-m", "mutmut", *arguments]
    return subprocess.run(command, cwd=PLACE, env=environment, text=True, check=False)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", help="a folder in src/lumitheque/games")
    parser.add_argument("--module", default="rules", help="the module to change (default: rules); * for all")
    parser.add_argument("--jobs", default="2", help="how many mutants are tried at once")
    chosen = parser.parse_args()
    folder = ROOT / "src" / "lumitheque" / "games" / chosen.game
    rules = sorted(folder.glob(f"{chosen.module}.py"))
    if not rules:
        sys.exit(f"{folder.relative_to(ROOT)} has no {chosen.module}.py")
    copy_sources(rules)
    configure(chosen.game, rules)
    if mutmut("run", "--max-children", chosen.jobs).returncode:
        sys.exit("the mutants could not be tried")
    mutmut("results")
    mutmut("export-cicd-stats")
    told = json.loads((PLACE / "mutants" / "mutmut-cicd-stats.json").read_text(encoding="utf-8"))
    print(", ".join(f"{count} {what.replace('_', ' ')}" for what, count in told.items() if count))


if __name__ == "__main__":
    main()

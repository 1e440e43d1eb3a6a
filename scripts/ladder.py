"""Measure a ladder of players of one game, from chance to the strongest: where its levels may stand.

    python scripts/ladder.py sirius --games 40        (the same command goes on where it stopped)

Every rung meets the next one, on paired deals; strengths are Elo points fitted to all games, counted from the player
who moves at random. Rungs are close together, so that neighbours both win games. The levels of a game are chosen among
its rungs, evenly spaced; `--write` puts their strengths into levels.toml.
"""

import argparse
import itertools
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from lumitheque.bots.levels import Level, levels
from lumitheque.games import find

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "build" / "ladder"
CALCULATED = ("galax", "sirius")  # by alpha-beta
SHARES = (3, 4.5, 6, 9, 12, 18, 25, 35, 50, 70)  # percent of the moves noticed
SIMULATIONS = {
    "galax": (25, 60, 150, 400, 1000, 2500),
    "sirius": (25, 60, 150, 400, 1000, 2500),
    "lumens": (30, 80, 200, 500, 1200, 3000),
    "luminis": (30, 80, 200, 500, 1200, 3000, 7000),
    "fromages": (50, 200, 800, 3000, 10000),
}


def rungs(game: str) -> list[str]:
    kind = "deepening" if game in CALCULATED else "tree"
    noticing = [f"greedy%{share:g}" for share in SHARES]
    return ["random", *noticing, "greedy", *(f"{kind}@{number}" for number in SIMULATIONS[game])]


def arena(game: str, *words: str) -> dict[str, Any]:
    """The arena's summary of a ladder."""
    command = [sys.executable, "-m", "lumitheque.cli", "arena", game, *words, "--zero", "random", "--json"]
    told = subprocess.run([*command, "--out", str(KEPT / game)], stdout=subprocess.PIPE, text=True, check=True)
    summary: dict[str, Any] = json.loads(told.stdout)
    return summary


def climb(game: str, games: int, jobs: int) -> None:
    """Let every rung meet the next one."""
    pairs = list(itertools.pairwise(rungs(game)))
    words = [word for low, high in pairs for word in ("--lineup", f"{high},{low}")]
    arena(game, *words, "--games", str(games * len(pairs)), "--jobs", str(jobs))


def rung_of(level: Level) -> str:
    """How a level is spelled as a plain player."""
    noticing = f"%{100 * level.notices:g}" if level.notices < 1 else ""
    return f"{level.bot}{noticing}" + (f"@{level.simulations}" if level.simulations else "")


def write_strengths(game: str, strengths: dict[str, Any]) -> None:
    """Put what was measured into levels.toml, below the name of each level."""
    path = find(game).folder / "skill" / "levels.toml"
    text = re.sub(r"^(strength|spread) = .*\n", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    for name, level in levels(find(game)).items():
        found = strengths[rung_of(level)]
        measured = f"strength = {found['elo']:.0f}\nspread = {found['give']:.0f}\n"
        text = text.replace(f'name = "{name}"\n', f'name = "{name}"\n{measured}')
    path.write_text(text, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", default=list(SIMULATIONS))
    parser.add_argument("--games", type=int, default=40, help="between two rungs; 0 plays nothing")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="write the strengths of the levels into levels.toml")
    chosen = parser.parse_args()
    for game in chosen.game:
        if chosen.games:
            climb(game, chosen.games, chosen.jobs)
        standings = arena(game, "--report-only")["standings"]
        for one in standings:
            print(f"{game} {one['player']} {one['strength']['elo']:.0f} ± {one['strength']['give']:.0f}", flush=True)
        if chosen.write:
            write_strengths(game, {one["player"]: one["strength"] for one in standings})


if __name__ == "__main__":
    main()

"""Measure how strong the levels of a game are, and write that into its levels.toml.

    python scripts/levels.py sirius galax --games 40      (all games if none is named; the same command goes on)

Each level meets the next one up, and the weakest meets a player who moves at random; every deal is played from both
seats. Where neither has to think, five times as many games are played. Strengths are Elo points fitted to all games
together, counted from the player who moves at random.
"""

import argparse
import itertools
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from lumitheque.bots import find_player, levels
from lumitheque.games import SHELF, find

KEPT = Path(__file__).parents[1] / "build" / "levels"
CHANCE = "random"
QUICK = ("random", "greedy")
MORE = 5  # times as many games between quick ones


def arena(game: str, *words: str) -> dict[str, Any]:
    """Run an arena; return its summary."""
    command = [sys.executable, "-m", "lumitheque", "arena", game, *words, "--json"]
    told = subprocess.run([*command, "--out", str(KEPT / game)], stdout=subprocess.PIPE, text=True, check=True)
    summary: dict[str, Any] = json.loads(told.stdout)
    return summary


def is_quick(game: str, pair: tuple[str, str]) -> bool:
    return all(find_player(find(game), name).kind in QUICK for name in pair)


def climb(game: str, games: int, jobs: int) -> None:
    """Play every level against the next stronger one."""
    pairs = list(itertools.pairwise([CHANCE, *levels(find(game))]))
    for quick in (True, False):
        meeting = [(low, high) for low, high in pairs if is_quick(game, (low, high)) is quick]
        words = [word for low, high in meeting for word in ("--lineup", f"{high},{low}")]
        most = len(meeting) * games * (MORE if quick else 1)
        arena(game, *words, "--games", str(most), "--jobs", str(jobs))


def write_strengths(game: str, strengths: dict[str, Any]) -> None:
    """Write the measured strengths into levels.toml, below the name of each level."""
    path = find(game).folder / "skill" / "levels.toml"
    text = re.sub(r"^(strength|spread) = .*\n", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    for name in levels(find(game)):
        measured = f"strength = {strengths[name]['elo']:.0f}\nspread = {strengths[name]['give']:.0f}\n"
        text = text.replace(f'name = "{name}"\n', f'name = "{name}"\n{measured}')
    path.write_text(text, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", default=list(SHELF))
    parser.add_argument("--games", type=int, default=40, help="between two levels; 0 plays nothing")
    parser.add_argument("--jobs", type=int, default=1)
    chosen = parser.parse_args()
    for game in chosen.game:
        if chosen.games:
            climb(game, chosen.games, chosen.jobs)
        standings = arena(game, "--report-only", "--zero", CHANCE)["standings"]
        for one in standings:
            print(f"{game} {one['player']} {one['strength']['elo']:.0f} ± {one['strength']['give']:.0f}", flush=True)
        write_strengths(game, {one["player"]: one["strength"] for one in standings})


if __name__ == "__main__":
    main()

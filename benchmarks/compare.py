"""Several versions of the house under the same load, by turns, so that a busy machine is busy for all of them.

    python benchmarks/compare.py TREE TREE … [--peer] [--store sqlite] [--matches 200] [--rounds 5] [--seconds 8]

A TREE is a checkout (`git worktree add build/before COMMIT`); --peer: boardgame.io as well, in memory or on the same
PostgreSQL. On a busy machine the CPU time of the server per move says more than the rate. All are compared with the
first tree.
"""

import argparse
import os
import statistics
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Any

os.environ["LUMITHEQUE_RULES"] = "compiled"

from load import postgres
from load.servers import KEPT, Cores, peers_installed

from server import NO_DISK, PEER_MEMORY, PEER_POSTGRES, POSTGRES, SQLITE, Bench, Pace, Side, allow_many_sockets, say

SIDES = {side.store: side for side in (SQLITE, NO_DISK, POSTGRES)}
PEER = Path("boardgame.io")  # in the list of trees


def play(bench: Bench, side: Side, tree: Path, *words: str) -> tuple[float, float]:
    """Moves per second, and microseconds of the server's CPU per move."""
    if tree == PEER:
        side = PEER_POSTGRES if side == POSTGRES else PEER_MEMORY
    os.environ["PYTHONPATH"] = str(tree.resolve() / "src")  # the server inherits it
    found: dict[str, Any] = bench.play(side, *words)
    rate = found["moves_per_second"]
    cost = 1e6 * found["cpu"]["server"] / rate if rate else float("nan")
    say(f"{tree.resolve().name}: {rate:.0f} moves/s, {cost:.1f} µs of CPU per move")
    return rate, cost


def main() -> None:
    words = argparse.ArgumentParser()
    words.add_argument("trees", nargs="+", type=Path)
    words.add_argument("--peer", action="store_true")
    words.add_argument("--store", choices=SIDES, default="sqlite")
    words.add_argument("--matches", default="200")
    words.add_argument("--seconds", default="8")
    words.add_argument("--rounds", type=int, default=5)
    given = words.parse_args()
    trees = [*given.trees, PEER] if given.peer else given.trees
    Cores.choose(0, 1)
    os.sched_setaffinity(0, {Cores.driver})
    allow_many_sockets()
    KEPT.mkdir(parents=True, exist_ok=True)
    runs: dict[Path, list[tuple[float, float]]] = {tree: [] for tree in trees}
    with postgres.postgres() if given.store == "postgres" else nullcontext() as database:
        bench = Bench(Pace(), database, peers_installed() if given.peer else "not asked for")
        load = ("--matches", given.matches, "--seconds", given.seconds, "--warm-up", "2")
        for number in range(given.rounds):
            for tree in trees if number % 2 == 0 else trees[::-1]:
                runs[tree].append(play(bench, SIDES[given.store], tree, *load))
    print(f"\n{given.store}, {given.matches} matches, median of {given.rounds} rounds")
    medians = {tree: [statistics.median(column) for column in zip(*found, strict=True)] for tree, found in runs.items()}
    first = medians[trees[0]]
    for tree, (rate, cost) in medians.items():
        against = f"{rate / first[0] - 1:+.0%} moves, {cost / first[1] - 1:+.0%} CPU"
        print(f"{tree.resolve().name:24} {rate:7.0f} moves/s {cost:7.1f} µs per move   {against}")


if __name__ == "__main__":
    sys.exit(main())

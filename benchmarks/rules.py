"""Rules side by side with a peer: random play, every legal move listed at every decision, one core.

    make bench          prints the table, writes build/bench.json and benchmarks/results/rules.md

Ours and OpenSpiel's C++ loop (`evaluate_bots` with its uniform random bots) take turns, five times each, on the same
core; what counts is CPU time and the median. Set-up is not in our figure, and chance is not counted in theirs.
"""

import json
import os
import platform
import statistics
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

os.environ["LUMITHEQUE_RULES"] = "compiled"

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

from lumitheque.games import SHELF
from lumitheque.kernels.playouts import Playouts

ROOT = Path(__file__).parent.parent
ROUNDS, SECONDS = 5, 0.6
# game, seats, options, peer, how many times the peer is the goal
CASES = (
    ("lumens", 2, {}, "hearts", 1),
    ("lumens", 4, {}, "hearts", 1),
    ("luminis", 2, {}, "hearts", 1),
    ("luminis", 4, {}, "hearts", 1),
    ("galax", 2, {"setup": "random"}, "breakthrough", 2),
    ("sirius", 2, {"setup": "random"}, "breakthrough", 2),
    ("fromages", 2, {}, "hearts", 1),
    ("fromages", 5, {}, "hearts", 1),
)


def peer_decisions(name: str, games: int) -> float:
    """The mean number of decisions of a peer's random game, counted."""
    import pyspiel

    game, dice = pyspiel.load_game(name), np.random.default_rng(1)
    decisions = 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(int(dice.choice(outcomes, p=chances)))
            else:
                decisions += 1
                state.apply_action(int(dice.choice(state.legal_actions())))
    return decisions / games


def peer_speed(name: str, decisions: float) -> Callable[[], float]:
    """Decisions per CPU second in the peer's own loop."""
    import pyspiel

    game = pyspiel.load_game(name)

    def measure() -> float:
        games, start = 0, time.process_time()
        while (spent := time.process_time() - start) < SECONDS:
            for number in range(games, games + 20):
                players = range(game.num_players())
                bots = [pyspiel.make_uniform_random_bot(player, 10 * number + player) for player in players]
                pyspiel.evaluate_bots(game.new_initial_state(), bots, number)
            games += 20
        return games * decisions / spent

    return measure


def our_speed(name: str, seats: int, options: dict[str, str]) -> Callable[[], float]:
    playouts = Playouts(SHELF[name], seats, options)
    playouts.run(2, 1)  # compiled or loaded now

    def measure() -> float:
        plies, spent, number = 0, 0.0, 0
        while spent < SECONDS:
            number += 1
            prepared = playouts.prepare(200, number)
            start = time.process_time()
            plies += playouts.play(prepared)
            spent += time.process_time() - start
        return plies / spent

    return measure


def machine() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        model = next(line.split(":")[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        model = platform.processor()
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return f"{model}, Python {platform.python_version()}, commit {commit.stdout.strip() or 'unknown'}"


def pin_to_one_core() -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def measured() -> list[dict[str, object]]:
    try:
        decisions = {peer: peer_decisions(peer, 300) for peer in {case[3] for case in CASES}}
    except ImportError:
        Console(stderr=True).print("OpenSpiel is not installed (pip install '.[bench]'): our figures alone")
        decisions = {}
    rows = []
    for name, seats, options, peer, goal in track(CASES, description="measuring", console=Console(stderr=True)):
        ours = our_speed(name, seats, dict(options))
        theirs = peer_speed(peer, decisions[peer]) if peer in decisions else None
        pairs = [(ours(), theirs() if theirs else float("nan")) for _ in range(ROUNDS)]
        mine, peers = (statistics.median(side) for side in zip(*pairs, strict=True))
        rows.append(
            {
                "game": name,
                "seats": seats,
                "options": options,
                "plies_per_second": round(mine),
                "peer": f"open_spiel {peer}",
                "peer_plies_per_second": round(peers) if theirs else None,
                "ratio": round(mine / peers, 2) if theirs else None,
                "goal": goal,
                "runs": [[round(a), round(b) if theirs else None] for a, b in pairs],
            }
        )
    return rows


COLUMNS = ("game", "seats", "plies_per_second", "peer", "peer_plies_per_second", "ratio", "goal")


def table_of(rows: list[dict[str, object]]) -> Table:
    table = Table(*(column.replace("_", " ") for column in COLUMNS))
    for row in rows:
        table.add_row(*(str(row[column]) for column in COLUMNS))
    return table


def page_of(rows: list[dict[str, object]]) -> str:
    """The same as Markdown."""
    lines = [f"# Rules: random play, one core\n\n`make bench`, median of {ROUNDS}, CPU time; {machine()}\n"]
    lines.append("| " + " | ".join(column.replace("_", " ") for column in COLUMNS) + " |")
    lines.append("| --- " * len(COLUMNS) + "|")
    lines += ["| " + " | ".join(str(row[column]) for column in COLUMNS) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def main() -> None:
    pin_to_one_core()
    rows = measured()
    (ROOT / "build").mkdir(exist_ok=True)
    (ROOT / "build" / "bench.json").write_text(json.dumps({"machine": machine(), "rows": rows}, indent=1) + "\n")
    Console().print(table_of(rows))
    results = ROOT / "benchmarks" / "results"
    results.mkdir(exist_ok=True)
    (results / "rules.md").write_text(page_of(rows))


if __name__ == "__main__":
    main()

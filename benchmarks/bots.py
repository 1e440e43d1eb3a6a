"""How strong and how fast the bots are: against greedy, against themselves with less time, next to OpenSpiel's.

    make bench-bots                       everything, one core, two hours at most; it goes on where it was stopped
    python benchmarks/bots.py greedy …    some parts: greedy, seats, curve, speed, clock, openspiel, report

Parts are kept apart and may be played side by side, each on a core of its own. On two cores in about an hour:

    python benchmarks/bots.py speed clock
    taskset -c 0 python benchmarks/bots.py greedy & taskset -c 1 python benchmarks/bots.py seats curve openspiel; wait
    python benchmarks/bots.py report

Matches are `lumitheque arena` with paired deals (every deal is played on every rotation) and a sequential test: it
stops when the 95 % interval, valid however often one looks, lies on one side of the goal, or after the most games.
Results are kept in build/bench-bots, the tables are written to benchmarks/results/bots.md.
"""

import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

os.environ["LUMITHEQUE_RULES"] = "compiled"

import numpy as np

from lumitheque.bots import Budget, Sight, levels
from lumitheque.bots.alpha_beta_bot import AlphaBetaBot
from lumitheque.bots.compiled import compiled_for
from lumitheque.bots.simple_bots import GreedyBot, chance_for
from lumitheque.bots.tree_bot import TreeBot
from lumitheque.bots.workspaces import records
from lumitheque.games import SHELF, find
from lumitheque.referee import Referee, new

ROOT = Path(__file__).parent.parent
KEPT = ROOT / "build" / "bench-bots"
TIME = "0.1s"
TWO = {"luminis": 0.85, "lumens": 0.65, "galax": 0.85, "sirius": 0.85, "fromages": 0.65}  # goals against greedy
MOST = 200  # games with two
MOST_WITH_MORE = {"luminis": 80, "lumens": 60, "fromages": 24}  # with more: two hours are soon over
CURVE_GAME, CURVE = "lumens", ((0.1, 30), (0.2, 24), (0.4, 24), (0.8, 16), (1.6, 12))  # seconds, games against 0.05 s
CLOCKED = (*((name, 2) for name in TWO), ("fromages", 4))  # the last one uses rollouts
CALCULATED = ("galax", "sirius")  # where the top level uses alpha-beta


def top(game: str) -> str:
    """Return the name of the strongest level."""
    return list(levels(find(game)))[-1]


def arena(name: str, game: str, *words: str) -> dict[str, Any]:
    """Play one match on one core; return its summary."""
    print(f"{name}: lumitheque arena {game} {' '.join(words)}", flush=True)
    command = [sys.executable, "-m", "lumitheque", "arena", game, *words, "--jobs", "1", "--json", "--quiet"]
    told = subprocess.run([*command, "--out", str(KEPT / name)], capture_output=True, text=True, check=True)
    summary: dict[str, Any] = json.loads(told.stdout)
    print("   ", said(summary), flush=True)
    return summary


def said(summary: dict[str, Any]) -> str:
    verdict = summary.get("verdict")
    return json.dumps(verdict) if verdict else ""


def against_greedy() -> list[dict[str, Any]]:
    rows = []
    for game, goal in TWO.items():
        words = ("--players", f"{top(game)}@{TIME},greedy", "--games", str(MOST), "--target", str(goal))
        rows.append(arena(f"greedy-{game}", game, *words))
    return rows


def at_fuller_tables() -> list[dict[str, Any]]:
    """One strong among greedy ones wins twice its share."""
    rows = []
    for game, most in MOST_WITH_MORE.items():
        for seats in find(game).seats[1:]:
            line = ",".join([f"{top(game)}@{TIME}", *["greedy"] * (seats - 1)])
            words = ("--lineup", line, "--games", str(most), "--target", f"{2 / seats:.4f}")
            rows.append(arena(f"seats-{game}-{seats}", game, *words))
    return rows


def curve() -> list[dict[str, Any]]:
    """The same bot with more time against itself with 0.05 s."""
    best = top(CURVE_GAME)
    return [
        arena(f"curve-{seconds}", CURVE_GAME, "--players", f"{best}@{seconds}s,{best}@0.05s", "--games", str(games))
        for seconds, games in CURVE
    ]


def somewhere(name: str, number: int, seats: int = 2) -> Referee:
    """Return a position from the middle of a game between greedy players."""
    game = find(name)
    play, bot = new(name, seats, number + 1), GreedyBot(game)
    for ply in range(60 + 25 if name in CALCULATED else 12):
        if not play.waiting():
            break
        seat = play.waiting()[0]
        play.play_number(bot.choose(sight(play, seat), Budget(), ply).move, seat)
    return play


def sight(play: Referee, seat: int) -> Sight:
    return Sight.of(play.game, play.e, play.view_record(seat), seat, play.seats)


def speed() -> list[dict[str, Any]]:
    """Half-turns per second of CPU time: in tree search, in alpha-beta, and in playouts with the same policy."""
    rows = []
    for name, game in SHELF.items():
        play, other = somewhere(name, 3), somewhere(name, 4)
        measured: dict[str, list[float]] = {"playouts": [], "tree": [], "deepening": []}
        for _ in range(7):  # interleaved, so that a slow phase of the machine hits all alike
            measured["playouts"].append(raw_playouts(play))
            measured["tree"].append(in_search(TreeBot(game), play, other))
            if name in CALCULATED:
                measured["deepening"].append(in_search(AlphaBetaBot(game), play, other))
        row = {"game": name} | {what: statistics.median(rates) for what, rates in measured.items() if rates}
        rows.append(row)
        print(json.dumps(row), flush=True)
    return rows


def raw_playouts(play: Referee) -> float:
    """Moves per second when many games are played on with the search's own playout policy and horizon."""
    thoughts = compiled_for(play.game)
    states = records(2000, play.game.record.STATE)
    states[:] = np.frombuffer(play.state.tobytes(), play.game.record.STATE)[0]
    moves = np.zeros(play.game.record.MOST_MOVES, np.int32)
    begun = time.process_time()
    plies = thoughts.playouts.play_all_on(
        play.e, states, chance_for(1), moves, thoughts.skill.GLANCES, max(thoughts.skill.HORIZON, 8)
    )
    return float(plies / (time.process_time() - begun))


def in_search(bot: Any, play: Referee, other: Referee) -> float:
    """Let a bot search once, so that its memory is paged in and its machine code loaded."""
    bot.choose(sight(other, other.waiting()[0]), Budget(0.5), 1)
    begun = time.process_time()
    advice = bot.choose(sight(play, play.waiting()[0]), Budget(0.5), 1)
    return float(advice.plies / (time.process_time() - begun))


def clock() -> list[dict[str, Any]]:
    """Measure how far a move's time exceeds the budget, in milliseconds."""
    rows = []
    for name, seats in CLOCKED:
        for seconds in (0.1, 1.0):
            plays = [somewhere(name, number, seats) for number in range(12 if seconds < 1 else 5)]
            bot = AlphaBetaBot(find(name))
            over = [overtime(bot, play, seconds) for play in plays if play.waiting()]
            row = {"game": name, "seats": seats, "seconds": seconds}
            rows.append(row | {"median_ms": statistics.median(over), "most_ms": max(over)})
            print(json.dumps(rows[-1]), flush=True)
    return rows


def overtime(bot: AlphaBetaBot, play: Referee, seconds: float) -> float:
    begun = time.perf_counter()
    bot.choose(sight(play, play.waiting()[0]), Budget(seconds), 1)
    return (time.perf_counter() - begun - seconds) * 1000


def openspiel() -> list[dict[str, Any]]:
    """Against OpenSpiel's own searches over the same rules, through the adapter."""
    command = [sys.executable, str(ROOT / "benchmarks" / "openspiel_match.py"), "--most", str(MOST)]
    print(" ".join(command[1:]), flush=True)
    subprocess.run(command, check=True)
    return [json.loads(path.read_text()) for path in sorted((ROOT / "build").glob("openspiel-*.json"))]


PARTS = {
    "speed": speed,
    "clock": clock,
    "greedy": against_greedy,
    "seats": at_fuller_tables,
    "openspiel": openspiel,
    "curve": curve,
}


def main() -> None:
    KEPT.mkdir(parents=True, exist_ok=True)
    wanted = sys.argv[1:] or [*PARTS, "report"]
    for part in wanted:
        if part == "report":
            continue
        begun = time.perf_counter()
        found = PARTS[part]()
        minutes = (time.perf_counter() - begun) / 60
        told = {"part": part, "minutes": round(minutes, 1)}
        print(f"{part}: {minutes:.1f} minutes", flush=True)
        (KEPT / f"{part}.json").write_text(json.dumps(told | {"rows": found}, indent=1))
    if "report" in wanted:
        from bots_report import write_report

        write_report(KEPT, ROOT / "benchmarks" / "results" / "bots.md")


if __name__ == "__main__":
    main()

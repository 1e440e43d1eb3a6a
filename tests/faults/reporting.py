"""What `make faults` found: kept as JSON in build/faults, printed, and written to benchmarks/results/faults.md."""

import os
import platform
import statistics
import subprocess
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "build" / "faults"
PAGE = ROOT / "benchmarks" / "results" / "faults.md"
FULL = bool(os.environ.get("LUMITHEQUE_FAULTS"))  # `make faults`
GOAL = 3.0  # seconds from readiness until a client has resumed


class Trouble(Struct):
    """A trouble that a house got over. Times are seconds."""

    name: str
    store: str
    told_after: float  # from the trouble's beginning until everybody was told that play is paused
    trouble: float  # how long it lasted
    resumed_after: float  # from its end until everybody was told that play goes on
    moved_after: float  # and until every table had its next move
    acknowledged: int
    pauses: int  # that a client was told of


def keep(name: str, what: Struct) -> None:
    """For the report, if it is the full run."""
    if FULL:
        KEPT.mkdir(parents=True, exist_ok=True)
        (KEPT / f"{name}.json").write_bytes(msgspec.json.format(msgspec.json.encode(what), indent=1))


def spread(values: list[float]) -> dict[str, float]:
    ordered = sorted(values)
    at = min(len(ordered) - 1, int(0.95 * len(ordered)))
    return {"median": statistics.median(ordered), "p95": ordered[at], "worst": ordered[-1]}


def kill_rows(stories: list[dict[str, Any]]) -> list[list[str]]:
    rows = []
    for story in stories:
        if not (kills := story["kills"]):
            continue
        figures = {
            "from the kill to readiness": [kill["down"] for kill in kills],
            "client resumed, from readiness": [time for kill in kills for time in kill["resumed"]],
            "last client resumed": [max(kill["resumed"]) for kill in kills],
            "table's next move, from readiness": [time for kill in kills for time in kill["moved"]],
            "last table's next move": [max(kill["moved"]) for kill in kills],
        }
        for what, values in figures.items():
            found = spread(values)
            goal = f"{GOAL:.0f} s: {'met' if found['worst'] <= GOAL else 'missed'}" if "client" in what else ""
            rows.append([story["store"], what, *(f"{found[name]:.2f}" for name in ("median", "p95", "worst")), goal])
    return rows


COUNTED = {
    "tables": "tables, with rematches",
    "entries": "entries in the logs",
    "moves": "moves",
    "bot_moves": "of these by bots",
    "acknowledged": "commands acknowledged to clients",
    "cut_off": "commands cut off by a kill",
    "cut_off_but_kept": "of these found in the log when they were sent again",
    "shown": "entries shown to clients",
    "positions": "positions on screens when the house was killed",
    "timed_out": "games lost on time",
    "faults": "lost, doubled, shown but not kept, gaps",
}


def mishap(story: dict[str, Any], what: str) -> int:
    return len(story["kills"]) if what == "killed" and story["kills"] else int(story["mishaps"].get(what, 0))


def count_rows(stories: list[dict[str, Any]]) -> list[list[str]]:
    rows = [
        [what, *(str(mishap(story, what)) for story in stories)] for what in ("killed", "frozen", "clock set wrong")
    ]
    for name, words in COUNTED.items():
        values = [story["found"][name] for story in stories]
        rows.append([words, *(str(len(value) if isinstance(value, list) else value) for value in values)])
    return rows


def trouble_rows(troubles: list[dict[str, Any]]) -> list[list[str]]:
    times = ("told_after", "trouble", "resumed_after", "moved_after")
    return [
        [
            one["name"],
            one["store"],
            *(f"{one[time]:.2f}" for time in times),
            str(one["acknowledged"]),
            str(one["pauses"]),
        ]
        for one in troubles
    ]


def table(heads: list[str], rows: list[list[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


LOOKED_UP = """Every acknowledgement and every entry that a client was ever shown was looked up in the log afterwards,
every log was folded, and every position that was on a screen at a kill was compared with the fold:"""

GOT_OVER = """Troubles that a house got over while people played. All clients were told that play is paused and, later,
that it goes on; `/ready` said 503; commands were answered with `paused`; nothing acknowledged was lost. Seconds.
`pauses`: how often one client was told that play is paused, in one trouble. In "disk read-only" the database and its
log cannot be written, but the file that SQLite maps as shared memory can: where that cannot be written either, the
system ends the process (SIGBUS), and it is tested as one more kill."""


def page() -> str:
    stories = [msgspec.json.decode(path.read_bytes()) for path in sorted(KEPT.glob("kills-*.json"), reverse=True)]
    troubles = [msgspec.json.decode(path.read_bytes()) for path in sorted(KEPT.glob("trouble-*.json"))]
    first = stories[0]
    parts = [
        "# Faults: killed, disk full, database gone",
        f"`make faults`; {machine()}",
        f"{first['tables']} tables in play over all five games, {first['clients']} clients, "
        + ", ".join(f"{story['moves_per_second']:.0f} moves/s on {story['store']}" for story in stories)
        + f"; `kill -9` at {max(len(story['kills']) for story in stories)} random moments a store, "
        f"started again at once. House on one core, clients "
        "(and PostgreSQL) on the other. Moves/s are an average over the whole run, time without a house included. "
        "Clients come back by themselves: pauses of 0.1 s, doubled up to 1 s. Seconds; a client or table that was "
        "back before `/ready` said so counts as 0. A table's next move "
        "includes up to 0.2 s of a robot's thinking, or a bot's.",
        table(["store", "what", "median", "p95", "worst", "goal"], kill_rows(stories)),
        LOOKED_UP,
        table(["counted", *(story["store"] for story in stories)], count_rows(stories)),
        GOT_OVER,
        table(
            [
                "trouble",
                "store",
                "all told after",
                "it lasted",
                "play went on after",
                "all tables moved after",
                "acks",
                "pauses",
            ],
            trouble_rows(troubles),
        ),
    ]
    return "\n\n".join(parts) + "\n"


def machine() -> str:
    info = Path("/proc/cpuinfo")
    names = [line.partition(":")[2].strip() for line in info.read_text().splitlines() if line.startswith("model name")]
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    name = names[0] if names else platform.machine()
    return f"{name}, Python {platform.python_version()}, commit {commit.stdout.strip()}"


if __name__ == "__main__":
    written = page()
    print(written)
    PAGE.write_text(written, encoding="utf-8")

"""The tables of benchmarks/results/bots.md, from what bots.py has kept."""

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rules import machine

HEAD = """# How strong and how fast the bots are

What `make bench-bots` measures on one core ({machine}). Matches are on paired deals: every deal is played on
every rotation of the seats. Intervals are of 95 %: the first is Wilson's, by deals, for a fixed number of games; the
second is that of the sequential test, valid however often one looks, which stops a match when the goal is decided or
after the most games. "Open" means not decided. A draw or a shared victory counts its share.
"""

SHORTEST = 0.05  # seconds per move, at the beginning of the curve


def percent(value: float | None) -> str:
    return "" if value is None else f"{100 * value:.1f} %"


def match_row(summary: dict[str, Any]) -> str:
    verdict, table = summary["verdict"], summary["table"]
    share = next(one["share"] for one in summary["standings"] if one["player"] == verdict["player"])
    cells = (
        table["game"],
        str(table["seats"]),
        verdict["player"],
        str(summary["games"]),
        percent(share["rate"]),
        f"{percent(share['low'])} to {percent(share['high'])}",
        f"{percent(verdict['low'])} to {percent(verdict['high'])}",
        percent(verdict["target"]),
        verdict["side"] or "open",
    )
    return f"| {' | '.join(cells)} |"


def matches(title: str, note: str, rows: list[dict[str, Any]]) -> Iterator[str]:
    yield from (f"## {title}", "", note, "")
    yield "| game | seats | player | games | rate | interval | sequential interval | goal | verdict |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"
    yield from map(match_row, rows)
    yield ""


def meeting(summary: dict[str, Any], player: str) -> dict[str, Any]:
    found: dict[str, Any] = next(one for one in summary["meetings"] if one["player"] == player)
    return found


def curve(rows: list[dict[str, Any]]) -> Iterator[str]:
    yield from (
        "## More time, more strength",
        "",
        "The same level with more time per move, against itself with 0.05 s.",
        "",
    )
    yield from ("| game | time | games | rate | 95 % interval |", "| --- | --- | --- | --- | --- |")
    played = []
    for summary in rows:
        names = [one["player"] for one in summary["standings"]]
        longer = next(name for name in names if not name.endswith(f"@{SHORTEST}s"))
        met = meeting(summary, longer)
        share = met["share"]
        played.append((math.log2(float(longer.partition("@")[2][:-1]) / SHORTEST), met["games"], share["rate"]))
        interval = f"{percent(share['low'])} to {percent(share['high'])}"
        cells = (
            summary["table"]["game"],
            longer.partition("@")[2],
            str(met["games"]),
            percent(share["rate"]),
            interval,
        )
        yield f"| {' | '.join(cells)} |"
    if played:
        gain, spread = gain_per_doubling(played)
        yield from ("", f"Fitted to all these games together: {gain:.0f} ± {spread:.0f} Elo points for each doubling.")
    yield ""


def gain_per_doubling(played: list[tuple[float, int, float]]) -> tuple[float, float]:
    """Elo points won by each doubling of the time, and half of their 95 % interval: what makes matches of so many
    doublings and games with such rates likeliest."""
    slope, known = 0.0, 1.0
    for _ in range(50):  # Newton's way up the likelihood
        expected = [1 / (1 + math.exp(-slope * doublings)) for doublings, _, _ in played]
        pull = sum(k * n * (rate - p) for (k, n, rate), p in zip(played, expected, strict=True))
        known = sum(k * k * n * p * (1 - p) for (k, n, _), p in zip(played, expected, strict=True))
        slope += pull / known
    points = 400 / math.log(10)
    return slope * points, 1.96 / math.sqrt(known) * points


def speed(rows: list[dict[str, Any]]) -> Iterator[str]:
    yield from ("## Half-turns per second inside the search", "")
    yield "Per second of CPU time, next to playouts with the same policy and horizon from the same position."
    yield from (
        "",
        "| game | playouts | tree search | share | alpha-beta | share |",
        "| --- | --- | --- | --- | --- | --- |",
    )
    for row in rows:
        deep = row.get("deepening")
        cells = [row["game"], f"{row['playouts'] / 1e6:.2f} M", f"{row['tree'] / 1e6:.2f} M"]
        cells += [percent(row["tree"] / row["playouts"])]
        cells += [f"{deep / 1e6:.2f} M", percent(deep / row["playouts"])] if deep else ["", ""]
        yield f"| {' | '.join(cells)} |"
    yield ""


def clock(rows: list[dict[str, Any]]) -> Iterator[str]:
    yield from ("## Keeping time", "", "How long after its time a bot answers, in milliseconds.", "")
    yield from ("| game | seats | time | median | most |", "| --- | --- | --- | --- | --- |")
    for row in rows:
        over = f"{row['median_ms']:.1f} | {row['most_ms']:.1f}"
        yield f"| {row['game']} | {row['seats']} | {row['seconds']} s | {over} |"
    yield ""


def duration(kept: Path) -> str:
    """How long each part took when it was last run; less if it went on where it had been stopped."""
    parts = [json.loads(path.read_text()) for path in sorted(kept.glob("*.json"))]
    minutes = [f"{part['part']} {part['minutes']:.1f}" for part in parts]
    return f"Minutes: {', '.join(minutes)}; {sum(part['minutes'] for part in parts):.0f} in all.\n"


def lines(kept: Path) -> Iterator[str]:
    def part(name: str) -> list[dict[str, Any]]:
        path = kept / f"{name}.json"
        rows: list[dict[str, Any]] = json.loads(path.read_text())["rows"] if path.exists() else []
        return rows

    yield duration(kept)
    yield from matches(
        "Two players, 0.1 s per move, top level against greedy", "At most 200 games each.", part("greedy")
    )
    note = "One top level, 0.1 s per move, among greedy players; the goal is twice an equal share."
    yield from matches("At fuller tables", note, part("seats"))
    yield from curve(part("curve"))
    yield from speed(part("speed"))
    yield from clock(part("clock"))


def write_report(kept: Path, path: Path) -> None:
    head = HEAD.format(machine=machine())
    remarks = path.parent / "bots-remarks.md"
    ending = remarks.read_text(encoding="utf-8") if remarks.exists() else ""
    path.write_text("\n".join([head, *lines(kept), ending]), encoding="utf-8")

"""benchmarks/results/server.md, out of what the parts found: every figure next to its goal, the bad ones too."""

import json
import math
import statistics
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Found = dict[str, Any]
INTRODUCTION = """\
# The server: moves, waits, memory

`make bench-server`: {machine}.

One core for the server, the other for the driver and for PostgreSQL. One driver (`benchmarks/load`) speaks both
dialects. A move counts when both players have it, and on our side when its sender has the acknowledgement too, which
is given after the move is on the disk. boardgame.io 0.50.2 runs as its authors ship it (`benchmarks/peers`), with
koa-compose held at 4.1.0, without which its lobby does not answer; it tells the players before it writes. Its game has
ten by ten cells and twenty pieces and never ends; ours is Sirius, ten by ten with sixty pieces, every legal move listed
for whoever is to move. Peer and house take turns, each time with a fresh server and an empty store; ratios are of
medians. A wait is the time from the mover's send until the other player has the move.

The guests of the benchmark all come from one address and never pause, so the limits on how much a guest may ask are
lifted (they are counted nevertheless); otherwise the house is what `lumitheque serve` opens.
"""


PAIRS = (
    ("SQLite", "house, SQLite", "boardgame.io, in memory", 1.5),
    ("PostgreSQL", "house, PostgreSQL", "boardgame.io, PostgreSQL", 10.0),
)


class Page:
    def __init__(self) -> None:
        self.lines: list[str] = []

    def add(self, *lines: str) -> None:
        self.lines += lines

    def table(self, head: list[str], rows: list[list[str]]) -> None:
        self.add("| " + " | ".join(head) + " |", "| --- " * len(head) + "|")
        self.add(*("| " + " | ".join(row) + " |" for row in rows), "")


class Goal:
    """One line of the first table."""

    def __init__(self, what: str, goal: str, figure: str, reached: bool | None) -> None:
        word = "not compared" if reached is None else "yes" if reached else "**no**"
        self.row = [what, goal, figure, word]


def write_report(kept: Path, page_file: Path) -> None:
    parts = {path.stem: json.loads(path.read_text()) for path in sorted(kept.glob("*.json"))}
    if not parts:
        raise SystemExit(f"nothing was measured yet: {kept} has no results")
    page, goals = Page(), Page()
    for part, tell in TELLS.items():
        if part in parts:
            page.add(f"## {tell.__doc__}", "", said_of(parts[part]), "")
            found = list(tell(page, parts[part]))
            goals.lines += ["| " + " | ".join(goal.row) + " |" for goal in found]
    whole = Page()
    first = next(iter(parts.values()))
    whole.add(INTRODUCTION.format(machine=first["machine"]))
    if first["no_peer"]:
        whole.add(f"**No peer:** {first['no_peer']}.", "")
    whole.table(["what", "goal", "measured", "reached"], [])
    whole.lines.pop()
    page_file.parent.mkdir(exist_ok=True)
    remarks = page_file.with_name("server-remarks.md")
    if remarks.exists():
        page.lines += ["", remarks.read_text(encoding="utf-8")]
    page_file.write_text("\n".join([*whole.lines, *goals.lines, "", *page.lines]).rstrip() + "\n", encoding="utf-8")
    print(f"written: {page_file}")


def said_of(found: Found) -> str:
    cores = "server on core {}, driver on core {}".format(*found["cores"])
    shared = " (the same: such figures say little)" if len(set(found["cores"])) == 1 else ""
    load = ", ".join(f"{part:.1f}" for part in found["load"])
    return (
        f"`{found['command']}`, {found['began']}, commit {found['commit']}, {found['minutes']} minutes; "
        f"{cores}{shared}; load of the machine before it began: {load}."
    )


def median(numbers: list[float]) -> float:
    return statistics.median(numbers) if numbers else float("nan")


def spread(numbers: list[float]) -> str:
    return "–".join(f"{number:,.0f}" for number in sorted({min(numbers), max(numbers)}))


def tell_disk(page: Page, when: str, disks: list[Found]) -> None:
    """The bare time of the disk."""
    page.add(f"Bare `fdatasync` of a page on this disk, {when}: median / p99 in ms.", "")
    rows = [[kind, *(f"{disk[kind]['p50']:.2f} / {disk[kind]['p99']:.2f}" for disk in disks)] for kind in disks[0]]
    page.table(["", *(["time"] if len(disks) == 1 else [f"round {n + 1}" for n in range(len(disks))])], rows)


def tell_throughput(page: Page, found: Found) -> Iterator[Goal]:
    """Moves a second, closed loop"""
    rows = []
    for case in found["cases"]:
        speeds = {}
        for side in case["sides"]:
            runs = [run for run in case["runs"] if run["side"] == side]
            speeds[side] = median([run["moves_per_second"] for run in runs])
            rows.append(throughput_row(side, case["matches"], runs))
        yield from throughput_goals(case["matches"], speeds)
    head = ["server and store", "matches", "moves/s, median", "rounds", "per CPU second of the server"]
    page.table([*head, "wait p50 / p99 ms", "CPU: server, driver, PostgreSQL", "trouble"], rows)
    page.add("With n matches, n moves at most can wait for one write: n ÷ the time of the disk is all that can be had.")
    tell_disk(page, "after the runs", [found["disk"]])
    if found["postgres"]:
        settings = ", ".join(f"{name} {value}" for name, value in found["postgres"].items())
        page.add(f"PostgreSQL, the same one for both: {settings}.")
    page.add("")


def throughput_row(side: str, matches: int, runs: list[Found]) -> list[str]:
    speeds = [run["moves_per_second"] for run in runs]
    per_cpu = median([run["moves_per_second"] / run["cpu"]["server"] for run in runs if run["cpu"]["server"]])
    waits = [median([run["wait_ms"].get(part, float("nan")) for run in runs]) for part in ("p50", "p99")]
    cpu = [median([run["cpu"].get(who, float("nan")) for run in runs]) for who in ("server", "driver", "postgres")]
    shares = ", ".join("–" if math.isnan(share) else f"{share:.2f}" for share in cpu)
    trouble = str(sum(run["trouble_count"] for run in runs))
    waited = " / ".join(f"{wait:.1f}" for wait in waits)
    return [side, str(matches), f"{median(speeds):,.0f}", spread(speeds), f"{per_cpu:,.0f}", waited, shares, trouble]


def throughput_goals(matches: int, speeds: dict[str, float]) -> Iterator[Goal]:
    for store, ours, theirs, goal in PAIRS:
        if ours in speeds and theirs in speeds:
            ratio = speeds[ours] / speeds[theirs]
            figure = f"{ratio:.2f} × ({speeds[ours]:,.0f} to {speeds[theirs]:,.0f} a second)"
            what = f"moves on {store}, {matches} matches, next to {theirs}"
            yield Goal(what, f"≥ {goal} ×", figure, ratio >= goal)
        elif ours in speeds:
            figure = f"{speeds[ours]:,.0f} a second, no peer here"
            yield Goal(f"moves on {store}, {matches} matches", f"≥ {goal} × {theirs}", figure, None)


def tell_latency(page: Page, found: Found) -> Iterator[Goal]:
    """Waits at light load"""
    page.add(f"{found['matches']} matches, {found['rate']:.0f} moves a second together.", "")
    rows = []
    for row in found["rows"]:
        waits = row["wait_ms"]
        rounds = ", ".join(f"{part['p50']:.1f} / {part['p99']:.1f}" for part in row["rounds"])
        cpu = f"{median([cpu['server'] for cpu in row['cpu']]):.2f}"
        rows.append([row["side"], *(f"{waits[part]:.1f}" for part in ("p50", "p99", "max")), rounds, cpu])
        if row["side"] in ("house, SQLite", "house, PostgreSQL"):
            reached = waits["p50"] <= 3 and waits["p99"] <= 15
            figure = f"{waits['p50']:.1f} ms, {waits['p99']:.1f} ms"
            yield Goal(f"wait at light load, {row['side']}: median, p99", "≤ 3 ms, ≤ 15 ms", figure, reached)
    head = ["server and store", "p50 ms", "p99 ms", "max ms", "rounds: p50 / p99", "server CPU"]
    page.table(head, rows)
    tell_disk(page, "before each round", found["disk"])
    page.add("In /dev/shm nothing waits for a disk: that row is the house's own share.", "")


def tell_memory(page: Page, found: Found) -> Iterator[Goal]:
    """Memory of idle tables, two players connected to each"""
    rows, costs = [], {}
    for row in found["rows"]:
        zero, *points = row["points"]
        whole = [(point["rss"] - zero["rss"]) / point["tables"] / 1000 for point in points]
        costs[row["dialect"]] = whole[-2:]  # just opened, and after a while
        sizes = ", ".join(f"{point['tables']:,}: {point['rss'] / 1e6:.0f}" for point in row["points"][:-1])
        later = points[-1]
        slope = (points[-2]["rss"] - points[0]["rss"]) / (points[-2]["tables"] - points[0]["tables"]) / 1000
        figures = [f"{whole[-2]:.1f}", f"{slope:.1f}", f"{whole[-1]:.1f}", f"{later['cpu']:.3f}"]
        rows.append([row["dialect"], sizes, *figures])
    after = f"after {found['pace']['idle_seconds']:.0f} s"
    head = ["server", "RSS in MB at so many tables", "kB/table", f"kB/table beyond {points[0]['tables']}"]
    page.table([*head, f"kB/table {after}", "CPU while idle"], rows)
    pairs = zip(costs["house"], costs["echo"], strict=True)
    above, house, echo = max((house - echo, house, echo) for house, echo in pairs)
    figure = f"{above:.1f} kB ({house:.1f} less {echo:.1f})"
    tables = f"{points[-1]['tables']:,}"
    yield Goal(
        f"an idle table of {tables} with two players, above a bare Litestar echo", "≤ 25 kB", figure, above <= 25
    )


def tell_stored(page: Page, found: Found) -> Iterator[Goal]:
    """Tables stored, nobody connected"""
    rss, filled, visited = found["rss"], found["filled"], found["visited"]
    tables = filled["tables"]
    megabytes = {name: f"{size / 1e6:.0f} MB" for name, size in rss.items()}
    page.add(
        f"{tables:,} tables opened, seated and started over HTTP in {filled['seconds']:.0f} s "
        f"({tables / filled['seconds']:.0f} a second); {found['disk_bytes'] / 1e6:.0f} MB on the disk.",
        f"Memory of the server: {megabytes['before']} before, {megabytes['filled']} just after, {megabytes['later']} "
        f"after {found['pace']['idle_seconds']:.0f} s, {megabytes['restarted']} when opened again "
        f"(ready after {found['ready_after']:.1f} s).",
        f"Then the lobby takes {visited['lobby_ms']['p50']:.1f} ms (p99 {visited['lobby_ms']['p99']:.1f}), and a look "
        f"at a table that is not in memory {visited['look_ms']['p50']:.1f} ms (p99 {visited['look_ms']['p99']:.1f}).",
        "",
    )
    yield Goal("tables stored without clients", "20,000", f"{tables:,}", tables >= 20_000)


def tell_start(page: Page, found: Found) -> Iterator[Goal]:
    """From start to ready, machine code from the cache"""
    for row in found["rows"]:
        name = {"empty": "an empty house", "stored": "a house with the tables above"}[row["house"]]
        times = ", ".join(f"{time:.2f}" for time in row["seconds"])
        page.add(f"- {name}: median {row['median']:.2f} s of {times}; CPU time {median(row['cpu']):.2f} s")
        yield Goal(f"ready after start, {name}", "≤ 4 s", f"{row['median']:.2f} s", row["median"] <= 4)
    page.add("")


def tell_bots(page: Page, found: Found) -> Iterator[Goal]:
    """People's moves while bots think"""
    others = f"{found['pace']['bot_tables']} tables of one person and a bot"
    page.add(f"20 tables of two people, 40 moves a second together, and {others}; bots think on the server's core.", "")
    rows = []
    for row in found["rows"]:
        people = row["people_ms"]
        answers = [part for part in row["answers_ms"] if part]
        answered = f"{median([part['p50'] for part in answers]):.1f} / {median([part['p99'] for part in answers]):.1f}"
        cpu = f"{median([part['people']['cpu']['server'] for part in row['rounds']]):.2f}"
        waits = f"{people['p50']:.1f} / {people['p99']:.1f} / {people['max']:.1f}"
        moves = f"{median(row['bot_moves']):.1f}"
        rows.append([row["kind"], waits, answered if answers else "–", moves if answers else "–", cpu])
        if answers:
            worst = max(people["p99"], median([part["p99"] for part in answers]))
            yield Goal(f"p99 of people's moves, {row['kind']}", "≤ 50 ms", f"{worst:.1f} ms", worst <= 50)
    head = ["bots", "people among people: p50 / p99 / max ms", "people with a bot, acknowledged: p50 / p99 ms"]
    page.table([*head, "moves/s of people with a bot", "server CPU"], rows)


TELLS = {
    "throughput": tell_throughput,
    "latency": tell_latency,
    "memory": tell_memory,
    "stored": tell_stored,
    "start": tell_start,
    "bots": tell_bots,
}

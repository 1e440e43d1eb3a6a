"""How many moves our house carries, how fast, in how little memory: next to boardgame.io in the same minutes.

    make bench-server                      everything; about an hour
    python benchmarks/server.py PART …     some parts: throughput, latency, memory, stored, start, bots, report
    python benchmarks/server.py --quick    short runs into build/bench-server/quick, to see that all works

The server has one core to itself (--cores, 0,1 if nothing is said: the server's, the driver's); the driver and, where
there is one, PostgreSQL are on the other. A move counts when both players have it. Peer and house take turns with fresh
servers and empty stores; what counts is the median of the rounds. Results are kept in build/bench-server, the page is
written to benchmarks/results/server.md. Without node or npm the peer is left out, and the page says so.
"""

import argparse
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import nullcontext
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

os.environ["LUMITHEQUE_RULES"] = "compiled"

from load import postgres, servers
from load.disk import sync_times
from load.driving import Driver, drive
from load.meter import milliseconds
from load.report import write_report
from load.servers import KEPT, ROOT, Cores, Running

RAM = Path("/dev/shm")  # tmpfs: the cost without waiting for a disk


class Pace(NamedTuple):
    """How long and how often."""

    rounds: int = 5
    seconds: float = 10.0
    warm_up: float = 3.0
    light_rounds: int = 3
    light_seconds: float = 25.0
    stages: tuple[int, ...] = (250, 1000, 2000)  # idle tables
    idle_seconds: float = 150.0  # longer than a house keeps an idle table in memory
    stored: int = 20_000
    starts: int = 5
    bot_tables: int = 100


QUICK = Pace(1, 2.0, 1.0, 1, 3.0, (20, 60), 5.0, 200, 1, 4)
LIGHT = 40.0  # moves a second
LIGHT_MATCHES = 20


class Side(NamedTuple):
    """One server on one kind of store."""

    name: str
    dialect: str
    store: str  # memory, sqlite, ram, postgres

    @property
    def is_peer(self) -> bool:
        return self.dialect == "boardgame.io"


PEER_MEMORY = Side("boardgame.io, in memory", "boardgame.io", "memory")
PEER_POSTGRES = Side("boardgame.io, PostgreSQL", "boardgame.io", "postgres")
SQLITE = Side("house, SQLite", "house", "sqlite")
POSTGRES = Side("house, PostgreSQL", "house", "postgres")
NO_DISK = Side("house, SQLite in /dev/shm", "house", "ram")


class Bench:
    """What all parts share: how long, which peers there are, the one PostgreSQL."""

    def __init__(self, pace: Pace, database: postgres.Postgres | None, no_peer: str | None) -> None:
        self.pace, self.database, self.no_peer = pace, database, no_peer

    def has(self, side: Side) -> bool:
        if side.store == "postgres" and self.database is None:
            return False
        if side.store == "ram" and not RAM.is_dir():
            return False
        return not (side.is_peer and self.no_peer)

    def open(self, side: Side) -> Running:
        """A fresh server on an empty store."""
        database = (self.database.socket, self.database.fresh()) if side.store == "postgres" and self.database else None
        if side.is_peer:
            return servers.boardgame_io(database)
        if database and self.database:
            return servers.house(self.database.url(database[1]))
        return servers.house(str(fresh_folder(RAM / "lumitheque-bench" if side.store == "ram" else KEPT / "house")))

    def play(self, side: Side, *words: str) -> dict[str, Any]:
        """One run of the driver against a fresh server."""
        with self.open(side) as server:
            watched = [f"server={server.process.pid}"]
            if side.store == "postgres" and self.database:
                watched.append(f"postgres={self.database.pid}")
            found = drive("play", side.dialect, server, *words, "--watch", *watched)
        if side.store == "ram":
            shutil.rmtree(RAM / "lumitheque-bench", ignore_errors=True)
        return {"side": side.name, **found}


def fresh_folder(folder: Path) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def say(words: str) -> None:
    print(f"{datetime.now(UTC):%H:%M:%S}  {words}", flush=True)


# --- the parts -------------------------------------------------------------------------------------------------------


def throughput(bench: Bench) -> dict[str, Any]:
    """Measure throughput in a closed loop: the next move as soon as both players have the last."""
    pace, cases = bench.pace, []
    for matches in (20, 200):
        for sides in ((PEER_MEMORY, SQLITE), (PEER_POSTGRES, POSTGRES), (NO_DISK,)):
            there = [side for side in sides if bench.has(side)]
            seconds = pace.seconds * (2 if "postgres" in sides[0].store and matches > 20 else 1)  # its turns are long
            words = ("--matches", str(matches), "--seconds", str(seconds), "--warm-up", str(pace.warm_up))
            runs: list[dict[str, Any]] = []
            for number in range(pace.rounds):
                for side in there if number % 2 == 0 else there[::-1]:
                    runs.append(bench.play(side, *words))
                    say(
                        f"{side.name}, {matches} matches: {runs[-1]['moves_per_second']:.0f} moves/s, {runs[-1]['cpu']}"
                    )
            cases.append({"matches": matches, "sides": [side.name for side in there], "runs": runs})
    return {"cases": cases, "disk": sync_times(KEPT)}


def latency(bench: Bench) -> dict[str, Any]:
    """Light load: 20 matches, 40 moves a second; how long the other player waits."""
    pace, runs = bench.pace, []
    sides = [side for side in (SQLITE, PEER_MEMORY, POSTGRES, PEER_POSTGRES, NO_DISK) if bench.has(side)]
    words = ("--matches", str(LIGHT_MATCHES), "--rate", str(LIGHT), "--seconds", str(pace.light_seconds))
    disk = []
    for _ in range(pace.light_rounds):
        disk.append(sync_times(KEPT))
        say(f"bare fdatasync: {disk[-1]}")
        for side in sides:
            runs.append(bench.play(side, *words, "--warm-up", str(pace.warm_up)))
            say(f"{side.name}, light: {runs[-1]['wait_ms']}")
    rows = []
    for side in sides:
        own = [run for run in runs if run["side"] == side.name]
        pooled = milliseconds([wait / 1000 for run in own for wait in run.pop("waits")])
        rounds = [run["wait_ms"] for run in own]
        rows.append({"side": side.name, "wait_ms": pooled, "rounds": rounds, "cpu": [run["cpu"] for run in own]})
    return {"rate": LIGHT, "matches": LIGHT_MATCHES, "rows": rows, "disk": disk}


def memory(bench: Bench) -> dict[str, Any]:
    """Measure the memory of a table whose two players are connected and idle."""
    pace, rows = bench.pace, []
    openings: dict[str, Callable[[], Running]] = {"echo": servers.echo, "house": lambda: bench.open(SQLITE)}
    if bench.has(PEER_MEMORY):
        openings["boardgame.io"] = lambda: bench.open(PEER_MEMORY)
    for dialect, opening in openings.items():
        with opening() as server:
            time.sleep(2)
            points: list[dict[str, Any]] = [{"tables": 0, "rss": server.rss()}]
            with Driver("hold", dialect, server, "--stages", ",".join(map(str, pace.stages))) as driver:
                for stage in pace.stages:
                    told = driver.line()
                    time.sleep(2)
                    points.append({"tables": stage, "rss": server.rss(), "seconds": told["seconds"]})
                    if stage == pace.stages[-1]:
                        spent, begun = server.cpu(), time.perf_counter()
                        time.sleep(pace.idle_seconds)
                        idle = (server.cpu() - spent) / (time.perf_counter() - begun)
                        points.append({"tables": stage, "rss": server.rss(), "after": pace.idle_seconds, "cpu": idle})
                    driver.say()
        rows.append({"dialect": dialect, "points": points, "troubles": told["troubles"]})
        say(f"{dialect}: {points}")
    return {"rows": rows}


def stored(bench: Bench) -> dict[str, Any]:
    """Many tables that nobody is connected to; then the same house opened again."""
    folder = fresh_folder(KEPT / "stored")
    with servers.house(str(folder)) as server:
        before = server.rss()
        filled = drive("fill", "house", server, "--matches", str(bench.pace.stored))
        after = server.rss()
        time.sleep(bench.pace.idle_seconds)
        later = server.rss()
    size = sum(path.stat().st_size for path in folder.iterdir())
    ids = filled.pop("ids")
    with servers.house(str(folder)) as server:
        ready, rss = server.ready_after, server.rss()
        visited = drive("visit", "house", server, tells=json.dumps(ids))
    found: dict[str, Any] = {
        "filled": filled,
        "rss": {"before": before, "filled": after, "later": later, "restarted": rss},
    }
    found |= {"disk_bytes": size, "ready_after": ready, "visited": visited}
    say(str(found))
    return found


def start(bench: Bench) -> dict[str, Any]:
    """From the start of the process until /ready, machine code from the cache: the very command that a family types."""
    rows = []
    for name, folder in (("empty", fresh_folder(KEPT / "house")), ("stored", KEPT / "stored")):
        if not folder.exists():
            continue
        times, spent = [], []
        for number in range(bench.pace.starts + 1):
            with servers.serve(folder) as server:
                if number:  # the first one brings files into memory, and makes the database
                    times.append(round(server.ready_after, 3))
                    spent.append(round(server.cpu(), 2))
        rows.append({"house": name, "seconds": times, "cpu": spent, "median": statistics.median(times)})
        say(f"ready, {name}: {times}, CPU {spent}")
    return {"rows": rows}


def bots(bench: Bench) -> dict[str, Any]:
    """People's moves while bots think on all other tables."""
    from lumitheque.bots import levels
    from lumitheque.games import find

    pace, rows = bench.pace, []
    strongest = list(levels(find("sirius")))[-1]
    people = ("--matches", str(LIGHT_MATCHES), "--rate", str(LIGHT), "--seconds", str(pace.light_seconds))
    tables = ("--bot-tables", str(pace.bot_tables))
    kinds: dict[str, tuple[str, ...]] = {
        "no bots": (),
        f"{strongest} on all tables, answered at once": (*tables, "--level", strongest),
        "greedy on all tables, answered 40 times a second": (*tables, "--level", "greedy", "--bot-rate", str(LIGHT)),
    }
    for number in range(pace.light_rounds):
        for name, words in kinds.items():
            with bench.open(SQLITE) as server:
                watched = f"server={server.process.pid}"
                found = drive("bots", "house", server, *people, *words, "--watch", watched)
            rows.append({"kind": name, "round": number, **found})
            say(f"{name}: people {found['people']['wait_ms']}, at bots' tables {found['with_bots']['answer_ms']}")
    return {"rows": [pool(name, [row for row in rows if row["kind"] == name]) for name in kinds]}


def pool(name: str, rows: list[dict[str, Any]]) -> dict[str, Any]:
    """The rounds of one kind together."""
    waits = [wait / 1000 for row in rows for wait in row["people"].pop("waits")]
    for row in rows:
        row["with_bots"].pop("waits")
    answers = [row["with_bots"]["answer_ms"] for row in rows]
    rates = [row["with_bots"]["moves_per_second"] for row in rows]
    return {"kind": name, "people_ms": milliseconds(waits), "answers_ms": answers, "bot_moves": rates, "rounds": rows}


PARTS = {part.__name__: part for part in (throughput, latency, memory, stored, start, bots)}


# --- all of it -------------------------------------------------------------------------------------------------------


def circumstances(bench: Bench) -> dict[str, Any]:
    """Describe the machine that the figures were measured on."""
    commit = subprocess.run(
        ["git", "describe", "--always", "--dirty"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return {
        "machine": servers.machine(),
        "commit": commit.stdout.strip() or "unknown",
        "began": f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
        "cores": [Cores.server, Cores.driver],
        "load": os.getloadavg(),
        "command": " ".join(["python", "benchmarks/server.py", *sys.argv[1:]]),
        "no_peer": bench.no_peer,
        "postgres": bench.database.settings() if bench.database else None,
        "pace": bench.pace._asdict(),
    }


def allow_many_sockets() -> None:
    """Four thousand players are four thousand open files, here and in the server."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def main() -> None:
    words = argparse.ArgumentParser()
    words.add_argument("parts", nargs="*", choices=[[], *PARTS, "report"])
    words.add_argument("--quick", action="store_true")
    words.add_argument("--cores", default="0,1")
    given = words.parse_args()
    Cores.choose(*map(int, given.cores.split(",")))
    os.sched_setaffinity(0, {Cores.driver})
    allow_many_sockets()
    wanted = given.parts or [*PARTS, "report"]
    kept, page = (KEPT / "quick", KEPT / "quick") if given.quick else (KEPT, ROOT / "benchmarks" / "results")
    kept.mkdir(parents=True, exist_ok=True)
    parts = [part for part in wanted if part != "report"]
    needs_database = {"throughput", "latency"} & set(parts) and postgres.available()
    with postgres.postgres() if needs_database else nullcontext() as database:
        bench = Bench(QUICK if given.quick else Pace(), database, servers.peers_installed() if parts else None)
        for part in parts:
            say(part)
            begun = time.perf_counter()
            found = {"part": part, **circumstances(bench), **PARTS[part](bench)}
            found["minutes"] = round((time.perf_counter() - begun) / 60, 1)
            (kept / f"{part}.json").write_text(json.dumps(found, indent=1) + "\n")
    if "report" in wanted:
        write_report(kept, page / "server.md")


if __name__ == "__main__":
    main()

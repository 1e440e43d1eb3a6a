"""Measures what honest players notice while others flood the house: on this machine only, ten minutes at most.

    make attack                                every flood, and the peer for those that it can receive
    python benchmarks/attack.py FLOOD …        some of them (see load/floods.py)
    python benchmarks/attack.py --quick        short ones into build/attack, to see that all works

The house is what `lumitheque serve` opens, with its usual limits, on one core. On the other twenty tables play, 40
moves a second together, and the attackers work, at a lower priority. Neighbours come from 127.0.0.2 and attackers from
127.0.0.66: 127.0.0.1 is where a proxy would be, which is believed. For each flood the house is fresh; after it, it is
killed, opened again, and asked for every move that was acknowledged. Results go to benchmarks/results/attack.md.
"""

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from load import servers
from load.floods import FLOODS
from load.servers import ROOT, Cores, Running, on_core

BUILT = ROOT / "build" / "attack"
PAGE = ROOT / "benchmarks" / "results" / "attack.md"
WAIT, GROWTH = 250.0, 100.0  # the goals: milliseconds and megabytes
MEGABYTE = 1e6
LONGEST = 570.0  # seconds until no further flood is begun
PEER = "boardgame.io"
AT_PEER = ("pings", "fragments", "halves", "bodies")
WORDS = {
    "pings": "12: pings, never read, one socket",
    "fragments": "12: empty fragments, five sockets",
    "bots": "13: 61 tables of six of the strongest bot",
    "codes": "14: invitations under ever another Host",
    "halves": "15: a thousand half-sent requests",
    "bodies": "15: bodies of 300 MB",
    "deletions": "16: DELETE /api/me, four at once",
    "chatter": "17: twenty spectators who talk",
    "listings": "17: listed tables",
    "crowd": "17: new people",
}


class Pace(NamedTuple):
    """Seconds."""

    calm: float = 8.0
    flood: float = 12.0


QUICK = Pace(2.0, 3.0)


class Process:
    """A process on the attackers' and neighbours' core that tells JSON lines."""

    def __init__(self, module: str, *words: str) -> None:
        with on_core(Cores.driver):
            self._process = subprocess.Popen(
                [sys.executable, "-m", f"load.{module}", *words],
                cwd=ROOT / "benchmarks",
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )

    def line(self, ask: str | None = None) -> dict[str, Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        if ask is not None:
            self._process.stdin.write(f"{ask}\n")
            self._process.stdin.flush()
        text = self._process.stdout.readline()
        if not text:
            raise SystemExit("neighbours or attackers gave up")
        told: dict[str, Any] = json.loads(text)
        return told

    def end(self) -> None:
        self._process.kill()
        self._process.communicate()


class Memory:
    """Tracks the peak memory of a server."""

    def __init__(self, server: Running) -> None:
        self._server, self.before = server, server.rss()
        self.most, self._done = self.before, threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._thread.start()

    def _look(self) -> None:
        while not self._done.wait(0.2):
            self.most = max(self.most, self._server.rss())

    def growth(self) -> float:
        """Megabytes."""
        self._done.set()
        self._thread.join()
        return (self.most - self.before) / MEGABYTE


@contextmanager
def ended(process: Process) -> Any:
    try:
        yield process
    finally:
        process.end()


def flood(name: str, side: str, pace: Pace, folder: Path) -> dict[str, Any]:
    """Run one flood: a calm phase, the flood, and the state after it."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    opened = servers.boardgame_io() if side == PEER else servers.serve(folder)
    with opened as server, ended(Process("neighbours", side, str(server.port))) as neighbours:
        tables = neighbours.line()["tables"]
        time.sleep(1.0)
        neighbours.line("warm")
        time.sleep(pace.calm)
        calm, memory = neighbours.line("calm"), Memory(server)
        with ended(Process("floods", name, side, str(server.port), str(pace.flood), tables[0])) as attackers:
            during = {"sent": attackers.line(), **neighbours.line("during")}
        found = {"flood": name, "side": side, "calm": calm, "during": during, "growth": memory.growth()}
        acknowledged = neighbours.line("end")["acknowledged"]
        if side != PEER:
            server.process.send_signal(signal.SIGKILL)
            server.process.wait()
    found["lost"] = lost(folder, acknowledged) if acknowledged else None
    return found


def lost(folder: Path, acknowledged: dict[str, int]) -> int:
    """Count acknowledged moves that are missing after a restart."""
    missing = 0
    with servers.serve(folder) as server:
        for table, moves in acknowledged.items():
            with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/api/tables/{table}", timeout=20) as answer:
                missing += max(0, moves - json.load(answer)["table"]["state"]["moves"])
    return missing


# --- the page --------------------------------------------------------------------------------------------------------


def held(one: dict[str, Any]) -> bool:
    during = one["during"]
    good = during["wait_ms"].get("p99", WAIT * 2) <= WAIT and one["growth"] <= GROWTH and not during["troubles"]
    return bool(good and not one["lost"])


def row(one: dict[str, Any]) -> str:
    calm, during = one["calm"], one["during"]
    sent = ", ".join(f"{count:,} × {what}" for what, count in sorted(during["sent"].items())) or "–"
    knocked = during["newcomers"]
    turned = f", {knocked['turned_away']} turned away" if knocked["turned_away"] else ""
    cells = (
        WORDS[one["flood"]],
        f"{calm['wait_ms'].get('p99', 0):.1f}",
        f"{during['wait_ms'].get('p50', 0):.1f}",
        f"{during['wait_ms'].get('p99', 0):.1f}",
        f"{during['moves']}",
        f"{knocked['max_ms'] or 0:.0f}{turned}",
        f"{one['growth']:+.0f}",
        "–" if one["lost"] is None else f"{one['lost']}",
        f"{during['troubles']}",
        sent,
        "–" if one["side"] == PEER else ("yes" if held(one) else "**no**"),
    )
    return f"| {' | '.join(cells)} |"


def page(found: list[dict[str, Any]], pace: Pace, no_peer: str | None) -> str:
    own, peers = ([one for one in found if (one["side"] == PEER) is peer] for peer in (False, True))
    head = (
        "| flood | p99 before, ms | median during | p99 during | moves during | a newcomer waited at most, ms |"
        " memory, MB | moves lost | neighbours' troubles | what attackers did | held |\n" + "| --- " * 11 + "|"
    )
    commit = subprocess.run(["git", "describe", "--always"], cwd=ROOT, capture_output=True, text=True, check=False)
    good = sum(held(one) for one in own)
    where = f"House on core {Cores.server}, neighbours and attackers on core {Cores.driver}"
    when = f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, commit {commit.stdout.strip()}"
    words = f"""{pace.calm:.0f} seconds of calm, then {pace.flood:.0f} of flood. A wait is the time from a move until
its acknowledgement (boardgame.io gives none: until the other player has it). A move that still waits at the end counts.
Goals: p99 at most {WAIT:.0f} ms, memory at most {GROWTH:.0f} MB more, nothing lost, no neighbour disturbed:
{good} of {len(own)} floods held."""
    parts = [
        "# Floods: what neighbours notice",
        f"`make attack`: {servers.machine()}; {when}, load of the machine {os.getloadavg()[0]:.1f}. {where}.",
        (__doc__ or "").rpartition("\n\n")[2].strip(),
        words,
        "## The house",
        "\n".join([head, *map(row, own)]),
    ]
    if peers or no_peer:
        parts.append(f"## {PEER}, as it is shipped")
        parts.append("\n".join([head, *map(row, peers)]) if peers else f"Not measured: {no_peer}.")
    return "\n\n".join(parts) + "\n"


def main() -> None:
    words = argparse.ArgumentParser()
    words.add_argument("floods", nargs="*", choices=[[], *FLOODS])
    words.add_argument("--quick", action="store_true")
    words.add_argument("--no-peer", action="store_true")
    words.add_argument("--cores", default="0,1")
    given = words.parse_args()
    Cores.choose(*map(int, given.cores.split(",")))
    os.sched_setaffinity(0, {Cores.driver})
    pace, chosen = QUICK if given.quick else Pace(), given.floods or list(FLOODS)
    no_peer = "it was not asked for" if given.no_peer else servers.peers_installed()
    plan = [(name, "house") for name in chosen]
    plan += [(name, PEER) for name in chosen if name in AT_PEER and not no_peer]
    found, begun = [], time.monotonic()
    for name, side in plan:
        if time.monotonic() - begun > LONGEST:
            raise SystemExit(f"no time for {side}, {name}: this machine is too busy for figures that mean something")
        one = flood(name, side, pace, BUILT / "house")
        found.append(one)
        print(f"{side}, {WORDS[name]}: {json.dumps(one)}", flush=True)
    BUILT.mkdir(parents=True, exist_ok=True)
    (BUILT / "attack.json").write_text(json.dumps(found, indent=1) + "\n")
    whole = not given.quick and not given.floods
    (PAGE if whole else BUILT / "attack.md").write_text(page(found, pace, no_peer), encoding="utf-8")
    print(f"written: {(PAGE if whole else BUILT / 'attack.md').relative_to(ROOT)}")
    if whole and not all(held(one) for one in found if one["side"] != PEER):
        raise SystemExit("a flood was not held")


if __name__ == "__main__":
    main()

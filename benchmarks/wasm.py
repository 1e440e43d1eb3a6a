"""WebAssembly next to machine code: how large modules are, and how fast they are in node on one core.

    python benchmarks/wasm.py          prints the table, writes build/wasm.json and benchmarks/results/wasm.md

Machine code and WebAssembly take turns on the same positions; what counts is CPU time and the best of some rounds. A
simulation is one of tree search. The goals: 60 kB a module as brotli sends it, and 0.6 of the native speed.
"""

import base64
import gzip
import json
import os
import platform
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

os.environ["LUMITHEQUE_RULES"] = "compiled"

import numpy as np
from rich.console import Console
from rich.table import Table

from lumitheque.bots.compile_ahead import sight_of
from lumitheque.bots.compiled import compiled_for
from lumitheque.bots.protocol import Sight
from lumitheque.bots.workspaces import NODES, tree_workspace
from lumitheque.browser.building import built
from lumitheque.games import SHELF
from lumitheque.games.game import Game
from lumitheque.kernels.playouts import Playouts

ROOT = Path(__file__).parent.parent
ROUNDS, GAMES, SIMULATIONS, MIDDLE, STREAM = 5, 400, 4000, 30, 12345
SIZES = """
const { readFileSync } = require("node:fs"), { brotliCompressSync } = require("node:zlib");
console.log(brotliCompressSync(readFileSync(process.argv[1])).length);
"""


COLUMNS = ["game", "raw", "gzip", "brotli", "plies/s native", "wasm", "ratio", "simulations/s native", "wasm", "ratio"]


def options_of(game: Game) -> dict[str, Any]:
    """The usual ones; a random set-up where the usual one is done by hand."""
    return {"setup": "random"} if any(option.name == "setup" for option in game.options) else {}


def best(task: Callable[[], int], prepare: Callable[[], None]) -> float:
    """What a task did per second of processor time, at its best."""
    found = 0.0
    for _ in range(ROUNDS):
        prepare()
        before = time.process_time()
        found = max(found, task() / (time.process_time() - before))
    return found


def middle(game: Game, playouts: Playouts, seats: int) -> Sight:
    """What a seat sees after some random moves."""
    prepared = playouts.prepare(1, seed=5)
    s, chance, out = prepared.states[0], prepared.chances[0], np.zeros(game.record.MOST_MOVES, np.int32)
    for _ in range(MIDDLE):
        waiting = int(game.rules.waiting(playouts.e, s))
        seat = (waiting & -waiting).bit_length() - 1
        n = int(game.rules.legal_moves(playouts.e, s, seat, out))
        game.rules.apply_move(playouts.e, s, seat, int(out[n // 2]), chance)
    return sight_of(game, playouts.e, s, seats)


def native(game: Game, playouts: Playouts, sight: Sight) -> dict[str, float]:
    prepared: list[Any] = []
    plies = best(lambda: playouts.play(prepared[-1]), lambda: prepared.append(playouts.prepare(GAMES, seed=1)))
    compiled, d = compiled_for(game), tree_workspace(game, NODES)
    tree, candidates = compiled.tree, np.array(sight.moves(), np.int32)

    def begin() -> None:
        d.worlds[0] = np.frombuffer(sight.view.tobytes(), game.record.STATE)[0]
        d.chance.stream, d.t.seat, d.t.seats, d.t.caution = STREAM, sight.seat, sight.seats, 0.1
        d.t.explore, d.t.glances, d.t.horizon = compiled.skill.EXPLORE, compiled.skill.GLANCES, compiled.skill.HORIZON
        tree.begin_thought(d, int(tree.fingerprint(d.words[0])))

    def think() -> int:
        tree.think(sight.e, d, candidates, SIMULATIONS)
        return SIMULATIONS

    return {"plies": plies, "simulations": best(think, begin), "worth": float(d.nodes[1].outlook)}


def case_of(game: Game, sight: Sight) -> dict[str, Any]:
    """What `native` measures, for web/tests/local/bench_case.ts."""
    streams = np.random.default_rng(1).integers(1, 2**63, GAMES, np.uint64)  # as Playouts.prepare has them
    return {
        "seats": sight.seats,
        "codes": game.option_codes(game.settle(sight.seats, options_of(game))),
        "streams": [str(stream) for stream in streams],
        "view": base64.b64encode(sight.view.tobytes()).decode(),
        "seat": sight.seat,
        "moves": sight.moves(),
        "simulations": SIMULATIONS,
        "rounds": ROUNDS,
    }


def in_node(game: Game, runner: Path, sight: Sight, place: Path) -> dict[str, float]:
    given = place / f"{game.name}.case.json"
    given.write_text(json.dumps(case_of(game, sight)))
    told = subprocess.run(["node", runner, built(game), game.name, given], capture_output=True, text=True, check=True)
    return dict(json.loads(told.stdout))


def sizes(game: Game) -> dict[str, int]:
    module = built(game) / f"{game.name}.wasm"
    brotli = subprocess.run(["node", "-e", SIZES, module], capture_output=True, text=True, check=True)
    return {
        "raw": module.stat().st_size,
        "gzip": len(gzip.compress(module.read_bytes(), 9)),
        "brotli": int(brotli.stdout),
    }


def measure(game: Game, runner: Path, place: Path) -> dict[str, Any]:
    seats = game.seats[0]
    playouts = Playouts(game, seats, options_of(game))
    sight = middle(game, playouts, seats)
    here, there = native(game, playouts, sight), in_node(game, runner, sight, place)
    assert here.pop("worth") == there.pop("worth"), "they thought differently"
    return {"sizes": sizes(game), "native": here, "wasm": there}


def bundle(name: str, made: Path, *how: str) -> None:
    """Make one script of a module of web/tests/local."""
    web = ROOT / "web"
    bundler = web / "node_modules" / "rolldown" / "bin" / "cli.mjs"
    command = ["node", bundler, web / "tests" / "local" / name, "-o", made, *how]
    subprocess.run(command, cwd=web, check=True, capture_output=True)


def main() -> None:
    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        runner = Path(folder) / "bench.mjs"
        bundle("bench.ts", runner, "--platform", "node")
        for game in SHELF.values():
            found[game.name] = measure(game, runner, Path(folder))
    show(found)
    (ROOT / "build").mkdir(exist_ok=True)
    (ROOT / "build" / "wasm.json").write_text(json.dumps(found, indent=1) + "\n")
    (ROOT / "benchmarks" / "results" / "wasm.md").write_text(page(found))


def rows(found: dict[str, Any]) -> Iterator[list[str]]:
    for name, one in found.items():
        speeds = []
        for what in ("plies", "simulations"):
            here, there = one["native"][what], one["wasm"][what]
            speeds += [f"{here:,.0f}", f"{there:,.0f}", f"{there / here:.2f}"]
        yield [name, *(f"{one['sizes'][kind] / 1000:.1f} kB" for kind in ("raw", "gzip", "brotli")), *speeds]


def show(found: dict[str, Any]) -> None:
    table = Table(*COLUMNS)
    for row in rows(found):
        table.add_row(*row)
    Console(width=150).print(table)


def page(found: dict[str, Any]) -> str:
    """The same table as Markdown."""
    here = f"{platform.machine()}, Python {platform.python_version()}"
    how = f"`python benchmarks/wasm.py`, best of {ROUNDS}, CPU time, one core; {here}."
    goals = "Goals: 60 kB as brotli sends it, 0.6 of the native speed. "
    goals += "One run may have a ratio a fifth lower than the next."
    lines = [COLUMNS, ["---"] * len(COLUMNS), *rows(found)]
    table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return f"# WebAssembly in node, next to machine code\n\n{how}\n{goals}\n\n{table}\n"


if __name__ == "__main__":
    main()

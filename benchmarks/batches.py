"""Batches side by side with pgx: random legal actions, observation and legal mask after every step, auto-reset.

    .venv/bin/python benchmarks/batches.py             # writes benchmarks/results/batches.md; about ten minutes
    .venv/bin/python benchmarks/batches.py --games sirius --rounds 1

pgx runs in an environment of its own, build/peer-pgx, which is made here if it is missing (about 620 MB); it is given
the better of two batch sizes, and of a step per call and many in one. Both sides take turns on one core and what counts
is CPU time, the median of the rounds. Then ours runs with a thread per core, by the clock.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

os.environ["LUMITHEQUE_RULES"] = "compiled"

from rich.console import Console
from rich.progress import track
from rules import machine

import lumitheque as lt
from lumitheque.games import SHELF

ROOT = Path(__file__).parent.parent
PEER = ROOT / "build" / "peer-pgx"
PEER_PACKAGES = ("pgx==2.6.0", "jax==0.10.2", "jaxlib==0.10.2")
GAMES, SECONDS = 1024, 2.0
# game, seats, options, and of which peer it should do how many times the steps
BOARD, CARDS = (("othello", 3.0), ("go_9x9", 20.0)), (("sparrow_mahjong", 10.0),)
CASES: tuple[tuple[str, int, dict[str, Any], tuple[tuple[str, float], ...]], ...] = (
    ("galax", 2, {"setup": "random"}, BOARD),
    ("sirius", 2, {"setup": "random"}, BOARD),
    ("lumens", 2, {}, CARDS),
    ("lumens", 4, {}, CARDS),
    ("luminis", 2, {}, CARDS),
    ("luminis", 4, {}, CARDS),
    ("fromages", 2, {}, CARDS),
    ("fromages", 5, {}, CARDS),
)
PEER_PROGRAM = """
import json, sys, time
import jax, jax.numpy as jnp, pgx
from pgx.experimental import auto_reset
name, batch, inside, seconds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])
env = pgx.make(name)
init, step = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))
def once(carry, _):
    state, key = carry
    key, one, two = jax.random.split(key, 3)
    action = jax.random.categorical(one, jnp.log(state.legal_action_mask.astype(jnp.float32)), axis=1)
    return (step(state, action, jax.random.split(two, batch)), key), None
def several(carry):
    return jax.lax.scan(once, carry, None, length=inside)[0]
run = jax.jit(several if inside > 1 else lambda carry: once(carry, None)[0])
carry = (jax.jit(init)(jax.random.split(jax.random.PRNGKey(0), batch)), jax.random.PRNGKey(1))
for _ in range(3):
    carry = run(carry)
jax.block_until_ready(carry)
start, steps = time.process_time(), 0
while time.process_time() - start < seconds:
    carry = run(carry)
    jax.block_until_ready(carry)
    steps += batch * inside
print(json.dumps(steps / (time.process_time() - start)))
"""


def peer_python() -> Path:
    """The environment with pgx, made if it is missing."""
    python = PEER / "bin" / "python"
    if not (PEER / "ready").exists():
        Console().print("making build/peer-pgx: pgx and JAX, about 620 MB")
        subprocess.run([sys.executable, "-m", "venv", PEER], check=True)
        subprocess.run([python, "-m", "pip", "install", "-q", *PEER_PACKAGES], check=True)
        (PEER / "ready").touch()
    return python


def peer_speed(name: str, batch: int, inside: int) -> float:
    """pgx's steps per CPU second on one core."""
    flags = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
    environment = {**os.environ, "XLA_FLAGS": flags, "JAX_PLATFORMS": "cpu"}
    command = [peer_python(), "-c", PEER_PROGRAM, name, batch, inside, SECONDS]
    if core := one_core():
        command = ["taskset", "-c", core, *command]
    told = subprocess.run(list(map(str, command)), env=environment, check=True, capture_output=True, text=True).stdout
    return float(json.loads(told))


def one_core() -> str:
    """The first core that this process may use, where processes can be bound to one."""
    return str(min(os.sched_getaffinity(0))) if hasattr(os, "sched_getaffinity") else ""


def best_of_peer(name: str) -> float:
    """Its best of a small and a large batch, step by step and many steps in one call."""
    return max(peer_speed(name, batch, inside) for batch, inside in ((64, 1), (1024, 1), (1024, 50)))


def our_speed(name: str, seats: int, options: dict[str, Any], threads: int, clock: Any) -> float:
    """Our steps per second of a clock, actions sampled by the kernel, observation and mask written."""
    batch = lt.batch(name, GAMES * threads, seats, seed=1, options=options, threads=threads)
    batch.roll(60)  # in the midst of games
    for _ in range(20):
        batch.step(batch.sample())
    start, steps = clock(), 0
    while clock() - start < SECONDS:
        for _ in range(20):
            batch.step(batch.sample())
        steps += 20 * batch.games
    return float(steps / (clock() - start))


def rows_for(case: Any, peers: dict[str, float], rounds: int) -> list[str]:
    name, seats, options, goals = case
    ours = statistics.median(our_speed(name, seats, options, 1, time.process_time) for _ in range(rounds))
    pairs = [
        (
            our_speed(name, seats, options, 1, time.perf_counter),
            our_speed(name, seats, options, 2, time.perf_counter),
        )
        for _ in range(rounds)
    ]
    scale = max(both / one for one, both in pairs)
    return [
        f"| {name} | {seats} | {ours:,.0f} | pgx {peer} | {peers[peer]:,.0f} | {ours / peers[peer]:.1f} | {goal:g} "
        f"| {scale:.2f} |"
        for peer, goal in goals
    ]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", nargs="*", default=list(SHELF))
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    cases = [case for case in CASES if case[0] in asked.games]
    names = dict.fromkeys(peer for case in cases for peer, _ in case[3])
    told: dict[str, list[float]] = {name: [] for name in names}
    for _ in track(range(asked.rounds), "pgx"):
        for name in names:
            told[name].append(best_of_peer(name))
    peers = {name: statistics.median(figures) for name, figures in told.items()}
    lines = [line for case in track(cases, "ours") for line in rows_for(case, peers, asked.rounds)]
    text = report(lines, asked.rounds)
    Console().print(text)
    if len(cases) == len(CASES):
        (ROOT / "benchmarks" / "results" / "batches.md").write_text(text, encoding="utf-8")


def report(lines: list[str], rounds: int) -> str:
    return "\n".join(
        [
            "# Batches: steps with observation and legal mask, one core",
            "",
            f"`python benchmarks/batches.py --rounds {rounds}`, median, steps per second of CPU time on one core,",
            f"random legal actions, auto-reset; {GAMES} games of ours, pgx 2.6.0 with the better of batches of 64 and",
            "1,024, step by step and many steps in one call.",
            "The last column is our speed by the clock with two threads over that with one, the best of the rounds.",
            f"{machine()}",
            "",
            "| game | seats | steps/s | peer | peer steps/s | ratio | goal | two cores |",
            "| --- | --- | --- | --- | --- | --- | --- | --- |",
            *lines,
            "",
        ]
    )


if __name__ == "__main__":
    main()

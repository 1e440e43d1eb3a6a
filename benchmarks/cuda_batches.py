"""Batches on a graphics card: equal to the processor's, byte for byte; steps per second; random plies per second.

    python benchmarks/cuda_batches.py                          all three, a few minutes with a card and the extra `cuda`
    python benchmarks/cuda_batches.py --only roll --games sirius --blocks 32 64 128 256 --registers 0 64 96

`check`: all arrays of both after every step. `steps`: sample and step with observation and mask, for each size and
block. `roll`: random moves, episode after episode, without them; each line is one way to lay out what threads work on.
"""

import argparse
import functools
import itertools
import os
import time
from typing import Any

os.environ["LUMITHEQUE_RULES"] = "compiled"


import lumitheque as lt
from lumitheque.games import SHELF
from lumitheque.games.game import Game
from lumitheque.kernels.cuda_batches import CudaBatch
from lumitheque.kernels.cuda_kernels import Way, suited

SETUP: dict[str, dict[str, Any]] = {"galax": {"setup": "random"}, "sirius": {"setup": "random"}}
SECONDS = 1.0


def opened(device: str, game: Game, games: int, seats: int, **more: Any) -> Any:
    return lt.batch(game.name, games, seats, seed=7, options=SETUP.get(game.name), device=device, **more)


def check(game: Game, seats: int, games: int, steps: int) -> None:
    """The same random actions on both: every array equal after every step, then after a roll."""
    here, there = opened("cpu", game, games, seats), opened("cuda", game, games, seats)
    for step in range(steps):
        actions = here.sample().copy()
        same(there.sample(), actions, f"{game.name}, step {step}: sampled actions")
        here.step(actions)
        there.step(actions)
        compare(here, there, f"{game.name}, {seats} seats, step {step}")
    same(there.observe(seats - 1), here.observe(seats - 1), f"{game.name}: one seat's observation")
    for batch in (here, there):
        batch.roll(300)
    compare(here, there, f"{game.name}, {seats} seats, after a roll")
    print(f"{game.name:9} {seats} seats: {games} games equal after {steps} steps and a roll of 300 plies", flush=True)


def compare(here: Any, there: Any, where: str) -> None:
    for name in here.rows._fields:
        if name != "legal":  # behind its end lies what was legal before
            same(getattr(there.rows, name), getattr(here.rows, name), f"{where}: {name}")


def same(there: Any, here: Any, what: str) -> None:
    if there.copy_to_host().tobytes() != here.tobytes():
        raise SystemExit(f"{what}: the card has something else")


def measured(batch: CudaBatch, work: Any) -> float:
    """Seconds of one call of `work`, of as many as fit."""
    work()
    batch.synchronize()
    start, calls = time.perf_counter(), 0
    while time.perf_counter() - start < SECONDS:
        work()
        calls += 1
        if calls % 8 == 0:
            batch.synchronize()
    batch.synchronize()
    return (time.perf_counter() - start) / calls


def steps(game: Game, games: int, ways: list[Way]) -> None:
    """Sampling, stepping, observation and mask, as a learner would have them."""
    batch = opened("cuda", game, games, game.seats[0], illegal="lose")
    batch.roll(60)
    for batch.way in ways:
        bare, whole = measured(batch, batch.sample), measured(batch, functools.partial(step_by_lot, batch))
        report(batch, games / whole, f"steps/s with observation and mask; sampling takes {bare / whole:.0%}")


def step_by_lot(batch: CudaBatch) -> None:
    batch.step(batch.sample())


def roll(game: Game, games: int, ways: list[Way], plies: int) -> None:
    """Random plies without observation and mask."""
    batch = opened("cuda", game, games, game.seats[0], illegal="lose", observing=False)
    batch.roll(60)
    for batch.way in ways:
        report(batch, games * plies / measured(batch, functools.partial(batch.run, "roll", plies)), "random plies/s")


def report(batch: CudaBatch, speed: float, what: str) -> None:
    way = suited(batch.game, batch.way)
    told = f"blocks of {way.block:3}, {way.registers or 'any':>3} registers, tables {way.tables:8}, state {way.state:6}"
    print(f"{batch.game.name:9} {batch.games:7,} games, {told}: {speed:15,.0f} {what}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", nargs="*", choices=("check", "steps", "roll"), default=["check", "steps", "roll"])
    parser.add_argument("--games", nargs="*", choices=list(SHELF), default=list(SHELF))
    parser.add_argument("--sizes", nargs="*", type=int, default=[4096, 65_536, 262_144])
    parser.add_argument("--blocks", nargs="*", type=int, default=[0], help="threads; 0: as many as suit the game")
    parser.add_argument("--registers", nargs="*", type=int, default=[0], help="most per thread; 0: as many as it takes")
    parser.add_argument("--tables", nargs="*", choices=("global", "constant"), default=["global", "constant"])
    parser.add_argument("--state", nargs="*", choices=("shared", "rows"), default=["shared", "rows"])
    parser.add_argument("--plies", type=int, default=200, help="random plies in one call")
    asked = parser.parse_args()
    games = [SHELF[name] for name in asked.games]
    if "check" in asked.only:
        for game in games:
            for seats in dict.fromkeys((game.seats[0], game.seats[-1])):
                check(game, seats, 512, 60)
    chosen = itertools.product(asked.tables, asked.state, asked.registers, asked.blocks)
    ways = [Way(block, registers or None, tables, state) for tables, state, registers, block in chosen]
    for game in games:
        if "steps" in asked.only:
            for size in asked.sizes:
                steps(game, size, ways)
        if "roll" in asked.only:
            roll(game, asked.sizes[-1], ways, asked.plies)


if __name__ == "__main__":
    main()

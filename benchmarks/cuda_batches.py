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
from lumitheque.kernels.cuda_batches import LAYOUTS, CudaBatch, roll_kernel

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


def steps(game: Game, games: int, blocks: list[int]) -> None:
    """Sampling, stepping, observation and mask, as a learner would have them."""
    batch = opened("cuda", game, games, game.seats[0], illegal="lose")
    batch.roll(60)
    for block in blocks:
        batch.block = block
        bare, whole = measured(batch, batch.sample), measured(batch, functools.partial(step_by_lot, batch))
        print(
            f"{game.name:9} {games:7,} games, blocks of {block:3}: {games / whole:15,.0f} steps/s with observation "
            f"and mask; sampling takes {bare / whole:.0%}",
            flush=True,
        )


def step_by_lot(batch: CudaBatch) -> None:
    batch.step(batch.sample())


def roll(game: Game, games: int, asked: Any) -> None:
    """Random plies, laid out in every way that was asked for."""
    batch = opened("cuda", game, games, game.seats[0], illegal="lose", observing=False)
    batch.roll(60)
    for layout, tables, most, block in itertools.product(asked.layouts, asked.tables, asked.registers, asked.blocks):
        batch.block = block
        kernel = roll_kernel(game, layout, most or None, tables == "global")
        seconds = measured(batch, functools.partial(batch.launch, kernel, asked.plies, tables=tables == "global"))
        print(
            f"{game.name:9} {games:7,} games, state {layout:5}, tables {tables:8}, blocks of {block:3}, "
            f"{most or 'any':>3} registers: {games * asked.plies / seconds:15,.0f} random plies/s",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", nargs="*", choices=("check", "steps", "roll"), default=["check", "steps", "roll"])
    parser.add_argument("--games", nargs="*", choices=list(SHELF), default=list(SHELF))
    parser.add_argument("--sizes", nargs="*", type=int, default=[4096, 65_536])
    parser.add_argument("--blocks", nargs="*", type=int, default=[32, 64, 128])
    parser.add_argument("--registers", nargs="*", type=int, default=[0], help="most per thread; 0: as many as it takes")
    parser.add_argument("--layouts", nargs="*", choices=LAYOUTS, default=list(LAYOUTS))
    parser.add_argument("--tables", nargs="*", choices=("global", "constant"), default=["global", "constant"])
    parser.add_argument("--plies", type=int, default=200, help="random plies in one call")
    asked = parser.parse_args()
    games = [SHELF[name] for name in asked.games]
    if "check" in asked.only:
        for game in games:
            for seats in dict.fromkeys((game.seats[0], game.seats[-1])):
                check(game, seats, 512, 60)
    for game in games:
        for size in asked.sizes:
            if "steps" in asked.only:
                steps(game, size, asked.blocks)
        if "roll" in asked.only:
            roll(game, asked.sizes[-1], asked)


if __name__ == "__main__":
    main()

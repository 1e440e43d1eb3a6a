"""Each game's rules on a graphics card against the same rules on the CPU: the same end, byte for byte; and how fast.

python benchmarks/cuda_agreement.py [--games 65536]        on a machine with a CUDA card and the extra `cuda`
"""

import argparse
import os
import time

os.environ["LUMITHEQUE_RULES"] = "compiled"

import numpy as np

from lumitheque.games import SHELF
from lumitheque.kernels.cuda import CardPlayouts, available
from lumitheque.kernels.playouts import Playouts, Prepared

COMPARED = 2048


def copied(prepared: Prepared) -> Prepared:
    return Prepared(*(np.frombuffer(bytearray(part.tobytes()), part.dtype).view(np.recarray) for part in prepared))


def repeated(prepared: Prepared, games: int, seed: int) -> Prepared:
    """More games from the same beginnings, each with its own chance."""
    times = games // len(prepared.states)
    states = np.frombuffer(bytearray(prepared.states.tobytes() * times), prepared.states.dtype).view(np.recarray)
    chances = np.frombuffer(bytearray(prepared.chances.tobytes() * times), prepared.chances.dtype).view(np.recarray)
    chances.stream = np.random.default_rng(seed).integers(1, 2**63, len(chances), np.uint64)
    return Prepared(states, chances)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=65_536)
    games = parser.parse_args().games
    assert available(), "no CUDA card here"
    print("game      seats  ends compared  equal  card plies/s  CPU plies/s (one core)", flush=True)
    for game in SHELF.values():
        for seats in {game.seats[0], game.seats[-1]}:
            options = {"setup": "random"} if any(option.name == "setup" for option in game.options) else {}
            playouts = Playouts(game, seats, options)
            prepared = playouts.prepare(COMPARED, seed=7)
            here, there = copied(prepared), copied(prepared)
            playouts.play(copied(prepared))  # compiled now
            start = time.perf_counter()
            plies = playouts.play(here)
            cpu = plies / (time.perf_counter() - start)
            card = CardPlayouts(game, playouts.e, there)
            card.play()
            ended, counted = card.results()
            equal = ended.tobytes() == here.states.tobytes() and int(counted.sum()) == plies
            many = CardPlayouts(game, playouts.e, repeated(prepared, games, seed=8))
            start = time.perf_counter()
            many.play()
            speed = int(many.results()[1].sum()) / (time.perf_counter() - start)
            print(f"{game.name:9} {seats:5}  {COMPARED:13}  {equal!s:5}  {speed:12,.0f}  {cpu:12,.0f}", flush=True)
            assert equal, "the card plays another game"


if __name__ == "__main__":
    main()

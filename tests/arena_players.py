"""Players for tests of the arena, who need no skill of any game. Workers in other processes import this file."""

import os
import random
import signal
import time
from dataclasses import dataclass, field
from pathlib import Path

from lumitheque.arena.match import Result
from lumitheque.arena.schedule import Fixture, Terms, lay_table, line_ups, schedule
from lumitheque.bots.protocol import Advice, Budget, Sight
from lumitheque.games.game import Game


@dataclass(frozen=True)
class Toy:
    """Moves at random, or makes the first or last of its legal moves; slow-… takes its time at the first."""

    name: str
    budget: Budget = field(default_factory=Budget)

    def bot(self) -> "ToyBot":
        return ToyBot(self.name)


class ToyBot:
    def __init__(self, name: str) -> None:
        self.pause = 0.15 if name.startswith("slow-") else 0.0
        self.kind = name.rpartition("-")[2]

    def choose(self, sight: Sight, budget: Budget, seed: int) -> Advice:
        time.sleep(self.pause)
        self.pause = 0.0
        moves = sight.moves()
        choice = {"first": moves[0], "last": moves[-1], "cheat": -1}
        return Advice(choice.get(self.kind, random.Random(seed).choice(moves)))

    def stop(self) -> None: ...


def find_toy(game: Game, name: str) -> Toy:
    return Toy(name)


@dataclass(frozen=True)
class Assassin:
    """Finds players like `find_toy`, but kills the process it is in, once: the first that takes the knife."""

    knife: str

    def __call__(self, game: Game, name: str) -> Toy:
        try:
            Path(self.knife).unlink()
        except FileNotFoundError:
            return Toy(name)
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError


def toy_table() -> Terms:
    """A game that is over soon."""
    return lay_table("luminis", 2)


def toy_fixtures(table: Terms, games: int, *players: str) -> list[Fixture]:
    return schedule(table, line_ups(players, table.seats), games, "0" * 32)


def toy_like(results: list[Result]) -> list[Fixture]:
    """The fixtures that results are of."""
    return [Fixture(result.id, result.number, result.deal, result.players) for result in results]


def imagined(fixture: Fixture, winners: tuple[int, ...], table: Terms, plies: int = 10) -> Result:
    """A result that nobody played for."""
    return Result(
        id=fixture.id,
        game=table.game,
        rules=table.rules,
        seats=table.seats,
        options=table.options,
        edition=None,
        number=fixture.number,
        deal=fixture.deal,
        players=fixture.players,
        points=tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(table.seats)),
        winners=winners,
        reason="counted",
        plies=plies,
        turns=(plies // 2,) * table.seats,
        seconds=(0.5,) * table.seats,
    )


def contest(table: Terms, strengths: dict[str, float], games: int, seed: int, luck: float = 0.0) -> list[Result]:
    """Results of players whose odds are known; `luck` is how much a deal favours one seat or another."""
    dice = random.Random(seed)
    luck_of: dict[str, list[float]] = {}
    results = []
    for fixture in schedule(table, line_ups(list(strengths), table.seats), games, f"{seed:032x}"):
        favour = luck_of.setdefault(fixture.deal, [dice.gauss(0, luck) for _ in range(table.seats)])
        odds = [2.718281828 ** (strengths[name] + favour[seat]) for seat, name in enumerate(fixture.players)]
        winner = dice.choices(range(table.seats), odds)[0]
        results.append(imagined(fixture, (winner,), table, dice.randrange(20, 90)))
    return results

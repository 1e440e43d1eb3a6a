"""Sight, Budget, Advice, Bot: what a bot is given and what it answers; the one protocol for all bots.

A bot is given a sight (what one seat knows), a budget and a seed. It is never given a state, a table or a referee, and
this package cannot import them: tests/test_repository.py checks that.
"""

from dataclasses import dataclass
from typing import Any, Protocol

import msgspec
import numpy as np

from lumitheque.games.edition import record_from
from lumitheque.games.game import Game, GameError


class BotError(GameError):
    """The bot asked for does not exist, or cannot do what was asked: told in one line."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What one seat knows, and nothing else: the view that the rules made for it, copied."""

    game: Game
    e: Any  # the edition, as the rules see it
    view: Any  # a record made by the game's `view` for this seat
    seat: int
    seats: int

    @classmethod
    def of(cls, game: Game, e: Any, view: Any, seat: int, seats: int) -> "Sight":
        """Make a sight with its own copy of the view: a bot may write to it."""
        return cls(game, e, record_from(view.tobytes(), game.record.STATE), seat, seats)

    def moves(self) -> list[int]:
        """Compute the legal moves from the view: the seat knows enough for that."""
        out = np.zeros(self.game.record.MOST_MOVES, np.int32)
        n = int(self.game.rules.legal_moves(self.e, self.view, self.seat, out))
        return [int(move) for move in out[:n]]


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a bot may think; whichever limit comes first. Simulations alone, with one thread, are deterministic."""

    seconds: float | None = None
    simulations: int | None = None
    threads: int = 1

    def __post_init__(self) -> None:
        if self.seconds is not None and not 0 <= self.seconds < float("inf"):
            raise BotError(f"seconds: {self.seconds} is not a time to think")
        if self.simulations is not None and self.simulations < 1:
            raise BotError("simulations: at least one")
        if self.threads < 1:
            raise BotError("threads: at least one")

    def of_thread(self, number: int) -> "Budget":
        """Return one thread's part: all of the time, an equal share of the simulations."""
        if self.simulations is None:
            return Budget(self.seconds)
        part = self.simulations // self.threads + (number < self.simulations % self.threads)
        return Budget(self.seconds, max(1, part))


class Prospect(msgspec.Struct, frozen=True):
    """One legal move as a bot sees it."""

    move: int
    chance: float  # of winning, a shared victory counting its share
    visits: int  # how often it was tried


class Advice(msgspec.Struct, frozen=True):
    """A bot's answer."""

    move: int
    prospects: list[Prospect] = []  # the moves searched, best first; empty if there was no search
    line: list[tuple[int, int]] = []  # what it expects to happen: seat and move, its own move first
    simulations: int = 0
    plies: int = 0  # half-turns simulated
    seconds: float = 0.0


class Bot(Protocol):
    """A player. It may keep state between calls, but must be deterministic for a budget of simulations with one thread:
    the answer follows from the sights and seeds that it was given."""

    def choose(self, sight: Sight, budget: Budget, seed: int) -> Advice: ...

    def stop(self) -> None:
        """Make `choose` return soon; thread-safe."""

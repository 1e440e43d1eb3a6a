"""Random games by the thousand, on one core."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from lumitheque.games.chance import CHANCE
from lumitheque.games.edition import Edition, edition_record, load_edition
from lumitheque.games.game import Game, Value
from lumitheque.kernels.loading import kernels


class Prepared(NamedTuple):
    """Games set up and not yet played."""

    states: Any
    chances: Any


class Playouts:
    """Random play of one game with some players and options.

    Playouts(find("lumens"), 4).run(1000, seed=1).points gives the points of a thousand random games, a row per game.
    """

    def __init__(
        self, game: Game, seats: int, options: Mapping[str, Value] | None = None, edition: Edition | None = None
    ) -> None:
        self.game, self.seats = game, game.check_seats(seats)
        self.e = edition_record(game, edition or load_edition(game))
        self._codes = np.array(game.option_codes(game.settle(seats, options or {})), np.int64)
        self._kernels = kernels(game)
        self._out = np.zeros(game.record.MOST_MOVES, np.int32)

    def prepare(self, games: int, seed: int) -> Prepared:
        """Set games up, each with a stream of chance of its own."""
        states = np.zeros(games, self.game.record.STATE).view(np.recarray)
        chances = np.zeros(games, CHANCE).view(np.recarray)
        chances.stream = np.random.default_rng(seed).integers(1, 2**63, games, np.uint64)
        for state, chance in zip(states, chances, strict=True):
            self.game.rules.setup(self.e, state, self.seats, self._codes, chance)
        return Prepared(states, chances)

    def play(self, prepared: Prepared) -> int:
        """Play them all to their ends; returns the decisions made."""
        longest = self.game.record.LONGEST
        return int(self._kernels.play_out_all(self.e, prepared.states, prepared.chances, self._out, longest))

    def run(self, games: int, seed: int) -> "Results":
        prepared = self.prepare(games, seed)
        plies = self.play(prepared)
        points = np.zeros((games, self.seats))
        winners = np.zeros((games, self.seats), bool)
        for row, state in enumerate(prepared.states):
            self.game.rules.points(self.e, state, points[row])
            bits = int(self.game.rules.winners(self.e, state))
            winners[row] = [(bits >> seat) & 1 for seat in range(self.seats)]
        reasons = [self.game.record.REASONS[int(self.game.rules.ending(self.e, state))] for state in prepared.states]
        return Results(plies, points, winners, reasons)


class Results(NamedTuple):
    plies: int  # decisions in all games together
    points: Any  # games × seats
    winners: Any  # games × seats: True for each seat that won or shared
    reasons: list[str]  # why each game ended

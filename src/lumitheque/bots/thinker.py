"""Bots that think: where a thought begins, how its time is shared out, and who may stop it."""

import threading
from abc import ABC, abstractmethod
from dataclasses import dataclass

from lumitheque.bots.desks import Clock
from lumitheque.bots.minds import Mind, mind
from lumitheque.bots.protocol import Advice, Budget, Sight
from lumitheque.bots.simple import known_by_heart, noticed
from lumitheque.games.game import Game


@dataclass(frozen=True, slots=True)
class Style:
    """How a bot thinks. 0 for explore and glances, -1 for horizon: as the game's skill says."""

    explore: float = 0.0
    caution: float = 0.1
    paranoid: bool = False
    glances: int = 0
    horizon: int = -1
    notices: float = 1.0  # the share of the moves that is not overlooked


class Thinker(ABC):
    """A bot that thinks about the moves which it notices, unless it knows one by heart.

    Bots that think on behalf of another are stopped with it: they are given the same `stopped`.
    """

    def __init__(self, game: Game, style: Style = Style(), stopped: threading.Event | None = None) -> None:  # noqa: B008 (it cannot change)
        self.game, self.style = game, style
        self._mind: Mind = mind(game)
        self._stopped = stopped or threading.Event()

    def stop(self) -> None:
        self._stopped.set()

    def choose(self, sight: Sight, budget: Budget, seed: int) -> Advice:
        self._stopped.clear()
        known = known_by_heart(sight, seed)
        if known >= 0:
            return Advice(known)
        return self.think(sight, budget, seed, noticed(sight.moves(), self.style.notices, seed))

    @abstractmethod
    def think(self, sight: Sight, budget: Budget, seed: int, moves: list[int]) -> Advice:
        """The best of these moves."""

    def _clocks(self, budget: Budget) -> list[Clock]:
        """A clock for each thread."""
        return [Clock(budget.of_thread(number), self._stopped) for number in range(budget.threads)]

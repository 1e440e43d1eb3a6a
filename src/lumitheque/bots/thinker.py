"""Bots that think: where a thought begins, how its time is shared out, and who may stop it."""

import threading
from abc import ABC, abstractmethod
from dataclasses import dataclass

from lumitheque.bots.desks import Clock
from lumitheque.bots.minds import Mind, mind
from lumitheque.bots.protocol import Advice, Budget, Sight
from lumitheque.bots.simple import known_by_heart, noticed
from lumitheque.bots.watching import Watch
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


def watch_for(game: Game) -> Watch | None:
    """For games in which it pays to watch how the other plays."""
    return Watch(game) if getattr(mind(game).skill, "WATCHFUL", False) else None


class Thinker(ABC):
    """A bot that thinks about the moves which it notices, unless it knows one by heart.

    A bot that thinks on behalf of another is stopped with it, and knows of the other player what that one has seen.
    """

    def __init__(self, game: Game, style: Style = Style(), asker: "Thinker | None" = None) -> None:  # noqa: B008 (it cannot change)
        self.game, self.style = game, style
        self._mind: Mind = mind(game)
        self.stopped: threading.Event = asker.stopped if asker else threading.Event()
        self.watch: Watch | None = asker.watch if asker else watch_for(game)

    def stop(self) -> None:
        self.stopped.set()

    def choose(self, sight: Sight, budget: Budget, seed: int) -> Advice:
        self.stopped.clear()
        if self.watch:
            self.watch.look(sight, seed)
        known = known_by_heart(sight, seed)
        advice = Advice(known) if known >= 0 else self.consider(sight, budget, seed)
        if self.watch:
            self.watch.remember(sight, advice.move)
        return advice

    def consider(self, sight: Sight, budget: Budget, seed: int) -> Advice:
        """The best of the moves that are noticed."""
        return self.think(sight, budget, seed, noticed(sight.moves(), self.style.notices, seed))

    @abstractmethod
    def think(self, sight: Sight, budget: Budget, seed: int, moves: list[int]) -> Advice:
        """The best of these moves."""

    def _clocks(self, budget: Budget) -> list[Clock]:
        """A clock for each thread."""
        return [Clock(budget.of_thread(number), self.stopped) for number in range(budget.threads)]

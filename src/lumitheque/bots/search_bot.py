"""SearchBot: what all searching bots share: style, stopping, the opponent model, one clock per thread."""

import threading
from abc import ABC, abstractmethod
from dataclasses import dataclass

from lumitheque.bots.compiled import CompiledGame, compiled_for
from lumitheque.bots.opponent_model import OpponentModel
from lumitheque.bots.protocol import Advice, Budget, Sight
from lumitheque.bots.simple_bots import known_by_heart, noticed
from lumitheque.bots.workspaces import Clock
from lumitheque.games.game import Game


@dataclass(frozen=True, slots=True)
class Style:
    """How a bot searches. 0 for explore and glances, -1 for horizon: the game's skill decides."""

    explore: float = 0.0
    caution: float = 0.1
    paranoid: bool = False
    glances: int = 0
    horizon: int = -1
    notices: float = 1.0  # the share of the moves that is not overlooked


def opponent_model_for(game: Game) -> OpponentModel | None:
    """Return a model for games whose skill says that watching the opponent pays (WATCHFUL); else None."""
    return OpponentModel(game) if getattr(compiled_for(game).skill, "WATCHFUL", False) else None


class SearchBot(ABC):
    """A bot that searches among the moves that it notices, unless it knows one by heart.

    A bot may search on behalf of another, its parent: it shares the parent's stop signal and opponent model.
    """

    def __init__(self, game: Game, style: Style = Style(), parent: "SearchBot | None" = None) -> None:  # noqa: B008 (it cannot change)
        self.game, self.style = game, style
        self._compiled: CompiledGame = compiled_for(game)
        self.stopped: threading.Event = parent.stopped if parent else threading.Event()
        self.opponent: OpponentModel | None = parent.opponent if parent else opponent_model_for(game)

    def stop(self) -> None:
        self.stopped.set()

    def choose(self, sight: Sight, budget: Budget, seed: int) -> Advice:
        self.stopped.clear()
        if self.opponent:
            self.opponent.observe(sight, seed)
        known = known_by_heart(sight, seed)
        advice = Advice(known) if known >= 0 else self.consider(sight, budget, seed)
        if self.opponent:
            self.opponent.remember(sight, advice.move)
        return advice

    def consider(self, sight: Sight, budget: Budget, seed: int) -> Advice:
        """Search among the moves that this style notices."""
        return self.think(sight, budget, seed, noticed(sight.moves(), self.style.notices, seed))

    @abstractmethod
    def think(self, sight: Sight, budget: Budget, seed: int, moves: list[int]) -> Advice:
        """Search these moves and return the best."""

    def _clocks(self, budget: Budget) -> list[Clock]:
        """Return a clock for each thread, with its part of the budget."""
        return [Clock(budget.of_thread(number), self.stopped) for number in range(budget.threads)]

"""SteadyBot: an engine and its stand-in. When the engine fails, the stand-in plays its seat to the end of the match."""

import logging
from collections.abc import Callable
from typing import Any

import msgspec

from lumitheque.bots.protocol import Advice, Bot, Budget, Sight
from lumitheque.engines.engine_bot import EngineBot
from lumitheque.engines.program import EngineFault, Kind
from lumitheque.engines.stories import Story

_warned_of = set[tuple[str, Kind]]()
log = logging.getLogger("lumitheque.engines")


class Failure(msgspec.Struct, frozen=True):
    """Why a stand-in plays: what kind of failure, and one line that says more."""

    seat: int
    kind: Kind
    reason: str


def level_of(name: str, kind: Kind) -> int:
    """The level to log a failure at: a warning the first time that this engine fails so, later it is no news."""
    is_news = (name, kind) not in _warned_of
    _warned_of.add((name, kind))
    return logging.WARNING if is_news else logging.INFO


class SteadyBot:
    """A bot that never fails: an engine, with a stand-in at hand."""

    def __init__(self, engine: EngineBot, stand_in: Callable[[], Bot]) -> None:
        self.engine = engine
        self.failure: Failure | None = None  # why the stand-in plays; None: it does not
        self._make_stand_in = stand_in
        self._stand_in: Bot | None = None

    def hear(self, story: Story) -> None:
        self.engine.hear(story)

    def choose(self, sight: Sight, budget: Budget, seed: int) -> Advice:
        if self._stand_in is None:
            try:
                return self.engine.choose(sight, budget, seed)
            except EngineFault as fault:
                self.failure = Failure(sight.seat, fault.kind, fault.reason)
                self._stand_in = self._make_stand_in()
                name, game = self.engine.command.name, sight.game.name
                log.log(
                    level_of(name, fault.kind), "engine %s, seat %d of %s: %s", name, sight.seat, game, fault.reason
                )
        return self._stand_in.choose(sight, budget, seed)

    def stop(self) -> None:
        (self._stand_in or self.engine).stop()

    def leave(self, ending: dict[str, Any] | None = None) -> None:
        """The match is over: the program is free, and the seat is the engine's again."""
        self.engine.leave(ending)
        self.failure = self._stand_in = None

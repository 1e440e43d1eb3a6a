"""EnginePlayer, find_player: players by their spelling, engines among them; and what they are told."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from lumitheque.bots import players
from lumitheque.bots.players import THINKING_TIME, Player
from lumitheque.bots.protocol import Bot, Budget
from lumitheque.bots.search_bot import Style
from lumitheque.engines.commands import Command, Limits, is_engine, read_spelling, usual_limits
from lumitheque.engines.engine_bot import EngineBot
from lumitheque.engines.stand_in import Failure, SteadyBot
from lumitheque.engines.stories import story_of
from lumitheque.games.game import Game
from lumitheque.referee import Referee

KIND = "engine"
STAND_IN = "greedy"  # it plays every game, at once


@dataclass(frozen=True)
class EnginePlayer(Player):
    """A program to play against, as `engine:./mybot@0.5s` spells it."""

    command: Command
    limits: Limits
    stand_in: str = STAND_IN

    @classmethod
    def of(cls, game: Game, name: str, command: Command, budget: Budget | None) -> "EnginePlayer":
        return cls(game, name, KIND, Style(), budget or Budget(THINKING_TIME), command, usual_limits())

    def bot(self) -> SteadyBot:
        """The engine, with a stand-in at hand."""
        engine = EngineBot(self.game, self.command, self.limits)
        return SteadyBot(engine, lambda: players.find_player(self.game, self.stand_in).bot())


def find_player(game: Game, spelling: str) -> Player:
    """A player by its spelling: as `lumitheque.bots` knows it, or a program: engine:./mybot --flag@0.5s."""
    if not is_engine(spelling):
        return players.find_player(game, spelling)
    command, budget = read_spelling(spelling)
    return EnginePlayer.of(game, spelling.strip(), command, budget)


def character(player: Player) -> str:
    """Describe all that decides how a player plays now."""
    if isinstance(player, EnginePlayer):
        return repr((player.command.digest(), player.budget, player.limits, player.stand_in))
    return repr((player.kind, player.style, player.budget))


def inform(bot: Bot, referee: Referee, seat: int, match: str) -> None:
    """Before a bot chooses: an engine is told what its seat knows beside the position."""
    if isinstance(bot, EngineBot | SteadyBot):
        bot.hear(story_of(referee, seat, match))


def let_go(bots: Iterable[Bot], ending: dict[str, Any] | None) -> list[Failure]:
    """After a match: engines are free for the next. Returns where stand-ins had to play, and why."""
    failures = []
    for bot in bots:
        if isinstance(bot, SteadyBot):
            if bot.failure is not None:
                failures.append(bot.failure)
            bot.leave(ending)
        elif isinstance(bot, EngineBot):
            bot.leave(ending)
    return failures

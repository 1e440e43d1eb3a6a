"""Programs: the engines that the host lists, as bots at tables of this house. They are found by name, beside levels."""

import hashlib
from collections.abc import Sequence

from lumitheque.bots import Bot, Player, find_player
from lumitheque.engines.engine_bot import EngineBot
from lumitheque.engines.listed import Introduced
from lumitheque.engines.players import EnginePlayer
from lumitheque.engines.pool import Pool
from lumitheque.engines.stories import Story, story_of
from lumitheque.games.game import Game
from lumitheque.referee import Referee


class Programs:
    """The listed engines of a house, and their processes. What stands in for one that fails is a table's affair."""

    def __init__(self, listed: Sequence[Introduced] = ()) -> None:
        self._listed = {one.engine.name: one for one in listed}
        self._pool = Pool()

    def of(self, game: str) -> list[Introduced]:
        """Those that play a game."""
        return [one for one in self._listed.values() if game in one.games]

    def __contains__(self, level: str) -> bool:
        return level in self._listed

    def plays(self, level: str, game: str) -> bool:
        return level in self._listed and game in self._listed[level].games

    def find(self, game: Game, level: str) -> Player:
        """The player of a level's or an engine's name; BotError if there is none."""
        if self.plays(level, game.name):
            return self._listed[level].engine.player(game)
        return find_player(game, level)

    def bot(self, player: Player) -> Bot:
        """A bot for one seat of one table. An engine fails with EngineFault: the table then has another bot play on."""
        if isinstance(player, EnginePlayer):
            return EngineBot(player.game, player.command, player.limits, self._pool)
        return player.bot()

    def story(self, referee: Referee | None, table: str, seat: int, level: str) -> Story | None:
        """What an engine is told beside its sight; None for other bots. The table's id opens it: that stays here."""
        if referee is None or level not in self._listed:
            return None
        match = hashlib.sha256(f"match:{table}:{seat}".encode()).hexdigest()[:16]
        return story_of(referee, seat, match)

    def close(self) -> None:
        """End all processes."""
        self._pool.close()

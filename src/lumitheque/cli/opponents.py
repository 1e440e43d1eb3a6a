"""Bots and random players at a game in the terminal."""

import logging
import random
import secrets
import time
from typing import TYPE_CHECKING, Any

from lumitheque.cli.play import HUMAN, RANDOM
from lumitheque.cli.speech import Speech
from lumitheque.cli.telling import player
from lumitheque.referee import Referee
from lumitheque.referee.checking import random_move

if TYPE_CHECKING:
    from lumitheque.bots import Bot, Player

HUMAN_PACE = 1.2  # seconds that a decision takes at least, so that it can be followed


class Opponents:
    """Plays the seats that no person has."""

    def __init__(self, referee: Referee, players: list[str], dice: random.Random, at_once: bool) -> None:
        self.referee, self.players, self.dice, self.at_once = referee, players, dice, at_once
        self._told_of = set[int]()  # seats whose engine has failed, and people know: it need not be logged
        logging.getLogger("lumitheque.engines").addHandler(logging.NullHandler())
        self._match = secrets.token_hex(8)  # its name for engines
        self._bots: dict[int, tuple[Player, Bot]] = {}
        for seat, name in enumerate(players):
            if name not in (HUMAN, RANDOM):
                from lumitheque.engines.players import find_player

                found = find_player(referee.game, name)
                self._bots[seat] = found, found.bot()

    def __contains__(self, seat: int) -> bool:
        return self.players[seat] != HUMAN

    def introduce(self, seat: int, say: Speech, alone: bool) -> str:
        """Name a seat and who sits there."""
        name = self.players[seat]
        if name == HUMAN:
            return say("play.human" if alone else "play.person", player=player(seat))
        if name == RANDOM:
            return say("play.random", player=player(seat))
        from lumitheque.bots import levels

        game = self.referee.game
        level = levels(game).get(name)
        title = level.character(game, say.language).title if level else name
        return say("play.bot", player=player(seat), name=title)

    def choose(self, seat: int) -> int:
        """Ask a bot for its move, with its seat's view."""
        if self.players[seat] == RANDOM:
            return random_move(self.referee, seat, self.dice)
        from lumitheque.bots import Sight
        from lumitheque.engines.players import inform

        begun = time.monotonic()
        found, bot = self._bots[seat]
        referee = self.referee
        inform(bot, referee, seat, self._match)
        sight = Sight.of(referee.game, referee.e, referee.view_record(seat), seat, referee.seats)
        move = bot.choose(sight, found.budget, self.dice.getrandbits(62)).move
        if not self.at_once and len(sight.moves()) > 1:
            time.sleep(max(0.0, HUMAN_PACE - (time.monotonic() - begun)))
        return move

    def comments(self, seat: int, say: Speech) -> list[str]:
        """What there is to tell of the choice just made: what an engine said, or, once, why a stand-in plays for it."""
        if seat not in self._bots:
            return []
        from lumitheque.engines.stand_in import SteadyBot

        bot = self._bots[seat][1]
        if not isinstance(bot, SteadyBot):
            return []
        who = player(seat)
        if bot.failure is None:
            comment = bot.engine.comment
            return [say("play.comment", player=who, name=bot.engine.name, comment=comment)] if comment else []
        if seat in self._told_of:
            return []
        self._told_of.add(seat)
        return [say("play.failed", player=who, name=self.players[seat], why=say.error(bot.failure.reason))]

    def finish(self) -> None:
        """The game is over, or left: engines may go."""
        if self._bots:
            from lumitheque.engines.players import let_go

            let_go((bot for _, bot in self._bots.values()), self.referee.ending())


def show_hint(referee: Referee, seat: int, say: Speech, screen: Any) -> None:
    """Show what the strongest bot would do in a player's place."""
    from lumitheque.games.machine_code import machine_code

    if not machine_code(referee.game.folder).ready:
        screen.print(say("hint.unprepared"))
        return
    from lumitheque.bots import Budget
    from lumitheque.cli.bots import advise, show_advice

    show_advice(referee, seat, advise(referee, seat, Budget(1.0)), say, screen)

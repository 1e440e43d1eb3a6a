"""Bots and random players at a game in the terminal."""

import random
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
        self._bots: dict[int, tuple[Player, Bot]] = {}
        for seat, name in enumerate(players):
            if name not in (HUMAN, RANDOM):
                from lumitheque.bots import find_player

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

        begun = time.monotonic()
        found, bot = self._bots[seat]
        referee = self.referee
        sight = Sight.of(referee.game, referee.e, referee.view_record(seat), seat, referee.seats)
        move = bot.choose(sight, found.budget, self.dice.getrandbits(62)).move
        if not self.at_once and len(sight.moves()) > 1:
            time.sleep(max(0.0, HUMAN_PACE - (time.monotonic() - begun)))
        return move


def show_hint(referee: Referee, seat: int, say: Speech, screen: Any) -> None:
    """Show what the strongest bot would do in a player's place."""
    from lumitheque.games.machine_code import machine_code

    if not machine_code(referee.game.folder).ready:
        screen.print(say("hint.unprepared"))
        return
    from lumitheque.bots import Budget
    from lumitheque.cli.bots import advise, show_advice

    show_advice(referee, seat, advise(referee, seat, Budget(1.0)), say, screen)

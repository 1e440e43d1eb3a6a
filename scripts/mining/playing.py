"""Plays games among levels of all strengths, so that mistakes happen, and stops at every decision."""

import hashlib
import random
from collections.abc import Iterator
from dataclasses import replace

from lumitheque.bots import Budget, Player, Sight, find_player, levels
from lumitheque.games.game import Game, Value
from lumitheque.referee import Referee
from lumitheque.referee import new as open_game

MOST_SIMULATIONS = 500  # of a player's turn: many games, rather than good ones
ALTERNATIVES: dict[str, list[dict[str, Value]]] = {  # a set-up by lot is no worse to learn from, and begins at once
    "sirius": [{"setup": "random"}],
    "galax": [{"setup": "random"}],
    "luminis": [{}, {"game": "advanced"}],
}
MORE_SEATS = 4  # every so many games a third player sits down, where the game allows it


def seed_of(*parts: object) -> int:
    digest = hashlib.sha256(":".join(map(str, parts)).encode()).digest()
    return int.from_bytes(digest[:8]) >> 1


def seated(game: Game, number: int) -> tuple[Referee, list[Player]]:
    """Open a game with a level on every seat; everything follows from the number."""
    dice = random.Random(f"{game.name}:{number}")
    seats = game.seats[0] + (number % MORE_SEATS == MORE_SEATS - 1 and len(game.seats) > 1)
    options = dice.choice(ALTERNATIVES.get(game.name, [{}]))
    referee = open_game(game.name, seats, seed_of("deal", game.name, number), options)
    names = [dice.choice(list(levels(game))) for _ in range(seats)]
    return referee, [frugal(find_player(game, name)) for name in names]


def frugal(player: Player) -> Player:
    return replace(player, budget=Budget(simulations=min(MOST_SIMULATIONS, player.budget.simulations or 1)))


def sight_of(referee: Referee, seat: int) -> Sight:
    return Sight.of(referee.game, referee.e, referee.view_record(seat), seat, referee.seats)


def decisions(game: Game, number: int) -> Iterator[tuple[Referee, int]]:
    """Play one game; before each decision, yield the referee and the seat to move."""
    referee, players = seated(game, number)
    bots = [player.bot() for player in players]
    while waiting := referee.waiting():
        seat = waiting[0]
        if len(waiting) == 1:
            yield referee, seat
        seed = seed_of("decision", game.name, number, len(referee.decisions))
        advice = bots[seat].choose(sight_of(referee, seat), players[seat].budget, seed)
        referee.play_number(advice.move, seat)


def has_news(referee: Referee, seat: int) -> bool:
    """Whether this seat has just come to its turn, or has learned something since its own last decision."""
    if not referee.decisions:
        return True
    last = referee.decisions[-1]
    return last.seat != seat or last.revealed or last.private or last.events < len(referee.chance())

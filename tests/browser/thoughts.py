"""Bots that play on in random games, each asked whenever its seat is to move, and what they answer."""

import random
from typing import Any

import msgspec

from lumitheque.bots.players import find_player
from lumitheque.bots.protocol import Bot, Budget, Sight
from lumitheque.games.game import Game
from lumitheque.referee import Referee, new

PLAYERS = ("random", "greedy", "greedy%40", "tree", "tree%60", "strongest")
SIMULATIONS = 60
TURNS = 12


def thinking_run(game: Game, seats: int, number: int) -> dict[str, Any]:
    """One game: a bot of another kind on every seat, what each answered, and which move was made."""
    dice = random.Random(f"{game.name} {seats} {number} bots")
    referee = new(game.name, seats, seed=dice.getrandbits(128), options=dice.choice(list(game.combinations(seats))))
    players = [PLAYERS[(seat + number) % len(PLAYERS)] for seat in range(seats)]
    bots = [find_player(game, player).bot() for player in players]
    for _ in range(dice.randrange(60)):
        if referee.waiting():
            make_random_move(referee, dice)
    begun = msgspec.json.encode(referee.game_record()).decode()
    turns = []
    while len(turns) < TURNS and referee.waiting():
        seat, seed = dice.choice(referee.waiting()), dice.getrandbits(40)
        turns.append(turn(referee, bots[seat], seat, seed))
    return {"game": game.name, "record": begun, "players": players, "simulations": SIMULATIONS, "turns": turns}


def make_random_move(referee: Referee, dice: random.Random) -> None:
    seat = dice.choice(referee.waiting())
    referee.play(dice.choice(referee.legal(seat)), seat)


def turn(referee: Referee, bot: Bot, seat: int, seed: int) -> dict[str, Any]:
    sight = Sight.of(referee.game, referee.e, referee.view_record(seat), seat, referee.seats)
    advice = bot.choose(sight, Budget(simulations=SIMULATIONS), seed)
    referee.play_number(advice.move, seat)
    prospects = [[one.move, one.chance, one.visits] for one in advice.prospects]
    return {"seat": seat, "seed": seed, "move": advice.move, "prospects": prospects, "line": advice.line,
            "simulations": advice.simulations}  # fmt: skip

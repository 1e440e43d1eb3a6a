"""Reviews that Python computed, for the page to compute again: every game and count, with everything that is told."""

from typing import Any

import msgspec

from lumitheque.games.game import Game
from lumitheque.reception.reviews import ReviewAnswer, tell
from lumitheque.referee import load
from lumitheque.referee.checking import random_game
from lumitheque.reviews import Plan, review_record

SETTINGS = ((6, 40), (30, 16))  # simulations, and decisions after which somebody resigns


def review_run(game: Game, seats: int, number: int) -> dict[str, Any]:
    """A random game, and its review with all that is said of it."""
    simulations, played = SETTINGS[(number + seats) % 2]
    options = list(game.combinations(seats))
    record = random_game(game.name, seats, "9", number, options=options[number % len(options)]).game_record()
    if len(record.moves) > played:
        short = load(msgspec.structs.replace(record, moves=record.moves[:played], ending=None))
        short.close("resigned", [seat for seat in range(seats) if seat != 1], seat=1)
        record = short.game_record()
    plan = {"simulations": simulations, "seed": str(number), "known": True}
    review = review_record(record, Plan(**plan), threads=1)
    answer = tell(ReviewAnswer("t", "done", review=review), {0: "Ada"}, "fr")
    return {
        "game": game.name,
        "seats": seats,
        "record": msgspec.json.encode(record).decode(),
        "plan": plan,
        "answer": msgspec.json.encode(answer).decode(),
    }

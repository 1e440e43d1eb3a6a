"""Loads compiled code before the first guest needs it."""

from lumitheque.bots.compile_ahead import first_sight
from lumitheque.games import SHELF
from lumitheque.games.game import Game
from lumitheque.referee import new
from lumitheque.referee.checking import random_game


def warm_up() -> None:
    """Load every game that is compiled. The others are loaded when they are (see preparing.py)."""
    for game in SHELF.values():
        if game.prepared:
            warm_up_game(game)


def warm_up_game(game: Game) -> None:
    """Call the verbs of a game once: from the cache this takes tenths of a second."""
    begun = new(game.name, seed="0")
    for seat in begun.waiting():
        text = begun.legal(seat)[0]
        begun.refusal(text, seat)
        begun.play(text, seat)
        begun.view(seat)
        break
    begun.view(None)
    first_sight(game).moves()
    random_game(game.name, None, "0").ending()

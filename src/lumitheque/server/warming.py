"""Machine code loaded before the first guest needs it."""

from lumitheque.bots.prepare import first_sight
from lumitheque.games import SHELF
from lumitheque.games.game import Game
from lumitheque.referee import new
from lumitheque.referee.review import random_game


def warm_up() -> None:
    """Call the verbs of every game once: from the cache this takes tenths of a second, where nothing is compiled
    nothing is lost."""
    for game in SHELF.values():
        warm_up_game(game)


def warm_up_game(game: Game) -> None:
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

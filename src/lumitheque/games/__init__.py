"""The shelf: every game of the house."""

from lumitheque.games.fromages import GAME as FROMAGES
from lumitheque.games.galax import GAME as GALAX
from lumitheque.games.game import Game, GameError
from lumitheque.games.lumens import GAME as LUMENS
from lumitheque.games.luminis import GAME as LUMINIS
from lumitheque.games.sirius import GAME as SIRIUS

SHELF: dict[str, Game] = {game.name: game for game in (LUMENS, LUMINIS, GALAX, SIRIUS, FROMAGES)}


def join(game: Game) -> None:
    """Put one more game on the shelf."""
    if game.name in SHELF:
        raise GameError(f"there is a game {game.name} on the shelf already")
    SHELF[game.name] = game


def find(name: str) -> Game:
    """A game by its name."""
    if name not in SHELF:
        raise GameError(f"unknown game {name!r}; on the shelf: {', '.join(SHELF)}")
    return SHELF[name]


__all__ = ["SHELF", "Game", "GameError", "find", "join"]

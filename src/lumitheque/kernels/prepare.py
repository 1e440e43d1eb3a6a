"""Machine code made ahead: every kernel of a game called once, so that nothing is compiled while somebody waits."""

from lumitheque.games.game import Game
from lumitheque.kernels.perft import count_leaves
from lumitheque.kernels.playouts import Playouts


def compile_game(game: Game) -> None:
    playouts = Playouts(game, game.seats[0])
    states, chances = playouts.prepare(1, seed=1)
    count_leaves(game, playouts.e, states[0], chances[0], 1)
    playouts.run(1, seed=1)

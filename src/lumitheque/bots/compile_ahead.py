"""Ahead-of-time compilation: calls every search of a game once, so that no bot compiles at its first move."""

from typing import Any

import numpy as np

from lumitheque.bots.alpha_beta_bot import AlphaBetaBot
from lumitheque.bots.compiled import compiled_for
from lumitheque.bots.protocol import Budget, Sight
from lumitheque.bots.rollout_bot import RolloutBot
from lumitheque.bots.search_bot import opponent_model_for
from lumitheque.bots.simple_bots import GreedyBot, chance_for, known_by_heart
from lumitheque.bots.tree_bot import TreeBot
from lumitheque.games.edition import blank, edition_record, load_edition
from lumitheque.games.game import Game


def first_sight(game: Game) -> Sight:
    """Return what the first seat to act sees at the beginning of a game."""
    seats = game.seats[0]
    e, s = edition_record(game, load_edition(game)), blank(game.record.STATE)
    codes = np.array(game.option_codes(game.settle(seats, {})), np.int64)
    game.rules.setup(e, s, seats, codes, chance_for(1))
    return sight_of(game, e, s, seats)


def sight_of(game: Game, e: Any, s: Any, seats: int) -> Sight:
    waiting = int(game.rules.waiting(e, s))
    seat = (waiting & -waiting).bit_length() - 1
    view = blank(game.record.STATE)
    game.knowledge.view(e, s, seat, view)
    return Sight.of(game, e, view, seat, seats)


def compile_bots(game: Game) -> None:
    """Let each bot search the same position; tree search twice, so that reusing a subtree is compiled too."""
    sight, budget = first_sight(game), Budget(simulations=8)
    moves = sight.moves()[:2]
    known_by_heart(sight, seed=1)
    GreedyBot(game).evaluate(sight, moves, seed=1)
    tree = TreeBot(game)
    for seed in (1, 2):
        tree.think(sight, budget, seed, moves)
    if opponent := opponent_model_for(game):
        opponent.remember(sight, moves[0])
        opponent.observe(sight, seed=1)
    if compiled_for(game).rollouts is not None:
        RolloutBot(game).think(sight, budget, 1, moves)
    if 2 in game.seats and compiled_for(game).skill.CALCULABLE:
        AlphaBetaBot(game).calculate(sight, Budget(simulations=1), 1, moves)

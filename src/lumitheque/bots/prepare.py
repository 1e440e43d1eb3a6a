"""Machine code made ahead: every search of a game called once, so that no bot is slow at its first move."""

from typing import Any

import numpy as np

from lumitheque.bots.calculating import DeepBot
from lumitheque.bots.minds import mind
from lumitheque.bots.protocol import Budget, Sight
from lumitheque.bots.rehearsing import RehearsingBot
from lumitheque.bots.searching import TreeBot
from lumitheque.bots.simple import GreedyBot, chance_for, known_by_heart
from lumitheque.bots.thinker import watch_for
from lumitheque.games.edition import blank, edition_record, load_edition
from lumitheque.games.game import Game


def first_sight(game: Game) -> Sight:
    """What the first seat to act sees at the beginning of a game."""
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
    """Let each bot think about the same position, twice, so that thoughts are taken up too."""
    sight, budget = first_sight(game), Budget(simulations=8)
    moves = sight.moves()[:2]
    known_by_heart(sight, seed=1)
    GreedyBot(game).look(sight, moves, seed=1)
    tree = TreeBot(game)
    for seed in (1, 2):
        tree.think(sight, budget, seed, moves)
    if watch := watch_for(game):
        watch.remember(sight, moves[0])
        watch.look(sight, seed=1)
    if mind(game).rehearsal is not None:
        RehearsingBot(game).think(sight, budget, 1, moves)
    if 2 in game.seats and mind(game).skill.CALCULABLE:
        DeepBot(game).calculate(sight, Budget(simulations=1), 1, moves)

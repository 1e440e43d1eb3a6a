"""RandomBot and GreedyBot: no search beyond one ply."""

import random
from typing import Any

import numpy as np

from lumitheque.bots.compiled import compiled_for
from lumitheque.bots.protocol import Advice, Budget, Prospect, Sight
from lumitheque.bots.workspaces import load_view, playout_stream, tree_workspace
from lumitheque.games.chance import CHANCE
from lumitheque.games.edition import blank
from lumitheque.games.game import Game

WORLDS = 8  # imagined worlds that a move is averaged over where something is hidden


def chance_for(seed: int) -> Any:
    chance = blank(CHANCE)
    chance.stream = playout_stream(seed, 0)
    return chance


def known_by_heart(sight: Sight, seed: int) -> int:
    """Return a move that needs no search: one that the skill knows by heart, or the only legal one; -1 if none."""
    moves = sight.moves()
    if len(moves) == 1:
        return moves[0]
    move = int(compiled_for(sight.game).skill.by_heart(sight.e, sight.view, sight.seat, chance_for(seed)))
    return move if move in moves else -1


def noticed(moves: list[int], share: float, seed: int) -> list[int]:
    """Draw the moves that a bot notices: each with this probability, at least one."""
    if share >= 1.0:
        return moves
    dice = random.Random(seed)
    return [move for move in moves if dice.random() < share] or [dice.choice(moves)]


class RandomBot:
    """Plays a legal move, each with the same probability."""

    def choose(self, sight: Sight, budget: Budget, seed: int) -> Advice:
        return Advice(random.Random(seed).choice(sight.moves()))

    def stop(self) -> None: ...


class GreedyBot:
    """Plays the move after which the skill judges the position best for it; it may overlook some moves."""

    def __init__(self, game: Game, notices: float = 1.0) -> None:
        self.notices = notices
        self._playouts, self._is_certain = compiled_for(game).playouts, compiled_for(game).skill.is_certain
        self._workspace = tree_workspace(game, nodes=1)

    def choose(self, sight: Sight, budget: Budget, seed: int) -> Advice:
        known = known_by_heart(sight, seed)
        if known >= 0:
            return Advice(known)
        return self.evaluate(sight, noticed(sight.moves(), self.notices, seed), seed)

    def evaluate(self, sight: Sight, moves: list[int], seed: int) -> Advice:
        """Judge the position after each of these moves; the best first, ties broken by the seed."""
        workspace = self._workspace
        load_view(workspace, sight, seed)
        worlds = 1 if self._is_certain(sight.e, sight.view) else WORLDS
        found = np.zeros(len(moves))
        self._playouts.look_ahead(sight.e, workspace, np.array(moves, np.int32), worlds, found)
        prospects = [Prospect(move, chance, worlds) for move, chance in zip(moves, found.tolist(), strict=True)]
        random.Random(seed).shuffle(prospects)  # between equals the seed decides
        prospects.sort(key=lambda prospect: -prospect.chance)
        return Advice(prospects[0].move, prospects)

    def stop(self) -> None: ...

"""Bots that hardly think: one moves at random, one looks one move ahead."""

import random
from typing import Any

import numpy as np

from lumitheque.bots.desks import playout_stream, sit_down, tree_desk
from lumitheque.bots.minds import mind
from lumitheque.bots.protocol import Advice, Budget, Prospect, Sight
from lumitheque.games.chance import CHANCE
from lumitheque.games.edition import blank
from lumitheque.games.game import Game

LOOKS = 8  # worlds that are imagined where something is hidden


def chance_for(seed: int) -> Any:
    chance = blank(CHANCE)
    chance.stream = playout_stream(seed, 0)
    return chance


def known_by_heart(sight: Sight, seed: int) -> int:
    """A move that needs no thought, or -1: one known by heart, or the only one there is."""
    moves = sight.moves()
    if len(moves) == 1:
        return moves[0]
    move = int(mind(sight.game).skill.by_heart(sight.e, sight.view, sight.seat, chance_for(seed)))
    return move if move in moves else -1


def noticed(moves: list[int], share: float, seed: int) -> list[int]:
    """The moves that are not overlooked: each is seen with this chance, one at least."""
    if share >= 1.0:
        return moves
    dice = random.Random(seed)
    return [move for move in moves if dice.random() < share] or [dice.choice(moves)]


class RandomBot:
    """Any legal move, each as likely."""

    def choose(self, sight: Sight, budget: Budget, seed: int) -> Advice:
        return Advice(random.Random(seed).choice(sight.moves()))

    def stop(self) -> None: ...


class GreedyBot:
    """One look ahead: the move after which the game's own judgement hopes most. It may overlook some."""

    def __init__(self, game: Game, notices: float = 1.0) -> None:
        self.notices = notices
        self._playing, self._is_certain = mind(game).playing, mind(game).skill.is_certain
        self._desk = tree_desk(game, nodes=1)

    def choose(self, sight: Sight, budget: Budget, seed: int) -> Advice:
        known = known_by_heart(sight, seed)
        if known >= 0:
            return Advice(known)
        return self.look(sight, noticed(sight.moves(), self.notices, seed), seed)

    def look(self, sight: Sight, moves: list[int], seed: int) -> Advice:
        """The best of these moves."""
        desk = self._desk
        sit_down(desk, sight, seed)
        looks = 1 if self._is_certain(sight.e, sight.view) else LOOKS
        found = np.zeros(len(moves))
        self._playing.look_ahead(sight.e, desk, np.array(moves, np.int32), looks, found)
        prospects = [Prospect(move, chance, looks) for move, chance in zip(moves, found.tolist(), strict=True)]
        random.Random(seed).shuffle(prospects)  # between equals the seed decides
        prospects.sort(key=lambda prospect: -prospect.chance)
        return Advice(prospects[0].move, prospects)

    def stop(self) -> None: ...

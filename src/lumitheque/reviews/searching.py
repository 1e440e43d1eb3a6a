"""What positions and moves are worth: the searches of the bots, each from a clean beginning.

A worth is what each seat may hope for, on average over the later half of the simulations of one search: the mean of
many, never the highest of several, so that luck among the simulations is nobody's merit. The same view, mover, budget
and seed give the same bits anywhere.
"""

from typing import NamedTuple

import numpy as np

from lumitheque.bots.compiled import compiled_for
from lumitheque.bots.protocol import Budget, Prospect, Sight
from lumitheque.bots.rollout_bot import RolloutBot
from lumitheque.bots.search_bot import Style
from lumitheque.bots.tree_bot import principal_line, tree_prospects
from lumitheque.bots.workspaces import load_view, tree_workspace
from lumitheque.games.game import Game
from lumitheque.reviews.depths import DepthsBot, worth_by_depths

NODES = 1 << 18  # of a tree; a fuller one is searched on as it is
WIDE = 0.3  # moves this close to the best have their chance calculated exactly
ALL = 9.0  # ... all moves do
STYLE = Style()


class Worth(NamedTuple):
    """What one move is worth by two searches that know nothing of each other, and what is expected to follow it."""

    samples: list[list[float]]  # two, each by seat
    line: list[tuple[int, int]]

    def mean(self, seat: int) -> float:
        return (self.samples[0][seat] + self.samples[1][seat]) / 2

    def differ(self, seat: int) -> float:
        return abs(self.samples[0][seat] - self.samples[1][seat])


def rehearses(game: Game, seats: int) -> bool:
    """Whether moves are played through to the end of a chapter, as the strongest bot does with more than two."""
    return compiled_for(game).rollouts is not None and seats > 2


class Searcher:
    """Searches for one thread; keeps nothing from one search to the next."""

    def __init__(self, game: Game, seats: int) -> None:
        self.game, self.seats = game, seats
        self._compiled = compiled_for(game)
        self._workspace = tree_workspace(game, NODES)

    def _calculable(self, sight: Sight) -> bool:
        skill = self._compiled.skill
        return self.seats == 2 and bool(skill.CALCULABLE) and bool(skill.is_certain(sight.e, sight.view))

    def rank(self, sight: Sight, moves: list[int], simulations: int, seed: int) -> list[Prospect]:
        """Search all these moves as the strongest bot does; the best first."""
        if rehearses(self.game, self.seats):
            return RolloutBot(self.game).think(sight, Budget(simulations=simulations), seed, moves).prospects
        if self._calculable(sight):
            bot = DepthsBot(self.game, margin=WIDE)
            return bot.calculate(sight, Budget(simulations=simulations), seed, moves).prospects
        self._load(sight, seed)
        self._grow(sight, moves, simulations)
        return tree_prospects([self._workspace], moves)

    def weigh(self, sight: Sight, moves: list[int], simulations: int, seed: int, known: bool = False) -> list[Worth]:
        """Find what each of a few moves is worth, with the same effort for each. `known`: the sight hides nothing."""
        if rehearses(self.game, self.seats):
            return self._rehearse(sight, moves, simulations, seed, known)
        if self._calculable(sight):
            return self._calculate(sight, moves, simulations, seed)
        return [self._search(sight, move, simulations, seed, known) for move in moves]

    def value(self, sight: Sight, mover: int, simulations: int, seed: int) -> list[float]:
        """Find what a position is worth to each seat, by what this sight knows of it, whoever is to move."""
        if self._calculable(sight):
            return self._calculated_value(sight, mover, simulations, seed)
        self._load(sight, seed)
        self._workspace.t.other = mover + 1
        if rehearses(self.game, self.seats):
            assert self._compiled.rollouts is not None
            self._compiled.rollouts.foresee(sight.e, self._workspace, simulations, np.zeros(self.game.skill.NOTES))
            return self._mean_since([0.0] * self.seats, simulations)
        return self._grow(sight, [], simulations)

    # --- tree search -------------------------------------------------------------------------------------------------

    def _load(self, sight: Sight, seed: int, known: bool = False) -> None:
        """Write a sight into the workspace and forget all searches before."""
        workspace, skill = self._workspace, self._compiled.skill
        load_view(workspace, sight, seed)
        t = workspace.t
        t.habit, t.caution, t.paranoid, t.other, t.open = 0.0, STYLE.caution, 0, 0, int(known)
        t.explore, t.glances, t.horizon = skill.EXPLORE, skill.GLANCES, skill.HORIZON
        for seat in range(self.seats):
            t.hoped[seat] = 0.0
        self._compiled.tree.begin_thought(workspace, int(self._compiled.tree.fingerprint(workspace.words[0])))

    def _hoped(self) -> list[float]:
        return [float(self._workspace.t.hoped[seat]) for seat in range(self.seats)]

    def _mean_since(self, before: list[float], simulations: int) -> list[float]:
        return [(now - then) / simulations for now, then in zip(self._hoped(), before, strict=True)]

    def _grow(self, sight: Sight, moves: list[int], simulations: int) -> list[float]:
        """Grow the tree; return what each seat hoped for in the later half, when it knew where to look."""
        candidates, early = np.array(moves, np.int32), simulations // 2
        self._compiled.tree.think(sight.e, self._workspace, candidates, early)
        before = self._hoped()
        self._compiled.tree.think(sight.e, self._workspace, candidates, simulations - early)
        return self._mean_since(before, simulations - early)

    def _search(self, sight: Sight, move: int, simulations: int, seed: int, known: bool) -> Worth:
        samples = []
        for part in range(2):
            self._load(sight, seed + part, known)
            samples.append(self._grow(sight, [move], simulations))
        return Worth(samples, principal_line(self._workspace.nodes, int(self._workspace.t.root), move))

    # --- rehearsals --------------------------------------------------------------------------------------------------

    def _rehearse(self, sight: Sight, moves: list[int], simulations: int, seed: int, known: bool) -> list[Worth]:
        """All moves in the same imagined worlds; the other seats' hopes are those after the first move."""
        assert self._compiled.rollouts is not None
        candidates, kept, count = (
            np.array(moves, np.int32),
            np.array(range(len(moves)), np.int64),
            simulations * len(moves),
        )
        found: list[list[list[float]]] = []  # by part, then move, then seat
        for part in range(2):
            self._load(sight, seed + part, known)
            sums, notes = np.zeros((2, len(moves))), np.zeros(self.game.skill.NOTES)
            self._compiled.rollouts.rehearse(sight.e, self._workspace, candidates, kept, count, sums, notes)
            first = self._mean_since([0.0] * self.seats, simulations)
            found.append([_with_own(first, sight.seat, float(total) / simulations) for total in sums[0].tolist()])
        return [Worth([part[i] for part in found], [(sight.seat, move)]) for i, move in enumerate(moves)]

    # --- alpha-beta --------------------------------------------------------------------------------------------------

    def _calculate(self, sight: Sight, moves: list[int], simulations: int, seed: int) -> list[Worth]:
        """All moves to the same depth; the two samples are the last two depths."""
        bot = DepthsBot(self.game, margin=ALL)
        bot.calculate(sight, Budget(simulations=simulations * len(moves)), seed, moves)
        return [
            Worth(
                [_of_two(sight.seat, chance) for chance in worth_by_depths(bot.depths, move)], bot.line_of(sight, move)
            )
            for move in moves
        ]

    def _calculated_value(self, sight: Sight, mover: int, simulations: int, seed: int) -> list[float]:
        theirs = Sight(sight.game, sight.e, sight.view, mover, sight.seats)
        bot = DepthsBot(self.game, margin=0.0)
        best = bot.calculate(theirs, Budget(simulations=simulations), seed, theirs.moves()).move
        deep, less = worth_by_depths(bot.depths, best)
        return _of_two(mover, (deep + less) / 2)


def _of_two(seat: int, chance: float) -> list[float]:
    return [chance, 1.0 - chance] if seat == 0 else [1.0 - chance, chance]


def _with_own(hopes: list[float], seat: int, own: float) -> list[float]:
    return [own if other == seat else hope for other, hope in enumerate(hopes)]

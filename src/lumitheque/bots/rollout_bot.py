"""A bot that plays its best candidates through to the end of the round, again and again: rollouts with halving."""

from typing import Any

import numpy as np

from lumitheque.bots.protocol import Advice, Budget, Prospect, Sight
from lumitheque.bots.search.layouts import TreeWorkspace
from lumitheque.bots.search_bot import SearchBot, Style
from lumitheque.bots.workspaces import Clock, in_threads, load_view, tree_workspace
from lumitheque.games.game import Game

PRIOR_WORLDS = 32  # imagined worlds in which every move is judged at the end of the own turn: the prior
CANDIDATES = 8  # moves that get rollouts, the best by the prior
PRIOR_WEIGHT = 30  # rollouts that the prior counts for: rollouts are few, and one tells little


class RolloutCount:
    """The estimate of each candidate: its prior, and the rollouts of each thread in a row of its own."""

    def __init__(self, prior: list[float], threads: int) -> None:
        self.prior = prior
        self.sums = np.zeros((threads, 2, len(prior)))  # sum of the rollouts' values, and their number

    def _totals(self, row: int) -> list[float]:
        """Of all threads, by candidate."""
        return [sum(parts) for parts in zip(*(sums[row] for sums in self.sums.tolist()), strict=True)]

    def visits(self) -> list[int]:
        return [int(count) for count in self._totals(1)]

    def chances(self) -> list[float]:
        rows = zip(self._totals(0), self.prior, self.visits(), strict=True)
        return [(total + PRIOR_WEIGHT * prior) / (visits + PRIOR_WEIGHT) for total, prior, visits in rows]

    def best(self, among: list[int], count: int) -> list[int]:
        """Return the best `count` of these candidates, best first."""
        chances = self.chances()
        return sorted(among, key=lambda candidate: -chances[candidate])[:count]


class RolloutBot(SearchBot):
    """Sequential halving: all candidates are rolled out in the same imagined worlds, then the worse half is dropped."""

    def __init__(self, game: Game, style: Style = Style(), asker: SearchBot | None = None) -> None:  # noqa: B008
        super().__init__(game, style, asker)
        self._workspaces: list[TreeWorkspace] = []

    def think(self, sight: Sight, budget: Budget, seed: int, moves: list[int]) -> Advice:
        whole = Clock(budget, self.stopped)
        workspaces = self._load_workspaces(sight, budget.threads, seed)
        candidates, prior = np.array(moves, np.int32), np.zeros(len(moves))
        self._compiled.playouts.look_ahead(sight.e, workspaces[0], candidates, PRIOR_WORLDS, prior)
        counts = RolloutCount(prior.tolist(), budget.threads)
        kept = counts.best(list(range(len(moves))), CANDIDATES)
        for rounds_left in range((len(kept) - 1).bit_length(), 0, -1):
            if part := part_of(whole, sum(counts.visits()), budget.threads, rounds_left):
                self._roll_out(sight, part, candidates, kept, counts)
            kept = counts.best(kept, (len(kept) + 1) // 2)
        return answer(sight, moves, counts, kept[0], workspaces, whole.passed())

    def _load_workspaces(self, sight: Sight, threads: int, seed: int) -> list[TreeWorkspace]:
        while len(self._workspaces) < threads:
            self._workspaces.append(tree_workspace(self.game, nodes=1))
        for number, workspace in enumerate(self._workspaces[:threads]):
            load_view(workspace, sight, seed, number)
        return self._workspaces[:threads]

    def _roll_out(self, sight: Sight, part: Budget, candidates: Any, kept: list[int], counts: RolloutCount) -> None:
        """Spend one part of the budget on the candidates that are left."""
        assert self._compiled.rollouts is not None
        rehearse, clocks = self._compiled.rollouts.rehearse, self._clocks(part)
        chosen = np.array(kept, np.int64)

        def work(number: int) -> None:
            workspace, sums = self._workspaces[number], counts.sums[number]
            notes = np.zeros(self.game.skill.NOTES)  # scratch space of the skill

            def run_slice(count: int) -> int:
                rehearse(sight.e, workspace, candidates, chosen, count, sums, notes)
                return count

            clocks[number].run(run_slice)

        in_threads(part.threads, work)


def part_of(whole: Clock, done: int, threads: int, rounds_left: int) -> Budget | None:
    """Return an equal part of the remaining budget for one of the rounds left; None if nothing remains."""
    seconds, rollouts = (whole.seconds - whole.passed()) / rounds_left, (whole.left - done) // rounds_left
    if seconds <= 0 or rollouts < threads:
        return None
    return Budget(seconds if seconds < float("inf") else None, rollouts, threads)


def answer(
    sight: Sight, moves: list[int], counts: RolloutCount, best: int, workspaces: list[TreeWorkspace], seconds: float
) -> Advice:
    chances, visits = counts.chances(), counts.visits()
    prospects = [Prospect(move, chances[i], visits[i] + PRIOR_WORLDS) for i, move in enumerate(moves)]
    prospects.sort(key=lambda one: (one.move != moves[best], -one.visits, -one.chance))
    return Advice(
        move=moves[best],
        prospects=prospects,
        line=[(sight.seat, moves[best])],
        simulations=sum(visits),
        plies=sum(int(workspace.t.plies) for workspace in workspaces),
        seconds=seconds,
    )

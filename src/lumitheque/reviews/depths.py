"""DepthsBot: alpha-beta that keeps what it found at each depth it finished, so that moves are compared fairly.

A move looked at one half-turn deeper than another seems better or worse for that alone: whoever moved last looks good.
So only finished depths count, and the last two together.
"""

from typing import Any

from lumitheque.bots.alpha_beta_bot import DEEPEST, SURE, AlphaBetaBot, ranked_roots
from lumitheque.bots.protocol import Prospect, Sight
from lumitheque.bots.search.layouts import AlphaBetaWorkspace
from lumitheque.bots.workspaces import Clock


class DepthsBot(AlphaBetaBot):
    """For one search with one thread."""

    depths: list[dict[int, float]]  # the chance of each move, by finished depth

    def _deepen(self, workspace: AlphaBetaWorkspace, sight: Sight, clock: Clock, number: int) -> list[Prospect]:  # noqa: ARG002
        prospects: list[Prospect] = []
        self.depths = []
        for depth in range(1, DEEPEST):
            self._compiled.alpha_beta.begin_depth(workspace, depth)
            clock.run(lambda entries: self._run_slice(workspace, sight, entries))
            if workspace.c.level >= 0:
                break
            prospects = ranked_roots(workspace, prospects)
            self.depths.append({one.move: one.chance for one in prospects})
            if abs(prospects[0].chance - 0.5) > SURE - 0.5:
                break
        return prospects

    def line_of(self, sight: Sight, move: int) -> list[tuple[int, int]]:
        """What is expected to follow a move."""
        return self._line(self._workspaces[0], sight, move)


def worth_by_depths(depths: list[dict[int, float]], move: int) -> tuple[float, float]:
    """The chance of a move at the last two finished depths, between 0 and 1; an even one where none was finished."""
    found: list[Any] = [min(1.0, max(0.0, depth[move])) for depth in depths[-2:]] or [0.5]
    return found[-1], found[0]

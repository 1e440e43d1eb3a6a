"""AlphaBetaBot: alpha-beta where two play and nothing is hidden; tree search or rollouts elsewhere."""

import random
from typing import Any

import numpy as np

from lumitheque.bots.protocol import Advice, Budget, Prospect, Sight
from lumitheque.bots.rollout_bot import RolloutBot
from lumitheque.bots.search.layouts import ROOT, AlphaBetaWorkspace
from lumitheque.bots.search_bot import SearchBot, Style
from lumitheque.bots.tree_bot import LINE, TreeBot
from lumitheque.bots.workspaces import Clock, alpha_beta_workspace, as_words, in_threads, records, transposition_table
from lumitheque.games.edition import record_from
from lumitheque.games.game import Game

DEEPEST = 40  # half-turns
ENTRIES_PER_SIMULATION = 16  # positions searched for one simulation of the budget
MARGIN = 0.03  # moves this close to the best have their chance measured exactly
SURE = 1.5  # a value beyond this is a proven win


class AlphaBetaBot(SearchBot):
    """Alpha-beta with iterative deepening. Threads share a transposition table and start at different depths."""

    def __init__(self, game: Game, style: Style = Style(), margin: float = MARGIN) -> None:  # noqa: B008
        super().__init__(game, style)
        self.margin = margin
        self._tree = TreeBot(game, style, self)
        self._rollouts = RolloutBot(game, style, self)
        self._table: Any = None
        self._workspaces: list[AlphaBetaWorkspace] = []

    def think(self, sight: Sight, budget: Budget, seed: int, moves: list[int]) -> Advice:
        skill, think = self._compiled.skill, self._tree.think
        if self._compiled.rollouts is not None and sight.seats > 2:  # with two, tree search measured better
            think = self._rollouts.think
        elif sight.seats == 2 and skill.CALCULABLE and skill.is_certain(sight.e, sight.view):
            think = self.calculate
        return think(sight, budget, seed, moves)

    def calculate(self, sight: Sight, budget: Budget, seed: int, moves: list[int]) -> Advice:
        if self._table is None:
            self._table = transposition_table()
        while len(self._workspaces) < budget.threads:
            self._workspaces.append(alpha_beta_workspace(self.game, self._table))
        most = None if budget.simulations is None else budget.simulations * ENTRIES_PER_SIMULATION
        clocks = [Clock(Budget(budget.seconds, most), self.stopped) for _ in range(budget.threads)]
        found: list[list[Prospect]] = [[] for _ in range(budget.threads)]

        def work(number: int) -> None:
            self._workspaces[number] = self._load_workspace(self._workspaces[number], sight, seed + number, moves)
            found[number] = self._deepen(self._workspaces[number], sight, clocks[number], number)

        in_threads(budget.threads, work)
        used = self._workspaces[: budget.threads]
        deepest = max(range(budget.threads), key=lambda number: int(used[number].c.depth))
        ranked = found[deepest] or [Prospect(int(root.move), 0.5, 0) for root in used[0].roots]
        return Advice(
            move=ranked[0].move,
            prospects=[Prospect(one.move, min(1.0, max(0.0, one.chance)), one.visits) for one in ranked],
            line=self._line(used[0], sight, ranked[0].move),
            simulations=sum(int(workspace.c.entries) for workspace in used) // ENTRIES_PER_SIMULATION,
            plies=sum(int(workspace.c.plies) for workspace in used),
            seconds=clocks[0].passed(),
        )

    def _load_workspace(
        self, workspace: AlphaBetaWorkspace, sight: Sight, seed: int, moves: list[int]
    ) -> AlphaBetaWorkspace:
        c = workspace.c
        c.plies, c.entries, c.depth, c.seat, c.seats, c.margin = 0, 0, 0, sight.seat, sight.seats, self.margin
        world = record_from(sight.view.tobytes(), self.game.record.STATE)
        self.game.knowledge.imagine(
            sight.e, sight.view, sight.seat, workspace.chance, world
        )  # certain, so there is only one
        workspace.states[0] = np.frombuffer(world.tobytes(), self.game.record.STATE)[0]
        workspace.history[:] *= 0.5
        order = list(moves)
        random.Random(seed).shuffle(order)  # between equals the seed decides
        roots = records(len(moves), ROOT)
        roots.move = order
        weigh = self._compiled.skill.weigh
        roots.value = [float(weigh(sight.e, workspace.states[0], sight.seat, move)) for move in order]
        return workspace._replace(roots=roots)

    def _deepen(self, workspace: AlphaBetaWorkspace, sight: Sight, clock: Clock, number: int) -> list[Prospect]:
        """Search one depth after the other; return the prospects of the last one that found any, best first."""
        prospects: list[Prospect] = []
        alpha_beta, c = self._compiled.alpha_beta, workspace.c
        for depth in range(1 + number % 2, DEEPEST):
            alpha_beta.begin_depth(workspace, depth)
            clock.run(lambda entries: self._run_slice(workspace, sight, entries))
            if c.level >= 0 and not (depth > 1 and workspace.frames[0].next > 1):
                break  # out of time before anything was found at this depth
            prospects = ranked_roots(workspace, prospects)
            if c.level >= 0 or abs(prospects[0].chance - 0.5) > SURE - 0.5 or len(workspace.roots) == 1:
                break
        return prospects

    def _run_slice(self, workspace: AlphaBetaWorkspace, sight: Sight, entries: int) -> int:
        before = int(workspace.c.entries)
        self._compiled.alpha_beta.calculate(sight.e, workspace, entries)
        return int(workspace.c.entries) - before

    def _line(self, workspace: AlphaBetaWorkspace, sight: Sight, move: int) -> list[tuple[int, int]]:
        """Read the expected line after a move from the transposition table."""
        world, seat = record_from(workspace.states[0].tobytes(), self.game.record.STATE), sight.seat
        line: list[tuple[int, int]] = []
        scratch = records(1, self.game.record.STATE)
        while len(line) < LINE and move >= 0:
            line.append((seat, move))
            self.game.rules.apply_move(sight.e, world, seat, move, workspace.chance)
            waiting = int(self.game.rules.waiting(sight.e, world))
            if waiting == 0:
                break
            seat = waiting.bit_length() - 1
            scratch[0] = np.frombuffer(world.tobytes(), self.game.record.STATE)[0]
            move = self._stored_move(workspace, scratch)
        return line

    def _stored_move(self, workspace: AlphaBetaWorkspace, states: Any) -> int:
        key = int(self._compiled.tree.fingerprint(as_words(states)[0]))
        entry = workspace.table[self._compiled.alpha_beta.place_of(workspace.table, key)]
        return int(entry.move) if entry.key == key else -1


def ranked_roots(workspace: AlphaBetaWorkspace, before: list[Prospect]) -> list[Prospect]:
    """Return the root's moves, best first: with this depth's values where it got to them, else the earlier ones."""
    earlier = {prospect.move: prospect.chance for prospect in before}
    best = int(workspace.frames[0].choice)
    prospects = []
    for root in workspace.roots:
        value = float(root.value) if root.depth > 0 else earlier.get(int(root.move), 0.0)
        prospects.append(Prospect(int(root.move), value, int(root.depth)))
    prospects.sort(key=lambda prospect: (prospect.move != best, -prospect.chance))
    return prospects

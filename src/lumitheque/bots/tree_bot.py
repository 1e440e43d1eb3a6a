"""TreeBot: Monte Carlo tree search over imagined worlds (information sets)."""

from typing import Any

import numpy as np

from lumitheque.bots.protocol import Advice, Budget, Prospect, Sight
from lumitheque.bots.search.layouts import NODE, NONE, TreeWorkspace
from lumitheque.bots.search_bot import SearchBot, Style
from lumitheque.bots.workspaces import NODES, in_threads, load_view, records, tree_workspace
from lumitheque.games.game import Game

LINE = 8  # moves of the principal line
SURE = 4  # visits, all of them won, after which a move counts as winning


class TreeBot(SearchBot):
    """Information-set tree search. Each thread grows a tree of its own; their visits are summed at the root."""

    def __init__(self, game: Game, style: Style = Style(), parent: SearchBot | None = None) -> None:  # noqa: B008
        super().__init__(game, style, parent)
        self._workspaces: list[TreeWorkspace] = []
        self._spares: list[Any] = []  # node arrays that the next search copies the reused subtree into

    def think(self, sight: Sight, budget: Budget, seed: int, moves: list[int]) -> Advice:
        while len(self._workspaces) < budget.threads:
            self._workspaces.append(tree_workspace(self.game, NODES))
            self._spares.append(records(NODES, NODE))
        candidates, tree = np.array(moves, np.int32), self._compiled.tree
        clocks = self._clocks(budget)

        def work(number: int) -> None:
            workspace = self._load_workspace(number, sight, seed)

            def run_slice(simulations: int) -> int:
                tree.think(sight.e, workspace, candidates, simulations)
                return simulations

            clocks[number].run(run_slice)

        in_threads(budget.threads, work)
        return self._answer(self._workspaces[: budget.threads], moves, clocks[0].passed())

    def _load_workspace(self, number: int, sight: Sight, seed: int) -> TreeWorkspace:
        """Write the sight into a thread's workspace; reuse the subtree of an earlier search that reached this view."""
        workspace, tree, skill, style = self._workspaces[number], self._compiled.tree, self._compiled.skill, self.style
        load_view(workspace, sight, seed, number)
        t = workspace.t
        t.habit = self.opponent.habit if self.opponent else 0.0
        t.caution, t.paranoid = style.caution, int(style.paranoid)
        t.explore, t.glances = style.explore or skill.EXPLORE, style.glances or skill.GLANCES
        t.horizon = skill.HORIZON if style.horizon < 0 else style.horizon
        key = int(tree.fingerprint(workspace.words[0]))
        reached = tree.find_key(workspace, key)
        if reached == NONE:
            tree.begin_thought(workspace, key)
            return workspace
        tree.take_up(workspace, reached, self._spares[number])
        self._workspaces[number], self._spares[number] = workspace._replace(nodes=self._spares[number]), workspace.nodes
        return self._workspaces[number]

    def _answer(self, workspaces: list[TreeWorkspace], moves: list[int], seconds: float) -> Advice:
        prospects = tree_prospects(workspaces, moves)
        best = prospects[0].move if prospects else moves[0]
        return Advice(
            move=best,
            prospects=prospects,
            line=principal_line(workspaces[0].nodes, int(workspaces[0].t.root), best),
            simulations=sum(int(workspace.t.simulations) for workspace in workspaces),
            plies=sum(int(workspace.t.plies) for workspace in workspaces),
            seconds=seconds,
        )


def tree_prospects(workspaces: list[TreeWorkspace], moves: list[int]) -> list[Prospect]:
    """Sum what all threads found of each move; those that were tried, best first."""
    visits, worth = dict.fromkeys(moves, 0), dict.fromkeys(moves, 0.0)
    for workspace in workspaces:
        for child in siblings(workspace.nodes, int(workspace.nodes[workspace.t.root].child)):
            move, seen = int(workspace.nodes["move"][child]), int(workspace.nodes["visits"][child])
            if move in visits:
                visits[move] += seen
                worth[move] += float(workspace.nodes["worth"][child]) * seen
    prospects = [Prospect(move, worth[move] / max(1, visits[move]), visits[move]) for move in moves if visits[move]]
    prospects.sort(key=lambda one: (not is_sure(one), -one.visits, -one.chance))
    return prospects


def is_sure(prospect: Prospect) -> bool:
    """Whether a move won in every simulation, as a move that ends the game does."""
    return prospect.chance >= 1.0 and prospect.visits >= SURE


def siblings(nodes: Any, first: int) -> list[int]:
    """Follow the list of siblings that begins with this node; returns node numbers."""
    found, following = [], nodes["sibling"]
    while first != NONE:
        found.append(first)
        first = int(following[first])
    return found


def most_visited(nodes: Any, among: list[int]) -> int:
    visits = nodes["visits"]
    return max(among, key=lambda node: int(visits[node]), default=NONE)


def principal_line(nodes: Any, root: int, move: int) -> list[tuple[int, int]]:
    """Follow the most visited moves from the root, beginning with `move`, through the most visited scenes."""
    line: list[tuple[int, int]] = []
    moves = nodes["move"]
    best = most_visited(nodes, [child for child in siblings(nodes, int(nodes[root].child)) if moves[child] == move])
    while best != NONE and nodes[best].visits > 0 and len(line) < LINE:
        line.append((int(nodes[best].seat), int(nodes[best].move)))
        scene = most_visited(nodes, siblings(nodes, int(nodes[best].scene))) or best
        best = most_visited(nodes, siblings(nodes, int(nodes[scene].child)))
    return line

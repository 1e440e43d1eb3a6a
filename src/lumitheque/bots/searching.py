"""A bot that thinks by tree search over imagined worlds."""

from typing import Any

import numpy as np

from lumitheque.bots.desks import NODES, in_threads, records, sit_down, tree_desk
from lumitheque.bots.protocol import Advice, Budget, Prospect, Sight
from lumitheque.bots.thinker import Style, Thinker
from lumitheque.bots.thinking.records import NODE, NONE, TreeDesk
from lumitheque.games.game import Game

LINE = 8  # moves of the principal line
SURE = 4  # visits that never failed, and a move is taken for won


class TreeBot(Thinker):
    """Information-set tree search; several threads grow trees of their own and add their visits up."""

    def __init__(self, game: Game, style: Style = Style(), asker: Thinker | None = None) -> None:  # noqa: B008
        super().__init__(game, style, asker)
        self._desks: list[TreeDesk] = []
        self._spares: list[Any] = []  # nodes for the next thought

    def think(self, sight: Sight, budget: Budget, seed: int, moves: list[int]) -> Advice:
        while len(self._desks) < budget.threads:
            self._desks.append(tree_desk(self.game, NODES))
            self._spares.append(records(NODES, NODE))
        candidates, tree = np.array(moves, np.int32), self._mind.tree
        clocks = self._clocks(budget)

        def work(number: int) -> None:
            desk = self._sit_down(number, sight, seed)

            def think_on(simulations: int) -> int:
                tree.think(sight.e, desk, candidates, simulations)
                return simulations

            clocks[number].run(think_on)

        in_threads(budget.threads, work)
        return self._answer(self._desks[: budget.threads], moves, clocks[0].passed())

    def _sit_down(self, number: int, sight: Sight, seed: int) -> TreeDesk:
        """Lay out what is seen; go on from an earlier thought if this was foreseen in it."""
        desk, tree, skill, style = self._desks[number], self._mind.tree, self._mind.skill, self.style
        sit_down(desk, sight, seed, number)
        t = desk.t
        t.habit = self.watch.habit if self.watch else 0.0
        t.caution, t.paranoid = style.caution, int(style.paranoid)
        t.explore, t.glances = style.explore or skill.EXPLORE, style.glances or skill.GLANCES
        t.horizon = skill.HORIZON if style.horizon < 0 else style.horizon
        key = int(tree.fingerprint(desk.words[0]))
        foreseen = tree.find_key(desk, key)
        if foreseen == NONE:
            tree.begin_thought(desk, key)
            return desk
        tree.take_up(desk, foreseen, self._spares[number])
        self._desks[number], self._spares[number] = desk._replace(nodes=self._spares[number]), desk.nodes
        return self._desks[number]

    def _answer(self, desks: list[TreeDesk], moves: list[int], seconds: float) -> Advice:
        visits, worth = dict.fromkeys(moves, 0), dict.fromkeys(moves, 0.0)
        for desk in desks:
            for child in siblings(desk.nodes, int(desk.nodes[desk.t.root].child)):
                move, seen = int(desk.nodes["move"][child]), int(desk.nodes["visits"][child])
                if move in visits:
                    visits[move] += seen
                    worth[move] += float(desk.nodes["worth"][child]) * seen
        prospects = [Prospect(move, worth[move] / max(1, visits[move]), visits[move]) for move in moves if visits[move]]
        prospects.sort(key=lambda one: (not is_sure(one), -one.visits, -one.chance))
        best = prospects[0].move if prospects else moves[0]
        return Advice(
            move=best,
            prospects=prospects,
            line=principal_line(desks[0].nodes, int(desks[0].t.root), best),
            simulations=sum(int(desk.t.simulations) for desk in desks),
            plies=sum(int(desk.t.plies) for desk in desks),
            seconds=seconds,
        )


def is_sure(prospect: Prospect) -> bool:
    """Whether a move has won in every simulation, as one does that ends the game."""
    return prospect.chance >= 1.0 and prospect.visits >= SURE


def siblings(nodes: Any, first: int) -> list[int]:
    """A list of nodes, by number."""
    found, following = [], nodes["sibling"]
    while first != NONE:
        found.append(first)
        first = int(following[first])
    return found


def most_visited(nodes: Any, among: list[int]) -> int:
    visits = nodes["visits"]
    return max(among, key=lambda node: int(visits[node]), default=NONE)


def principal_line(nodes: Any, root: int, move: int) -> list[tuple[int, int]]:
    """The most visited moves from a root on, the first being given, in the scenes met most often."""
    line: list[tuple[int, int]] = []
    moves = nodes["move"]
    best = most_visited(nodes, [child for child in siblings(nodes, int(nodes[root].child)) if moves[child] == move])
    while best != NONE and nodes[best].visits > 0 and len(line) < LINE:
        line.append((int(nodes[best].seat), int(nodes[best].move)))
        scene = most_visited(nodes, siblings(nodes, int(nodes[best].scene))) or best
        best = most_visited(nodes, siblings(nodes, int(nodes[scene].child)))
    return line

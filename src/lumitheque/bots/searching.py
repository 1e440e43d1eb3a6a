"""A bot that thinks by tree search over imagined worlds."""

import threading
from dataclasses import dataclass
from typing import Any

import numpy as np

from lumitheque.bots.desks import NODES, Clock, in_threads, lay_out, playout_stream, records, tree_desk
from lumitheque.bots.minds import Mind, mind
from lumitheque.bots.protocol import Advice, Budget, Prospect, Sight
from lumitheque.bots.simple import known_by_heart, noticed
from lumitheque.bots.thinking.records import NODE, NONE, TreeDesk
from lumitheque.games.game import Game

LINE = 8  # moves of the principal line
SURE = 4  # visits that never failed, and a move is taken for won


@dataclass(frozen=True, slots=True)
class Style:
    """How a tree is searched. 0 for explore and glances, -1 for horizon: as the game's skill says."""

    explore: float = 0.0
    caution: float = 0.1
    paranoid: bool = False
    glances: int = 0
    horizon: int = -1
    notices: float = 1.0  # the share of the moves that is not overlooked


class TreeBot:
    """Information-set tree search; several threads grow trees of their own and add their visits up."""

    def __init__(self, game: Game, style: Style = Style()) -> None:  # noqa: B008 (it cannot change)
        self.game, self.style = game, style
        self._mind: Mind = mind(game)
        self._desks: list[TreeDesk] = []
        self._spares: list[Any] = []  # nodes for the next thought
        self._stopped = threading.Event()

    def stop(self) -> None:
        self._stopped.set()

    def choose(self, sight: Sight, budget: Budget, seed: int) -> Advice:
        self._stopped.clear()
        known = known_by_heart(sight, seed)
        if known >= 0:
            return Advice(known)
        return self.think(sight, budget, seed, noticed(sight.moves(), self.style.notices, seed))

    def think(self, sight: Sight, budget: Budget, seed: int, moves: list[int]) -> Advice:
        """The best of these moves."""
        while len(self._desks) < budget.threads:
            self._desks.append(tree_desk(self.game, NODES))
            self._spares.append(records(NODES, NODE))
        candidates, tree = np.array(moves, np.int32), self._mind.tree
        clocks = [Clock(shared(budget, number), self._stopped) for number in range(budget.threads)]

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
        t = desk.t
        t.caution, t.paranoid = style.caution, int(style.paranoid)
        t.explore, t.glances = style.explore or skill.EXPLORE, style.glances or skill.GLANCES
        t.horizon = skill.HORIZON if style.horizon < 0 else style.horizon
        t.seat, t.seats, t.simulations, t.plies = sight.seat, sight.seats, 0, 0
        desk.chance.stream = playout_stream(seed, number)
        lay_out(desk.worlds, sight)
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
                node = desk.nodes[child]
                if int(node.move) in visits:
                    visits[int(node.move)] += int(node.visits)
                    worth[int(node.move)] += float(node.worth) * int(node.visits)
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


def shared(budget: Budget, number: int) -> Budget:
    """One thread's part of a budget."""
    if budget.simulations is None:
        return budget
    part = budget.simulations // budget.threads + (number < budget.simulations % budget.threads)
    return Budget(budget.seconds, max(1, part), 1)


def siblings(nodes: Any, first: int) -> list[int]:
    """A list of nodes, by number."""
    found = []
    while first != NONE:
        found.append(first)
        first = int(nodes[first].sibling)
    return found


def most_visited(nodes: Any, among: list[int]) -> int:
    return max(among, key=lambda node: int(nodes[node].visits), default=NONE)


def principal_line(nodes: Any, root: int, move: int) -> list[tuple[int, int]]:
    """The most visited moves from a root on, the first being given, in the scenes met most often."""
    line: list[tuple[int, int]] = []
    best = most_visited(
        nodes, [child for child in siblings(nodes, int(nodes[root].child)) if nodes[child].move == move]
    )
    while best != NONE and nodes[best].visits > 0 and len(line) < LINE:
        line.append((int(nodes[best].seat), int(nodes[best].move)))
        scene = most_visited(nodes, siblings(nodes, int(nodes[best].scene))) or best
        best = most_visited(nodes, siblings(nodes, int(nodes[scene].child)))
    return line

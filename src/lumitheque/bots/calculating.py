"""A bot that calculates where everything is certain and two play; elsewhere it searches a tree, or rehearses."""

import random
from typing import Any

import numpy as np

from lumitheque.bots.desks import Clock, deep_desk, in_threads, new_table, records, words_of
from lumitheque.bots.protocol import Advice, Budget, Prospect, Sight
from lumitheque.bots.rehearsing import RehearsingBot
from lumitheque.bots.searching import LINE, TreeBot
from lumitheque.bots.thinker import Style, Thinker
from lumitheque.bots.thinking.records import ROOT, DeepDesk
from lumitheque.games.edition import record_from
from lumitheque.games.game import Game

DEEPEST = 40  # half-turns
ENTRIES_PER_SIMULATION = 16  # positions that may be looked at for one simulation of the budget
MARGIN = 0.03  # moves this close to the best have their chance measured exactly
SURE = 1.5  # a value beyond this is a victory found


class DeepBot(Thinker):
    """Alpha-beta with iterative deepening. Threads share what they remember and start at different depths."""

    def __init__(self, game: Game, style: Style = Style(), margin: float = MARGIN) -> None:  # noqa: B008
        super().__init__(game, style)
        self.margin = margin
        self._tree = TreeBot(game, style, self)
        self._rehearsing = RehearsingBot(game, style, self)
        self._table: Any = None
        self._desks: list[DeepDesk] = []

    def think(self, sight: Sight, budget: Budget, seed: int, moves: list[int]) -> Advice:
        skill, think = self._mind.skill, self._tree.think
        if self._mind.rehearsal is not None and sight.seats > 2:  # with two, tree search measured better
            think = self._rehearsing.think
        elif sight.seats == 2 and skill.CALCULABLE and skill.is_certain(sight.e, sight.view):
            think = self.calculate
        return think(sight, budget, seed, moves)

    def calculate(self, sight: Sight, budget: Budget, seed: int, moves: list[int]) -> Advice:
        if self._table is None:
            self._table = new_table()
        while len(self._desks) < budget.threads:
            self._desks.append(deep_desk(self.game, self._table))
        most = None if budget.simulations is None else budget.simulations * ENTRIES_PER_SIMULATION
        clocks = [Clock(Budget(budget.seconds, most), self.stopped) for _ in range(budget.threads)]
        found: list[list[Prospect]] = [[] for _ in range(budget.threads)]

        def work(number: int) -> None:
            self._desks[number] = self._sit_down(self._desks[number], sight, seed + number, moves)
            found[number] = self._deepen(self._desks[number], sight, clocks[number], number)

        in_threads(budget.threads, work)
        used = self._desks[: budget.threads]
        deepest = max(range(budget.threads), key=lambda number: int(used[number].c.depth))
        ranked = found[deepest] or [Prospect(int(root.move), 0.5, 0) for root in used[0].roots]
        return Advice(
            move=ranked[0].move,
            prospects=[Prospect(one.move, min(1.0, max(0.0, one.chance)), one.visits) for one in ranked],
            line=self._line(used[0], sight, ranked[0].move),
            simulations=sum(int(desk.c.entries) for desk in used) // ENTRIES_PER_SIMULATION,
            plies=sum(int(desk.c.plies) for desk in used),
            seconds=clocks[0].passed(),
        )

    def _sit_down(self, desk: DeepDesk, sight: Sight, seed: int, moves: list[int]) -> DeepDesk:
        c = desk.c
        c.plies, c.entries, c.depth, c.seat, c.seats, c.margin = 0, 0, 0, sight.seat, sight.seats, self.margin
        world = record_from(sight.view.tobytes(), self.game.record.STATE)
        self.game.knowledge.imagine(
            sight.e, sight.view, sight.seat, desk.chance, world
        )  # certain, so there is only one
        desk.states[0] = np.frombuffer(world.tobytes(), self.game.record.STATE)[0]
        desk.history[:] *= 0.5
        order = list(moves)
        random.Random(seed).shuffle(order)  # between equals the seed decides
        roots = records(len(moves), ROOT)
        roots.move = order
        weigh = self._mind.skill.weigh
        roots.value = [float(weigh(sight.e, desk.states[0], sight.seat, move)) for move in order]
        return desk._replace(roots=roots)

    def _deepen(self, desk: DeepDesk, sight: Sight, clock: Clock, number: int) -> list[Prospect]:
        """One depth after the other; returns the prospects of the last one that gave any, best first."""
        prospects: list[Prospect] = []
        deepening, c = self._mind.deepening, desk.c
        for depth in range(1 + number % 2, DEEPEST):
            deepening.begin_depth(desk, depth)
            clock.run(lambda entries: self._go_on(desk, sight, entries))
            if c.level >= 0 and not (depth > 1 and desk.frames[0].next > 1):
                break  # out of time before anything was found at this depth
            prospects = told(desk, prospects)
            if c.level >= 0 or abs(prospects[0].chance - 0.5) > SURE - 0.5 or len(desk.roots) == 1:
                break
        return prospects

    def _go_on(self, desk: DeepDesk, sight: Sight, entries: int) -> int:
        before = int(desk.c.entries)
        self._mind.deepening.calculate(sight.e, desk, entries)
        return int(desk.c.entries) - before

    def _line(self, desk: DeepDesk, sight: Sight, move: int) -> list[tuple[int, int]]:
        """What is remembered of the best play after a move."""
        world, seat = record_from(desk.states[0].tobytes(), self.game.record.STATE), sight.seat
        line: list[tuple[int, int]] = []
        scratch = records(1, self.game.record.STATE)
        while len(line) < LINE and move >= 0:
            line.append((seat, move))
            self.game.rules.apply_move(sight.e, world, seat, move, desk.chance)
            waiting = int(self.game.rules.waiting(sight.e, world))
            if waiting == 0:
                break
            seat = waiting.bit_length() - 1
            scratch[0] = np.frombuffer(world.tobytes(), self.game.record.STATE)[0]
            move = self._remembered(desk, scratch)
        return line

    def _remembered(self, desk: DeepDesk, states: Any) -> int:
        key = int(self._mind.tree.fingerprint(words_of(states)[0]))
        entry = desk.table[self._mind.deepening.place_of(desk.table, key)]
        return int(entry.move) if entry.key == key else -1


def told(desk: DeepDesk, before: list[Prospect]) -> list[Prospect]:
    """The root's moves, best first: as found at this depth, the others as they were found before it."""
    earlier = {prospect.move: prospect.chance for prospect in before}
    best = int(desk.frames[0].choice)
    prospects = []
    for root in desk.roots:
        value = float(root.value) if root.depth > 0 else earlier.get(int(root.move), 0.0)
        prospects.append(Prospect(int(root.move), value, int(root.depth)))
    prospects.sort(key=lambda prospect: (prospect.move != best, -prospect.chance))
    return prospects

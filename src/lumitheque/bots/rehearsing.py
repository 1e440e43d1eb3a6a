"""A bot that rehearses: the moves that look best are played through to the end of the round, again and again."""

from typing import Any

import numpy as np

from lumitheque.bots.desks import Clock, in_threads, sit_down, tree_desk
from lumitheque.bots.protocol import Advice, Budget, Prospect, Sight
from lumitheque.bots.thinker import Style, Thinker
from lumitheque.bots.thinking.records import TreeDesk
from lumitheque.games.game import Game

LOOKS = 32  # worlds in which every move is judged at the end of the own turn
KEPT = 8  # moves that are rehearsed, the best by that look
BELIEF = 30  # rehearsals that the look is worth: they are few, and one tells little


class Tally:
    """What is known of each candidate: by the look, and by rehearsals, a row per thread."""

    def __init__(self, look: Any, threads: int) -> None:
        self.look = look
        self.found = np.zeros((threads, 2, len(look)))  # hopes added up, and how many they were

    def visits(self) -> Any:
        return self.found[:, 1].sum(0)

    def chances(self) -> Any:
        return (self.found[:, 0].sum(0) + BELIEF * self.look) / (self.visits() + BELIEF)

    def best(self, among: Any, count: int) -> Any:
        """So many of some candidates, the best first."""
        return among[np.argsort(-self.chances()[among], kind="stable")[:count]]


class RehearsingBot(Thinker):
    """Rehearsals in the same imagined worlds, the worse half of the moves being dropped time and again."""

    def __init__(self, game: Game, style: Style = Style(), asker: Thinker | None = None) -> None:  # noqa: B008
        super().__init__(game, style, asker)
        self._desks: list[TreeDesk] = []

    def think(self, sight: Sight, budget: Budget, seed: int, moves: list[int]) -> Advice:
        whole = Clock(budget, self.stopped)
        desks = self._sit_down(sight, budget.threads, seed)
        candidates, look = np.array(moves, np.int32), np.zeros(len(moves))
        self._mind.playing.look_ahead(sight.e, desks[0], candidates, LOOKS, look)
        tally = Tally(look, budget.threads)
        kept = tally.best(np.arange(len(moves)), KEPT)
        for heats in range((len(kept) - 1).bit_length(), 0, -1):
            if heat := part_of(whole, int(tally.visits().sum()), budget.threads, heats):
                self._rehearse(sight, heat, candidates, kept, tally)
            kept = tally.best(kept, (len(kept) + 1) // 2)
        return answer(sight, moves, tally, int(kept[0]), desks, whole.passed())

    def _sit_down(self, sight: Sight, threads: int, seed: int) -> list[TreeDesk]:
        while len(self._desks) < threads:
            self._desks.append(tree_desk(self.game, nodes=1))
        for number, desk in enumerate(self._desks[:threads]):
            sit_down(desk, sight, seed, number)
        return self._desks[:threads]

    def _rehearse(self, sight: Sight, heat: Budget, candidates: Any, kept: Any, tally: Tally) -> None:
        """One heat among those that are kept."""
        rehearse, clocks = self._mind.rehearsal.rehearse, self._clocks(heat)

        def work(number: int) -> None:
            desk, found = self._desks[number], tally.found[number]
            notes = np.zeros(self.game.skill.NOTES)  # to reckon in

            def go_on(count: int) -> int:
                rehearse(sight.e, desk, candidates, kept, count, found, notes)
                return count

            clocks[number].run(go_on)

        in_threads(heat.threads, work)


def part_of(whole: Clock, done: int, threads: int, heats: int) -> Budget | None:
    """An equal part of what is left for so many heats; None if that is nothing."""
    seconds, rehearsals = (whole.seconds - whole.passed()) / heats, (whole.left - done) // heats
    if seconds <= 0 or rehearsals < threads:
        return None
    return Budget(seconds if seconds < float("inf") else None, rehearsals, threads)


def answer(sight: Sight, moves: list[int], tally: Tally, best: int, desks: list[TreeDesk], seconds: float) -> Advice:
    chances, visits = tally.chances(), tally.visits() + LOOKS
    prospects = [Prospect(move, float(chances[i]), int(visits[i])) for i, move in enumerate(moves)]
    prospects.sort(key=lambda one: (one.move != moves[best], -one.visits, -one.chance))
    return Advice(
        move=moves[best],
        prospects=prospects,
        line=[(sight.seat, moves[best])],
        simulations=int(tally.visits().sum()),
        plies=sum(int(desk.t.plies) for desk in desks),
        seconds=seconds,
    )

"""Intervals that hold at all times at once: however often one looks, they miss the truth with a known probability.

A share is judged by the beta-binomial mixture (Robbins 1970): somebody who bets on all rates alike, against one who
claims the rate m, owns in the end

    B(1 + won, 1 + lost) / (m ** won * (1 - m) ** lost)

and makes a fortune of 1 / error against the truth with probability `error` at most, ever. It needs samples between 0
and 1 and nothing else, and only their number and sum, so hundreds of cards cost nothing. A difference between two
games on the same deal spreads less than that assumes: `Difference` bets by what is seen, as the arena's targets do.
"""

import math

import numpy as np

from lumitheque.arena.stopping import Bets

STEPS = 40  # halvings on the way to an end of an interval
GRID = np.linspace(0.0025, 0.9975, 399)  # of the differences that are tried, brought between 0 and 1


class Share:
    """The mean of samples between 0 and 1."""

    def __init__(self, number: int = 0, total: float = 0.0) -> None:
        self.number, self.total = number, total

    def add(self, sample: float) -> None:
        self.number += 1
        self.total += sample

    @property
    def rate(self) -> float:
        return self.total / self.number if self.number else 0.5

    def interval(self, error: float) -> tuple[float, float]:
        if not self.number:
            return 0.0, 1.0
        return self._end(0.0, error), self._end(1.0, error)

    def is_refuted(self, rate: float, error: float) -> bool:
        won, lost = self.total, self.number - self.total
        mixed = math.lgamma(1 + won) + math.lgamma(1 + lost) - math.lgamma(2 + self.number)
        return mixed - times_log(won, rate) - times_log(lost, 1 - rate) >= -math.log(error)

    def _end(self, outside: float, error: float) -> float:
        """Between the mean, which is never refuted, and 0 or 1."""
        inside = self.rate
        if not self.is_refuted(outside, error):
            return outside
        for _ in range(STEPS):
            middle = (inside + outside) / 2
            if self.is_refuted(middle, error):
                outside = middle
            else:
                inside = middle
        return outside


def times_log(count: float, rate: float) -> float:
    """count * log(rate), also where the rate is 0."""
    return 0.0 if count == 0 else count * math.log(rate) if rate > 0 else -math.inf


class Difference:
    """The mean difference of two samples between 0 and 1 on the same deal."""

    def __init__(self, error: float) -> None:
        self._bets = Bets(GRID, error)
        self.samples: list[float] = []

    def add(self, sample: float) -> None:
        """The figure of one less that of the other: between -1 and 1."""
        self.samples.append(sample)
        self._bets.add((sample + 1) / 2)

    @property
    def number(self) -> int:
        return self._bets.number

    @property
    def mean(self) -> float:
        return 2 * self._bets.total / self._bets.number - 1 if self._bets.number else 0.0

    def interval(self) -> tuple[float, float]:
        low, high = self._bets.interval()
        return 2 * low - 1, 2 * high - 1

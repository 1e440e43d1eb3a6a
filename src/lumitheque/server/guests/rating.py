"""Glicko (Mark Glickman, 1999): a rating and how sure it is, from results one after the other.

Points are those of the house's own bots: 400 are 10 to 1, and 0 is a player who moves at random. Whoever is new begins
in the middle, unsure. A game of several is one of each against each other, all at once, together weighing as one.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

Q = math.log(10) / 400
SURE = 1.96  # of the standard deviation: 95 %
LEAST_DEVIATION = 30.0  # nobody is known better: bots change


class Rating(NamedTuple):
    points: float = 1000.0
    deviation: float = 500.0

    @property
    def interval(self) -> tuple[float, float]:
        """In which it lies with 95 %."""
        half = SURE * self.deviation
        return self.points - half, self.points + half


def weight(deviation: float) -> float:
    """How much a result against somebody counts who is known that well: Glickman's g."""
    return 1 / math.sqrt(1 + 3 * Q * Q * deviation * deviation / math.pi**2)


def expected(own: Rating, other: Rating) -> float:
    return 1 / (1 + 10 ** (-weight(other.deviation) * (own.points - other.points) / 400))


def after(own: Rating, results: Sequence[tuple[Rating, float]]) -> Rating:
    """A rating after one game: against whom, and what came of it (1 victory, ½ draw, 0 defeat)."""
    if not results:
        return own
    part = 1 / len(results)
    information = surprise = 0.0
    for other, score in results:
        g, chance = weight(other.deviation), expected(own, other)
        information += part * Q * Q * g * g * chance * (1 - chance)
        surprise += part * g * (score - chance)
    precision = 1 / own.deviation**2 + information
    deviation = max(LEAST_DEVIATION, math.sqrt(1 / precision))
    return Rating(own.points + Q / precision * surprise, deviation)

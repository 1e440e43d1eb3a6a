"""Numbers that say how sure they are."""

import math
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from lumitheque.arena.scores import Z, wilson

YES, NO, OPEN = "yes", "no", "open"  # open: not decided with this many games


@dataclass(frozen=True)
class Rate:
    """A share of independent trials, with its 95 % interval (Wilson's)."""

    rate: float
    low: float
    high: float
    trials: int

    def __str__(self) -> str:
        return f"{percent(self.rate)} % ({percent(self.low)}–{percent(self.high)})"


def percent(rate: float) -> str:
    """Write a percentage with as few digits as keep 99.9 % from reading 100 %."""
    digits = 1 if 0 < rate < 0.005 or 0.995 <= rate < 1 else 0
    return f"{100 * rate:.{digits}f}".replace("100.0", "100").removesuffix(".0")


def rate_of(trials: Iterable[float]) -> Rate | None:
    """Compute the mean of numbers between 0 and 1; None without any."""
    found = list(trials)
    if not found:
        return None
    rate = min(1.0, max(0.0, math.fsum(found) / len(found)))
    return Rate(rate, *wilson(rate, len(found)), len(found))


@dataclass(frozen=True)
class Mean:
    """A mean with half the width of its 95 % interval, and where the middle half of the numbers lies."""

    mean: float
    give: float
    lower: float
    upper: float
    count: int

    def __str__(self) -> str:
        digits = 0 if abs(self.mean) >= 100 else 1 if self.give >= 0.1 or self.give == 0 else 2
        return f"{self.mean:.{digits}f} ± {self.give:.{digits}f}"


def mean_of(numbers: Iterable[float]) -> Mean | None:
    found = [float(number) for number in numbers]
    if not found:
        return None
    spread = statistics.stdev(found) if len(found) > 1 else 0.0
    lower, _, upper = statistics.quantiles(found, n=4, method="inclusive") if len(found) > 1 else found * 3
    return Mean(statistics.fmean(found), Z * spread / math.sqrt(len(found)), lower, upper, len(found))


def judge_rate(rate: Rate | None, low: float, high: float) -> str:
    """Whether a rate lies between two bounds; open if its interval crosses one."""
    if rate is None or (rate.low < low <= rate.high) or (rate.low <= high < rate.high):
        return OPEN
    return YES if low <= rate.low and rate.high <= high else NO


def judge_mean(mean: Mean | None, low: float, high: float) -> str:
    if mean is None or mean.count < 2:
        return OPEN
    least, most = mean.mean - mean.give, mean.mean + mean.give
    if low <= least and most <= high:
        return YES
    return NO if most < low or least > high else OPEN


def judge_even(rates: Sequence[Rate | None], margin: float = 0.05) -> str:
    """Whether all shares lie within a margin of an even split."""
    fair = 1 / len(rates)
    return together(judge_rate(rate, fair - margin, fair + margin) for rate in rates)


def together(verdicts: Iterable[str]) -> str:
    """One verdict for several things that should all hold."""
    found = set(verdicts)
    return NO if NO in found else YES if found == {YES} else OPEN

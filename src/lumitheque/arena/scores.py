"""Victories as numbers. A victory is 1, shared among those who win together.

Games on the same deal belong together: the luck that helps a player on one seat helps the opponent after the swap. What
is independent is the deal, so intervals are computed from deals, not from games.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from statistics import NormalDist

import msgspec

from lumitheque.arena.match import Result

CONFIDENCE = 0.95
ADDED = 2  # units; simulated, the interval then holds the truth in 92 to 100 % of arenas of 5 deals and more
Z = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)


class Share(msgspec.Struct, frozen=True):
    """A share of victories, with its interval."""

    rate: float
    low: float
    high: float
    chances: float  # how many times somebody sat down whose share this is
    deals: int  # on how many deals


def in_order(results: Iterable[Result]) -> list[Result]:
    """Sort results, so that sums do not depend on the order in which games ended."""
    return sorted(results, key=lambda result: (result.number, result.id))


def share_of(results: Iterable[Result], seats_of: Callable[[Result], Iterable[int]]) -> Share | None:
    """Compute the share of victories of the seats that `seats_of` selects in each game; None if it selects none."""
    deals: dict[str, tuple[float, float]] = {}
    for result in results:
        seats = list(seats_of(result))
        if seats:
            won, sat = deals.get(result.deal, (0.0, 0.0))
            deals[result.deal] = (won + sum(map(result.share, seats)), sat + len(seats))
    return clustered(list(deals.values())) if deals else None


def clustered(units: Sequence[tuple[float, float]]) -> Share:
    """A rate from units that are independent of each other: each so much won out of so many.

    A Wilson interval, for as many independent trials as would give the spread that is seen between units. A few units
    are added to that spread as if all in them were independent, so that units which happen to be alike do not make it
    certain; and z is widened as Student's t is, for few units.
    """
    total, usual = sum(sat for _, sat in units), sum(sat for _, sat in units) / len(units)
    rate = min(1.0, max(0.0, sum(won for won, _ in units) / total))
    spread = rate * (1 - rate)
    if spread == 0:  # the sample shows no spread: count units as trials
        return Share(rate, *wilson(rate, len(units)), total, len(units))
    seen = sum((won - rate * sat) ** 2 for won, sat in units)
    freedom = len(units) - 1 + ADDED
    variance = (seen + ADDED * spread * usual) / freedom * len(units) / total**2
    wider = Z * (1 + (Z * Z + 1) / (4 * freedom))  # Student's t, the first term of its expansion
    return Share(rate, *wilson(rate, spread / variance, wider), total, len(units))


def wilson(rate: float, number: float, z: float = Z) -> tuple[float, float]:
    """Compute Wilson's interval for a rate observed in `number` independent trials."""
    middle = (rate + z * z / (2 * number)) / (1 + z * z / number)
    half = z / (1 + z * z / number) * math.sqrt(rate * (1 - rate) / number + z * z / (4 * number * number))
    return max(0.0, min(middle - half, rate)), min(1.0, max(middle + half, rate))

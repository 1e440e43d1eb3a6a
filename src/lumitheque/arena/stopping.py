"""When enough has been played: a test that may be looked at after every deal.

The method is a confidence sequence by betting (I. Waudby-Smith and A. Ramdas, Estimating means of bounded random
variables by betting, 2024; "hedged capital", with their bets). Somebody bets on every deal, at fair odds if the true
rate were m, that the rate is higher, and somebody else that it is lower. Who makes a fortune of 2 / ERROR out of 1
against a rate m has refuted it, because at fair odds that happens with probability ERROR / 2 at most, ever.

The guarantee: whatever the game, and however often one looks, the interval misses the true rate with probability ERROR
at most. It needs only that deals are drawn alike and independently and that a score lies between 0 and 1. It holds
because deals are taken in their order and not as they come in: short games come in first, and are not like others.
"""

import math
from collections.abc import Iterable, Sequence

import msgspec
import numpy as np

from lumitheque.arena import ArenaError
from lumitheque.arena.match import Result
from lumitheque.arena.schedule import Fixture

ERROR = 0.05
BOLDNESS = 0.75  # largest share of the capital that may be lost on one deal
GRID = np.linspace(0.001, 0.999, 999)  # the rates that are tried, to tell an interval


class Verdict(msgspec.Struct, frozen=True):
    """What is known of a player's rate after so many deals."""

    player: str
    target: float
    deals: int
    rate: float | None
    low: float
    high: float
    side: str | None  # above or below the target, or None: not known yet


class Bets:
    """The capitals of bettors against each rate, updated deal by deal."""

    def __init__(self, rates: np.ndarray = GRID, error: float = ERROR) -> None:
        self.rates, self.error = rates, error
        self.higher, self.lower = np.zeros((2, len(rates)))  # logarithms of the two capitals
        self.refuted = np.zeros((2, len(rates)), bool)  # too low, too high: for good
        self.number, self.total, self.spread = 0, 0.0, 0.0

    def add(self, score: float) -> None:
        """Bet on a deal, with stakes set by the deals before it, then update the capitals with its outcome."""
        n = self.number + 1
        variance = (0.25 + self.spread) / n
        stake = math.sqrt(2 * math.log(2 / self.error) / (variance * n * math.log(n + 1)))
        self.higher += np.log1p(np.minimum(stake, BOLDNESS / self.rates) * (score - self.rates))
        self.lower += np.log1p(-np.minimum(stake, BOLDNESS / (1 - self.rates)) * (score - self.rates))
        fortune = math.log(2 / self.error)
        self.refuted |= np.stack((self.higher >= fortune, self.lower >= fortune))
        self.number, self.total = n, self.total + score
        self.spread += (score - (0.5 + self.total) / (n + 1)) ** 2

    def interval(self) -> tuple[float, float]:
        """Return the interval of rates that are not refuted."""
        too_low, too_high = self.rates[self.refuted[0]], self.rates[self.refuted[1]]
        return float(too_low.max(initial=0.0)), float(too_high.min(initial=1.0))


class StoppingRule:
    """Watches results come in, in any order, and says when a player's rate is known to be above or below a target."""

    def __init__(self, fixtures: Sequence[Fixture], player: str, target: float, error: float = ERROR) -> None:
        if not 0 < target < 1:
            raise ArenaError(f"--target: {target} is not between 0 and 1")
        if not any(set(fixture.players) - {player} for fixture in fixtures if player in fixture.players):
            raise ArenaError(f"--target: {player} plays against nobody else")
        self.player, self.target = player, target
        self.bets = Bets(error=error)
        self.test = Bets(np.array([target]), error)
        self._missing: dict[int, set[str]] = {}
        for fixture in fixtures:
            if player in fixture.players:
                self._missing.setdefault(fixture.number, set()).add(fixture.id)
        self._order = sorted(self._missing)
        self._scores: dict[int, list[float]] = {number: [] for number in self._order}
        self._next = 0

    def see(self, result: Result) -> bool:
        """Take a result into account; return whether enough is known to stop."""
        missing = self._missing.get(result.number, set())
        if result.id in missing:
            missing.remove(result.id)
            seats = [seat for seat, name in enumerate(result.players) if name == self.player]
            self._scores[result.number] += map(result.share, seats)
        while self._next < len(self._order) and not self._missing[self._order[self._next]] and self.side is None:
            scores = self._scores[self._order[self._next]]
            self._next += 1
            for bets in (self.bets, self.test):
                bets.add(sum(scores) / len(scores))
        return self.side is not None

    def see_all(self, results: Iterable[Result]) -> bool:
        for result in results:
            self.see(result)
        return self.side is not None

    @property
    def side(self) -> str | None:
        if self.test.refuted[0, 0]:
            return "above"
        return "below" if self.test.refuted[1, 0] else None

    def verdict(self) -> Verdict:
        low, high = self.bets.interval()
        rate = self.bets.total / self.bets.number if self.bets.number else None
        return Verdict(self.player, self.target, self.bets.number, rate, low, high, self.side)

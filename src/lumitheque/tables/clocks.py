"""Clocks, derived from the times of a table's entries.

During a game the clocks of the seats that the table waits for run, no others. A play adds to the player's clock what
the terms say: the full time again (per move, days) or the increment (Fischer, a bank of days). A take-back subtracts it
again, so that nobody gains time by it. While somebody is on holiday their clock is stopped: it stands still up to a
moment. Bots have clocks like everybody; a seat that a bot plays because its time was out has none, until its person is
back.
"""

from collections.abc import Iterable

from lumitheque.tables.terms import ClockTerms, Days, Fischer, NoClock, PerMove
from lumitheque.tables.told import ClockTold

SECOND, DAY = 1000, 24 * 3600 * 1000
MOST_SECONDS, MOST_INCREMENT, MOST_DAYS, MOST_BANK = 24 * 3600, 3600, 60, 180


def is_reasonable(terms: ClockTerms) -> bool:
    match terms:
        case PerMove(seconds):
            return 1 <= seconds <= MOST_SECONDS
        case Fischer(seconds, increment):
            return 1 <= seconds <= MOST_SECONDS and 0 <= increment <= MOST_INCREMENT
        case Days(days, bank):
            return 1 <= days <= MOST_DAYS if bank == 0 else 1 <= bank <= MOST_BANK and 0 <= days <= bank
    return True


class Clocks:
    """The clocks of one game. Times are milliseconds."""

    __slots__ = ("at", "before", "full", "increment", "left", "most", "stopped")

    def __init__(self, full: int, increment: int | None, seats: int, at: int, most: int | None = None) -> None:
        self.full = full
        self.increment = increment  # None: the full time again
        self.most = most  # that an increment fills a clock up to; None: any
        self.at = at  # time is counted up to this moment
        self.left: list[int | None] = [full] * seats  # None: a seat without a clock
        self.before: list[int] = [full] * seats  # what was left when the seat last played
        self.stopped: list[int] = [0] * seats  # each stands still up to this moment

    @classmethod
    def of(cls, terms: ClockTerms, seats: int, at: int) -> "Clocks | None":
        match terms:
            case PerMove(seconds):
                return cls(seconds * SECOND, None, seats, at)
            case Fischer(seconds, increment):
                return cls(seconds * SECOND, increment * SECOND, seats, at)
            case Days(days, bank):
                return cls(bank * DAY, days * DAY, seats, at, bank * DAY) if bank else cls(days * DAY, None, seats, at)
            case NoClock():
                return None

    def run(self, waiting: Iterable[int], at: int) -> None:
        """Count the time up to `at` for those the table was waiting for."""
        since = self.at
        if at <= since:  # the house's clock was set back: nobody loses time
            return
        self.at = at
        for seat in waiting:
            left = self.left[seat]
            if left is not None:  # it may become negative: downtime that is given back may make up for it
                self.left[seat] = left - max(0, at - max(since, self.stopped[seat]))

    def played(self, seat: int) -> None:
        left = self.left[seat]
        if left is not None:
            self.before[seat] = left
            self.left[seat] = self.full if self.increment is None else self._filled(left, self.increment)

    def _filled(self, left: int, increment: int) -> int:
        """Filled up by an increment; what the house gave beyond a bank stays."""
        return left + increment if self.most is None else max(left, min(self.most, left + increment))

    def took_back(self, seat: int) -> None:
        left = self.left[seat]
        if left is not None:
            self.left[seat] = min(left, self.before[seat])

    def give(self, waiting: Iterable[int], ms: int) -> None:
        for seat in waiting:
            left = self.left[seat]
            if left is not None:
                self.left[seat] = left + ms

    def remove(self, seat: int) -> None:
        self.left[seat] = None

    def renew(self, seat: int) -> None:
        """A person plays here again: with the full time, if the clock was removed."""
        if self.left[seat] is None:
            self.left[seat] = self.before[seat] = self.full

    def stop(self, seat: int, until: int) -> None:
        """Let a clock stand still up to a moment; one that has passed lets it run."""
        self.stopped[seat] = until

    def is_stopped(self, seat: int, until: int) -> bool:
        """Whether a clock stands still up to this very moment, or runs if that has passed."""
        return max(self.at, self.stopped[seat]) == max(self.at, until)

    def ends(self, seat: int) -> int | None:
        """When the time of a seat will be up if its clock keeps running."""
        left = self.left[seat]
        return None if left is None else max(self.at, self.stopped[seat]) + left

    def deadline(self, waiting: Iterable[int]) -> int | None:
        """When the first running clock will run out."""
        return min((end for seat in waiting if (end := self.ends(seat)) is not None), default=None)

    def told(self, waiting: Iterable[int]) -> ClockTold:
        left = [None if one is None else max(0, one) for one in self.left]
        return ClockTold(left, self.at, self.deadline(waiting), list(self.stopped))

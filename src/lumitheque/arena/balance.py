"""What results say of the game rather than of the players: seats, draws, endings, points, lengths."""

import statistics
from collections import Counter
from collections.abc import Sequence

import msgspec

from lumitheque.arena.match import Result
from lumitheque.arena.ratings import players_of, seats_of
from lumitheque.arena.scores import Share, in_order, share_of


class Spread(msgspec.Struct, frozen=True):
    """Mean, extremes and quartiles of some numbers."""

    mean: float
    low: float  # the smallest; then the quartiles; the largest
    lower: float
    median: float
    upper: float
    high: float


class Balance(msgspec.Struct, frozen=True):
    games: int
    seats: list[Share]  # each seat's share of victories
    draws: dict[int, int]  # games by how many won together
    reasons: dict[str, int]  # games by why they ended, the most frequent first
    points_by_seat: list[Spread]
    points_by_player: dict[str, Spread]
    plies: Spread
    turns: Spread  # of all seats together

    @property
    def shared(self) -> int:
        """Count the games that more than one seat won."""
        return sum(count for winners, count in self.draws.items() if winners > 1)


def spread_of(numbers: Sequence[float]) -> Spread:
    ordered = [float(number) for number in sorted(numbers)]
    lower, median, upper = statistics.quantiles(ordered * (1 + (len(ordered) == 1)), n=4, method="inclusive")
    return Spread(statistics.fmean(ordered), ordered[0], lower, median, upper, ordered[-1])


def weigh_up(results: Sequence[Result]) -> Balance:
    """Compute the balance of games at one table."""
    results = in_order(results)
    seats = range(results[0].seats)
    by_player = {
        name: [result.points[seat] for result in results for seat in seats_of(result, name)]
        for name in players_of(results)
    }
    return Balance(
        games=len(results),
        seats=[_seat_share(results, seat) for seat in seats],
        draws=dict(sorted(Counter(len(result.winners) for result in results).items())),
        reasons=dict(Counter(result.reason for result in results).most_common()),
        points_by_seat=[spread_of([result.points[seat] for result in results]) for seat in seats],
        points_by_player={name: spread_of(points) for name, points in by_player.items()},
        plies=spread_of([result.plies for result in results]),
        turns=spread_of([sum(result.turns) for result in results]),
    )


def _seat_share(results: Sequence[Result], seat: int) -> Share:
    share = share_of(results, lambda _: (seat,))
    assert share is not None
    return share

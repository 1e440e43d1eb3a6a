"""Engines that failed: how often each, in which way, and what the first of them said."""

from collections.abc import Iterable

import msgspec

from lumitheque.arena.match import Result
from lumitheque.engines.program import Kind


class FailureCount(msgspec.Struct, frozen=True):
    player: str
    kind: Kind
    seats: int  # that a stand-in had to play on
    reason: str  # of the first


def count_failures(results: Iterable[Result]) -> list[FailureCount]:
    """Count failures by player and kind, the most frequent first."""
    counts: dict[tuple[str, Kind], int] = {}
    reasons: dict[tuple[str, Kind], str] = {}
    for result in results:
        for failure in result.failures:
            key = result.players[failure.seat], failure.kind
            counts[key] = counts.get(key, 0) + 1
            reasons.setdefault(key, failure.reason)
    found = [FailureCount(*key, count, reasons[key]) for key, count in counts.items()]
    return sorted(found, key=lambda one: (-one.seats, one.player, one.kind))

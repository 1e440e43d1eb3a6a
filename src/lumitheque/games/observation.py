"""What observations are written with: each game's `observation.py` says what a learner is told of a view.

An observation is a row of bytes (uint8): planes for boards first, channel by channel and row by row, then facts.
The game names every channel and every fact, so that documentation and tests know what lies where.
"""

from typing import NamedTuple

from lumitheque.games.rule import rule

MOST = 255  # what a byte holds; larger numbers are told as this


class Channel(NamedTuple):
    """One plane: what it says of each cell."""

    name: str
    meaning: str


class Fact(NamedTuple):
    """One or several bytes behind the planes."""

    name: str
    size: int
    meaning: str


def length_of(planes: tuple[int, int, int], facts: tuple[Fact, ...]) -> int:
    """How many bytes an observation has."""
    channels, high, wide = planes
    return channels * high * wide + sum(fact.size for fact in facts)


@rule
def tell_one(out, n, value, size):
    """One byte of `size` is 1: the one at `value`; none if it is not among them. Returns where the next fact begins."""
    for i in range(size):
        out[n + i] = int(i == value)
    return n + size


@rule
def tell_number(out, n, value):
    """A number from 0 to MOST; smaller and larger ones are told as these."""
    out[n] = min(max(value, 0), MOST)
    return n + 1


@rule
def turned_to(seat, other, seats):
    """How many places after `seat` another one sits."""
    return (other - seat + seats) % seats


@rule
def tell_whom(out, n, seat, other, seats, size):
    """A seat as one of `size`, the own first; none of them for nobody (a number below 0)."""
    return tell_one(out, n, turned_to(seat, other, seats) if other >= 0 else -1, size)


@rule
def clear(out, n, count):
    """Zeroes; returns where they end. Counted from the part's own beginning, a loop becomes wide stores."""
    part = out[n : n + count]
    for i in range(count):
        part[i] = 0
    return n + count

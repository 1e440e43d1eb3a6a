"""Token buckets by identity and by address: how often is too often.

By hand, because a frame pays for its bytes from two buckets before anything reads it (0.24 µs each); the rate limits of
Litestar and of `limits` count HTTP requests in windows, and know neither a price nor a WebSocket frame.
"""

import ipaddress
from typing import NamedTuple


class Rate(NamedTuple):
    per_second: float
    burst: float


class Bucket:
    """A token bucket: refills at a rate up to a maximum; each action takes tokens."""

    __slots__ = ("level", "rate", "since")

    def __init__(self, rate: Rate, now: float) -> None:
        self.rate, self.level, self.since = rate, rate.burst, now

    def take(self, now: float, amount: float = 1.0) -> bool:
        per_second, burst = self.rate
        level = self.level + (now - self.since) * per_second
        self.since = now
        level = min(level, burst)
        if level < amount:
            self.level = level
            return False
        self.level = level - amount
        return True

    def wait(self, amount: float = 1.0) -> float:
        """Seconds until the bucket holds that much again."""
        return max(0.0, (amount - self.level) / self.rate.per_second)


class Limiter:
    """One bucket for each recent key."""

    def __init__(self, rate: Rate, most: int = 50_000) -> None:
        self.rate, self._most = rate, most
        self._buckets: dict[str, Bucket] = {}

    def bucket(self, who: str, now: float) -> Bucket:
        found = self._buckets.get(who)
        if found is None:
            if len(self._buckets) >= self._most:
                self._forget(now)
            found = self._buckets[who] = Bucket(self.rate, now)
        return found

    def take(self, who: str, now: float, amount: float = 1.0) -> bool:
        return self.bucket(who, now).take(now, amount)

    def wait(self, who: str, now: float) -> float:
        """Seconds until somebody may again who may not now."""
        return self.bucket(who, now).wait()

    def _forget(self, now: float) -> None:
        """Drop the buckets that are full again; if none is, the oldest half."""
        full_after = self.rate.burst / self.rate.per_second
        kept = {who: bucket for who, bucket in self._buckets.items() if now - bucket.since < full_after}
        if len(kept) >= self._most:
            kept = dict(list(kept.items())[len(kept) // 2 :])
        self._buckets = kept


class Meter:
    """What one connection may send: a bucket of its own, and one that it shares with all others of its address. Where
    the shared one is empty, only those who used up half of their own are to blame: others there go on."""

    __slots__ = ("_own", "_shared")

    def __init__(self, own: Bucket, shared: Bucket) -> None:
        self._own, self._shared = own, shared

    def take(self, now: float, amount: float) -> bool:
        own = self._own
        if not own.take(now, amount):
            return False
        return self._shared.take(now, amount) or own.level > own.rate.burst / 2


class Whereabouts:
    """From which address people came last: only for as long as the house is open, and only in memory."""

    def __init__(self, most: int = 50_000) -> None:
        self._most = most
        self._places: dict[str, str] = {}

    def note(self, person: str, address: str) -> None:
        self._places.pop(person, None)
        self._places[person] = address
        if len(self._places) > self._most:
            del self._places[next(iter(self._places))]

    def of(self, person: str) -> str:
        """\"\": not known."""
        return self._places.get(person, "")


def neighbourhood(address: str) -> str:
    """What counts as one address: an IPv4 address, or the network that one household has in IPv6."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, 64), strict=False))
    return address

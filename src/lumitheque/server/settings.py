"""What a house is opened with. Clock, dice and store come from outside, so that tests can couple two houses."""

import os
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from lumitheque.engines.listed import Introduced
from lumitheque.server.access.rate_limits import Rate
from lumitheque.storage import Store
from lumitheque.tables import Dice

DAY = 24 * 3600 * 1000  # milliseconds
NEARER = 20  # the clock is slewed: it corrects an error by one part in so many of the time that passes


class Clock(Protocol):
    def now(self) -> int:
        """Milliseconds since 1970. If it is set back, nobody loses time by that (see tables)."""


class SteadyClock:
    """The machine's clock without its jumps: it runs evenly and approaches the machine's clock by and by.

    If the machine's clock was set forward, or the machine slept, `right` is ahead of `now`; upkeep/clocks.py gives
    everybody that time and then calls `catch_up`. If it was set back, this clock waits for it. Several nodes follow one
    shared clock, so a jump of one machine's clock moves nobody's.
    """

    def __init__(self, wall: Callable[[], int] = time.time_ns, steady: Callable[[], int] = time.monotonic_ns) -> None:
        self._wall, self._steady = wall, steady
        self._told, self._at = wall(), steady()  # nanoseconds
        self._wrong_by = 0  # of the machine's clock, as far as is known

    def now(self) -> int:
        at = self._steady()
        passed = at - self._at
        told = self._told + passed
        most = passed // NEARER
        self._told, self._at = told + max(-most, min(most, self._right() - told)), at
        return self._told // 1_000_000

    def _right(self) -> int:
        return self._wall() - self._wrong_by

    def right(self) -> int:
        """What `now` would say once it has caught up, in milliseconds: one reading instead of two."""
        return max(self.now(), self._right() // 1_000_000)

    def catch_up(self) -> None:
        self._told = max(self._told, self._right())

    def follow(self, right: int) -> None:
        """The clock that all nodes share shows these milliseconds now."""
        self._wrong_by = self._wall() - right * 1_000_000

    def begin(self) -> None:
        """Take the right time, were it an earlier one: nothing has happened by this clock yet."""
        self._told, self._at = self._right(), self._steady()


class SecretDice:
    """Tokens that nobody can guess."""

    def token(self) -> str:
        return secrets.token_hex(16)


class Limits(NamedTuple):
    """Rate limits of one guest, and of one address."""

    commands: Rate = Rate(20, 80)  # of one identity, over HTTP and WebSocket together
    requests: Rate = Rate(20, 100)  # of one identity
    address: Rate = Rate(300, 900)  # requests, messages, connections of one address: a club has one router
    openings: Rate = Rate(0.5, 12)  # tables opened by one identity
    address_openings: Rate = Rate(2, 60)  # and by one address: an identity costs nothing
    hints: Rate = Rate(0.5, 5)
    guesses: Rate = Rate(0.1, 10)  # codes tried from one address
    pins: Rate = Rate(0.2, 20)  # PINs tried on one device, and from one address; pins.py counts those of one person
    studies: Rate = Rate(4, 40)  # games gone through once more
    reviews: Rate = Rate(12 / 86_400, 12)  # of finished games, computed for one identity: so many a day,
    address_reviews: Rate = Rate(60 / 86_400, 60)  # and for one address
    appraisals: Rate = Rate(24 / 86_400, 12)  # of editions, likewise
    address_appraisals: Rate = Rate(120 / 86_400, 60)
    codes: Rate = Rate(2, 60)  # QR codes drawn for one address
    pictures: Rate = Rate(1, 40)  # pictures of positions drawn for one address
    prints: Rate = Rate(0.05, 8)  # games made into a PDF for one address
    frames: Rate = Rate(60, 400)  # of one WebSocket: each frame costs 1, and 1 more for every KiB
    address_frames: Rate = Rate(3_000, 6_000)  # of all WebSockets of one address, before they are read
    newcomers: Rate = Rate(0.5, 120)  # people who come for the first time, from one address: a café may fill at once
    letters: Rate = Rate(0.02, 6)  # tests and codes that one identity has sent,
    address_letters: Rate = Rate(0.1, 20)  # and one address
    feeds: Rate = Rate(0.2, 60)  # calendar feeds read from one address
    invitations: Rate = Rate(0.1, 20)  # to tables, by one identity
    bots: Rate = Rate(10, 60)  # requests of one guest bot
    bot_tables: int = 8  # where one guest bot may sit at once
    bot_streams: int = 20  # of one guest bot; those of an address count as its sockets do
    erasure: Rate = Rate(0.1, 20)  # people who ask to be forgotten, from one address
    thoughts: int = 8  # of bots that one identity wants at a time; what is more waits until nobody else wants any
    address_thoughts: int = 64  # and of one address: a café has one
    sockets: int = 20  # of one identity
    address_sockets: int = 400
    connections: int = 500  # of one address, WebSockets too; forty guests with six each, and tabs
    body: int = 256 * 1024  # bytes of a request: an edition fits
    message: int = 64 * 1024  # bytes of a message on the WebSocket

    @classmethod
    def none(cls) -> "Limits":
        """No limits: for benchmarks and tests, where one machine plays all guests."""
        free = Rate(1e9, 1e9)
        changes: dict[str, Any] = {name: free for name, usual in cls()._asdict().items() if isinstance(usual, Rate)}
        changes |= dict.fromkeys(
            ("thoughts", "address_thoughts", "bot_tables", "bot_streams", "sockets", "address_sockets", "connections"),
            1 << 30,
        )
        return cls(**changes)


@dataclass(frozen=True)
class HouseSettings:
    store: Store
    clock: Clock = field(default_factory=SteadyClock)
    dice: Dice = field(default_factory=SecretDice)
    key: bytes | None = None  # signs the cookies; kept in the store if not given
    limits: Limits = field(default_factory=Limits)
    bots_at_once: int = max(1, (os.cpu_count() or 2) - 1)
    answer_seconds: float = 5.0  # within which bots should answer: under load they think less, not later
    bot_threads: bool = True  # False: no bot moves here
    workers_at: str | None = None  # the PostgreSQL through which workers are asked to think, instead of threads here
    device_files: bool = False  # have the files made that devices need to play without the house
    bots_on_devices: bool = (
        False  # games of one person against bots run on their device; the house keeps them as they go
    )
    engines: tuple[Introduced, ...] = ()  # the host's programs, who sit at tables as bots
    warm_up: bool = True  # load every game's machine code before /ready says yes
    network: str | None = None  # the address for other devices, where whoever asks sits at this machine
    names: frozenset[str] = frozenset()  # what the house is called, beside addresses and names of the home network
    origins: frozenset[str] = frozenset()  # further origins whose pages may talk to the house
    hsts_seconds: int = 0  # how long browsers that came over HTTPS are to insist on it; 0: they are not told to
    idle_seconds: float = 150.0  # a socket that says nothing for so long is closed; clients ping every 30 s
    alive_seconds: float = 15.0  # after which a stream of a guest bot says that it is alive, if nothing happens
    patience_seconds: float = 20.0  # how long a slow reader may take for one message
    head_seconds: float = 15.0  # until a connection has said what it wants
    body_seconds: float = 30.0  # and until the whole request is there
    smtp: str | None = None  # the mail server by which notices go out; see notices/mail.py
    private_targets: bool = False  # notices may go to addresses of private networks
    notice_grace: int = 30_000  # milliseconds before somebody is told that it is their turn: they may be looking
    notice_pause: int = 15_000  # milliseconds before a notice is tried again that a channel did not take
    away_seconds: float = 30.0  # after which a sitter who is not here may be replaced by a bot
    evict_seconds: float = 120.0  # a table that nobody moves at is folded again when it is needed
    most_tables: int = 4_000  # in memory at once
    recheck_seconds: float = 0.5  # how often a store in trouble is asked whether it is well again
    sweep_seconds: float = 5.0  # how often the house looks for what is idle or due elsewhere
    keep_days: int = 30  # tables never started, or closed before the end, are put away after so many quiet days
    finished_days: int = 0  # and finished games after so many; 0: kept for good. The host may change both

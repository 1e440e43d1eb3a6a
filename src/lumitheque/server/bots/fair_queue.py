"""Fair queueing of bots' thinking time between people, and between the tables of a person.

It is start-time fair queueing (Goyal, Vin and Cheng, 1996) on three levels: addresses, the people of an address, the
tables of a person. Each has a virtual clock of the time that was spent on it, and the earliest clock is served next; an
address weighs as much as the number of people behind it. Whoever returns after a while starts at the clock of the
others: nobody saves up time. Under load, thoughts are cut short so that bots answer in time. What is patient
(a piece of a review) shortens nobody's thought, and all of it together weighs less than one table.
"""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import NamedTuple

SHORT = 0.1  # seconds: a thought this short may use the extra thread, and is never cut
LEAST = 0.05  # seconds that a bot is always granted
REMEMBERED = 10_000  # virtual clocks that are kept
Path = tuple[str, ...]  # an address; an address and a person; an address, a person and a table
OF_PERSON = 2  # the length of a person's
PATIENT, PATIENT_WEIGHT = "patient work", 0.1  # the address that all patient work comes from, and its weight


class Share(NamedTuple):
    """How many thoughts run at once, and how many of them one person or address may queue."""

    places: int
    answer_seconds: float  # within which a bot should answer under any load
    of_person: int = 1 << 30  # thoughts; those beyond it wait until nobody else has any
    of_address: int = 1 << 30


class Thought:
    """One decision that a bot is to think about."""

    __slots__ = ("begun", "cost", "hurry", "is_patient", "paths", "person", "turn", "weight")

    def __init__(self, person: str, table: str, address: str, cost: float, weight: float = 1.0) -> None:
        self.person = person
        self.is_patient = False
        where = address or f"whoever {person}"
        self.paths: tuple[Path, ...] = ((where,), (where, person), (where, person, table))
        self.cost, self.weight = cost, weight  # seconds expected; twice the weight is served twice as often
        self.begun = 0.0
        self.hurry: Callable[[], None] | None = None  # ends a thought that has begun
        self.turn: asyncio.Future[None] | None = None

    @classmethod
    def patient(cls, person: str, subject: str, cost: float) -> "Thought":
        """A piece of work that nobody waits for at a table. It comes from an address of its own: neither whoever wished
        it nor their neighbours pay for it with their bots' time."""
        thought = cls(person, subject, PATIENT, cost, PATIENT_WEIGHT)
        thought.is_patient = True
        return thought

    @property
    def address(self) -> str:
        return self.paths[0][0]

    @property
    def is_short(self) -> bool:
        return self.cost <= SHORT and not self.is_patient


class FairQueue:
    """Waiting and running thoughts."""

    def __init__(self, share: Share, clock: Callable[[], float] = time.monotonic) -> None:
        self._share, self._clock = share, clock
        self._waiting: dict[Thought, None] = {}  # in the order in which they came
        self._running: set[Thought] = set()
        self._active: Counter[Path] = Counter()  # how many of them wait or are being thought
        self._people: Counter[str] = Counter()  # by address: people whose bots wait or think
        self._used: dict[Path, float] = {}  # the clocks: seconds, divided by weight
        self._now: dict[Path, float] = {}  # by what is above them: where the clock of whoever began last had come

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    @asynccontextmanager
    async def place(self, thought: Thought) -> AsyncIterator[float | None]:
        """Wait for this thought's turn; returns the seconds that it may take, None if nobody else waits."""
        thought.turn = asyncio.get_running_loop().create_future()
        self._enter(thought)
        try:
            await thought.turn
            yield self.allowance(thought)
        finally:
            self._leave(thought)

    def allowance(self, thought: Thought) -> float | None:
        """So many seconds that everybody has their part of the time in which bots should answer."""
        if thought.is_short or thought.is_patient:
            return None
        counted = [one for one in (*self._running, *self._within()) if not one.is_short and not one.is_patient]
        if len({*counted, thought}) <= self._share.places:
            return None
        people = len({one.person for one in (*counted, thought)})
        own = sum(one.person == thought.person for one in {*counted, thought})
        return max(LEAST, self._share.answer_seconds * self._share.places / people / own)

    # --- who is next -------------------------------------------------------------------------------------------------

    def _enter(self, thought: Thought) -> None:
        for path in thought.paths:
            if not self._active[path]:
                self._used[path] = max(self._used.get(path, 0.0), self._now.get(path[:-1], 0.0))
        self._count(thought, 1)
        self._waiting[thought] = None
        self._call()
        if thought in self._waiting and not thought.is_patient:
            self._press()

    def _leave(self, thought: Thought) -> None:
        if thought in self._waiting:  # it was cancelled
            del self._waiting[thought]
            self._count(thought, -1)
            return
        self._running.discard(thought)
        self._charge(thought, self._clock() - thought.begun - thought.cost)
        self._count(thought, -1)
        self._forget()
        self._call()

    def _call(self) -> None:
        """Start the next thoughts while there are free threads."""
        while (thought := self._next()) is not None:
            del self._waiting[thought]
            self._running.add(thought)
            thought.begun = self._clock()
            for path in thought.paths:
                self._now[path[:-1]] = max(self._now.get(path[:-1], 0.0), self._used[path])
            self._charge(thought, thought.cost)
            assert thought.turn is not None
            if not thought.turn.done():
                thought.turn.set_result(None)

    def _next(self) -> Thought | None:
        if len(self._running) > self._share.places or not self._waiting:
            return None
        within = self._within()
        if sum(not one.is_short for one in self._running) == self._share.places:
            return min((one for one in within if one.is_short), key=self._due, default=None)
        return min(within or self._waiting, key=self._due)

    def _within(self) -> list[Thought]:
        """The waiting thoughts that are within the limits of their person and address."""
        people = Counter(one.person for one in self._running)
        addresses = Counter(one.address for one in self._running)
        within = []
        for one in self._waiting:
            if people[one.person] < self._share.of_person and addresses[one.address] < self._share.of_address:
                within.append(one)
                people[one.person] += 1
                addresses[one.address] += 1
        return within

    def _due(self, thought: Thought) -> tuple[float, ...]:
        """Sort key: the earliest clocks first, then the shortest thought."""
        return (*(self._used[path] for path in thought.paths), thought.cost)

    def _charge(self, thought: Thought, seconds: float) -> None:
        people = max(1, min(self._people[thought.address], self._share.of_address))
        for path, sharers in zip(thought.paths, (people, 1, 1), strict=True):
            self._used[path] += seconds / thought.weight / sharers

    def _count(self, thought: Thought, change: int) -> None:
        for path in thought.paths:
            was_there = self._active[path] > 0
            self._active[path] += change
            if len(path) == OF_PERSON and was_there != (self._active[path] > 0):
                self._people[thought.address] += change
            if not self._active[path]:
                del self._active[path]
        if not self._people[thought.address]:
            del self._people[thought.address]

    def _press(self) -> None:
        """Somebody waits: shorten the running thoughts to their share."""
        loop = asyncio.get_running_loop()
        for one in self._running:
            if (most := self.allowance(one)) is not None:
                loop.call_later(max(0.0, one.begun + most - self._clock()), self._end, one)

    def _end(self, thought: Thought) -> None:
        if thought in self._running and self._waiting and thought.hurry is not None:
            thought.hurry()

    def _forget(self) -> None:
        """Drop clocks that make no difference any more, when there are too many."""
        if len(self._used) <= REMEMBERED:
            return
        late = {path for path, used in self._used.items() if len(path) == 1 and used > self._now.get((), 0.0)}
        self._used = {path: used for path, used in self._used.items() if path in self._active or path in late}
        self._now = {path: now for path, now in self._now.items() if not path or path in self._used}

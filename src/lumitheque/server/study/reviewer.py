"""Reviewer: computes the reviews and appraisals that are wished, one at a time, in pieces, when the bots leave time.

What is wished is in the store. Whoever computes it holds it there and says how far it has come, so that another node,
or a worker on another machine, neither doubles it nor waits for one that died. What was computed so far is kept, too:
whoever takes it up goes on from there, and comes to the same review.
"""

import asyncio
import logging
import time
import zlib
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Protocol, TypeVar

import msgspec

from lumitheque.games import find
from lumitheque.reception.faults import HouseFault
from lumitheque.reception.reviews import finished_record
from lumitheque.referee import GameRecord, read_record
from lumitheque.reviews.parts import Part
from lumitheque.reviews.reviewing import VERSION, Plan, Reviewing
from lumitheque.server.house import House
from lumitheque.server.study.judging import JUDGED, PIECE, JudgeWork, order_of
from lumitheque.storage import StorageTrouble, StoredReview

LOOK = 2.0  # seconds between two looks at what is wished at other nodes
HELD = 30_000  # milliseconds for which a review is held; renewed while it is computed
RENEWED = 2.0  # seconds between two signs of life, which tell the progress and keep what was computed
MOST_TRIES = 4  # kills or failures after which a review is given up
PAUSE = 500  # milliseconds before it is tried again; longer each time
GIVEN_UP = -1  # as its progress
Answer = TypeVar("Answer")
log = logging.getLogger("lumitheque.server")


class PatientThread(Protocol):
    """Whose threads the pieces run in: those of the bots."""

    def work_patiently(
        self, person: str, subject: str, cost: float, work: Callable[[], Answer]
    ) -> Awaitable[Answer]: ...


class LostError(Exception):
    """The review was called off, or another node has it by now."""


class Reviewer:
    def __init__(self, house: House, threads: PatientThread) -> None:
        self._house, self._threads = house, threads
        self._wake = asyncio.Event()
        self._called_off: set[str] = set()  # subjects

    def wake(self) -> None:
        """A review was wished at this node."""
        self._wake.set()

    def call_off(self, subject: str) -> None:
        """It was dropped at this node: stop with the next piece."""
        self._called_off.add(subject)

    async def run(self) -> None:
        house = self._house
        await house.ready.wait()
        await house.store.let_go_of_reviews()
        while True:
            self._wake.clear()
            if not house.pause.on:
                try:
                    while await self._next():
                        pass
                except StorageTrouble as trouble:  # held no more after a while, it is taken up again
                    house.pause.after(trouble)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), LOOK)

    async def _next(self) -> bool:
        """Compute one review; False if none is wished."""
        now = self._house.settings.clock.now()
        held = await self._house.store.hold_review(now, now + HELD, MOST_TRIES + 1)
        if held is None:
            return False
        if held.tries > MOST_TRIES:
            await self._house.store.keep_holding_review(held, now, GIVEN_UP)
            return True
        self._called_off.discard(held.subject)
        try:
            await self._compute(held)
        except asyncio.CancelledError:  # the house closes: nobody has to wait until it is held no more
            await self._house.store.put_back_review(held)
            raise
        except (LostError, HouseFault) as why:  # the table is gone, or nobody wishes it any more
            log.debug("review %s ends: %s", held.subject[:8], why)
            if isinstance(why, HouseFault):
                await self._house.store.drop_review(held.subject)
        except StorageTrouble:
            raise
        except Exception as error:  # noqa: BLE001 (it is tried again, and given up at last)
            self._house.tally.reviews_failed += 1
            self._house.supervisor.failed("reviews", error)
            again = self._house.settings.clock.now() + PAUSE * held.tries
            await self._house.store.keep_holding_review(held, again, max(0, held.progress))
        return True

    async def _compute(self, held: StoredReview) -> None:
        house, begun = self._house, time.monotonic()
        work = await self._open(held)
        told = time.monotonic()
        while not await self._piece(held, work.advance):
            if time.monotonic() - told >= RENEWED:
                told = time.monotonic()
                await self._renew(held, work)
        done = await self._piece(held, work.done)
        await house.store.finish_review(held, done)
        house.tally.reviews += 1
        house.tally.reviewing.observe(time.monotonic() - begun)

    async def _open(self, held: StoredReview) -> "PatientWork":
        """What is to be computed: the review of a game, or what bots say of an edition."""
        prepared = self._house.preparation.wait_until_prepared
        if held.subject.startswith(JUDGED):
            order = order_of(held)
            await prepared(find(order.game))
            return await self._piece(held, lambda: JudgeWork(order, held.parts))
        record = await self._record(held)
        await prepared(find(record.game))
        return await self._piece(held, lambda: Work(record, held.parts))

    async def _piece(self, held: StoredReview, work: Callable[[], Answer]) -> Answer:
        if held.subject in self._called_off:
            raise LostError("called off")
        return await self._threads.work_patiently(held.person, held.subject, PIECE, work)

    async def _renew(self, held: StoredReview, work: "PatientWork") -> None:
        until = self._house.settings.clock.now() + HELD
        if not await self._house.store.keep_holding_review(held, until, work.percent, work.parts()):
            raise LostError("dropped")

    async def _record(self, held: StoredReview) -> GameRecord:
        if held.record is not None:
            return read_record(zlib.decompress(held.record))
        return await self._house.look(held.subject, finished_record)


class PatientWork(Protocol):
    """The protocol of what is computed piece by piece. Its methods run in a thread, one after the other."""

    @property
    def percent(self) -> int: ...

    def advance(self) -> bool:
        """Work for a moment; True if nothing is left."""

    def parts(self) -> bytes:
        """What to go on from."""

    def done(self) -> bytes: ...


class Begun(msgspec.Struct):
    """What is kept of a review that is not done."""

    version: int
    parts: list[Part]


class Work:
    """A review under way."""

    def __init__(self, record: GameRecord, begun: bytes | None) -> None:
        self._reviewing = Reviewing(record, Plan(known=True), parts_of(begun))
        self._searcher = self._reviewing.searcher()

    @property
    def percent(self) -> int:
        made, wanted = self._reviewing.progress
        return min(99, 100 * made // max(1, wanted))

    def advance(self) -> bool:
        """Search for a moment; True if nothing is left to search."""
        end = time.monotonic() + PIECE
        for task in self._reviewing.todo():
            self._reviewing.add(self._reviewing.make(self._searcher, task))
            if time.monotonic() >= end:
                break
        return not self._reviewing.todo()

    def parts(self) -> bytes:
        return zlib.compress(msgspec.json.encode(Begun(VERSION, self._reviewing.parts)), 1)

    def done(self) -> bytes:
        return zlib.compress(msgspec.json.encode(self._reviewing.finish()))


def parts_of(begun: bytes | None) -> list[Part]:
    """What was computed before; nothing if another version did."""
    if begun is None:
        return []
    try:
        kept = msgspec.json.decode(zlib.decompress(begun), type=Begun)
    except msgspec.ValidationError:
        return []
    return kept.parts if kept.version == VERSION else []

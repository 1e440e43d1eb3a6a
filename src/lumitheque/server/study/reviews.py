"""ReviewRoom: reviews of finished games, wished and read. The Reviewer computes them, here or at another node."""

import asyncio
import time
import zlib
from collections.abc import Awaitable, Callable
from typing import TypeVar

import msgspec

from lumitheque.games import find
from lumitheque.reception.faults import HouseFault
from lumitheque.reception.reviews import (
    BROUGHT,
    ReviewAnswer,
    brought_to_review,
    is_current,
    name_of,
    names_at,
    record_to_review,
    seats_named,
    tell,
)
from lumitheque.reception.shapes import RecordBrought
from lumitheque.referee import GameRecord, read_record
from lumitheque.reviews import Review
from lumitheque.server.access.cookies import Visitor
from lumitheque.server.access.rate_limits import Limiter
from lumitheque.server.errors import NotYet
from lumitheque.server.house import House
from lumitheque.server.settings import DAY
from lumitheque.server.study.reviewer import GIVEN_UP
from lumitheque.storage import StorageTrouble, StoredReview

KEPT_DAYS = 30  # for which the review of a record that somebody brought is kept; that of a table goes with the table
Answer = TypeVar("Answer")

read_review = msgspec.json.Decoder(Review).decode


class ReviewRoom:
    def __init__(self, house: House, is_computed: bool) -> None:
        self._house = house
        self.is_computed = is_computed  # here, or by workers elsewhere
        limits = house.settings.limits
        self._of_person, self._of_address = Limiter(limits.reviews), Limiter(limits.address_reviews)
        self.one_at_a_time = asyncio.Lock()
        self.on_wish: Callable[[], None] = lambda: None
        self.on_drop: Callable[[str], None] = lambda _: None

    # --- what is asked -----------------------------------------------------------------------------------------------

    async def of_table(self, table_id: str, visitor: Visitor) -> ReviewAnswer:
        _, names = await self._look(table_id, visitor)
        return tell(await self._tell(table_id, visitor), names, visitor.language)

    async def wish_for_table(self, table_id: str, visitor: Visitor) -> ReviewAnswer:
        record, names = await self._look(table_id, visitor)
        wanted = StoredReview(table_id, visitor.person, self._now())
        return tell(await self._wish(wanted, record, visitor), names, visitor.language)

    async def _look(self, table_id: str, visitor: Visitor) -> tuple[GameRecord, dict[int, str]]:
        """The record of a table's game, and what those who played are called."""
        name, language = self._house.people.name, visitor.language
        return await self._house.look(
            table_id, lambda table: (record_to_review(table, visitor.person), names_at(table, name, language))
        )

    async def of_record(self, name: str, visitor: Visitor) -> ReviewAnswer:
        if not name.startswith(BROUGHT):
            raise HouseFault("unknown_review")
        answer = await self._tell(name, visitor)
        return tell(answer, seats_named(answer.record, visitor.language), visitor.language)

    async def wish_for_record(self, brought: RecordBrought, visitor: Visitor) -> ReviewAnswer:
        record = await asyncio.to_thread(brought_to_review, brought)
        kept = zlib.compress(msgspec.json.encode(record))
        wanted = StoredReview(name_of(record), visitor.person, self._now(), kept)
        answer = await self._wish(wanted, record, visitor)
        return tell(answer, seats_named(record, visitor.language), visitor.language)

    async def call_off(self, subject: str, visitor: Visitor) -> ReviewAnswer:
        """Drop a review that is not done; whoever wished it may do that."""
        there = await self._find(subject)
        if there is not None and there.review is None:
            if there.person != visitor.person:
                raise HouseFault("not_your_review")
            await self.change_store(self._house.store.drop_review(subject))
            self.on_drop(subject)
        return ReviewAnswer(subject, "none") if there is None or there.review is None else self._told(there, visitor)

    # --- how it is ---------------------------------------------------------------------------------------------------

    async def _wish(self, wanted: StoredReview, record: GameRecord, visitor: Visitor) -> ReviewAnswer:
        """Have a review computed, unless it is done or on its way already."""
        async with self.one_at_a_time:
            there = await self._find(wanted.subject)
            if there is not None and (there.review is not None or there.progress != GIVEN_UP):
                return await self._tell(wanted.subject, visitor)
            await self._check(record, visitor)
            if there is not None:  # it failed, and is tried again
                await self.change_store(self._house.store.drop_review(wanted.subject))
            await self.change_store(self._house.store.want_review(wanted))
            await self.change_store(self._house.store.drop_reviews_of_records(wanted.wanted_at - KEPT_DAYS * DAY))
        self.on_wish()
        return await self._tell(wanted.subject, visitor)

    async def _check(self, record: GameRecord, visitor: Visitor) -> None:
        if not self.is_computed:
            raise HouseFault("no_reviews")
        if not find(record.game).prepared:
            raise HouseFault("not_prepared")
        for other in await self.ask_store(self._house.store.unfinished_reviews(visitor.person)):
            if other.progress != GIVEN_UP:
                raise HouseFault("review_under_way")
        now = time.monotonic()
        for limiter, who in ((self._of_address, visitor.address), (self._of_person, visitor.person)):
            if not limiter.take(who, now):
                seconds = limiter.wait(who, now)
                hours = max(1, round(seconds / 3600))
                raise NotYet("enough_reviews", seconds, most=int(limiter.rate.burst), hours=hours)

    async def _find(self, subject: str) -> StoredReview | None:
        """Of the version that would be computed today: an older one is dropped."""
        there = await self.ask_store(self._house.store.review(subject))
        if there is None or there.review is None or is_current(unpack(there.review)):
            return there
        await self.change_store(self._house.store.drop_review(subject))
        return None

    async def _tell(self, subject: str, visitor: Visitor) -> ReviewAnswer:
        there = await self._find(subject)
        if there is None:
            if subject.startswith(BROUGHT):
                raise HouseFault("unknown_review")
            return ReviewAnswer(subject, "none")
        answer = self._told(there, visitor)
        if answer.standing == "waiting":
            unfinished = await self.ask_store(self._house.store.unfinished_reviews())
            answer.before = sum(one.wanted_at < there.wanted_at and one.progress != GIVEN_UP for one in unfinished)
        return answer

    def _told(self, there: StoredReview, visitor: Visitor) -> ReviewAnswer:
        answer = ReviewAnswer(there.subject, "waiting", there.progress, yours=there.person == visitor.person)
        if there.record is not None:
            answer.record = read_record(zlib.decompress(there.record))
        if there.review is not None:
            answer.standing, answer.review = "done", unpack(there.review)
        elif there.progress == GIVEN_UP:
            answer.standing, answer.percent = "failed", 0
        elif there.tries:
            answer.standing = "working"
        return answer

    def _now(self) -> int:
        return self._house.settings.clock.now()

    async def ask_store(self, reading: Awaitable[Answer]) -> Answer:
        try:
            return await reading
        except StorageTrouble as trouble:
            self._house.pause.after(trouble)
            raise HouseFault("damaged" if trouble.reason == "damaged" else "paused") from None

    async def change_store(self, writing: Awaitable[Answer]) -> Answer:
        self._house.pause.check()
        return await self.ask_store(writing)


def unpack(kept: bytes) -> Review:
    return read_review(zlib.decompress(kept))

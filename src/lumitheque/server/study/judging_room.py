"""JudgingRoom: boards and decks that somebody wishes to be tried by bots. The Reviewer does it when bots leave time."""

import time
import zlib
from typing import Literal

import msgspec

from lumitheque.games import find
from lumitheque.games.game import GameError, Value
from lumitheque.judging.shapes import Appraisal
from lumitheque.judging.telling import AppraisalTold, tell_appraisal
from lumitheque.reception.faults import HouseFault
from lumitheque.reception.shapes import EditionDrawn
from lumitheque.server.access.cookies import Visitor
from lumitheque.server.access.rate_limits import Limiter
from lumitheque.server.errors import NotYet
from lumitheque.server.house import House
from lumitheque.server.settings import DAY
from lumitheque.server.study.judging import JudgeOrder, tried_of
from lumitheque.server.study.positions import StudyRoom
from lumitheque.server.study.reviewer import GIVEN_UP
from lumitheque.server.study.reviews import KEPT_DAYS, ReviewRoom
from lumitheque.storage import StoredReview

read_appraisal = msgspec.json.Decoder(Appraisal).decode


class AppraisalAnswer(msgspec.Struct):
    """How far an appraisal is, and what is known so far; when it is done, that is all there is."""

    subject: str
    standing: Literal["none", "waiting", "working", "done", "failed"]
    percent: int = 0  # of the deals that are played at most; it may be enough before
    before: int = 0  # others that come first, while it waits
    yours: bool = False  # you wished it, so you may call it off
    told: AppraisalTold | None = None


class JudgingRoom:
    def __init__(self, house: House, study: StudyRoom, reviews: ReviewRoom) -> None:
        self._house, self._study, self._reviews = house, study, reviews
        limits = house.settings.limits
        self._of_person, self._of_address = Limiter(limits.appraisals), Limiter(limits.address_appraisals)

    async def wish(
        self, drawn: EditionDrawn, seats: int, options: dict[str, Value], visitor: Visitor
    ) -> AppraisalAnswer:
        """Have it judged, unless that is done or on its way already."""
        await self._study.read_edition(drawn, visitor.language)  # HouseFault if it is not sound
        order = order_for(drawn, seats, options)
        async with self._reviews.one_at_a_time:
            there = await self._find(order.name)
            if there is None or (there.review is None and there.progress == GIVEN_UP):
                await self._check(order, visitor)
                await self._want(StoredReview(order.name, visitor.person, self._now(), order.pack()))
        return await self.tell(order.name, visitor)

    async def tell(self, subject: str, visitor: Visitor) -> AppraisalAnswer:
        there = await self._find(subject)
        if there is None:
            raise HouseFault("unknown_appraisal")
        answer = AppraisalAnswer(subject, standing_of(there), there.progress, yours=there.person == visitor.person)
        if there.review is not None:
            answer.percent = 100
            answer.told = tell_appraisal(read_appraisal(zlib.decompress(there.review)), visitor.language)
        elif answer.standing == "failed":
            answer.percent = 0
        elif (tried := tried_of(there.parts)) is not None:
            answer.told = tell_appraisal(tried.appraisal, visitor.language)
        if answer.standing == "waiting":
            unfinished = await self._reviews.ask_store(self._house.store.unfinished_reviews())
            answer.before = sum(one.wanted_at < there.wanted_at and one.progress != GIVEN_UP for one in unfinished)
        return answer

    async def call_off(self, subject: str, visitor: Visitor) -> AppraisalAnswer:
        """Drop one that is not done; whoever wished it may do that."""
        there = await self._find(subject)
        if there is None or there.review is not None:
            return AppraisalAnswer(subject, "none") if there is None else await self.tell(subject, visitor)
        if there.person != visitor.person:
            raise HouseFault("not_your_appraisal")
        await self._reviews.change_store(self._house.store.drop_review(subject))
        self._reviews.on_drop(subject)
        return AppraisalAnswer(subject, "none")

    # --- how it is -------------------------------------------------------------------------------------------------

    async def _find(self, subject: str) -> StoredReview | None:
        return await self._reviews.ask_store(self._house.store.review(subject))

    async def _want(self, wanted: StoredReview) -> None:
        store, change = self._house.store, self._reviews.change_store
        await change(store.drop_review(wanted.subject))  # if it failed before
        await change(store.want_review(wanted))
        await change(store.drop_reviews_of_records(wanted.wanted_at - KEPT_DAYS * DAY))
        self._reviews.on_wish()

    async def _check(self, order: JudgeOrder, visitor: Visitor) -> None:
        if not self._reviews.is_computed:
            raise HouseFault("no_judge")
        if not find(order.game).prepared:
            raise HouseFault("not_prepared")
        unfinished = await self._reviews.ask_store(self._house.store.unfinished_reviews(visitor.person))
        if any(other.progress != GIVEN_UP for other in unfinished):
            raise HouseFault("judging_under_way")
        now = time.monotonic()
        for limiter, who in ((self._of_address, visitor.address), (self._of_person, visitor.person)):
            if not limiter.take(who, now):
                seconds = limiter.wait(who, now)
                hours = max(1, round(seconds / 3600))
                raise NotYet("enough_appraisals", seconds, most=int(limiter.rate.burst), hours=hours)

    def _now(self) -> int:
        return self._house.settings.clock.now()


def order_for(drawn: EditionDrawn, seats: int, options: dict[str, Value]) -> JudgeOrder:
    """HouseFault if the game is not played so."""
    game = find(drawn.game)
    try:
        return JudgeOrder(
            game.name, game.rules_version, game.check_seats(seats), game.settle(seats, options), drawn.text
        )
    except GameError as error:
        raise HouseFault("bad_request", problem=str(error)) from None


def standing_of(there: StoredReview) -> Literal["waiting", "working", "done", "failed"]:
    if there.review is not None:
        return "done"
    if there.progress == GIVEN_UP:
        return "failed"
    return "working" if there.tries else "waiting"

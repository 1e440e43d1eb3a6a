"""Sender: takes notices that are due out of the outbox and sends each by all channels of its person.

A notice is held while it is sent, so that one node sends it; then it is deleted. If the process is killed between
sending and deleting, or stands still there for longer than it holds a notice, another takes it up, and it is sent
twice: no other double is possible. What could not be sent is put off with growing pauses, and given up after a day.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from functools import partial

import msgspec
from msgspec import Struct

from lumitheque.reception.faults import HouseFault
from lumitheque.server.absences.book import AbsenceBook
from lumitheque.server.house import House
from lumitheque.server.notices.channels import AnyChannel, Channels, Mail, is_usable
from lumitheque.server.notices.delivery import Delivery
from lumitheque.server.notices.digest import DIGEST, Digests
from lumitheque.server.notices.invitations import INVITED, asked
from lumitheque.server.notices.letters import Undelivered
from lumitheque.server.notices.news import DAY, HOUR, News, news_of, say_news
from lumitheque.storage import Notice, Owed, StorageTrouble
from lumitheque.tables import Denied, Due, Table, still_owed

TICK = 0.5  # seconds between two looks into the outbox
HELD = 4_000  # milliseconds; it is held for longer as long as its sender lives,
RENEWED = 500  # which says so this often: a killed node delays what it held by less than five seconds
AT_ONCE = 64
PAUSES = (1, 4, 20, 60, 240, 720, 1440)  # before it is tried again; with the usual first of 15 s the last are 6 h
GIVEN_UP_AFTER = DAY
KEPT_DAYS = 14  # that something was given up is kept so long,
MOST_COUNTED = 1_000  # and counted
HURRY = 4  # a reminder comes when a quarter of the time is left,
LONGEST_HURRY, SHORTEST_WAIT = 12 * HOUR, 2 * HOUR  # but not earlier than that; and none for shorter turns
log = logging.getLogger("lumitheque.server")


class Progress(Struct, omit_defaults=True):
    """What the sender notes about a notice."""

    done: list[str] = []  # channels that took it
    why: str = ""  # why the last one did not


_read = msgspec.json.Decoder(Progress).decode


class Sender:
    def __init__(self, house: House, channels: Channels, absences: AbsenceBook, delivery: Delivery) -> None:
        self._house, self._channels, self._absences, self._delivery = house, channels, absences, delivery
        self._digests = Digests(house, channels, delivery)
        self._under_way: dict[tuple[int, int], Notice] = {}  # by number and since
        self._renewed_at = 0

    async def run(self) -> None:
        await self._house.ready.wait()
        await self._house.store.let_go_of_notices()
        while True:
            if not self._house.pause.on:
                try:
                    await self._keep_holding()
                    await self._take()
                except StorageTrouble as trouble:
                    self._house.pause.after(trouble)
            await asyncio.sleep(TICK)

    async def _keep_holding(self) -> None:
        """What takes long to send stays ours."""
        now = self._house.settings.clock.now()
        if self._under_way and now - self._renewed_at >= RENEWED:
            self._renewed_at = now
            await self._house.store.keep_holding(list(self._under_way.values()), now + HELD)

    async def _take(self) -> None:
        """Begin to send what is due, as far as there is room."""
        now = self._house.settings.clock.now()
        while (room := AT_ONCE - len(self._under_way)) > 0:
            held = await self._house.store.hold_notices(now, now + HELD, room)
            for notice in held:
                self._under_way[notice.number, notice.since] = notice
                self._house.supervisor.once("notices", partial(self._send, notice))
            if len(held) < room:
                return

    async def _send(self, notice: Notice) -> None:
        try:
            await self._handle(notice)
        except StorageTrouble as trouble:  # it is taken up again when it is held no more
            self._house.pause.after(trouble)
        finally:
            self._under_way.pop((notice.number, notice.since), None)

    async def _handle(self, notice: Notice) -> None:
        house = self._house
        if notice.what == DIGEST:
            await self._digests.send(notice)
            return
        channels = {key: one for key, one in (await self._channels.of(notice.person)).items() if is_usable(one)}
        at_once = {key: one for key, one in channels.items() if not (isinstance(one, Mail) and one.daily)}
        news = await self._news(notice) if at_once else None
        if news is None or house.presence.is_looking(notice.table, notice.person):
            await house.store.settle_notice(notice)
            return
        if (until := await self._absences.quiet_until(notice.person, house.settings.clock.now())) is not None:
            await house.store.put_off_notice(notice, until, notice.state)
            return
        progress = _read(notice.state)
        left = {key: one for key, one in at_once.items() if key not in progress.done}
        outcomes = await asyncio.gather(*[self._by(notice, key, one, news) for key, one in left.items()])
        progress.done += [key for key, why in outcomes if why is None]
        troubles = [why for _, why in outcomes if why]
        if troubles:
            progress.why = troubles[0]
            await self._put_off(notice, progress)
            return
        house.tally.notice.observe(max(0, house.settings.clock.now() - (notice.due_at or 0)) / 1000)
        await house.store.settle_notice(notice)
        await self._remind(notice, news)

    async def _news(self, notice: Notice) -> News | None:
        """What there is to say; None if it is not so any more."""
        due = Due(notice.person, notice.what, notice.since)  # type: ignore[arg-type]
        name, host = self._house.people.name, ""
        if notice.what == INVITED:
            invitation = (await asked(self._house.store, notice.person)).get(notice.table)
            if invitation is None:  # declined
                return None
            host = (await self._house.people.get(invitation.by)).id

        def tell(table: Table) -> News | None:
            due_now = Due(due.person, "turn", due.since) if notice.what == "hurry" else due
            return news_of(table, notice.what, notice.person, name, host) if still_owed(table, due_now) else None

        try:
            return await self._house.look(notice.table, tell) or await self._look_again(notice.table, tell)
        except (HouseFault, Denied) as fault:
            if isinstance(fault, HouseFault) and fault.code == "paused":
                raise StorageTrouble("other", "the house is paused") from None
            return None

    async def _look_again(self, table_id: str, tell: Callable[[Table], News | None]) -> News | None:
        """What is owed comes with its entries; another node wrote them, and word of them may come later than this."""
        note = await self._house.store.note(table_id)
        if note is None:
            return None
        await self._house.catch_up(table_id, note.seq)
        return await self._house.look(table_id, tell)

    async def _by(self, notice: Notice, key: str, channel: AnyChannel, news: News) -> tuple[str, str | None]:
        """Send it by one channel: whether it took it (None), will never (""), or why it did not now."""
        tally, now = self._house.tally, self._house.settings.clock.now()
        letter = say_news(news, f"{notice.number}-{notice.since}", channel.language, channel.house, now)
        try:
            await self._delivery.send(notice.person, key, channel, letter)
        except Undelivered as trouble:
            tally.notices_failed += 1
            await self._delivery.note_trouble(notice.person, key, channel, trouble)
            return key, "" if trouble.for_good else trouble.why
        tally.notices_sent += 1
        if channel.trouble is not None:
            await self._delivery.note_well(notice.person, key, channel)
        return key, None

    async def _put_off(self, notice: Notice, progress: Progress) -> None:
        now = self._house.settings.clock.now()
        again = now + self._house.settings.notice_pause * PAUSES[min(notice.tries, len(PAUSES)) - 1]
        given_up = again > notice.owed_at + GIVEN_UP_AFTER
        if given_up:
            self._house.tally.notices_given_up += 1
            log.warning("a notice was given up: %s (%s)", notice.what, progress.why)
        state = msgspec.json.encode(progress).decode()
        await self._house.store.put_off_notice(notice, None if given_up else again, state)

    async def _remind(self, notice: Notice, news: News) -> None:
        """After word of a turn with a deadline: owe one reminder before it."""
        now = self._house.settings.clock.now()
        if notice.what != "turn" or news.deadline is None or news.deadline - now < SHORTEST_WAIT:
            return
        due_at = news.deadline - min(LONGEST_HURRY, (news.deadline - now) // HURRY)
        await self._house.store.owe(notice.table, Owed(notice.person, "hurry", notice.since, due_at), now)

    async def given_up(self) -> Counter[str]:
        """How many notices were given up in the last days, by why: a key of `[trouble]` in notices.toml."""
        found = await self._house.store.given_up(limit=MOST_COUNTED)
        return Counter(_read(one.state).why for one in found)

    async def tidy_up(self) -> None:
        await self._house.store.forget_given_up(self._house.settings.clock.now() - KEPT_DAYS * DAY)

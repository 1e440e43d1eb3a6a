"""NoticeService: the notices of one house, put together; and what routes ask of it."""

import secrets
from base64 import b32encode
from collections.abc import Callable

from msgspec.structs import replace

from lumitheque.games import SHELF
from lumitheque.languages import Catalogue, fill
from lumitheque.reception.faults import HouseFault
from lumitheque.server.absences.book import AbsenceBook
from lumitheque.server.access.cookies import Seals
from lumitheque.server.house import House
from lumitheque.server.notices.calendar import Deadline, write_calendar
from lumitheque.server.notices.channels import AnyChannel, Channels, Mail
from lumitheque.server.notices.delivery import Delivery
from lumitheque.server.notices.digest import MOST_TABLES, Digests
from lumitheque.server.notices.letters import Letter, Undelivered
from lumitheque.server.notices.mail import MailSender, read_smtp
from lumitheque.server.notices.news import HOUR, join
from lumitheque.server.notices.outgoing import Outgoing
from lumitheque.server.notices.push import PushSender
from lumitheque.server.notices.sender import Sender
from lumitheque.server.notices.webhooks import WebhookSender
from lumitheque.storage import Belonging

CALENDAR = "calendar"  # the kind of belonging whose id is the secret part of a feed's address
CODE_LASTS = HOUR
WORDS = Catalogue("notices")


class NoticeService:
    def __init__(self, house: House, absences: AbsenceBook, seals: Callable[[], Seals]) -> None:
        settings = house.settings
        self._house = house
        self.channels = Channels(house.store)
        self.outgoing = Outgoing(private=settings.private_targets)
        self.push = PushSender(seals, self.outgoing)
        mail = MailSender(read_smtp(settings.smtp)) if settings.smtp else None
        self.delivery = Delivery(self.channels, self.push, WebhookSender(self.outgoing), mail, seals)
        self.sender = Sender(house, self.channels, absences, self.delivery)
        self.digests = Digests(house, self.channels, self.delivery)

    async def add(self, person: str, channel: AnyChannel) -> str:
        """Keep a new channel; returns its id."""
        channel_id = self._house.settings.dice.token()[:16]
        await self._house.meet(person)
        await self.channels.keep(person, channel_id, channel)
        return channel_id

    async def find(self, person: str, channel_id: str) -> AnyChannel:
        found = (await self.channels.of(person)).get(channel_id)
        if found is None:
            raise HouseFault("unknown_channel")
        return found

    async def send_code(self, person: str, channel_id: str, channel: Mail) -> None:
        """Prove that a mailbox is this person's: they must type what comes there."""
        code = f"{secrets.randbelow(1_000_000):06}"
        until = self._house.settings.clock.now() + CODE_LASTS
        channel = replace(channel, code=code, until=until)
        await self.channels.keep(person, channel_id, channel)
        words, facts = WORDS.words(channel.language)["mail"]["code"], {"code": code}
        title, body = (fill(words[part], channel.language, facts) for part in ("title", "body"))
        await self._send_now(
            person, channel_id, channel, Letter(f"{channel_id}-code", "code", title, body, channel.house)
        )

    async def confirm(self, person: str, channel_id: str, code: str) -> None:
        channel = await self.find(person, channel_id)
        if not isinstance(channel, Mail) or channel.code is None:
            return
        if channel.until < self._house.settings.clock.now() or not secrets.compare_digest(channel.code, code):
            raise HouseFault("bad_code")
        channel = replace(channel, code=None, until=0, trouble=None, stopped=False)
        await self.channels.keep(person, channel_id, channel)
        await self.digests.begin(person, channel_id, channel)

    async def test(self, person: str, channel_id: str) -> None:
        """Send a test; HouseFault if it did not arrive. A channel that had stopped goes on if it did."""
        channel = await self.find(person, channel_id)
        if isinstance(channel, Mail) and channel.code is not None:
            raise HouseFault("not_confirmed")
        words = WORDS.words(channel.language)["news"]["test"]
        now = self._house.settings.clock.now()
        await self._send_now(
            person, channel_id, channel, Letter(f"test-{now}", "test", words["title"], words["body"], channel.house)
        )
        if channel.trouble is not None or channel.stopped:
            await self.channels.keep(person, channel_id, replace(channel, trouble=None, stopped=False))

    async def _send_now(self, person: str, channel_id: str, channel: AnyChannel, letter: Letter) -> None:
        try:
            await self.delivery.send(person, channel_id, channel, letter)
        except Undelivered as trouble:
            await self.delivery.note_trouble(person, channel_id, channel, trouble)
            raise HouseFault("undelivered", why=trouble.why) from None

    async def stop(self, sealed: str) -> Mail | None:
        """End a mailbox' notices by the link in a mail; None if the link is not ours, or the channel is gone."""
        channel = await self.of_stop_link(sealed)
        whose = self.delivery.read_stop_link(sealed)
        if channel is not None and whose is not None:
            await self.channels.keep(*whose, replace(channel, stopped=True, trouble="stopped"))
        return channel

    async def of_stop_link(self, sealed: str) -> Mail | None:
        whose = self.delivery.read_stop_link(sealed)
        channel = None if whose is None else (await self.channels.of(whose[0])).get(whose[1])
        return channel if isinstance(channel, Mail) else None

    # --- the calendar ------------------------------------------------------------------------------------------------

    async def calendar_of(self, person: str) -> str | None:
        """The secret part of the address of a person's feed."""
        found = await self._house.store.belongings(person, CALENDAR)
        return found[0].id if found else None

    async def make_calendar(self, person: str) -> str:
        """A feed at a new address; the one before leads nowhere any more."""
        await self._house.meet(person)
        await self.drop_calendar(person)
        token = b32encode(bytes.fromhex(self._house.settings.dice.token())).decode().rstrip("=").lower()
        await self._house.store.keep_belonging(Belonging(person, CALENDAR, token, "{}"))
        return token

    async def drop_calendar(self, person: str) -> None:
        for one in await self._house.store.belongings(person, CALENDAR):
            await self._house.store.drop_belonging(person, CALENDAR, one.id)

    async def calendar(self, token: str, house: str) -> bytes:
        owners = await self._house.store.owners(CALENDAR, token)
        if not owners:
            raise HouseFault("not_found")
        person = await self._house.people.get(owners[0].person)
        notes = await self._house.store.notes(person=person.id, status="playing", limit=MOST_TABLES)
        mine = [note for note in notes if note.deadline and note.waiting and person.id in note.waiting.people]
        names = await self._house.people.names({one for note in mine for one in note.people})
        deadlines = [
            Deadline(
                note.id,
                SHELF[note.game].words(person.language)["title"],
                join([names[one] for one in note.people if one != person.id], person.language),
                note.deadline or 0,
                note.touched_at,
                f"{house}table/{note.id}",
            )
            for note in sorted(mine, key=lambda note: (note.deadline, note.id))
            if note.game in SHELF
        ]
        return write_calendar(deadlines, person.language)

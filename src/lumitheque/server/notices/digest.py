"""The daily digest: one mail a day about all games that wait, instead of one per turn."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from lumitheque.games import SHELF
from lumitheque.languages import Catalogue, fill
from lumitheque.server.house import House
from lumitheque.server.notices.channels import Channels, Mail, is_usable
from lumitheque.server.notices.delivery import Delivery
from lumitheque.server.notices.letters import Letter, Undelivered
from lumitheque.server.notices.news import HOUR, join, say_remaining
from lumitheque.storage import Notice, Owed
from lumitheque.tables import TableNote

DIGEST = "digest"  # of a notice: which is about a channel, not a table
MOST_TABLES = 200
WORDS = Catalogue("notices")


def next_time(clock: str, zone: str, now: int) -> int:
    """When it is HH:MM there next, in milliseconds since 1970."""
    here = datetime.fromtimestamp(now / 1000, ZoneInfo(zone))
    day = here.date()
    while (at := datetime.combine(day, time.fromisoformat(clock), ZoneInfo(zone))).timestamp() * 1000 <= now:
        day += timedelta(days=1)
    return int(at.timestamp() * 1000)


def is_time(clock: str, zone: str) -> bool:
    try:
        time.fromisoformat(clock), ZoneInfo(zone)
    except (ValueError, OSError, ZoneInfoNotFoundError):
        return False
    return len(clock) == len("HH:MM")


class Digests:
    def __init__(self, house: House, channels: Channels, delivery: Delivery) -> None:
        self._house, self._channels, self._delivery = house, channels, delivery

    async def begin(self, person: str, channel_id: str, channel: Mail) -> None:
        """Owe the first digest, after somebody chose the hour."""
        now = self._house.settings.clock.now()
        if channel.daily is not None:
            due_at = next_time(channel.daily, channel.zone, now)
            await self._house.store.owe(channel_id, Owed(person, DIGEST, now, due_at), now)

    async def send(self, notice: Notice) -> None:
        """Send what is due, and owe the next: the same notice is put off to the next day."""
        house, channel = self._house, (await self._channels.of(notice.person)).get(notice.table)
        if not isinstance(channel, Mail) or channel.daily is None or not is_usable(channel):
            await house.store.settle_notice(notice)
            return
        now = house.settings.clock.now()
        tomorrow = next_time(channel.daily, channel.zone, now)
        letter = await self._letter(notice, channel, now)
        try:
            if letter is not None:
                await self._delivery.send(notice.person, notice.table, channel, letter)
                house.tally.notices_sent += 1
        except Undelivered as trouble:
            house.tally.notices_failed += 1
            await self._delivery.note_trouble(notice.person, notice.table, channel, trouble)
            tomorrow = min(tomorrow, now + HOUR)
        await house.store.put_off_notice(notice, tomorrow, "{}")

    async def _letter(self, notice: Notice, channel: Mail, now: int) -> Letter | None:
        """None if nothing waits for this person."""
        notes = await self._house.store.notes(person=notice.person, status="playing", limit=MOST_TABLES)
        notes = [note for note in notes if len(note.people) > 1]
        mine = [note for note in notes if note.waiting and notice.person in note.waiting.people]
        if not mine:
            return None
        words, language = WORDS.words(channel.language)["digest"], channel.language
        mine.sort(key=lambda note: note.deadline or 1 << 60)
        names = await self._house.people.names({person for note in mine for person in note.people})
        lines = [self._line(note, notice.person, names, language, now) for note in mine]
        if rest := len(notes) - len(mine):
            lines.append(fill(words["rest"], language, {"count": rest}))
        title = fill(words["title"], language, {"count": len(mine)})
        key = f"{notice.number}-{now // HOUR}"
        return Letter(key, DIGEST, title, "\n".join(lines), channel.house)

    @staticmethod
    def _line(note: TableNote, person: str, names: dict[str, str], language: str, now: int) -> str:
        facts = {
            "game": SHELF[note.game].words(language)["title"] if note.game in SHELF else note.game,
            "others": join([names[one] for one in note.people if one != person], language),
            "remaining": "" if note.deadline is None else say_remaining(note.deadline - now, language),
        }
        return fill(WORDS.words(language)["digest"]["line"], language, facts).strip()

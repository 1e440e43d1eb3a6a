"""A private calendar feed (ICS): until when one has to move at each table. Whoever has its address can read it."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from icalendar import Calendar, Event
from msgspec import Struct

from lumitheque.languages import Catalogue, fill

WORDS = Catalogue("notices")
LENGTH = timedelta(minutes=15)  # of an entry, which ends at the deadline
EVERY = timedelta(hours=1)  # how often programs should read it again


class Deadline(Struct, frozen=True):
    table: str
    title: str  # of the game
    others: str  # with whom
    at: int  # milliseconds since 1970
    touched_at: int
    url: str


def write_calendar(deadlines: Iterable[Deadline], language: str) -> bytes:
    words = WORDS.words(language)["calendar"]
    calendar = Calendar()
    calendar.add("prodid", "-//Lumitheque//Deadlines//FR")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", words["name"])
    calendar.add("refresh-interval", EVERY, parameters={"VALUE": "DURATION"})
    for deadline in deadlines:
        end = datetime.fromtimestamp(deadline.at / 1000, UTC).replace(microsecond=0)
        event = Event()
        event.add("uid", f"{deadline.table}@lumitheque")
        event.add("dtstamp", datetime.fromtimestamp(deadline.touched_at / 1000, UTC).replace(microsecond=0))
        event.add("dtstart", end - LENGTH)
        event.add("dtend", end)
        facts = {"game": deadline.title, "others": deadline.others}
        event.add("summary", fill(words["summary"], language, facts))
        event.add("description", f"{fill(words['description'], language, facts)}\n{deadline.url}")
        event.add("url", deadline.url)
        event.add("transp", "TRANSPARENT")
        calendar.add_component(event)
    return bytes(calendar.to_ical())

"""owed_after: whom a table owes a word outside the page after something happened there."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from lumitheque.tables.events import (
    DrawAnswered,
    DrawOffered,
    Entry,
    HandedToBot,
    Played,
    Resigned,
    TakeBackAsked,
    TimedOut,
)

if TYPE_CHECKING:
    from lumitheque.tables.table import Question, Table

What = Literal[
    "turn", "asked", "bot", "over", "invited"
]  # of several things at once people are told the last of these alone
MAY_END = (Played, Resigned, TimedOut, DrawOffered, DrawAnswered)
UNASKED = ("host", "house", "time", "player")  # a bot was seated for somebody by others, or by a clock


class Due(Struct, frozen=True):
    """What one person is to be told. `since`: when it came about; the same turn has the same moment."""

    person: str
    what: What
    since: int


def owed_after(table: "Table", entries: Sequence[Entry]) -> list[Due]:
    """Nobody is told what they did themselves, nor anything of a table where they are alone with bots."""
    if len(table.places.people) < 2:
        return []
    found = {due.person: due for due in _turns(table, entries[0].at)}
    if others := [entry for entry in entries if type(entry.event) is not Played]:
        found |= {due.person: due for due in (*_questions(table, others), *_bots(table, others))}
    if table.is_finished:
        found |= {due.person: due for due in _end(table, entries[-1])}
    if (by := entries[0].by) is not None and by.person is not None:
        found.pop(by.person, None)
    return list(found.values())


def _turns(table: "Table", begun: int) -> Iterable[Due]:
    """For whom the table waits now, and did not before."""
    if table.status == "playing":
        for seat, since in table.waited.items():
            if since >= begun and (person := acting(table, seat)) is not None:
                yield Due(person, "turn", since)


def _questions(table: "Table", entries: Sequence[Entry]) -> Iterable[Due]:
    for entry in entries:
        asked = type(entry.event)
        question = table.take_back_question if asked is TakeBackAsked else table.draw_offer
        if asked in (TakeBackAsked, DrawOffered) and question is not None:
            yield from (Due(person, "asked", entry.at) for person in table.missing(question))


def _bots(table: "Table", entries: Sequence[Entry]) -> Iterable[Due]:
    for entry in entries:
        if isinstance(entry.event, HandedToBot) and entry.event.asked_by in UNASKED:
            yield Due(table.places.person(entry.event.seat), "bot", entry.at)


def _end(table: "Table", last: Entry) -> Iterable[Due]:
    if isinstance(last.event, MAY_END):
        yield from (Due(person, "over", last.at) for person in table.places.people)


def acting(table: "Table", seat: int) -> str | None:
    """The person who plays this seat themselves."""
    place = table.places[seat]
    return place.person if place.bot is None else None


def still_owed(table: "Table", due: Due) -> bool:
    """Whether it is still so: the turn is not over, the question open, the bot there."""
    person = due.person
    if due.what == "turn":
        playing = table.status == "playing" and not table.takes_nothing
        return playing and any(
            since == due.since and acting(table, seat) == person for seat, since in table.waited.items()
        )
    if due.what == "asked":
        questions: list[Question | None] = [table.take_back_question, table.draw_offer]
        return any(one is not None and person in table.missing(one) for one in questions)
    if due.what == "invited":
        seats = table.places
        return table.status == "open" and person not in seats.people and not table.moderation.locked
    if due.what == "bot":
        return table.status == "playing" and any(table.places[seat].bot for seat in table.places.of(person))
    return table.is_finished and person in table.places.people

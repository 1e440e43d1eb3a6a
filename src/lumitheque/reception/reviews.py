"""Reviews of finished games: what is asked, what is answered, and how it is told in a language.

A review has no sentences: they are made when somebody reads it, in their language."""

import hashlib
from collections.abc import Callable
from typing import Literal

import msgspec
from msgspec import Struct

from lumitheque.games import SHELF, GameError
from lumitheque.languages import fill
from lumitheque.reception.faults import WORDS, HouseFault
from lumitheque.reception.shapes import RecordBrought
from lumitheque.reception.study import finished_for, to_record
from lumitheque.referee import GameRecord, load
from lumitheque.reviews.reviewing import VERSION
from lumitheque.reviews.shapes import Review
from lumitheque.reviews.telling import ReviewTold, tell_review
from lumitheque.tables import Table

BROUGHT = "r-"  # how the names of records begin that somebody brought: no table has such an id
Standing = Literal["none", "waiting", "working", "done", "failed"]


class ReviewWanted(Struct, forbid_unknown_fields=True):
    """A review of a record that somebody brings."""

    record: RecordBrought


class DeviceReviewWanted(Struct, forbid_unknown_fields=True):
    """A review by the house on a device: of the table that is asked for, or of a record that somebody brings."""

    record: RecordBrought | None = None
    thorough: bool = False  # as many simulations as in a house, though it takes long


class ReviewAnswer(Struct):
    """How far the review of a game is, and the review once it is done."""

    subject: str  # the table's id, or the name of the record that was brought
    standing: Standing
    percent: int = 0  # of the work that is done
    before: int = 0  # reviews that come first, while it waits
    yours: bool = False  # you wished it, so you may call it off
    fewer: int = 1  # times fewer simulations than in a house: a device computed it
    review: Review | None = None
    told: ReviewTold | None = None  # the review in words
    record: GameRecord | None = None  # of one that was brought


def record_to_review(table: Table, person: str) -> GameRecord:
    """HouseFault or Denied if the game goes on, or if this person may not look at the table."""
    return finished_record(finished_for(table, person))


def finished_record(table: Table) -> GameRecord:
    """HouseFault if the game goes on."""
    if not table.is_finished:
        raise HouseFault("not_over")
    return table.game.game_record()


def brought_to_review(brought: RecordBrought) -> GameRecord:
    """HouseFault if it is none, or if the game is not over."""
    if brought.game not in SHELF:
        raise HouseFault("unknown_game")
    try:
        record = to_record(brought)
        referee = load(record)
    except GameError as error:
        raise HouseFault("bad_record", problem=str(error)[:300]) from None
    if referee.ending() is None:
        raise HouseFault("unfinished_record")
    return referee.game_record()


def name_of(record: GameRecord) -> str:
    """What a record that somebody brought is called: whoever brings the same one finds its review."""
    return BROUGHT + hashlib.sha256(msgspec.json.encode(record, order="sorted")).hexdigest()[:32]


def names_at(table: Table, name: Callable[[str], str], language: str) -> dict[int, str]:
    """What those who played are called, by seat; `name` says what a person is called."""
    levels = SHELF[table.terms.game].words(language).get("levels", {})
    names: dict[int, str] = {}
    for seat in range(len(table.places)):
        place = table.places[seat]
        if place.level is not None:
            names[seat] = str(levels.get(place.level, {}).get("title", place.level))
        elif place.person is not None:
            names[seat] = place.name or name(place.person)
    return names


def seats_named(record: GameRecord | None, language: str) -> dict[int, str]:
    """Those who played a record that somebody brought: it has no names."""
    seats = 0 if record is None else record.seats
    said = WORDS.words(language)["review"]["seat"]
    return {seat: fill(said, language, {"number": seat + 1}) for seat in range(seats)}


def tell(answer: ReviewAnswer, names: dict[int, str], language: str) -> ReviewAnswer:
    """The answer, with what is to be said of a review that is done."""
    if answer.review is not None:
        answer.told = tell_review(answer.review, SHELF[answer.review.game], language, names)
    return answer


def is_current(review: Review) -> bool:
    """Whether this version would compute the same."""
    return review.version == VERSION

"""Games looked at again: frames of a table's game, and of a record that somebody brings along.

The table decides what may be seen (`ask_for_frames`, `finished_for`); the rest works on a record."""

from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec

from lumitheque.games import SHELF, GameError
from lumitheque.games.edition import clean_title, load_edition, read_edition
from lumitheque.games.game import Game
from lumitheque.languages import fill
from lumitheque.reception.box import Seen, copy_game
from lumitheque.reception.faults import WORDS, Fault, HouseFault, say_denied, say_fault
from lumitheque.reception.replay import Lens, Replay, Viewpoint
from lumitheque.reception.shapes import (
    CopyAnswer,
    EditionBrought,
    FramesAnswer,
    Needs,
    RecordBrought,
    Shown,
    StudyAnswer,
)
from lumitheque.reception.viewers import viewer_for
from lumitheque.referee import GameRecord, RecordError, Referee, Refused
from lumitheque.referee.chance_log import ChanceError
from lumitheque.referee.records import EditionNote, departures, note_edition, read_seed
from lumitheque.referee.referee import agree_on_ending, open_record
from lumitheque.tables import Denied, Entry, Table, Viewer, record_for
from lumitheque.tables.events import Played, TakenBack

STAND_IN = "0" * 32  # a seed for records without one: what it deals is only shown as an example


class FramesAsked(NamedTuple):
    """Which frames of a game somebody wants, from where, and in which language."""

    viewpoint: Viewpoint | None
    first: int
    last: int | None
    language: str


class Past(NamedTuple):
    """A game of the house, and how it may be looked at."""

    record: GameRecord
    lens: Lens


def finished_for(table: Table, person: str) -> Table:
    """A table whose game is over, so that nothing about it is secret. HouseFault or Denied if it goes on, or if this
    person may not look at the table."""
    viewer_for(table, person, None)
    if not table.is_finished:
        raise HouseFault("not_over")
    return table


def ask_for_frames(table: Table, person: str, asked: FramesAsked) -> Past:
    """The game once more: from anywhere when it is over; before that as one's own seat or as a spectator, who are shown
    what they knew, and told of the moves what they know by now."""
    if table.referee is None:
        raise Denied("not_started")
    record, viewpoint = table.referee.game_record(), asked.viewpoint
    if table.is_finished:
        own: list[Viewpoint] = [*finished_for(table, person).places.of(person), "public"]
        seen_from = own[0] if viewpoint is None else viewpoint
        if isinstance(seen_from, int) and seen_from >= table.terms.seats:
            raise Denied("no_such_seat")
        return Past(record, Lens.on(seen_from, asked.first, asked.last, asked.language))
    if viewpoint == "all":
        raise HouseFault("not_over")
    viewer = viewer_for(table, person, viewpoint if isinstance(viewpoint, int) else None)
    if viewpoint == "public":
        viewer = Viewer(person)
    known = record_for(table, viewer)
    lens = Lens.on("public" if viewer.seat is None else viewer.seat, asked.first, asked.last, asked.language)
    return Past(record, lens._replace(told=[text for _, text in known.moves]))


def times_of(entries: Iterable[Entry]) -> list[int]:
    """When each decision of the game, as it stands, was made."""
    times: list[int] = []
    for entry in entries:
        match entry.event:
            case Played(moves=moves):
                times += [entry.at] * len(moves or ())
            case TakenBack(decisions=decisions):
                del times[len(times) - decisions :]
    return times


def show(record: GameRecord, lens: Lens) -> FramesAnswer:
    film = Replay(open_record(record), lens)
    for seat, text in record.moves:
        film.play(seat, text)
    agree_on_ending(film.referee, record)
    departs = departures(record.position, record.edition)
    return FramesAnswer(lens.viewpoint, lens.first, film.number, film.end(), departs)


def go_to(record: GameRecord, at: int) -> Referee:
    """A recorded game after so many decisions."""
    if at > len(record.moves):
        raise HouseFault("no_such_frame")
    referee = open_record(record)
    for seat, text in record.moves[:at]:
        referee.play(text, seat)
    return referee


def study(brought: RecordBrought, lens: Lens) -> StudyAnswer:
    """A record as far as it goes. HouseFault if it is none."""
    if brought.game not in SHELF:
        raise HouseFault("unknown_game")
    if isinstance(lens.viewpoint, int) and lens.viewpoint >= brought.seats:
        raise Denied("no_such_seat")
    try:
        return follow(to_record(brought), lens)
    except GameError as error:
        raise HouseFault("bad_record", problem=str(error)[:300]) from None


def copy(brought: RecordBrought, seen: Seen, shown: Shown | None) -> CopyAnswer:
    """A game from the real box, as far as it was copied. HouseFault if it cannot be."""
    if brought.game not in SHELF:
        raise HouseFault("unknown_game")
    try:
        return CopyAnswer(*copy_game(to_record(brought), seen, shown))
    except GameError as error:
        raise HouseFault("bad_record", problem=str(error)[:300]) from None


def follow(record: GameRecord, lens: Lens, fault: Fault | None = None) -> StudyAnswer:
    """RecordError if it is none."""
    departs = departures(record.position, record.edition)
    try:
        film = Replay(open_record(record), lens)
    except ChanceError as error:
        if error.number < len(record.chance):  # as far as chance holds; what should come instead is then asked for
            return follow(told_up_to(record, error.number), lens, fault or impossible(error, lens.language))
        needs = ask_chance(record, error.number, 0, lens.language)
        return StudyAnswer(lens.viewpoint, lens.first, departures=departs, fault=fault, needs=needs)
    answer = StudyAnswer(lens.viewpoint, lens.first, departures=departs, fault=fault)
    for number, (seat, text) in enumerate(record.moves):
        try:
            film.play(seat, text)
        except Refused as error:
            answer.refused = number
            denied = Denied("refused", error.rule_id, game=record.game, phase=error.phase, options=error.options)
            answer.fault = fault or say_denied(denied, lens.language)
            break
        except ChanceError as error:
            if error.number < len(record.chance):
                answer.fault = impossible(error, lens.language)
            answer.needs = ask_chance(record, error.number, number + 1, lens.language)
            break
    if answer.refused is None and answer.needs is None:
        agree_on_ending(film.referee, record)
    referee = film.referee
    answer.total, answer.frames, answer.waiting = film.number, film.end(), referee.waiting()
    answer.legal = {str(seat): referee.legal(seat) for seat in answer.waiting}
    return answer


def impossible(error: ChanceError, language: str) -> Fault:
    return say_fault("no_such_outcome", language, number=error.number + 1)


def told_up_to(record: GameRecord, number: int, seed: str | None = None) -> GameRecord:
    return msgspec.structs.replace(record, chance=record.chance[:number], seed=seed)


def ask_chance(record: GameRecord, number: int, moves: int, language: str) -> Needs:
    """What chance has to tell next: what it would be if it were dealt, after so many moves."""
    referee = go_to(told_up_to(record, number, STAND_IN), moves)
    label, example = referee.chance()[number]
    name = label.rstrip("0123456789 ")
    argument = label[len(name) :].strip() or "0"
    own: dict[str, Any] = SHELF[record.game].words(language).get("chance", {})
    question: str = own.get(name, WORDS.words(language)["needs"]["other"])
    parts = {"label": label, "pile": argument, "player": f"P{int(argument) + 1}"}
    return Needs(number, label, fill(question, language, parts), example)


def to_record(brought: RecordBrought) -> GameRecord:
    game = SHELF[brought.game]
    return GameRecord(
        game=brought.game,
        rules=game.rules_version if brought.rules is None else brought.rules,
        seats=brought.seats,
        options=brought.options,
        edition=edition_of(game, brought.edition),
        seed=None if brought.seed is None else read_seed(brought.seed),
        chance=brought.chance,
        moves=brought.moves,
        position=msgspec.UNSET if brought.position is None else brought.position,
        ending=msgspec.UNSET if brought.ending is None else brought.ending,
    )


def edition_of(game: Game, chosen: EditionBrought | None) -> EditionNote | None:
    """Never read from a file that a guest names."""
    if chosen is None:
        return None
    if chosen.sha256 is not None:
        return EditionNote(chosen.name, chosen.sha256, chosen.text)
    if chosen.text is not None:
        title = clean_title(chosen.name)
        return note_edition(read_edition(game, chosen.text, title, title))
    if chosen.name not in game.editions:
        raise RecordError(f"there is no edition {chosen.name!r}")
    return note_edition(load_edition(game, chosen.name))

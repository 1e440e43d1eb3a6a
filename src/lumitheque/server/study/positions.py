"""StudyRoom: replays of games of the house and of records that a guest brings.

The table decides what may be seen while its lock is held (`ask_for_frames`, `finished_for`). The replay itself works on
a record, in a thread, and needs no lock."""

import asyncio
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, TypeVar

import msgspec

from lumitheque.games import SHELF, GameError
from lumitheque.games.edition import load_edition, read_edition
from lumitheque.games.game import Game
from lumitheque.languages import fill
from lumitheque.referee import GameRecord, RecordError, Referee, Refused
from lumitheque.referee.chance_log import ChanceError
from lumitheque.referee.records import EditionNote, departures, note_edition, read_seed
from lumitheque.referee.referee import agree_on_ending, open_record
from lumitheque.server.bots.turns import step_back
from lumitheque.server.errors import WORDS, Fault, HouseFault, say_denied, say_fault
from lumitheque.server.house import House
from lumitheque.server.http.shapes import (
    CopyAnswer,
    EditionBrought,
    FramesAnswer,
    Needs,
    RecordBrought,
    Shown,
    StudyAnswer,
)
from lumitheque.server.live.announcing import viewer_for
from lumitheque.server.study.box import Seen, copy_game
from lumitheque.server.study.replay import Lens, Replay, Viewpoint
from lumitheque.tables import Denied, Entry, Table, Viewer, record_for
from lumitheque.tables.events import Played, TakenBack

Answer = TypeVar("Answer")
MOST_WAITING = 16
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


class StudyRoom:
    """Goes through games in a thread of low priority."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._threads = ThreadPoolExecutor(1, "scholar", step_back)
        self._waiting = 0

    async def frames(self, table_id: str, person: str, asked: FramesAsked) -> FramesAnswer:
        house = self._house
        live = house.at(table_id)
        async with live.lock:
            table = await house.fold(live)
            past = ask_for_frames(table, person, asked)
            entries = await house.read(table_id)
            times = times_of(entry for entry in entries if entry.seq <= table.seq)
        return await self._read(show, past.record, past.lens._replace(times=times))

    async def position(self, table_id: str, person: str, at: int) -> tuple[Table, dict[str, Any]]:
        """A table whose game is over, and the whole position after so many decisions."""
        table = await self._house.look(table_id, lambda table: finished_for(table, person))
        position: dict[str, Any] = (await self._read(go_to, table.game.game_record(), at)).position()
        return table, position

    async def study(self, brought: RecordBrought, lens: Lens) -> StudyAnswer:
        return await self._read(study, brought, lens)

    async def copy(self, brought: RecordBrought, seen: Seen, shown: Shown | None) -> CopyAnswer:
        return await self._read(copy, brought, seen, shown)

    async def _read(self, work: Callable[..., Answer], *given: Any) -> Answer:
        if self._waiting >= MOST_WAITING:
            raise HouseFault("too_many")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work, *given)
        finally:
            self._waiting -= 1

    def stop(self) -> None:
        self._threads.shutdown(wait=True, cancel_futures=True)


# --- what may be seen ------------------------------------------------------------------------------------------------


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
        return Past(record, Lens.on(seen_from, *asked[1:]))
    if viewpoint == "all":
        raise HouseFault("not_over")
    viewer = viewer_for(table, person, viewpoint if isinstance(viewpoint, int) else None)
    if viewpoint == "public":
        viewer = Viewer(person)
    known = record_for(table, viewer)
    lens = Lens.on("public" if viewer.seat is None else viewer.seat, *asked[1:])
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


# --- the work, in a thread -------------------------------------------------------------------------------------------


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
    else:
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
        return note_edition(read_edition(game, chosen.text, chosen.name, chosen.name))
    if chosen.name not in game.editions:
        raise RecordError(f"there is no edition {chosen.name!r}")
    return note_edition(load_edition(game, chosen.name))

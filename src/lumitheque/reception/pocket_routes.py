"""The requests that a house on one device answers: the paths, bodies and answers are those of the server."""

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from lumitheque.games import SHELF, find
from lumitheque.reception import editions, exercises, hints, pocket_review_routes, sights, study
from lumitheque.reception.faults import HouseFault, say_denied, say_fault
from lumitheque.reception.links import TABLE, Device, Following, LinkBrought, LinkTaken, LinkTold, tell_link
from lumitheque.reception.names import guest_name
from lumitheque.reception.pocket import ON_DEVICE, PocketHouse, Reply, Request, check_level, short_name, write
from lumitheque.reception.replay import Lens
from lumitheque.reception.shapes import (
    Acknowledged,
    CommandSent,
    CopyWanted,
    DeviceGame,
    Done,
    EditionChecked,
    EditionDrawn,
    EntriesAnswer,
    HintWanted,
    Judgement,
    Me,
    MeChanged,
    Opening,
    PlayJudged,
    PlayOn,
    StudyWanted,
    TableAnswer,
    TablesAnswer,
)
from lumitheque.reception.viewers import viewer_for
from lumitheque.tables import (
    Denied,
    EditionChoice,
    Table,
    TableTerms,
    decide,
    open_table,
    record_for,
    say_phrases,
    tell_entry,
    tell_state,
    tell_table,
)
from lumitheque.tables.commands import Play, Sit, Start
from lumitheque.tables.terms import CommonTerms, fields_of


def answer(house: PocketHouse, method: str, path: str, query: dict[str, str], body: str, now: int) -> Reply:
    """Answer a request. Whatever is refused is a Fault, as the server writes it."""
    request = Request(method, [part for part in path.split("/") if part][1:], query, body, now)
    try:
        return house.reply(200, write(handler_of(request)(house, request)))
    except Denied as denied:
        fault, status = say_denied(denied, house.language), 409
    except HouseFault as refusal:
        fault, status = refusal.fault(house.language), refusal.status
    except msgspec.DecodeError as error:
        fault, status = say_fault("unreadable", house.language, problem=str(error)[:120]), 400
    return house.reply(status, write(fault))


def handler_of(request: Request) -> Callable[[PocketHouse, Request], Any]:
    """By method and path; the id of a table and the name of a review stand for themselves."""
    path = request.path
    own = {1} if path[:1] == ["tables"] else {2} if path[:2] == ["study", "review"] else set()
    name = " ".join([request.method, *("*" if at in own else part for at, part in enumerate(path))])
    found = ROUTES.get(name)
    if found is None:
        raise HouseFault("on_device")
    return found


# --- people ----------------------------------------------------------------------------------------------------------


def get_me(house: PocketHouse, _: Request) -> Me:
    return Me(
        id=house.person,
        name=house.name,
        named=house.name != guest_name(house.person),
        language=house.language,
        host=False,
        admitted=True,
        removed=False,
        phrases=say_phrases(house.language),
    )


def change_me(house: PocketHouse, request: Request) -> Me:
    data = msgspec.json.decode(request.body, type=MeChanged)
    if data.name is not None:
        house.name = short_name(data.name)
    if data.language is not None:
        house.language = data.language
    return get_me(house, request)


# --- tables ----------------------------------------------------------------------------------------------------------


def list_mine(house: PocketHouse, _: Request) -> TablesAnswer:
    notes = sorted(house.notes.values(), key=lambda note: -note.opened_at)
    return TablesAnswer(notes, house.names())


def open_one(house: PocketHouse, request: Request) -> TableAnswer:
    data = msgspec.json.decode(request.body, type=Opening)
    return open_and_seat(house, data.terms, data, request.now)


def open_and_seat(house: PocketHouse, terms: TableTerms, data: Opening | PlayOn, now: int) -> TableAnswer:
    """Open a table, seat everybody and begin. Nobody else can come to this device's tables, so no seat stays free."""
    for level in data.bots.values():
        check_level(terms.game, level)
    table_id = f"{ON_DEVICE}{house.dice.token()}"
    seats = terms.seats or find(terms.game).seats[0]
    if len({*data.sit, *map(int, data.bots)}) != seats:
        raise HouseFault("on_device")
    house.lay(table_id, open_table(terms, house.person, house.dice), house.actor, now)
    for seat in data.sit:
        house.command(table_id, house.actor, Sit(seat, name=data.names.get(str(seat))), None, now)
    for place, level in data.bots.items():
        house.command(table_id, house.actor, Sit(int(place), bot=level), None, now)
    if data.start:
        house.command(table_id, house.actor, Start(), None, now)
    return tell(house, house.table(table_id), None)


def tell(house: PocketHouse, table: Table, seat: int | None) -> TableAnswer:
    return TableAnswer(tell_table(table, viewer_for(table, house.person, seat)), house.names())


def table_of(house: PocketHouse, request: Request) -> Table:
    return house.table(request.path[1])


def seat_asked(request: Request) -> int | None:
    text = request.query.get("seat")
    return None if text is None else int(text)


def get_table(house: PocketHouse, request: Request) -> TableAnswer:
    return tell(house, table_of(house, request), seat_asked(request))


def get_entries(house: PocketHouse, request: Request) -> EntriesAnswer:
    table, after = table_of(house, request), int(request.query.get("after", "0"))
    viewer = viewer_for(table, house.person, seat_asked(request))
    told = [tell_entry(table, entry, viewer) for entry in house.logs[table.id][after:]]
    return EntriesAnswer(told, tell_state(table, viewer), house.names())


def send_command(house: PocketHouse, request: Request) -> Acknowledged:
    data = msgspec.json.decode(request.body, type=CommandSent)
    return Acknowledged(house.command(request.path[1], house.actor, data.command, data.id, request.now))


def get_record(house: PocketHouse, request: Request) -> Any:
    table = table_of(house, request)
    return record_for(table, viewer_for(table, house.person, seat_asked(request)))


def get_log(house: PocketHouse, request: Request) -> DeviceGame:
    """All that is needed to hand a table over to a house. Only the device itself asks for this."""
    table = table_of(house, request)
    return DeviceGame(table.id, [write(entry) for entry in house.logs[table.id]])


def delete_table(house: PocketHouse, request: Request) -> Done:
    """Forget a table; only if it still ends with entry `seq`, where that is said. The caller deletes its log."""
    table_id, seq = request.path[1], request.query.get("seq")
    if seq is not None and table_of(house, request).seq != int(seq):
        raise HouseFault("went_on")
    house.forget(table_id)
    return Done()


# --- games by links --------------------------------------------------------------------------------------------------


def take_link(house: PocketHouse, request: Request) -> LinkTaken:
    """Open a game by links, or go on with it as a link tells."""
    data, table_id = msgspec.json.decode(request.body, type=LinkBrought), request.path[1]
    if not TABLE.fullmatch(table_id):
        raise HouseFault("bad_link")
    if data.link.game not in SHELF:
        raise HouseFault("unknown_game")
    if data.name is not None:
        data = replace(data, name=short_name(data.name))
    following = Following(Device(table_id, house.person, request.now), house.logs.get(table_id, []), data)
    taken = following.follow()
    house.take_over(following.table, following.entries)
    return taken


def get_link(house: PocketHouse, request: Request) -> LinkTold:
    table = table_of(house, request)
    if not TABLE.fullmatch(table.id):
        raise HouseFault("not_by_links")
    return tell_link(table, house.person)


# --- study -----------------------------------------------------------------------------------------------------------


def judge(house: PocketHouse, request: Request) -> Judgement:
    data = msgspec.json.decode(request.body, type=PlayJudged)
    try:
        decide(table_of(house, request), house.actor, Play(data.seat, data.moves), request.now, house.dice)
    except Denied as denied:
        return Judgement(say_denied(denied, house.language), denied.facts.get("number"))
    return Judgement(None)


def get_frames(house: PocketHouse, request: Request) -> Any:
    table, query = table_of(house, request), request.query
    seat, last = query.get("seat"), query.get("to")
    viewpoint: Any = seat if seat in (None, "public", "all") else int(str(seat))
    asked = study.FramesAsked(
        viewpoint, int(query.get("from", "0")), None if last is None else int(last), house.language
    )
    past = study.ask_for_frames(table, house.person, asked)
    return study.show(past.record, past.lens._replace(times=study.times_of(house.logs[table.id])))


def play_on(house: PocketHouse, request: Request) -> TableAnswer:
    data = msgspec.json.decode(request.body, type=PlayOn)
    before = study.finished_for(table_of(house, request), house.person)
    agreed, edition = before.terms, before.terms.edition
    terms = TableTerms(
        **fields_of(data, CommonTerms),
        game=agreed.game,
        seats=agreed.seats,
        options=agreed.options,
        edition=None if edition is None else EditionChoice(edition.name, edition.text),
        position=study.go_to(before.game.game_record(), data.at).position(),
    )
    return open_and_seat(house, terms, data, request.now)


def get_hint(house: PocketHouse, request: Request) -> hints.HintTold:
    data = msgspec.json.decode(request.body, type=HintWanted)
    table = table_of(house, request)
    if data.at is None:
        return hints.think(hints.ask(table, house.person, data.seat, house.language), data.seconds)
    record = study.finished_for(table, house.person).game.game_record()
    return hints.think_back(record, data.at, data.seat, data.seconds, house.language)


def study_record(house: PocketHouse, request: Request) -> Any:
    data = msgspec.json.decode(request.body, type=StudyWanted)
    return study.study(data.record, Lens.on(data.viewpoint, data.first, data.last, house.language))


def try_exercise(house: PocketHouse, request: Request) -> exercises.ExerciseAnswer:
    tried = msgspec.json.decode(request.body, type=exercises.ExerciseTried)
    return exercises.try_exercise(tried, house.language)


def copy_from_box(_: PocketHouse, request: Request) -> Any:
    data = msgspec.json.decode(request.body, type=CopyWanted)
    return study.copy(data.record, data.seen, data.shown)


def check_edition(house: PocketHouse, request: Request) -> EditionChecked:
    return editions.check(msgspec.json.decode(request.body, type=EditionDrawn), house.language)


# --- sights of tables that are in a house ----------------------------------------------------------------------------


class SightGame(Struct):
    game: str


def make_ready(_: PocketHouse, request: Request) -> Done:
    """The caller brings the game before it asks; what follows is quick."""
    find(msgspec.json.decode(request.body, type=SightGame).game)
    return Done()


def get_sight(house: PocketHouse, request: Request) -> sights.SightTold:
    return sights.tell_sight(table_of(house, request), house.person, seat_asked(request))


def hint_by_sight(house: PocketHouse, request: Request) -> hints.HintTold:
    return sights.hint_by_sight(msgspec.json.decode(request.body, type=sights.SightHint), house.language)


def judge_by_sight(house: PocketHouse, request: Request) -> Judgement:
    return sights.judge_by_sight(msgspec.json.decode(request.body, type=sights.SightJudged), house.language)


ROUTES: dict[str, Callable[[PocketHouse, Request], Any]] = {
    **pocket_review_routes.ROUTES,
    "GET me": get_me,
    "PATCH me": change_me,
    "GET mine": list_mine,
    "POST tables": open_one,
    "GET tables *": get_table,
    "DELETE tables *": delete_table,
    "GET tables * log": get_log,
    "GET tables * entries": get_entries,
    "POST tables * commands": send_command,
    "GET tables * record": get_record,
    "POST tables * judge": judge,
    "GET tables * frames": get_frames,
    "GET tables * link": get_link,
    "POST tables * link": take_link,
    "POST tables * play_on": play_on,
    "POST tables * hint": get_hint,
    "GET tables * sight": get_sight,
    "POST sight": make_ready,
    "POST sight hint": hint_by_sight,
    "POST sight judge": judge_by_sight,
    "POST study": study_record,
    "POST study box": copy_from_box,
    "POST exercises": try_exercise,
    "POST editions check": check_edition,
}

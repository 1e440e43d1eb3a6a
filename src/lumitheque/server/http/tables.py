"""/api/tables: the lobby, tables, their entries, commands, records, hints."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated

from litestar.params import FromQuery, JSONBody, QueryParameter
from msgspec.structs import replace

from lumitheque.reception.faults import HouseFault
from lumitheque.reception.hints import HintTold
from lumitheque.reception.shapes import (
    Acknowledged,
    CommandSent,
    DeviceGame,
    EntriesAnswer,
    HintWanted,
    Opening,
    PlayOn,
    TableAnswer,
    TablesAnswer,
)
from lumitheque.reception.sights import SightTold, tell_sight
from lumitheque.reception.viewers import people_at, viewer_for
from lumitheque.referee import GameRecord
from lumitheque.server.access.cookies import Visitor as TheVisitor
from lumitheque.server.http.routing import Address, Key, PageAsked, SeatAsked, Services, TableId, Visitor, get, post
from lumitheque.server.http.shapes import Invitation
from lumitheque.server.live.lobby import for_all
from lumitheque.server.live.news import twins_among
from lumitheque.server.services import Services as TheServices
from lumitheque.server.taking_over import take_over
from lumitheque.server.upkeep.preparing import check_prepared
from lumitheque.tables import (
    Actor,
    PartialRecord,
    Status,
    Table,
    TableNote,
    TableTerms,
    record_for,
    tell_entry,
    tell_state,
    tell_table,
)
from lumitheque.tables.commands import Sit, Start

PAGE = 50  # tables
MOST_ENTRIES = 1000
MOST_MENDED = 10  # tables that one request may load to complete their notes


@get("/api/tables", tags=["tables"], summary="List the public tables, the latest first")
async def list_tables(
    services: Services, status: FromQuery[Status | None] = None, before: PageAsked = None
) -> TablesAnswer:
    answer = await page_of_tables(services, before, status=status, listed=True)
    return replace(answer, tables=[for_all(note) for note in answer.tables])


@get("/api/mine", tags=["tables"], summary="List the tables where you sit")
async def list_mine(
    services: Services,
    visitor: Visitor,
    status: FromQuery[Status | None] = None,
    before: PageAsked = None,
) -> TablesAnswer:
    answer = await page_of_tables(services, before, status=status, person=visitor.person)
    return replace(answer, tables=await mended(services, answer.tables))


async def mended(services: TheServices, notes: list[TableNote]) -> list[TableNote]:
    """Notes of before `waiting`, with it: read off their tables, which stay in memory for a while. Whatever cannot be
    opened stays as it is."""
    lacking = [note for note in notes if note.status == "playing" and note.waiting is None][:MOST_MENDED]
    whole: dict[str, TableNote] = {}
    for note in lacking:
        with suppress(HouseFault):
            whole[note.id] = await services.house.look(note.id, Table.note)
    return [whole.get(note.id, note) for note in notes]


async def page_of_tables(
    services: TheServices,
    before: str | None,
    status: str | None = None,
    listed: bool | None = None,
    person: str | None = None,
) -> TablesAnswer:
    notes = await services.house.store.notes(
        listed=listed, status=status, person=person, limit=PAGE, before=read_place(before)
    )
    everybody = sorted({person for note in notes for person in (note.opener, *note.people)})
    more = write_place(notes[-1]) if len(notes) == PAGE else None
    return TablesAnswer(notes, await services.house.people.names(everybody), more)


def write_place(note: TableNote) -> str:
    return f"{note.opened_at}.{note.id}"


def read_place(text: str | None) -> tuple[int, str] | None:
    if text is None:
        return None
    opened_at, _, table_id = text.partition(".")
    if not (opened_at.isascii() and opened_at.isdigit() and len(opened_at) < 16 and "\0" not in table_id):
        raise HouseFault("bad_request", problem="before")
    return int(opened_at), table_id


@post("/api/tables", tags=["tables"], summary="Open a table")
async def open_table(
    services: Services, visitor: Visitor, data: JSONBody[Opening], idempotency_key: Key = None
) -> TableAnswer:
    return await open_and_seat(services, visitor, data.terms, data, idempotency_key)


async def open_and_seat(
    services: TheServices, visitor: TheVisitor, terms: TableTerms, data: Opening | PlayOn, key: str | None
) -> TableAnswer:
    """Open a table and seat those who sit there from the start. Whoever asks again with the same key, because the
    answer got lost, is given the same table, and whatever had not been done yet is done."""
    services.guard.count_opening(visitor)
    for level in data.bots.values():
        check_prepared(terms.game, level)
    commands: list[Sit | Start] = [Sit(seat, name=data.names.get(str(seat))) for seat in data.sit]
    commands += [Sit(read_seat(place), bot=level) for place, level in data.bots.items()]
    if data.start:
        commands.append(Start())
    table_id = await services.house.open(terms, visitor.person, table_of_key(services, visitor, key))
    await begin(services, visitor, table_id, commands, key)
    return await services.house.look(table_id, lambda table: tell(services, table, visitor.person, None))


def table_of_key(services: TheServices, visitor: TheVisitor, key: str | None) -> str | None:
    """The id of the table that is opened with a key: as hard to guess as any other."""
    return None if key is None else services.guard.seals.mark("table", f"{visitor.person} {key}")[:32]


async def begin(
    services: TheServices, visitor: TheVisitor, table_id: str, commands: Sequence[Sit | Start], key: str | None
) -> None:
    """Send a new table its first commands, each once for a key. Nothing is to be done at a table that has begun."""
    actor = Actor.of(visitor.person)
    if key is not None and await services.house.look(table_id, lambda table: table.status != "open"):
        return
    for number, command in enumerate(commands):
        await services.house.command(table_id, actor, command, None if key is None else f"{key} {number}")


@post("/api/from_device", tags=["tables"], summary="Keep a game in the house that was played on a device")
async def keep_from_device(services: Services, visitor: Visitor, data: JSONBody[DeviceGame]) -> TableAnswer:
    """Brought again, it is kept once: what is new is added to it."""
    services.guard.count_opening(visitor)
    table_id = await take_over(services.house, data, visitor.person)
    return await services.house.look(table_id, lambda table: tell(services, table, visitor.person, None))


def read_seat(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 3):
        raise HouseFault("bad_request", problem="bots")
    return int(text)


def tell(services: TheServices, table: Table, person: str, seat: int | None) -> TableAnswer:
    told = tell_table(table, viewer_for(table, person, seat))
    names = {one: services.house.people.name(one) for one in sorted(people_at(table))}
    return TableAnswer(told, names, twins_among(table, names, services.house.people))


@get("/api/tables/{table_id:str}", tags=["tables"], summary="A table, as you may see it")
async def get_table(services: Services, visitor: Visitor, table_id: TableId, seat: SeatAsked = None) -> TableAnswer:
    return await services.house.look(table_id, lambda table: tell(services, table, visitor.person, seat))


@get(
    "/api/tables/{table_id:str}/entries",
    tags=["tables"],
    summary="Entries of a table after a number, as you may see them",
)
async def get_entries(
    services: Services,
    visitor: Visitor,
    table_id: TableId,
    after: Annotated[int, QueryParameter(ge=0, le=1 << 31)] = 0,
    seat: SeatAsked = None,
) -> EntriesAnswer:
    house = services.house
    live = house.at(table_id)
    async with live.lock:
        table = await house.fold(live)
        viewer = viewer_for(table, visitor.person, seat)
        known = max(0, min(MOST_ENTRIES, table.seq - after))  # another node may have written more already
        entries = (await house.read(table_id, after))[:known]
        told = [tell_entry(table, entry, viewer) for entry in entries]
        names = await house.people.names(sorted(people_at(table)))
        return EntriesAnswer(told, tell_state(table, viewer), names, twins_among(table, names, house.people))


@post("/api/tables/{table_id:str}/commands", tags=["tables"], summary="Send a command to a table", status_code=200)
async def send_command(
    services: Services,
    visitor: Visitor,
    table_id: TableId,
    data: JSONBody[CommandSent],
    idempotency_key: Key = None,
) -> Acknowledged:
    services.guard.count_command(visitor)
    key = data.id or idempotency_key
    return Acknowledged(await services.house.command(table_id, Actor.of(visitor.person), data.command, key))


@get("/api/tables/{table_id:str}/record", tags=["tables"], summary="The game record; whole once the game is over")
async def get_record(
    services: Services, visitor: Visitor, table_id: TableId, seat: SeatAsked = None
) -> GameRecord | PartialRecord:
    return await services.house.look(table_id, lambda table: record_for(table, viewer_for(table, visitor.person, seat)))


@get("/api/tables/{table_id:str}/invitation", tags=["tables"], summary="A link to the table, also as a QR code")
async def get_invitation(services: Services, visitor: Visitor, table_id: TableId, address: Address) -> Invitation:
    await services.house.look(table_id, lambda table: viewer_for(table, visitor.person, None))
    url = f"{address}table/{table_id}"
    return Invitation(url, await services.qr_codes.draw(url, visitor))


@post(
    "/api/tables/{table_id:str}/hint",
    tags=["tables"],
    summary="Ask a bot for a hint, where the table allows it",
    status_code=200,
)
async def get_hint(services: Services, visitor: Visitor, table_id: TableId, data: JSONBody[HintWanted]) -> HintTold:
    services.guard.count_hint(visitor)
    return await services.hints.advise(table_id, visitor.person, data, visitor.language)


@get("/api/tables/{table_id:str}/sight", tags=["tables"], summary="What the seat knows that is to move, as bytes")
async def get_sight(services: Services, visitor: Visitor, table_id: TableId, seat: SeatAsked = None) -> SightTold:
    """For a device that thinks out hints and refusals itself. It tells what the view tells, and no more."""
    return await services.house.look(table_id, lambda table: tell_sight(table, visitor.person, seat))


ROUTES = [
    list_tables,
    list_mine,
    open_table,
    keep_from_device,
    get_table,
    get_entries,
    send_command,
    get_record,
    get_invitation,
    get_hint,
    get_sight,
]

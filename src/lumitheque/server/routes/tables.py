"""/api/tables: the lobby, tables, their entries, commands, records, hints."""

from typing import Annotated

from litestar.params import FromQuery, HeaderParameter, JSONBody, QueryParameter

from lumitheque.referee import GameRecord
from lumitheque.server.answers import (
    Acknowledged,
    CommandSent,
    EntriesAnswer,
    HintWanted,
    Invitation,
    Opening,
    PlayOn,
    TableAnswer,
    TablesAnswer,
)
from lumitheque.server.faults import HouseFault
from lumitheque.server.hints import HintTold
from lumitheque.server.likeness import twins
from lumitheque.server.routes.asking import Address, PageAsked, SeatAsked, Staff, TableId, Visitor, get, post
from lumitheque.server.staff import Staff as TheStaff
from lumitheque.server.visitors import Visitor as TheVisitor
from lumitheque.server.watching import people_at, viewer_for
from lumitheque.tables import (
    Actor,
    PartialRecord,
    Sit,
    Start,
    Status,
    Table,
    TableNote,
    TableTerms,
    record_for,
    tell_entry,
    tell_state,
    tell_table,
)

PAGE = 50  # tables
MOST_ENTRIES = 1000


@get("/api/tables", tags=["tables"], summary="Listed tables, the latest first")
async def list_tables(staff: Staff, status: FromQuery[Status | None] = None, before: PageAsked = None) -> TablesAnswer:
    return await page_of_tables(staff, before, status=status, listed=True)


@get("/api/mine", tags=["tables"], summary="The tables where you sit")
async def list_mine(
    staff: Staff,
    visitor: Visitor,
    status: FromQuery[Status | None] = None,
    before: PageAsked = None,
) -> TablesAnswer:
    return await page_of_tables(staff, before, status=status, person=visitor.person)


async def page_of_tables(
    staff: TheStaff,
    before: str | None,
    status: str | None = None,
    listed: bool | None = None,
    person: str | None = None,
) -> TablesAnswer:
    notes = await staff.house.store.notes(
        listed=listed, status=status, person=person, limit=PAGE, before=read_place(before)
    )
    everybody = sorted({person for note in notes for person in (note.host, *note.people)})
    more = write_place(notes[-1]) if len(notes) == PAGE else None
    return TablesAnswer(notes, await staff.house.people.names(everybody), more)


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
async def open_table(staff: Staff, visitor: Visitor, data: JSONBody[Opening]) -> TableAnswer:
    return await open_and_seat(staff, visitor, data.terms, data)


async def open_and_seat(staff: TheStaff, visitor: TheVisitor, terms: TableTerms, data: Opening | PlayOn) -> TableAnswer:
    """A new table with those at it who are to sit there from the start."""
    staff.guard.count_opening(visitor)
    await staff.house.people.meet(visitor.person)
    actor = Actor.of(visitor.person)
    table_id = await staff.house.open(terms, visitor.person)
    for seat in data.sit:
        await staff.house.command(table_id, actor, Sit(seat))
    for place, level in data.bots.items():
        await staff.house.command(table_id, actor, Sit(read_seat(place), bot=level))
    if data.start:
        await staff.house.command(table_id, actor, Start())
    return await staff.house.look(table_id, lambda table: tell(staff, table, visitor.person, None))


def read_seat(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 3):
        raise HouseFault("bad_request", problem="bots")
    return int(text)


def tell(staff: TheStaff, table: Table, person: str, seat: int | None) -> TableAnswer:
    told = tell_table(table, viewer_for(table, person, seat))
    names = {one: staff.house.people.name(one) for one in sorted(people_at(table))}
    return TableAnswer(told, names, twins(names))


@get("/api/tables/{table_id:str}", tags=["tables"], summary="A table, as you may see it")
async def get_table(staff: Staff, visitor: Visitor, table_id: TableId, seat: SeatAsked = None) -> TableAnswer:
    return await staff.house.look(table_id, lambda table: tell(staff, table, visitor.person, seat))


@get("/api/tables/{table_id:str}/entries", tags=["tables"], summary="What happened, after a number")
async def get_entries(
    staff: Staff,
    visitor: Visitor,
    table_id: TableId,
    after: Annotated[int, QueryParameter(ge=0, le=1 << 31)] = 0,
    seat: SeatAsked = None,
) -> EntriesAnswer:
    house = staff.house
    live = house.at(table_id)
    async with live.lock:
        table = await house.fold(live)
        viewer = viewer_for(table, visitor.person, seat)
        known = max(0, min(MOST_ENTRIES, table.seq - after))  # another node may have written more already
        entries = (await house.read(table_id, after))[:known]
        told = [tell_entry(table, entry, viewer) for entry in entries]
        names = await house.people.names(sorted(people_at(table)))
        return EntriesAnswer(told, tell_state(table, viewer), names, twins(names))


@post("/api/tables/{table_id:str}/commands", tags=["tables"], summary="Ask something of a table", status_code=200)
async def send_command(
    staff: Staff,
    visitor: Visitor,
    table_id: TableId,
    data: JSONBody[CommandSent],
    idempotency_key: Annotated[str | None, HeaderParameter(name="Idempotency-Key", min_length=1, max_length=64)] = None,
) -> Acknowledged:
    staff.guard.count_command(visitor)
    if isinstance(data.command, Sit):
        await staff.house.people.meet(visitor.person)
    key = data.id or idempotency_key
    return Acknowledged(await staff.house.command(table_id, Actor.of(visitor.person), data.command, key))


@get("/api/tables/{table_id:str}/record", tags=["tables"], summary="The game record; whole once the game is over")
async def get_record(
    staff: Staff, visitor: Visitor, table_id: TableId, seat: SeatAsked = None
) -> GameRecord | PartialRecord:
    return await staff.house.look(table_id, lambda table: record_for(table, viewer_for(table, visitor.person, seat)))


@get("/api/tables/{table_id:str}/invitation", tags=["tables"], summary="Where the table is, for friends")
async def get_invitation(staff: Staff, visitor: Visitor, table_id: TableId, address: Address) -> Invitation:
    await staff.house.look(table_id, lambda table: viewer_for(table, visitor.person, None))
    url = f"{address}table/{table_id}"
    return Invitation(url, await staff.codes.draw(url, visitor))


@post("/api/tables/{table_id:str}/hint", tags=["tables"], summary="Advice, where the table allows it", status_code=200)
async def get_hint(staff: Staff, visitor: Visitor, table_id: TableId, data: JSONBody[HintWanted]) -> HintTold:
    staff.guard.count_hint(visitor)
    return await staff.adviser.advise(table_id, visitor.person, data.seat, data.seconds, data.at)


ROUTES = [
    list_tables,
    list_mine,
    open_table,
    get_table,
    get_entries,
    send_command,
    get_record,
    get_invitation,
    get_hint,
]

"""/api/host: what the host of the house may do. The host comes through a one-time link and has a cookie after that."""

from typing import Annotated, Any

import msgspec
from litestar import Response
from litestar.params import FromQuery, JSONBody, QueryParameter

from lumitheque.server import usher
from lumitheque.server.answers import (
    BotWanted,
    Done,
    HostChanged,
    HostTold,
    HouseCode,
    PeopleAnswer,
    PersonTold,
    SweptAnswer,
    TablesAnswer,
)
from lumitheque.server.doors import HOST as HOST_CODE
from lumitheque.server.doors import Doors
from lumitheque.server.faults import HouseFault
from lumitheque.server.routes.asking import (
    Address,
    PageAsked,
    PersonId,
    SeatInPath,
    Staff,
    TableId,
    Visitor,
    delete,
    get,
    patch,
    post,
)
from lumitheque.server.routes.me import CODE_LENGTH
from lumitheque.server.routes.tables import page_of_tables
from lumitheque.server.staff import Staff as TheStaff
from lumitheque.server.visitors import HOST, cookie, host_cookie, set_cookie
from lumitheque.tables import (
    HOUSE,
    AnyCommand,
    Close,
    HandBack,
    HandToBot,
    Restore,
    Status,
)

PAGE = 100  # people


@post(
    "/api/host/enter", tags=["host"], summary="Come in as the host, with the code of a one-time link", status_code=200
)
async def enter(staff: Staff, visitor: Visitor, data: JSONBody[HouseCode]) -> Response[Done]:
    staff.guard.count_guess(visitor)
    now = staff.settings.clock.now()
    if len(data.code) <= CODE_LENGTH or not data.code.isascii() or not data.code.isalnum():
        raise HouseFault("bad_code")  # guests' codes are shorter, and stay what they are
    if await staff.house.store.take_code(data.code, now) != HOST_CODE:
        raise HouseFault("bad_code")
    return Response(Done(), headers=set_cookie(host_cookie(staff.doors.seals, now, visitor.secure)))


@post("/api/host/leave", tags=["host"], summary="Be a guest again", status_code=200)
async def leave(visitor: Visitor) -> Response[Done]:
    return Response(Done(), headers=set_cookie(cookie(HOST, "", 0, visitor.secure)))


@get("/api/host", tags=["host"], summary="How the house is run")
async def get_house(host: Staff) -> HostTold:
    return tell_house(host)


def tell_house(staff: TheStaff) -> HostTold:
    doors, house = staff.doors, staff.house
    return HostTold(
        house_code=doors.doors.house_code,
        keep_days=doors.keep_days,
        finished_days=doors.finished_days,
        removed=doors.doors.removed,
        paused=house.paused,
        sockets=house.sockets,
        tables=len(house.tables),
        set_aside=house.aside.tell(),
        set_aside_count=len(house.aside),
        damage=house.aside.tell_damage(),
    )


@patch("/api/host", tags=["host"], summary="Change the house code, or how long tables are kept")
async def change_house(host: Staff, data: JSONBody[HostChanged]) -> HostTold:
    changes: dict[str, Any] = {}
    if data.house_code is not None:
        changes["house_code"] = data.house_code.strip() or None
    if data.keep_days is not None:
        changes["keep_days"] = data.keep_days
    if data.finished_days is not None:
        changes["finished_days"] = data.finished_days
    await host.doors.change(lambda doors: msgspec.structs.replace(doors, **changes))
    return tell_house(host)


@post("/api/host/link", tags=["host"], summary="A one-time link to this page for another device")
async def make_link(host: Staff, address: Address) -> dict[str, str]:
    return {"link": f"{address}host#{await host.doors.host_link()}"}


@get("/api/host/tables", tags=["host"], summary="All tables, private ones too")
async def list_all_tables(
    host: Staff, status: FromQuery[Status | None] = None, before: PageAsked = None
) -> TablesAnswer:
    return await page_of_tables(host, before, status=status)


@post("/api/host/tables/{table_id:str}/close", tags=["host"], summary="Close a table", status_code=200)
async def close_table(host: Staff, table_id: TableId) -> Done:
    return await obey(host, table_id, Close())


@delete("/api/host/tables/{table_id:str}", tags=["host"], summary="Delete a table and its log", status_code=200)
async def delete_table(host: Staff, table_id: TableId) -> Done:
    if table_id not in host.house.aside and await host.house.store.note(table_id) is None:
        raise HouseFault("unknown_table")
    await host.janitor.delete(table_id)
    return Done()


@get("/api/host/swept", tags=["host"], summary="Tables that will be put away or deleted soon, and when")
async def list_swept(host: Staff) -> SweptAnswer:
    swept = await host.janitor.foresee()
    everybody = sorted({person for one in swept for person in (one.table.host, *one.table.people)})
    return SweptAnswer(swept, await host.house.people.names(everybody))


@post("/api/host/tables/{table_id:str}/restore", tags=["host"], summary="Have a table back", status_code=200)
async def restore_table(host: Staff, table_id: TableId) -> Done:
    return await obey(host, table_id, Restore())


@post("/api/host/tables/{table_id:str}/seats/{seat:int}/free", tags=["host"], status_code=200)
async def free_seat(host: Staff, table_id: TableId, seat: SeatInPath) -> Done:
    """Free a seat: before the game starts it is empty again; after that a bot plays on."""
    await usher.free_seat(host.house, table_id, seat)
    return Done()


@post("/api/host/tables/{table_id:str}/seats/{seat:int}/hand_to_bot", tags=["host"], status_code=200)
async def hand_to_bot(host: Staff, table_id: TableId, seat: SeatInPath, data: JSONBody[BotWanted]) -> Done:
    """Let a bot play for somebody."""
    return await obey(host, table_id, HandToBot(seat, data.level))


@post("/api/host/tables/{table_id:str}/seats/{seat:int}/hand_back", tags=["host"], status_code=200)
async def hand_back(host: Staff, table_id: TableId, seat: SeatInPath) -> Done:
    """Give a seat back to the person whose it is."""
    return await obey(host, table_id, HandBack(seat))


async def obey(staff: TheStaff, table_id: str, command: AnyCommand) -> Done:
    await staff.house.command(table_id, HOUSE, command)
    return Done()


@get("/api/host/people", tags=["host"], summary="Those who have been here")
async def list_people(host: Staff, after: Annotated[str, QueryParameter(max_length=64)] = "") -> PeopleAnswer:
    if "\0" in after:
        raise HouseFault("bad_request", problem="after")
    found = await host.house.store.people(limit=PAGE, after=after)
    here, removed = {socket.person for socket in host.live.sockets}, host.doors.doors.removed
    told = [
        PersonTold(one.id, one.name, one.created_at, one.seen_at, one.id in here, one.id in removed) for one in found
    ]
    return PeopleAnswer(told, found[-1].id if len(found) == PAGE else None)


@post("/api/host/people/{person:str}/remove", tags=["host"], status_code=200)
async def remove_person(host: Staff, person: PersonId) -> Done:
    """Ask a guest to leave: they may not come back, and bots play on in their seats. Somebody with a new browser is a
    new guest; a house code keeps those out."""

    def without(doors: Doors) -> Doors:
        return msgspec.structs.replace(doors, removed=[*(one for one in doors.removed if one != person), person])

    await host.doors.change(without)
    await usher.vacate(host.house, person)
    return Done()


@post("/api/host/people/{person:str}/readmit", tags=["host"], summary="Let somebody come back", status_code=200)
async def readmit_person(host: Staff, person: PersonId) -> Done:

    def again(doors: Doors) -> Doors:
        return msgspec.structs.replace(doors, removed=[one for one in doors.removed if one != person])

    await host.doors.change(again)
    return Done()


@delete("/api/host/people/{person:str}", tags=["host"], summary="Delete a person's data", status_code=200)
async def delete_person(host: Staff, person: PersonId) -> Done:
    if await host.house.store.person(person) is None:
        raise HouseFault("unknown_person")
    await host.farewells.forget(person)
    return Done()


ROUTES = [
    enter,
    leave,
    get_house,
    change_house,
    make_link,
    list_all_tables,
    close_table,
    delete_table,
    list_swept,
    restore_table,
    free_seat,
    hand_to_bot,
    hand_back,
    list_people,
    remove_person,
    readmit_person,
    delete_person,
]

"""/api/host: what the host of the house may do. The host comes through a one-time link and has a cookie after that."""

from typing import Annotated, Any

import msgspec
from litestar import Response
from litestar.params import FromQuery, JSONBody, QueryParameter

from lumitheque.reception.faults import HouseFault
from lumitheque.reception.shapes import Done, TablesAnswer
from lumitheque.server.access import removals
from lumitheque.server.access.admission import HOST as HOST_CODE
from lumitheque.server.access.admission import AdmissionRules
from lumitheque.server.access.cookies import HOST, HOST_SECONDS, cookie, host_cookie, set_cookie
from lumitheque.server.http.guest_bots import forget_bot
from lumitheque.server.http.me import CODE_LENGTH
from lumitheque.server.http.routing import (
    Address,
    PageAsked,
    PersonId,
    SeatInPath,
    Services,
    TableId,
    Visitor,
    delete,
    get,
    patch,
    post,
)
from lumitheque.server.http.shapes import (
    BotWanted,
    GivenUp,
    GivenUpAnswer,
    HostChanged,
    HostTold,
    HouseCode,
    PeopleAnswer,
    PersonTold,
    SweptAnswer,
)
from lumitheque.server.http.tables import page_of_tables
from lumitheque.server.notices.news import WORDS
from lumitheque.server.notices.sender import KEPT_DAYS
from lumitheque.server.services import Services as TheServices
from lumitheque.tables import HOUSE, AnyCommand, Status
from lumitheque.tables.commands import Close, HandBack, HandToBot, Restore

PAGE = 100  # people


@post("/api/host/enter", tags=["host"], summary="Become the host with the code of a one-time link", status_code=200)
async def enter(services: Services, visitor: Visitor, data: JSONBody[HouseCode]) -> Response[Done]:
    services.guard.count_guess(visitor)
    now = services.settings.clock.now()
    if len(data.code) <= CODE_LENGTH or not data.code.isascii() or not data.code.isalnum():
        raise HouseFault("bad_code")  # guests' codes are shorter, and stay what they are
    if await services.house.store.take_code(data.code, now) != HOST_CODE:
        raise HouseFault("bad_code")
    until, seals = now + HOST_SECONDS * 1000, services.admission.seals
    return Response(Done(), headers=set_cookie(host_cookie(seals, until, HOST_SECONDS, visitor.secure)))


@post("/api/host/leave", tags=["host"], summary="Give up the host's cookie", status_code=200)
async def leave(visitor: Visitor) -> Response[Done]:
    return Response(Done(), headers=set_cookie(cookie(HOST, "", 0, visitor.secure)))


@get("/api/host", tags=["host"], summary="Settings and state of the house")
async def get_house(host: Services) -> HostTold:
    return tell_house(host)


def tell_house(services: TheServices) -> HostTold:
    admission, house = services.admission, services.house
    return HostTold(
        house_code=admission.rules.house_code,
        keep_days=admission.keep_days,
        finished_days=admission.finished_days,
        removed=admission.rules.removed,
        paused=house.pause.on,
        sockets=house.sockets,
        tables=len(house.tables),
        set_aside=house.aside.tell(),
        set_aside_count=len(house.aside),
        damage=house.aside.tell_damage(),
    )


@patch("/api/host", tags=["host"], summary="Change the house code, or how long tables are kept")
async def change_house(host: Services, data: JSONBody[HostChanged]) -> HostTold:
    changes: dict[str, Any] = {}
    if data.house_code is not None:
        changes["house_code"] = data.house_code.strip() or None
    if data.keep_days is not None:
        changes["keep_days"] = data.keep_days
    if data.finished_days is not None:
        changes["finished_days"] = data.finished_days
    await host.admission.change(lambda rules: msgspec.structs.replace(rules, **changes))
    return tell_house(host)


@post("/api/host/link", tags=["host"], summary="Make a one-time link that lets another device in as host")
async def make_link(host: Services, address: Address) -> dict[str, str]:
    return {"link": f"{address}host#{await host.admission.host_link()}"}


@get("/api/host/tables", tags=["host"], summary="List all tables, private ones too")
async def list_all_tables(
    host: Services, status: FromQuery[Status | None] = None, before: PageAsked = None
) -> TablesAnswer:
    return await page_of_tables(host, before, status=status)


@post("/api/host/tables/{table_id:str}/close", tags=["host"], summary="Close a table", status_code=200)
async def close_table(host: Services, table_id: TableId) -> Done:
    return await obey(host, table_id, Close())


@delete("/api/host/tables/{table_id:str}", tags=["host"], summary="Delete a table and its log", status_code=200)
async def delete_table(host: Services, table_id: TableId) -> Done:
    if table_id not in host.house.aside and await host.house.store.note(table_id) is None:
        raise HouseFault("unknown_table")
    await host.sweeper.delete(table_id)
    return Done()


@get("/api/host/swept", tags=["host"], summary="List tables that will be put away or deleted soon, and when")
async def list_swept(host: Services) -> SweptAnswer:
    swept = await host.sweeper.foresee()
    everybody = sorted({person for one in swept for person in (one.table.opener, *one.table.people)})
    return SweptAnswer(swept, await host.house.people.names(everybody))


@post(
    "/api/host/tables/{table_id:str}/restore",
    tags=["host"],
    summary="Restore a table that was put away",
    status_code=200,
)
async def restore_table(host: Services, table_id: TableId) -> Done:
    return await obey(host, table_id, Restore())


@post("/api/host/tables/{table_id:str}/seats/{seat:int}/free", tags=["host"], status_code=200)
async def free_seat(host: Services, table_id: TableId, seat: SeatInPath) -> Done:
    """Free a seat: before the game starts it is empty again; after that a bot plays on."""
    await removals.free_seat(host.house, table_id, seat)
    return Done()


@post("/api/host/tables/{table_id:str}/seats/{seat:int}/hand_to_bot", tags=["host"], status_code=200)
async def hand_to_bot(host: Services, table_id: TableId, seat: SeatInPath, data: JSONBody[BotWanted]) -> Done:
    """Let a bot play for somebody."""
    return await obey(host, table_id, HandToBot(seat, data.level))


@post("/api/host/tables/{table_id:str}/seats/{seat:int}/hand_back", tags=["host"], status_code=200)
async def hand_back(host: Services, table_id: TableId, seat: SeatInPath) -> Done:
    """Give a seat back to the person whose it is."""
    return await obey(host, table_id, HandBack(seat))


async def obey(services: TheServices, table_id: str, command: AnyCommand) -> Done:
    await services.house.command(table_id, HOUSE, command)
    return Done()


@get("/api/host/people", tags=["host"], summary="List the people of the house")
async def list_people(host: Services, after: Annotated[str, QueryParameter(max_length=64)] = "") -> PeopleAnswer:
    if "\0" in after:
        raise HouseFault("bad_request", problem="after")
    found = await host.house.store.people(limit=PAGE, after=after)
    here, removed = {socket.person for socket in host.live.sockets}, host.admission.rules.removed
    told = [
        PersonTold(one.id, one.name, one.created_at, one.seen_at, one.id in here, one.id in removed) for one in found
    ]
    return PeopleAnswer(told, found[-1].id if len(found) == PAGE else None)


@post("/api/host/people/{person:str}/remove", tags=["host"], status_code=200)
async def remove_person(host: Services, person: PersonId) -> Done:
    """Ask a guest to leave: they may not come back, and bots play on in their seats. Somebody with a new browser is a
    new guest; a house code keeps those out."""

    def without(rules: AdmissionRules) -> AdmissionRules:
        return msgspec.structs.replace(rules, removed=[*(one for one in rules.removed if one != person), person])

    await host.admission.change(without)
    await removals.vacate(host.house, person)
    return Done()


@post("/api/host/people/{person:str}/readmit", tags=["host"], summary="Let a removed person come back", status_code=200)
async def readmit_person(host: Services, person: PersonId) -> Done:

    def again(rules: AdmissionRules) -> AdmissionRules:
        return msgspec.structs.replace(rules, removed=[one for one in rules.removed if one != person])

    await host.admission.change(again)
    return Done()


@delete("/api/host/people/{person:str}", tags=["host"], summary="Delete a person's data", status_code=200)
async def delete_person(host: Services, person: PersonId) -> Done:
    if await host.house.store.person(person) is None:
        raise HouseFault("unknown_person")
    if (owner := host.guest_bots.owner_of(person)) is not None:
        await forget_bot(host, owner, person)
        return Done()
    for bot in host.guest_bots.of(person):
        await forget_bot(host, person, bot)
    await host.erasure.forget(person)
    return Done()


@get("/api/host/notices", tags=["host"], summary="Count the notices that were given up lately, by why")
async def count_given_up(host: Services, visitor: Visitor) -> GivenUpAnswer:
    words = WORDS.words(visitor.language)["trouble"]
    counted = await host.notices.sender.given_up()
    told = [GivenUp(words.get(why, why), count) for why, count in counted.most_common()]
    return GivenUpAnswer(told, KEPT_DAYS)


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
    count_given_up,
]

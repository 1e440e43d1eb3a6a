"""/api/bot: the door of guest bots. All that a bot's token opens is here; docs/guest-bots.md shows how to come in."""

from collections.abc import AsyncIterator
from typing import Annotated, Any

from litestar.params import JSONBody, QueryParameter
from litestar.response import Stream
from msgspec import Meta, Struct

from lumitheque.reception.shapes import Acknowledged, TableAnswer
from lumitheque.reception.sights import SightTold, tell_sight
from lumitheque.reception.viewers import viewer_for
from lumitheque.referee import GameRecord
from lumitheque.server.access.cookies import Visitor as TheVisitor
from lumitheque.server.access.guest_bots import Pass, Scope
from lumitheque.server.guests.lines import OpenTable
from lumitheque.server.http.routing import Key, SeatAsked, Services, TableId, Visitor, get, post
from lumitheque.server.http.tables import begin, table_of_key, tell
from lumitheque.server.services import Services as TheServices
from lumitheque.tables import Actor, AnyCommand, PartialRecord, TableTerms, record_for
from lumitheque.tables.commands import AnswerDraw, AnswerTakeBack, Leave, Play, Rematch, Resign, Sit, Start

After = Annotated[
    int | None, QueryParameter(ge=0, le=1 << 31, description="The number of the last entry that the bot has.")
]
Since = Annotated[
    int | None, QueryParameter(ge=0, le=1 << 53, description="`at` of the last line: also games that ended after it.")
]
LINES: dict[str, Any] = {"media_type": "application/x-ndjson"}


class BotMe(Struct, frozen=True):
    """Whose token that is."""

    id: str
    name: str  # with the author
    scope: Scope
    most_tables: int  # where it may sit at once


class BotSeat(Struct, forbid_unknown_fields=True):
    seat: Annotated[int, Meta(ge=0, le=31)] | None = None  # None: the lowest that is free
    nonce: Annotated[str, Meta(max_length=64)] | None = None  # what the bot brings to the deal


class BotMove(Struct, forbid_unknown_fields=True):
    """A play: the number of the decision that it is for, as the stream told it, and one or several moves."""

    decision: Annotated[int, Meta(ge=0, le=1 << 31)]
    moves: Annotated[list[Annotated[str, Meta(max_length=200)]], Meta(min_length=1, max_length=200)]
    seat: Annotated[int, Meta(ge=0, le=31)] | None = None
    id: Annotated[str, Meta(min_length=1, max_length=64)] | None = None  # or as the header Idempotency-Key


class BotAnswer(Struct, forbid_unknown_fields=True):
    agrees: bool


class BotOpening(Struct, forbid_unknown_fields=True):
    """A table that a bot opens: as people do, without bots of the house."""

    terms: TableTerms
    sit: Annotated[int, Meta(ge=0, le=31)] | None = 0  # its seat; None: it only opens the table


def own(visitor: TheVisitor) -> Pass:
    assert visitor.bot is not None  # the guard lets nobody else through
    return visitor.bot


@get("/api/bot/me", tags=["guest bots"], summary="Whose token this is")
async def get_bot(services: Services, visitor: Visitor) -> BotMe:
    await services.house.people.meet(visitor.person)
    limits = services.settings.limits
    return BotMe(
        visitor.person, services.house.people.name(visitor.person), own(visitor).token.scope, limits.bot_tables
    )


@get("/api/bot/events", tags=["guest bots"], summary="A bot's events, line by line: BotEventLine", **LINES)
async def get_events(services: Services, visitor: Visitor, since: Since = None) -> Stream:
    """Begins with how things stand; after that, what happens. The stream stays open."""
    return stream(await services.guest_streams.events(visitor, since))


@get(
    "/api/bot/tables/{table_id:str}/stream", tags=["guest bots"], summary="A table, line by line: BotTableLine", **LINES
)
async def get_stream(services: Services, visitor: Visitor, table_id: TableId, after: After = None) -> Stream:
    """As the bot's seat sees it, or as a spectator. Without `after` it begins with the whole table."""
    return stream(await services.guest_streams.table(visitor, table_id, after))


def stream(lines: AsyncIterator[bytes]) -> Stream:
    """Proxies are asked not to collect lines before they pass them on."""
    return Stream(lines, media_type="application/x-ndjson", headers={"x-accel-buffering": "no"})


@get("/api/bot/tables", tags=["guest bots"], summary="The tables where the bot may sit down now")
async def list_open_tables(services: Services, visitor: Visitor) -> list[OpenTable]:
    return await services.guest_desk.tables(own(visitor))


@post("/api/bot/tables", tags=["guest bots"], summary="Open a table")
async def open_bot_table(
    services: Services, visitor: Visitor, data: JSONBody[BotOpening], idempotency_key: Key = None
) -> TableAnswer:
    services.guard.count_opening(visitor)
    table_id = table_of_key(services, visitor, idempotency_key)
    if table_id is None or await services.house.store.note(table_id) is None:
        await services.guest_desk.check_room(visitor.person)
    table_id = await services.house.open(data.terms, visitor.person, table_id)
    commands = [] if data.sit is None else [Sit(data.sit)]
    await begin(services, visitor, table_id, commands, idempotency_key)
    return await services.house.look(table_id, lambda table: tell(services, table, visitor.person, None))


@get("/api/bot/tables/{table_id:str}", tags=["guest bots"], summary="A table, as the bot may see it")
async def get_bot_table(services: Services, visitor: Visitor, table_id: TableId, seat: SeatAsked = None) -> TableAnswer:
    return await services.house.look(table_id, lambda table: tell(services, table, visitor.person, seat))


@get("/api/bot/tables/{table_id:str}/sight", tags=["guest bots"], summary="What the bot's seat knows, as bytes")
async def get_bot_sight(services: Services, visitor: Visitor, table_id: TableId, seat: SeatAsked = None) -> SightTold:
    """For bots that play by the rules of this package. It tells what the view tells, and no more."""
    return await services.house.look(table_id, lambda table: tell_sight(table, visitor.person, seat))


@get("/api/bot/tables/{table_id:str}/record", tags=["guest bots"], summary="The game record; whole once it is over")
async def get_bot_record(
    services: Services, visitor: Visitor, table_id: TableId, seat: SeatAsked = None
) -> GameRecord | PartialRecord:
    return await services.house.look(table_id, lambda table: record_for(table, viewer_for(table, visitor.person, seat)))


# --- what a bot does -------------------------------------------------------------------------------------------------


@post("/api/bot/tables/{table_id:str}/sit", tags=["guest bots"], summary="Sit down: accept", status_code=200)
async def sit(
    services: Services, visitor: Visitor, table_id: TableId, data: JSONBody[BotSeat], idempotency_key: Key = None
) -> Acknowledged:
    return Acknowledged(
        await services.guest_desk.sit(own(visitor), table_id, Sit(data.seat, data.nonce), idempotency_key)
    )


@post("/api/bot/tables/{table_id:str}/decline", tags=["guest bots"], summary="Decline an invitation", status_code=200)
async def decline_table(services: Services, visitor: Visitor, table_id: TableId) -> Acknowledged:
    """Nobody is told."""
    await services.invitations.decline(visitor.person, table_id)
    return Acknowledged(0)


@post("/api/bot/tables/{table_id:str}/moves", tags=["guest bots"], summary="Make a move", status_code=200)
async def make_move(
    services: Services, visitor: Visitor, table_id: TableId, data: JSONBody[BotMove], idempotency_key: Key = None
) -> Acknowledged:
    """409 `stale`: another decision is due by now. 422 `refused`: a rule forbids it; `rule` has its id."""
    play = Play(data.seat, data.moves, decision=data.decision)
    return await act(services, visitor, table_id, play, data.id or idempotency_key)


async def act(
    services: TheServices, visitor: TheVisitor, table_id: str, command: AnyCommand, key: str | None
) -> Acknowledged:
    return Acknowledged(await services.house.command(table_id, Actor.of(visitor.person), command, key))


@post("/api/bot/tables/{table_id:str}/leave", tags=["guest bots"], summary="Stand up before it begins", status_code=200)
async def leave_table(
    services: Services, visitor: Visitor, table_id: TableId, idempotency_key: Key = None
) -> Acknowledged:
    return await act(services, visitor, table_id, Leave(), idempotency_key)


@post("/api/bot/tables/{table_id:str}/start", tags=["guest bots"], summary="Begin the game", status_code=200)
async def start_table(
    services: Services, visitor: Visitor, table_id: TableId, idempotency_key: Key = None
) -> Acknowledged:
    return await act(services, visitor, table_id, Start(), idempotency_key)


@post("/api/bot/tables/{table_id:str}/resign", tags=["guest bots"], summary="Give up", status_code=200)
async def resign_table(
    services: Services, visitor: Visitor, table_id: TableId, idempotency_key: Key = None
) -> Acknowledged:
    return await act(services, visitor, table_id, Resign(), idempotency_key)


@post("/api/bot/tables/{table_id:str}/rematch", tags=["guest bots"], summary="Want a rematch", status_code=200)
async def want_rematch(
    services: Services, visitor: Visitor, table_id: TableId, idempotency_key: Key = None
) -> Acknowledged:
    return await act(services, visitor, table_id, Rematch(), idempotency_key)


@post("/api/bot/tables/{table_id:str}/draw", tags=["guest bots"], summary="Answer who offers a draw", status_code=200)
async def answer_draw(
    services: Services, visitor: Visitor, table_id: TableId, data: JSONBody[BotAnswer], idempotency_key: Key = None
) -> Acknowledged:
    return await act(services, visitor, table_id, AnswerDraw(data.agrees), idempotency_key)


@post("/api/bot/tables/{table_id:str}/take_back", tags=["guest bots"], summary="Answer who takes back", status_code=200)
async def answer_take_back(
    services: Services, visitor: Visitor, table_id: TableId, data: JSONBody[BotAnswer], idempotency_key: Key = None
) -> Acknowledged:
    return await act(services, visitor, table_id, AnswerTakeBack(data.agrees), idempotency_key)


ROUTES = [
    get_bot,
    get_events,
    get_stream,
    list_open_tables,
    open_bot_table,
    get_bot_table,
    get_bot_sight,
    get_bot_record,
    sit,
    decline_table,
    make_move,
    leave_table,
    start_table,
    resign_table,
    want_rematch,
    answer_draw,
    answer_take_back,
]

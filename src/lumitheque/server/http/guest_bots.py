"""/api/me/bots: the programs that somebody brings along, and their tokens; /api/bots: all of them, the ladder."""

from typing import Annotated

from litestar.params import JSONBody, PathParameter
from msgspec import Meta, Struct

from lumitheque.reception.shapes import Done
from lumitheque.server.access.cookies import Visitor as TheVisitor
from lumitheque.server.access.guest_bots import MOST_BOTS, MOST_TOKENS, SHORT, Scope
from lumitheque.server.access.removals import vacate
from lumitheque.server.guests.ladder import Ladder
from lumitheque.server.http.routing import Services, TableId, Visitor, delete, get, patch, post
from lumitheque.server.services import Services as TheServices
from lumitheque.server.settings import DAY

BotId = Annotated[str, PathParameter(min_length=1, max_length=64)]
TokenId = Annotated[str, PathParameter(min_length=SHORT, max_length=SHORT)]
Name = Annotated[str, Meta(min_length=1, max_length=200)]


class TokenTold(Struct, frozen=True):
    """A token, less what opens the door."""

    id: str
    scope: Scope
    since: int


class OwnBot(Struct, frozen=True):
    """A bot of yours."""

    id: str
    name: str
    author: str
    since: int
    challenges: bool
    here: bool  # it listens at the moment
    tokens: list[TokenTold]
    seen: int | None = None  # the day on which it was here last


class OwnBots(Struct, frozen=True):
    bots: list[OwnBot]
    most: int
    most_tokens: int  # of each


class BotWanted(Struct, forbid_unknown_fields=True):
    name: Name
    author: Name
    scope: Scope = "play"


class BotChanged(Struct, forbid_unknown_fields=True):
    challenges: bool  # people may invite it


class TokenWanted(Struct, forbid_unknown_fields=True):
    scope: Scope = "play"


class TokenMade(Struct, frozen=True):
    """Told once: the house keeps its digest alone."""

    bot: str
    token: str
    bots: OwnBots


class GuestBotTold(Struct, frozen=True):
    """A guest bot of the house."""

    id: str
    name: str
    author: str
    here: bool  # it listens at the moment
    challenges: bool  # whoever opened a table may invite it


class BotInvited(Struct, forbid_unknown_fields=True):
    bot: Annotated[str, Meta(min_length=1, max_length=64)]


@get("/api/me/bots", tags=["guest bots"], summary="Your bots and their tokens")
async def get_own_bots(services: Services, visitor: Visitor) -> OwnBots:
    return await tell_own(services, visitor.person)


async def tell_own(services: TheServices, person: str) -> OwnBots:
    bots, people, found = services.guest_bots, services.house.people, []
    for bot, one in bots.of(person).items():
        tokens = [TokenTold(t.digest[:SHORT], t.token.scope, t.token.since) for t in bots.tokens(bot)]
        seen = (await people.get(bot)).seen_at // DAY * DAY
        here = services.guest_streams.is_here(bot)
        found.append(OwnBot(bot, one.name, one.author, one.since, one.challenges, here, tokens, seen))
    return OwnBots(found, MOST_BOTS, MOST_TOKENS)


@post("/api/me/bots", tags=["guest bots"], summary="Make a bot; its token is told once")
async def make_bot(services: Services, visitor: Visitor, data: JSONBody[BotWanted]) -> TokenMade:
    services.guard.count_command(visitor)
    await services.house.meet(visitor.person)
    bot = await services.guest_bots.make(visitor.person, data.name, data.author)
    return await new_token(services, visitor, bot, data.scope)


async def new_token(services: TheServices, visitor: TheVisitor, bot: str, scope: Scope) -> TokenMade:
    door = services.admission.mark_of(visitor.person)  # they are in already
    token = await services.guest_bots.make_token(visitor.person, bot, scope, door)
    return TokenMade(bot, token, await tell_own(services, visitor.person))


@patch("/api/me/bots/{bot:str}", tags=["guest bots"], summary="Whether people may invite it")
async def change_bot(services: Services, visitor: Visitor, bot: BotId, data: JSONBody[BotChanged]) -> OwnBots:
    services.guard.count_command(visitor)
    await services.guest_bots.change(visitor.person, bot, data.challenges)
    return await tell_own(services, visitor.person)


@delete("/api/me/bots/{bot:str}", tags=["guest bots"], summary="Delete a bot and its tokens", status_code=200)
async def delete_bot(services: Services, visitor: Visitor, bot: BotId) -> OwnBots:
    """It leaves its tables; what it played stays, without a name."""
    services.guard.count_command(visitor)
    await forget_bot(services, visitor.person, bot)
    return await tell_own(services, visitor.person)


async def forget_bot(services: TheServices, owner: str, bot: str) -> None:
    await services.guest_bots.delete(owner, bot)
    services.guest_streams.see_out()
    await vacate(services.house, bot)
    await services.erasure.forget(bot)


@post("/api/me/bots/{bot:str}/tokens", tags=["guest bots"], summary="One more token for a bot, told once")
async def make_token(services: Services, visitor: Visitor, bot: BotId, data: JSONBody[TokenWanted]) -> TokenMade:
    services.guard.count_command(visitor)
    return await new_token(services, visitor, bot, data.scope)


@delete("/api/me/bots/{bot:str}/tokens/{token:str}", tags=["guest bots"], summary="Revoke a token", status_code=200)
async def revoke_token(services: Services, visitor: Visitor, bot: BotId, token: TokenId) -> OwnBots:
    """Its streams end at once."""
    services.guard.count_command(visitor)
    await services.guest_bots.revoke(visitor.person, bot, token)
    services.guest_streams.see_out()
    return await tell_own(services, visitor.person)


# --- for everybody ---------------------------------------------------------------------------------------------------


@get("/api/bots", tags=["guest bots"], summary="The guest bots of the house, those who listen first")
async def list_bots(services: Services) -> list[GuestBotTold]:
    found = [
        GuestBotTold(bot, one.name, one.author, services.guest_streams.is_here(bot), one.challenges)
        for bot, one in services.guest_bots.all().items()
    ]
    return sorted(found, key=lambda one: (not one.here, one.name.casefold(), one.id))


@get("/api/bots/ladder", tags=["guest bots"], summary="How strong guest bots are, game by game")
async def get_ladder(services: Services) -> list[Ladder]:
    return await services.ladder.ladders()


@post("/api/tables/{table_id:str}/invite_bot", tags=["guest bots"], summary="Invite a guest bot", status_code=200)
async def invite_bot(services: Services, visitor: Visitor, table_id: TableId, data: JSONBody[BotInvited]) -> Done:
    """For whoever opened the table, before it begins."""
    services.guard.count_invitation(visitor)
    if await services.guest_desk.invite(visitor.person, table_id, data.bot):
        services.guest_streams.tell_invited(data.bot)
    return Done()


ROUTES = [
    get_own_bots,
    make_bot,
    change_bot,
    delete_bot,
    make_token,
    revoke_token,
    list_bots,
    get_ladder,
    invite_bot,
]

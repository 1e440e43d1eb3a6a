"""/api/me/people: whom somebody knows; links by which two get to know each other; invitations to tables."""

from typing import Annotated

from litestar.params import JSONBody, PathParameter

from lumitheque.reception.faults import HouseFault
from lumitheque.reception.shapes import Done
from lumitheque.server.access.acquaintances import BLOCKED, MUTED
from lumitheque.server.access.cookies import Visitor as TheVisitor
from lumitheque.server.access.cookies import is_person
from lumitheque.server.http.routing import Address, PersonId, Services, TableId, Visitor, delete, get, patch, post
from lumitheque.server.http.shapes import (
    InvitationTold,
    InvitationWanted,
    KnownPerson,
    KnownTold,
    LinkOwner,
    PersonMarked,
)
from lumitheque.server.services import Services as TheServices

Token = Annotated[str, PathParameter(min_length=1, max_length=64)]


@get("/api/me/people", tags=["people"], summary="The people you know, and your link")
async def get_people(services: Services, visitor: Visitor, address: Address) -> KnownTold:
    return await tell_people(services, visitor, address)


async def tell_people(services: TheServices, visitor: TheVisitor, address: str) -> KnownTold:
    known = await services.acquaintances.of(visitor.person)
    token = await services.acquaintances.link_of(visitor.person)
    people = [
        KnownPerson(other, services.house.people.name(other), one.together, one.last, one.added, one.muted, one.blocked)
        for other, one in known.items()
    ]
    latest_first = sorted(people, key=lambda one: (-one.last, one.name.casefold(), one.id))
    return KnownTold(latest_first, None if token is None else f"{address}people/{token}")


@patch("/api/me/people/{person:str}", tags=["people"], summary="Mute somebody, or block them")
async def mark_person(
    services: Services, visitor: Visitor, address: Address, person: PersonId, data: JSONBody[PersonMarked]
) -> KnownTold:
    services.guard.count_command(visitor)
    if not is_person(person):
        raise HouseFault("unknown_person")
    await services.house.meet(visitor.person)
    for kind, on in ((MUTED, data.muted), (BLOCKED, data.blocked)):
        if on is not None:
            await services.acquaintances.mark(visitor.person, person, kind, on=on)
    if data.blocked:
        await services.invitations.drop_by(visitor.person, person)
    return await tell_people(services, visitor, address)


@delete("/api/me/people/{person:str}", tags=["people"], summary="Undo what a link did, for both", status_code=200)
async def part(services: Services, visitor: Visitor, address: Address, person: PersonId) -> KnownTold:
    services.guard.count_command(visitor)
    await services.acquaintances.part(visitor.person, person)
    return await tell_people(services, visitor, address)


# --- the link --------------------------------------------------------------------------------------------------------


@post("/api/me/people/link", tags=["people"], summary="A link by which others get to know you, at a new address")
async def make_link(services: Services, visitor: Visitor, address: Address) -> KnownTold:
    services.guard.count_command(visitor)
    await services.house.meet(visitor.person)
    await services.acquaintances.make_link(visitor.person)
    return await tell_people(services, visitor, address)


@delete("/api/me/people/link", tags=["people"], summary="End the link", status_code=200)
async def drop_link(services: Services, visitor: Visitor, address: Address) -> KnownTold:
    await services.acquaintances.drop_link(visitor.person)
    return await tell_people(services, visitor, address)


@get("/api/people/{token:str}", tags=["people"], summary="Whose link that is")
async def look_at_link(services: Services, visitor: Visitor, token: Token) -> LinkOwner:
    services.guard.count_feed(visitor)
    owner = await services.acquaintances.owner_of(token)
    return LinkOwner((await services.house.people.get(owner)).name, owner == visitor.person)


@post("/api/people/{token:str}", tags=["people"], summary="Get to know whose link that is", status_code=200)
async def follow_link(services: Services, visitor: Visitor, token: Token) -> LinkOwner:
    services.guard.count_feed(visitor)
    await services.acquaintances.owner_of(token)
    await services.house.meet(visitor.person)
    owner = await services.acquaintances.meet(visitor.person, token)
    return LinkOwner((await services.house.people.get(owner)).name, own=False)


# --- invitations -----------------------------------------------------------------------------------------------------


@post("/api/tables/{table_id:str}/invite", tags=["people"], summary="Invite somebody you know", status_code=200)
async def invite(services: Services, visitor: Visitor, table_id: TableId, data: JSONBody[InvitationWanted]) -> Done:
    services.guard.count_invitation(visitor)
    if await services.invitations.invite(visitor.person, table_id, data.person):
        services.live.tell_invited(data.person)
    return Done()


@get("/api/me/invitations", tags=["people"], summary="The tables to which you are invited")
async def get_invitations(services: Services, visitor: Visitor) -> list[InvitationTold]:
    return [
        InvitationTold(note.id, note.game, one.by, services.house.people.name(one.by), one.at)
        for note, one in await services.invitations.of(visitor.person)
    ]


@delete("/api/me/invitations/{table_id:str}", tags=["people"], summary="Decline; nobody is told", status_code=200)
async def decline(services: Services, visitor: Visitor, table_id: TableId) -> Done:
    await services.invitations.decline(visitor.person, table_id)
    return Done()


ROUTES = [
    get_people, mark_person, part, make_link, drop_link, look_at_link, follow_link, invite, get_invitations, decline,
]  # fmt: skip

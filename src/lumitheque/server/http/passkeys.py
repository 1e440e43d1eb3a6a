"""/api/me/passkeys: passkeys of somebody, and signing in with one."""

from typing import Annotated, Any

from litestar import Request
from litestar.params import JSONBody, PathParameter

from lumitheque.reception.shapes import Me
from lumitheque.server.access.ceremonies import Site
from lumitheque.server.access.devices import guess
from lumitheque.server.access.passkeys import LONGEST_ID
from lumitheque.server.http.identity_shapes import PasskeyAnswer, PasskeyAsked, PasskeyTold
from lumitheque.server.http.me import sign_in
from lumitheque.server.http.routing import Services, Visitor, delete, get, post
from lumitheque.server.services import Services as TheServices

PasskeyId = Annotated[str, PathParameter(min_length=1, max_length=LONGEST_ID)]


def site_of(request: Request[Any, Any, Any]) -> Site:
    """The house by the name in the browser's address bar, which is what passkeys are for."""
    return Site.of(request.scope.get("scheme", "http"), request.headers.get("host", ""))


@get("/api/me/passkeys", tags=["me"], summary="Your passkeys")
async def get_passkeys(services: Services, visitor: Visitor) -> list[PasskeyTold]:
    return await tell_passkeys(services, visitor.person)


async def tell_passkeys(services: TheServices, person: str) -> list[PasskeyTold]:
    found = await services.passkeys.of(person)
    return [PasskeyTold(key, one.browser, one.system, one.since) for key, one in found.items()]


@post("/api/me/passkeys/offer", tags=["me"], summary="Begin to make a passkey", status_code=200)
async def offer_passkey(services: Services, visitor: Visitor, request: Request[Any, Any, Any]) -> PasskeyAsked:
    services.guard.count_command(visitor)
    await services.house.meet(visitor.person)
    name = services.house.people.name(visitor.person)
    challenge = await services.passkeys.offer(services.admission.seals, site_of(request), visitor.person, name)
    return PasskeyAsked(challenge.options, challenge.sealed)


@post("/api/me/passkeys", tags=["me"], summary="Keep the passkey that your browser made")
async def make_passkey(
    services: Services, visitor: Visitor, request: Request[Any, Any, Any], data: JSONBody[PasskeyAnswer]
) -> list[PasskeyTold]:
    services.guard.count_command(visitor)
    called, seals = guess(visitor.agent), services.admission.seals
    await services.passkeys.make(seals, site_of(request), visitor.person, data.sealed, data.credential, called)
    return await tell_passkeys(services, visitor.person)


@delete("/api/me/passkeys/{passkey:str}", tags=["me"], summary="End a passkey", status_code=200)
async def drop_passkey(services: Services, visitor: Visitor, passkey: PasskeyId) -> list[PasskeyTold]:
    await services.passkeys.drop(visitor.person, passkey)
    return await tell_passkeys(services, visitor.person)


@post("/api/me/passkeys/ask", tags=["me"], summary="Begin to sign in with a passkey", status_code=200)
async def ask_for_passkey(services: Services, visitor: Visitor, request: Request[Any, Any, Any]) -> PasskeyAsked:
    services.guard.count_command(visitor)
    challenge = await services.passkeys.ask(services.admission.seals, site_of(request))
    return PasskeyAsked(challenge.options, challenge.sealed)


@post("/api/me/passkeys/sign-in", tags=["me"], summary="Sign in on this device with a passkey", status_code=200)
async def sign_in_with_passkey(
    services: Services, visitor: Visitor, request: Request[Any, Any, Any], data: JSONBody[PasskeyAnswer]
) -> Me:
    services.guard.count_guess(visitor)
    seals = services.admission.seals
    person = await services.passkeys.owner(seals, site_of(request), data.sealed, data.credential)
    return await sign_in(services, visitor, person)


ROUTES = [get_passkeys, offer_passkey, make_passkey, drop_passkey, ask_for_passkey, sign_in_with_passkey]

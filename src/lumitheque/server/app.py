"""create_app: the house as an ASGI application."""

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Request, Response
from litestar.di import NamedDependency, Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig

from lumitheque import __version__
from lumitheque.reception.faults import Fault, HouseFault, say_denied, say_fault
from lumitheque.server.access.addresses import bracketed, is_this_machine
from lumitheque.server.access.cookies import Visitor
from lumitheque.server.access.request_guard import BOT_DOOR, FrontDoor
from lumitheque.server.errors import retry_after, say_trouble
from lumitheque.server.fault_pages import wants_page
from lumitheque.server.http import (
    absences,
    bot_door,
    devices,
    editions,
    games,
    guest_bots,
    health,
    host,
    judging,
    local,
    me,
    notices,
    orders,
    pages,
    passkeys,
    people,
    press,
    reviews,
    sharers,
    study,
    tables,
    words,
)
from lumitheque.server.live.schema import InterfacePlugin
from lumitheque.server.services import Services
from lumitheque.server.settings import HouseSettings
from lumitheque.storage import StorageTrouble
from lumitheque.tables import Denied

log = logging.getLogger("lumitheque.server")
ROOMS = (
    absences,
    games,
    tables,
    press,
    orders,
    study,
    judging,
    reviews,
    editions,
    me,
    devices,
    passkeys,
    sharers,
    people,
    guest_bots,
    bot_door,
    notices,
    host,
    health,
    words,
    local,
    pages,
)
FORBIDDEN = ("not_allowed", "not_your_seat", "no_seat", "shown_out")  # the others are 409
BY_STATUS = {401: "host_only", 403: "host_only", 404: "not_found", 405: "no_such_method", 413: "too_large"}


class App:
    """The ASGI application. Tests and `serve` reach its parts through it."""

    def __init__(self, services: Services, routes: Litestar) -> None:
        self.services, self.routes = services, routes
        self._door = FrontDoor(services.guard, services.live, routes, self._count_refused)

    def _count_refused(self) -> None:
        self.services.house.tally.refused_requests += 1

    def note_cut_off(self, address: str, what: str) -> None:
        self.services.house.tally.cut_off += 1
        self.services.guard.report(address, what)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await self._door(scope, receive, send)


def create_app(settings: HouseSettings) -> App:
    services = Services(settings)

    @asynccontextmanager
    async def opening_hours(_: Litestar) -> AsyncIterator[None]:
        await services.open()
        try:
            yield
        finally:
            await services.close()

    routes = Litestar(
        [route for room in ROOMS for route in room.ROUTES],
        dependencies=dependencies(services),
        exception_handlers={
            HouseFault: say_house_fault,
            Denied: say_table_denied,
            StorageTrouble: for_trouble(services),
            HTTPException: say_http,
            RecursionError: say_too_deep,
            Exception: say_broken,
        },
        lifespan=[opening_hours],
        request_class=HouseRequest,
        request_max_body_size=settings.limits.body,
        openapi_config=OpenAPIConfig(
            title="Lumithèque", version=__version__, path="/schema", render_plugins=[InterfacePlugin()]
        ),
        logging_config=None,
        signature_types=[Services, Visitor],
    )
    return App(services, routes)


class HouseRequest(Request[Any, Any, Any]):
    """A request that answers 400 to a body that is not UTF-8; Litestar would answer 500."""

    async def json(self) -> Any:
        try:
            return await super().json()
        except UnicodeDecodeError:
            raise HouseFault("bad_request", problem="UTF-8") from None


# --- what routes ask for ---------------------------------------------------------------------------------------------


def dependencies(services: Services) -> dict[str, Provide]:
    """What routes are given by name."""

    def the_services() -> Services:
        return services

    given: dict[str, Callable[..., Any]] = {
        "services": the_services,
        "visitor": the_visitor,
        "host": for_the_host,
        "address": the_address,
    }
    return {name: Provide(give, sync_to_thread=False) for name, give in given.items()}


def the_visitor(request: Request[Any, Any, Any]) -> Visitor:
    visitor: Visitor = request.scope["state"]["visitor"]
    return visitor


def for_the_host(services: NamedDependency[Services], visitor: NamedDependency[Visitor]) -> Services:
    """The services, for the host alone."""
    if not visitor.host:
        raise HouseFault("host_only")
    return services


def the_address(request: Request[Any, Any, Any], services: NamedDependency[Services]) -> str:
    """The base URL as this visitor reached the house; for a visitor on this machine, the one that other devices use."""
    fallback = request.scope.get("server") or ("localhost", None)
    name = request.headers.get("host") or f"{bracketed(fallback[0])}:{fallback[1]}"
    if services.settings.network and is_this_machine(name):
        return services.settings.network
    return f"{request.scope.get('scheme', 'http')}://{name}/"


# --- how no is said --------------------------------------------------------------------------------------------------


def answer(request: Request[Any, Any, Any], fault: Fault, status: int, why: HouseFault | None = None) -> Response[Any]:
    """A page for a browser, JSON for everybody else."""
    if wants_page(request.headers):
        said: Response[Any] = pages.astray_page(request, fault, status)
    else:
        said = Response(fault, status_code=status)
    said.headers["vary"] = "accept, accept-encoding"
    if status == 401:
        said.headers["www-authenticate"] = "Bearer"
    if (seconds := retry_after(why or fault)) is not None:
        said.headers["retry-after"] = seconds
    return said


def say_house_fault(request: Request[Any, Any, Any], fault: HouseFault) -> Response[Any]:
    return answer(request, fault.fault(the_visitor(request).language), fault.status, fault)


def say_table_denied(request: Request[Any, Any, Any], denied: Denied) -> Response[Any]:
    status = 403 if denied.code in FORBIDDEN else 409
    if denied.code == "refused" and request.scope["path"].startswith(BOT_DOOR):
        status = 422  # 409 would mean: look again, and try something else
    return answer(request, say_denied(denied, the_visitor(request).language), status)


def for_trouble(services: Services) -> Callable[[Request[Any, Any, Any], StorageTrouble], Response[Any]]:
    def say(request: Request[Any, Any, Any], trouble: StorageTrouble) -> Response[Any]:
        if trouble.reason == "damaged":
            services.house.pause.after(trouble)  # reports the damage to the host
        return answer(request, say_trouble(trouble, the_visitor(request).language), 503)

    return say


def say_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    code, language = BY_STATUS.get(error.status_code), the_visitor(request).language
    fault = say_fault(code, language) if code else say_fault("bad_request", language, problem=explain(error))
    return answer(request, fault, min(500, error.status_code))


def say_too_deep(request: Request[Any, Any, Any], _: RecursionError) -> Response[Any]:
    """JSON nested too deeply was sent: nothing in the house recurses so far by itself."""
    return answer(request, say_fault("bad_request", the_visitor(request).language, problem="[[[["), 400)


def explain(error: HTTPException) -> str:
    """What is wrong with a request, in one line; never what it contained."""
    parts = error.extra if isinstance(error.extra, list) else []
    told = "; ".join(f"{part.get('key', '')}: {part.get('message', '')}" for part in parts if isinstance(part, dict))
    return (told or error.detail)[:300]


def say_broken(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    log.error("a request failed", exc_info=error)
    return answer(request, say_fault("broken", the_visitor(request).language), 500)

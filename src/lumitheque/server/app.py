"""create_app: the house as an ASGI application."""

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Request, Response
from litestar.di import NamedDependency, Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from lumitheque import __version__
from lumitheque.server.addresses import bracketed, is_this_machine
from lumitheque.server.faults import Fault, HouseFault, say_denied, say_fault, say_trouble
from lumitheque.server.guard import FrontDoor
from lumitheque.server.routes import games, host, me, pages, standing, study, tables
from lumitheque.server.settings import HouseSettings
from lumitheque.server.staff import Staff
from lumitheque.server.visitors import Visitor
from lumitheque.storage import StorageTrouble
from lumitheque.tables import Denied

log = logging.getLogger("lumitheque.server")
ROOMS = (games, tables, study, me, host, standing, pages)
FORBIDDEN = ("not_allowed", "not_your_seat", "no_seat", "shown_out")  # the others are 409
BY_STATUS = {401: "host_only", 403: "host_only", 404: "not_found", 405: "no_such_method", 413: "too_large"}


class App:
    """The application; what it is made of can be reached by tests and by `serve`."""

    def __init__(self, staff: Staff, routes: Litestar) -> None:
        self.staff, self.routes = staff, routes
        self._door = FrontDoor(staff.guard, staff.live, routes, self._count_refused)

    def _count_refused(self) -> None:
        self.staff.house.tally.refused_requests += 1

    def note_cut_off(self, address: str, what: str) -> None:
        self.staff.house.tally.cut_off += 1
        self.staff.guard.report(address, what)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await self._door(scope, receive, send)


def create_app(settings: HouseSettings) -> App:
    staff = Staff(settings)

    @asynccontextmanager
    async def opening_hours(_: Litestar) -> AsyncIterator[None]:
        await staff.come()
        try:
            yield
        finally:
            await staff.go()

    def the_staff() -> Staff:
        return staff

    routes = Litestar(
        [route for room in ROOMS for route in room.ROUTES],
        dependencies={
            "staff": Provide(the_staff, sync_to_thread=False),
            "visitor": Provide(the_visitor, sync_to_thread=False),
            "host": Provide(for_the_host, sync_to_thread=False),
            "address": Provide(the_address, sync_to_thread=False),
        },
        exception_handlers={
            HouseFault: say_house_fault,
            Denied: say_table_denied,
            StorageTrouble: for_trouble(staff),
            HTTPException: say_http,
            RecursionError: say_too_deep,
            Exception: say_broken,
        },
        lifespan=[opening_hours],
        request_class=HouseRequest,
        request_max_body_size=settings.limits.body,
        openapi_config=OpenAPIConfig(
            title="Lumithèque", version=__version__, path="/schema", render_plugins=[JsonRenderPlugin()]
        ),
        logging_config=None,
        signature_types=[Staff, Visitor],
    )
    return App(staff, routes)


class HouseRequest(Request[Any, Any, Any]):
    """A request whose body is checked to be text before it is read as JSON: the library would call that our fault."""

    async def json(self) -> Any:
        try:
            return await super().json()
        except UnicodeDecodeError:
            raise HouseFault("bad_request", problem="UTF-8") from None


# --- what routes ask for ---------------------------------------------------------------------------------------------


def the_visitor(request: Request[Any, Any, Any]) -> Visitor:
    visitor: Visitor = request.scope["state"]["visitor"]
    return visitor


def for_the_host(staff: NamedDependency[Staff], visitor: NamedDependency[Visitor]) -> Staff:
    """The staff, for the host alone."""
    if not visitor.host:
        raise HouseFault("host_only")
    return staff


def the_address(request: Request[Any, Any, Any], staff: NamedDependency[Staff]) -> str:
    """The house as this visitor reached it; from the machine itself, as others reach it."""
    fallback = request.scope.get("server") or ("localhost", None)
    name = request.headers.get("host") or f"{bracketed(fallback[0])}:{fallback[1]}"
    if staff.settings.network and is_this_machine(name):
        return staff.settings.network
    return f"{request.scope.get('scheme', 'http')}://{name}/"


# --- how no is said --------------------------------------------------------------------------------------------------


def answer(fault: Fault, status: int) -> Response[Fault]:
    headers = {"retry-after": "1"} if status in (429, 503) else None
    return Response(fault, status_code=status, headers=headers)


def say_house_fault(_: Request[Any, Any, Any], fault: HouseFault) -> Response[Fault]:
    return answer(fault.fault(), fault.status)


def say_table_denied(_: Request[Any, Any, Any], denied: Denied) -> Response[Fault]:
    return answer(say_denied(denied), 403 if denied.code in FORBIDDEN else 409)


def for_trouble(staff: Staff) -> Callable[[Request[Any, Any, Any], StorageTrouble], Response[Fault]]:
    def say(_: Request[Any, Any, Any], trouble: StorageTrouble) -> Response[Fault]:
        if trouble.reason == "damaged":
            staff.house.fails(trouble)  # the host is told
        return answer(say_trouble(trouble), 503)

    return say


def say_http(_: Request[Any, Any, Any], error: HTTPException) -> Response[Fault]:
    code = BY_STATUS.get(error.status_code)
    fault = say_fault(code) if code else say_fault("bad_request", problem=explain(error))
    return answer(fault, min(500, error.status_code))


def say_too_deep(_: Request[Any, Any, Any], __: RecursionError) -> Response[Fault]:
    """Nothing in the house goes so deep by itself: lists within lists within lists were sent."""
    return answer(say_fault("bad_request", problem="[[[["), 400)


def explain(error: HTTPException) -> str:
    """What a request lacks, in one line; never what it contained."""
    parts = error.extra if isinstance(error.extra, list) else []
    told = "; ".join(f"{part.get('key', '')}: {part.get('message', '')}" for part in parts if isinstance(part, dict))
    return (told or error.detail)[:300]


def say_broken(_: Request[Any, Any, Any], error: Exception) -> Response[Fault]:
    log.error("a request failed", exc_info=error)
    return answer(say_fault("broken"), 500)

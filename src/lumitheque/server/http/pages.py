"""The page of the house, as `web/` was built, and the small pages that work without it.

The page is one document that finds its way by the address. What it loads has a digest in its name and never changes;
it lies there packed already.
"""

import mimetypes
import re
from typing import Any

from litestar import MediaType, Request, Response
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.static_files import create_static_files_router
from litestar.types import ControllerRouterHandler

from lumitheque.games import SHELF
from lumitheque.reception.faults import Fault, say_fault
from lumitheque.reception.reviews import BROUGHT
from lumitheque.server.built_page import INDEX, STATIC, WEB, is_built
from lumitheque.server.fault_pages import fault_page
from lumitheque.server.http.link_tags import in_head, preview_tags
from lumitheque.server.http.routing import Address, Services, Visitor, get
from lumitheque.server.services import Services as TheServices
from lumitheque.storage import StorageTrouble
from lumitheque.tables import TableNote

FILES = ("/assets/", "/static/", "/local/")  # what is no page of its own
UNBUILT = "index.html"  # of STATIC: says how the page is built
OF_THE_DAY = "day"  # the exercise of the day stands where a game does
ADDRESS = re.compile(r"[\w-]{1,64}", re.ASCII)  # what may be a table's id
TEXTS = {".webmanifest": "application/manifest+json", ".woff2": "font/woff2"}

Asking = Request[Any, Any, Any]


def small_page(name: str) -> Response[bytes]:
    return Response((STATIC / name).read_bytes(), media_type=MediaType.HTML)


def astray_page(request: Asking, fault: Fault, status: int) -> Response[bytes]:
    """What a browser is shown instead of a refusal. The page itself says best that an address leads nowhere."""
    if fault.code == "not_found" and is_built() and not request.scope["path"].startswith(FILES):
        return built(request, "index.html", status)
    body = fault_page(fault, status, language_of(request))
    return Response(body, status_code=status, media_type=MediaType.HTML)


def built(request: Asking, name: str, status: int = 200) -> Response[bytes]:
    """A file of the build, packed if the browser can unpack it."""
    path = WEB / name
    if not path.is_file() or WEB.resolve() not in path.resolve().parents:
        raise NotFoundException
    kind = TEXTS.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    packed = path.with_name(f"{path.name}.gz")
    if "gzip" in request.headers.get("accept-encoding", "") and packed.is_file():
        headers = {"content-encoding": "gzip", "vary": "accept-encoding"}
        return Response(packed.read_bytes(), status_code=status, media_type=kind, headers=headers)
    return Response(path.read_bytes(), status_code=status, media_type=kind)


PAGES = ["/", "/study", "/workshop", "/exercises", "/me", "/bots", "/host", "/link"]


@get(PAGES, include_in_schema=False, sync_to_thread=False)
def the_page(request: Asking) -> Response[bytes]:
    return page_of(request)


@get(["/table/{rest:path}", "/replay/{rest:path}"], include_in_schema=False)
async def table_page(request: Asking, services: Services, address: Address, rest: FromPath[str]) -> Response[Any]:
    table_id = first_of(rest)
    try:
        note = await note_of(services, table_id)
    except StorageTrouble:  # a table that cannot be read now is not gone
        return page_of(request)
    if note is None or not note.spectators or not is_built():
        return page_of(request, gone=note is None and table_id not in services.house.aside)
    tags = preview_tags(
        note, address, language_of(request), request.query_params.get("at"), pictured=services.previews.offered(note)
    )
    return Response(in_head(INDEX.read_text(encoding="utf-8"), tags), media_type=MediaType.HTML)


@get("/review/{rest:path}", include_in_schema=False)
async def review_page(request: Asking, services: Services, rest: FromPath[str]) -> Response[bytes]:
    name = first_of(rest)
    return page_of(request, gone=not name.startswith(BROUGHT) and await is_gone(services, name))


@get(["/people/{rest:path}", "/workshop/{rest:path}"], include_in_schema=False, sync_to_thread=False)
def page_by_address(request: Asking, rest: FromPath[str]) -> Response[bytes]:  # noqa: ARG001 (the page reads it)
    return page_of(request)


@get(
    ["/learn/{rest:path}", "/rules/{rest:path}", "/exercises/{rest:path}"],
    include_in_schema=False,
    sync_to_thread=False,
)
def game_page(request: Asking, rest: FromPath[str]) -> Response[bytes]:
    return page_of(request, gone=first_of(rest) not in (*SHELF, OF_THE_DAY))


def first_of(rest: str) -> str:
    """The part of an address that the page reads."""
    return rest.strip("/").partition("/")[0]


def page_of(request: Asking, *, gone: bool = False) -> Response[bytes]:
    """The page, which finds out itself what it cannot show; the status is for those who do not run it."""
    return built(request, "index.html", 404 if gone else 200) if is_built() else small_page(UNBUILT)


async def note_of(services: TheServices, table_id: str) -> TableNote | None:
    return await services.house.store.note(table_id) if ADDRESS.fullmatch(table_id) else None


async def is_gone(services: TheServices, table_id: str) -> bool:
    """Whether there is no such table. One that cannot be read now is not gone."""
    try:
        return await note_of(services, table_id) is None and table_id not in services.house.aside
    except StorageTrouble:
        return False


def language_of(request: Asking) -> str:
    language: str = request.scope["state"]["visitor"].language
    return language


@get("/renewed", include_in_schema=False, sync_to_thread=False)
def renewed_page(visitor: Visitor) -> Response[bytes]:
    """Where `start.js` leads whoever has a page of before whose scripts are gone, if loading it again did not help."""
    fault = say_fault("not_found", visitor.language)
    body = fault_page(Fault("renewed", fault.sentence), 200, visitor.language)
    return Response(body, media_type=MediaType.HTML)


@get("/assets/{name:str}", include_in_schema=False, sync_to_thread=False)
def asset(request: Asking, name: FromPath[str]) -> Response[bytes]:
    return built(request, f"assets/{name}")


@get(
    [
        "/start.js",
        "/service.js",
        "/manifest.webmanifest",
        "/icon.svg",
        "/icon-192.png",
        "/icon-512.png",
        "/badge-96.png",
    ],
    include_in_schema=False,
    sync_to_thread=False,
)
def beside_the_page(request: Asking) -> Response[bytes]:
    return built(request, request.scope["path"].removeprefix("/"))


@get("/receive", include_in_schema=False, sync_to_thread=False)
def receive_page() -> Response[bytes]:
    return small_page("receive.html")


@get("/api", include_in_schema=False, sync_to_thread=False)
def api_page() -> Response[bytes]:
    return small_page("api.html")


ROUTES: list[ControllerRouterHandler] = [
    the_page,
    table_page,
    review_page,
    game_page,
    page_by_address,
    asset,
    beside_the_page,
    renewed_page,
    receive_page,
    api_page,
    create_static_files_router("/static", [STATIC], include_in_schema=False),
]

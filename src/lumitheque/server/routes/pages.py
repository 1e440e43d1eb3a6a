"""The page of the house, as `web/` was built, and the small pages that work without it.

The page is one document that finds its way by the address. What it loads has a digest in its name and never changes;
it lies there packed already.
"""

import mimetypes
from pathlib import Path
from typing import Any

from litestar import MediaType, Request, Response
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.static_files import create_static_files_router
from litestar.types import ControllerRouterHandler

from lumitheque.server.routes.asking import get

SERVER = Path(__file__).parent.parent
STATIC, WEB = SERVER / "static", SERVER / "web"
UNBUILT = "index.html"  # of STATIC: says how the page is built
TEXTS = {".webmanifest": "application/manifest+json", ".woff2": "font/woff2"}

Asking = Request[Any, Any, Any]


def small_page(name: str) -> Response[bytes]:
    return Response((STATIC / name).read_bytes(), media_type=MediaType.HTML)


def built(request: Asking, name: str) -> Response[bytes]:
    """A file of the build, packed if the browser can unpack it."""
    path = WEB / name
    if not path.is_file() or WEB.resolve() not in path.resolve().parents:
        raise NotFoundException
    kind = TEXTS.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    packed = path.with_name(f"{path.name}.gz")
    if "gzip" in request.headers.get("accept-encoding", "") and packed.is_file():
        headers = {"content-encoding": "gzip", "vary": "accept-encoding"}
        return Response(packed.read_bytes(), media_type=kind, headers=headers)
    return Response(path.read_bytes(), media_type=kind)


@get(
    ["/", "/table/{rest:path}", "/replay/{rest:path}", "/learn/{rest:path}", "/rules/{rest:path}", "/study", "/me"],
    include_in_schema=False,
    sync_to_thread=False,
)
def the_page(request: Asking) -> Response[bytes]:
    return built(request, "index.html") if (WEB / "index.html").is_file() else small_page(UNBUILT)


@get("/assets/{name:str}", include_in_schema=False, sync_to_thread=False)
def asset(request: Asking, name: FromPath[str]) -> Response[bytes]:
    return built(request, f"assets/{name}")


@get(
    ["/manifest.webmanifest", "/icon.svg", "/icon-192.png", "/icon-512.png", "/worker.js"],
    include_in_schema=False,
    sync_to_thread=False,
)
def beside_the_page(request: Asking) -> Response[bytes]:
    return built(request, request.scope["path"].removeprefix("/"))


@get("/host", include_in_schema=False, sync_to_thread=False)
def host_page() -> Response[bytes]:
    return small_page("host.html")


@get("/receive", include_in_schema=False, sync_to_thread=False)
def receive_page() -> Response[bytes]:
    return small_page("receive.html")


@get("/api", include_in_schema=False, sync_to_thread=False)
def api_page() -> Response[bytes]:
    return small_page("api.html")


ROUTES: list[ControllerRouterHandler] = [
    the_page,
    asset,
    beside_the_page,
    host_page,
    receive_page,
    api_page,
    create_static_files_router("/static", [STATIC], include_in_schema=False),
]

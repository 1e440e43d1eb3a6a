"""/health, /ready, /metrics, and the pages that the house has of its own."""

from pathlib import Path

from litestar import MediaType, Response
from litestar.static_files import create_static_files_router
from litestar.types import ControllerRouterHandler

from lumitheque import __version__
from lumitheque.server.answers import Standing
from lumitheque.server.faults import HouseFault
from lumitheque.server.routes.asking import Staff, get

STATIC = Path(__file__).parent.parent / "static"
METRICS = "text/plain; version=0.0.4; charset=utf-8"


@get("/health", tags=["house"], summary="The process is alive", sync_to_thread=False)
def health(staff: Staff) -> Standing:
    return Standing(True, staff.house.paused, __version__)


@get("/ready", tags=["house"], summary="Games and bots are loaded, the log can be written", sync_to_thread=False)
def ready(staff: Staff) -> Standing:
    if not staff.ready:
        raise HouseFault("not_ready")
    if staff.house.paused:
        raise HouseFault("paused")
    return Standing(True, False, __version__)


@get("/metrics", tags=["house"], summary="Numbers, for Prometheus", media_type=METRICS, sync_to_thread=False)
def metrics(staff: Staff) -> Response[bytes]:
    return Response(staff.house.tally.text(), media_type=METRICS)


def page(name: str) -> Response[bytes]:
    return Response((STATIC / name).read_bytes(), media_type=MediaType.HTML)


@get("/", include_in_schema=False, sync_to_thread=False)
def front_page() -> Response[bytes]:
    return page("index.html")


@get("/host", include_in_schema=False, sync_to_thread=False)
def host_page() -> Response[bytes]:
    return page("host.html")


@get("/receive", include_in_schema=False, sync_to_thread=False)
def receive_page() -> Response[bytes]:
    return page("receive.html")


@get("/api", include_in_schema=False, sync_to_thread=False)
def api_page() -> Response[bytes]:
    return page("api.html")


ROUTES: list[ControllerRouterHandler] = [
    health,
    ready,
    metrics,
    front_page,
    host_page,
    receive_page,
    api_page,
    create_static_files_router("/static", [STATIC], include_in_schema=False),
]

"""/health, /ready, /metrics."""

from litestar import Response
from litestar.types import ControllerRouterHandler

from lumitheque import __version__
from lumitheque.server.answers import Standing
from lumitheque.server.faults import HouseFault
from lumitheque.server.routes.asking import Staff, get

METRICS = "text/plain; version=0.0.4; charset=utf-8"


@get("/health", tags=["house"], summary="The process is alive", sync_to_thread=False)
def health(staff: Staff) -> Standing:
    return Standing(True, staff.house.paused, __version__, staff.unwell())


@get("/ready", tags=["house"], summary="Games and bots are loaded, the log can be written", sync_to_thread=False)
def ready(staff: Staff) -> Standing:
    if not staff.ready:
        raise HouseFault("not_ready")
    if staff.house.paused:
        raise HouseFault("paused")
    return Standing(True, False, __version__, staff.unwell())


@get("/metrics", tags=["house"], summary="Numbers, for Prometheus", media_type=METRICS, sync_to_thread=False)
def metrics(staff: Staff) -> Response[bytes]:
    return Response(staff.house.tally.text(), media_type=METRICS)


ROUTES: list[ControllerRouterHandler] = [health, ready, metrics]

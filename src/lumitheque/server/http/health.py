"""/health, /ready, /metrics."""

from litestar import Response
from litestar.types import ControllerRouterHandler

from lumitheque import __version__
from lumitheque.reception.faults import HouseFault
from lumitheque.server.http.routing import Services, get
from lumitheque.server.http.shapes import HealthAnswer
from lumitheque.server.services import Services as TheServices

METRICS = "text/plain; version=0.0.4; charset=utf-8"


@get("/health", tags=["house"], summary="Liveness: the process answers", sync_to_thread=False)
def health(services: Services) -> HealthAnswer:
    return answer(services, services.house.pause.on)


@get(
    "/ready",
    tags=["house"],
    summary="Readiness: games and bots are loaded, the store takes writes",
    sync_to_thread=False,
)
def ready(services: Services) -> HealthAnswer:
    if not services.ready:
        raise HouseFault("not_ready")
    if services.house.pause.on:
        raise HouseFault("paused")
    return answer(services, paused=False)


def answer(services: TheServices, paused: bool) -> HealthAnswer:
    return HealthAnswer(True, paused, __version__, services.unwell(), services.house.preparation.to_come())


@get(
    "/metrics", tags=["house"], summary="Metrics in the format of Prometheus", media_type=METRICS, sync_to_thread=False
)
def metrics(services: Services) -> Response[bytes]:
    return Response(services.house.tally.text(), media_type=METRICS)


ROUTES: list[ControllerRouterHandler] = [health, ready, metrics]

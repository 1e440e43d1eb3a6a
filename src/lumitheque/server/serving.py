"""The uvicorn configuration: many idle sockets, little logging."""

import logging
import os
import time
from collections import Counter
from collections.abc import Callable
from functools import partial

import uvicorn
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from lumitheque.server.access.connections import Connection, Reception
from lumitheque.server.access.rate_limits import Limiter, Rate
from lumitheque.server.app import App
from lumitheque.server.live.framing import Wire

try:
    import resource
except ImportError:  # Windows has no such limit
    resource = None  # type: ignore[assignment]

PROXIES = "127.0.0.1,::1"  # trusted proxies unless FORWARDED_ALLOW_IPS says otherwise
FILES = 65_536  # a connection is an open file
FEW_FILES = 4_096  # below that the host is warned
WARNINGS = Rate(1 / 60, 1)  # of one text


class WarningLimit(logging.Filter):
    """Limits the warnings of uvicorn to one a minute for each text, with a count of those left out.

    A stranger causes "Invalid HTTP request received." with every connection, and would fill the host's disk.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock, self._limiter = clock, Limiter(WARNINGS)
        self._left_out: Counter[str] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        text = str(record.msg)
        if record.levelno > logging.WARNING:
            return True
        if not self._limiter.take(text, self._clock()):
            self._left_out[text] += 1
            return False
        if count := self._left_out.pop(text, 0):
            record.msg = f"{text} ({count} more since this was last logged)"
        return True


WARNING_LIMIT = WarningLimit()  # one for the process, as uvicorn's logger is


def serving(app: App, host: str = "127.0.0.1", port: int = 0) -> uvicorn.Config:
    proxies = os.environ.get("FORWARDED_ALLOW_IPS", PROXIES)
    trusted = ProxyHeadersMiddleware(app, proxies).trusted_hosts
    reception = Reception(app.services.settings, trusted.__contains__, app.note_cut_off)
    logging.getLogger("uvicorn.error").addFilter(WARNING_LIMIT)
    return uvicorn.Config(
        app,
        host=host,
        port=port,
        loop="auto",
        http=partial(Connection, reception=reception),  # type: ignore[arg-type]  # as good as a class
        ws=Wire,
        ws_per_message_deflate=False,  # messages are small; compressing them costs more than it saves
        ws_max_size=app.services.settings.limits.message,
        ws_ping_interval=30.0,
        ws_ping_timeout=30.0,
        lifespan="on",
        access_log=False,  # it would hold the addresses of guests
        log_level="warning",
        server_header=False,
        forwarded_allow_ips=proxies,
        timeout_graceful_shutdown=3,
    )


def raise_file_limit() -> int | None:
    """Raise the limit of open files as far as allowed; returns it, or None where there is no such limit."""
    if resource is None:
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return None
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if wanted <= soft:
        return soft
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError):  # macOS has a second limit that it does not tell
        return soft
    return wanted

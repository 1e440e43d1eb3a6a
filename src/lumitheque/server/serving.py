"""How the house is served: uvicorn, set up for many quiet sockets and few words in the log."""

import os
from functools import partial

import uvicorn
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from lumitheque.server.app import App
from lumitheque.server.connections import Connection, Reception
from lumitheque.server.wire import Wire

try:
    import resource
except ImportError:  # Windows has no such limit
    resource = None  # type: ignore[assignment]

PROXIES = "127.0.0.1,::1"  # believed unless FORWARDED_ALLOW_IPS says otherwise
FILES = 65_536  # a connection is an open file
FEW_FILES = 4_096  # with fewer the host is told


def serving(app: App, host: str = "127.0.0.1", port: int = 0) -> uvicorn.Config:
    proxies = os.environ.get("FORWARDED_ALLOW_IPS", PROXIES)
    trusted = ProxyHeadersMiddleware(app, proxies).trusted_hosts
    reception = Reception(app.staff.settings, trusted.__contains__, app.note_cut_off)
    return uvicorn.Config(
        app,
        host=host,
        port=port,
        loop="auto",
        http=partial(Connection, reception=reception),  # type: ignore[arg-type]  # as good as a class
        ws=Wire,
        ws_per_message_deflate=False,  # messages are small; compressing them costs more than it saves
        ws_max_size=app.staff.settings.limits.message,
        ws_ping_interval=30.0,
        ws_ping_timeout=30.0,
        lifespan="on",
        access_log=False,  # addresses of guests are nobody's business
        log_level="warning",
        server_header=False,
        forwarded_allow_ips=proxies,
        timeout_graceful_shutdown=3,
    )


def raise_file_limit() -> int | None:
    """Let this process open as many files as it may; how many that are, or None where nobody counts them."""
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

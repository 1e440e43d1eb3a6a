"""How the house is served: uvicorn, set up for many quiet sockets and few words in the log."""

import uvicorn

from lumitheque.server.app import App
from lumitheque.server.wire import Wire


def serving(app: App, host: str = "127.0.0.1", port: int = 0) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        host=host,
        port=port,
        loop="auto",
        ws=Wire,
        ws_per_message_deflate=False,  # messages are small; compressing them costs more than it saves
        ws_max_size=app.staff.settings.limits.message,
        ws_ping_interval=30.0,
        ws_ping_timeout=30.0,
        lifespan="on",
        access_log=False,  # addresses of guests are nobody's business
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=3,
    )

"""A bare Litestar application: it says back what it is told. What a connection costs before anybody plays."""

import sys
from typing import Any

import uvicorn
from litestar import Litestar, WebSocket, get, websocket
from litestar.exceptions import WebSocketDisconnect


@websocket("/live")
async def echo(socket: WebSocket[Any, Any, Any]) -> None:
    await socket.accept()
    try:
        while True:
            await socket.send_text(await socket.receive_text())
    except WebSocketDisconnect:
        return


@get("/ready")
async def ready() -> str:
    return "yes"


if __name__ == "__main__":
    uvicorn.run(
        Litestar([echo, ready], openapi_config=None, logging_config=None),
        host="127.0.0.1",
        port=int(sys.argv[1]),
        ws="websockets-sansio",  # these as in lumitheque.server.serving
        ws_per_message_deflate=False,
        ws_ping_interval=30.0,
        ws_ping_timeout=30.0,
        access_log=False,
        log_level="warning",
    )

"""mcp: games for language models and other agents, over the Model Context Protocol."""

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from lumitheque.cli import FINE, complain
from lumitheque.cli.speech import Language, Speech

if TYPE_CHECKING:
    from lumitheque.agents.mcp_server import AgentServer

BACKLOG = 64

Address = Annotated[
    str | None,
    Parameter(metavar="HOST:PORT", help="Serve over HTTP there, such as 127.0.0.1:8765, instead of stdin and stdout."),
]
HostNames = Annotated[
    list[str] | None,
    Parameter(metavar="N", help="A name by which other machines reach it over HTTP; may be said several times."),
]


def mcp(
    *,
    http: Address = None,
    name: HostNames = None,
    keep: Annotated[str | None, Parameter(metavar="DIR", help="Keep the record of every finished game there.")] = None,
    lang: Language = None,
) -> int:
    """Serve the games to language models and other agents, by the Model Context Protocol.

    A client starts this command and speaks to it over stdin and stdout. It needs the extra `agents`:
    pip install 'lumitheque[agents]'.
    """
    say = Speech(lang)
    need_sdk(say)
    os.environ.setdefault("LUMITHEQUE_RULES", "prepared")  # before any rule is imported
    _advise_preparing(say)
    from lumitheque.agents.desk import Desk
    from lumitheque.agents.mcp_server import AgentServer, serve_stdio

    desk = Desk(alone=http is None, keep=None if keep is None else Path(keep))
    server = AgentServer(desk, say.language)
    if http is None:
        asyncio.run(serve_stdio(server))
    else:
        _serve_http(server, http, name or [], say)
    return FINE


def need_sdk(say: Speech) -> None:
    """Raise, in one line, what must be installed."""
    from importlib.util import find_spec

    from lumitheque.games.game import GameError

    if find_spec("mcp") is None:
        raise GameError(say("agents.missing"))


def _advise_preparing(say: Speech) -> None:
    """Without machine code everything goes on, but slowly. stdout belongs to the protocol."""
    from lumitheque.games.machine_code import games_here, is_marked

    if not all(map(is_marked, games_here())):
        complain(say("agents.unprepared"))


def _serve_http(server: "AgentServer", address: str, names: list[str], say: Speech) -> None:
    import socket

    from lumitheque.agents.mcp_server import HERE, PATH, listening_socket, serve_http
    from lumitheque.games.game import GameError

    host, colon, port = address.rpartition(":")
    if not colon or not host or not port.isdecimal():
        raise GameError(say("agents.address", address=address))
    if host not in HERE and not names:
        raise GameError(say("agents.names", host=host))
    bare = host.strip("[]")
    with listening_socket(socket.AF_INET6 if ":" in bare else socket.AF_INET) as bound:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            bound.bind((bare, int(port)))
            bound.listen(BACKLOG)
        except (OSError, OverflowError) as error:
            raise GameError(say("serve.refused", host=host, port=port, detail=say.error(error))) from None
        for ending in (signal.SIGINT, signal.SIGTERM):  # uvicorn ends, then raises them again: that was all
            signal.signal(ending, lambda *_: None)
        print(say("agents.open", address=f"http://{host}:{bound.getsockname()[1]}{PATH}"), file=sys.stderr, flush=True)
        asyncio.run(serve_http(server, bound, names))

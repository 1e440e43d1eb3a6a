"""The MCP server: the official SDK around the tools, over stdio or streamable HTTP.

Over HTTP it answers this machine alone, unless it is told by which names it is reached: a page elsewhere that a browser
shows cannot ask for anything (Host and Origin are checked), and nobody can send it more than a small request.
"""

import asyncio
import socket
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

import uvicorn
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.resources import FunctionResource
from mcp.server.transport_security import TransportSecuritySettings
from mcp.types import CallToolResult, InputRequiredResult
from pydantic import ValidationError
from starlette.applications import Starlette

from lumitheque import __version__
from lumitheque.agents.desk import Desk
from lumitheque.agents.pages import page_addresses, read_page, say_prompt
from lumitheque.agents.tools import Tools, faulty
from lumitheque.games import GameError
from lumitheque.reception.faults import Fault, HouseFault, say_denied, say_fault
from lumitheque.tables import Denied

NAME = "lumitheque"
PATH = "/mcp"
HERE = ("127.0.0.1", "localhost", "[::1]")  # names of this machine
LARGEST = 300_000  # bytes of a request: a whole deck fits
MOST_SESSIONS = 64
IDLE = 3600.0  # seconds after which a session that asks nothing is closed
GRACE = 2  # seconds for requests under way, when the server ends
PATIENCE = 10.0  # seconds for a server in a thread to start and to end
INSTRUCTIONS = (
    "Board games with a strict referee. Open a table with open_table, look with view, list your moves with legal_moves,"
    " play with move. You are told what your seat may know. A refused move names the rule that it breaks; read it with"
    " rules."
)


class AgentServer(MCPServer[Any]):
    """Refusals are told as the house tells them: a code, a sentence in the language of the server."""

    def __init__(self, desk: Desk, language: str, opens: bool = True) -> None:
        super().__init__(NAME, "Lumithèque", instructions=INSTRUCTIONS, version=__version__, log_level="ERROR")
        self.language = language
        for tool, facts in Tools(desk, language, opens).all():
            self.add_tool(tool, annotations=facts)
        for address, (game, spoken, aid) in page_addresses().items():
            self.add_resource(
                FunctionResource.from_function(
                    fn=partial(read_page, game, spoken, aid),
                    uri=address,
                    name=address.rpartition("//")[2],
                    title=f"{game.words(spoken)['title']}: {'aid' if aid else 'rules'} ({spoken})",
                    mime_type="text/markdown",
                )
            )
        self._add_prompts()

    def _add_prompts(self) -> None:
        @self.prompt(title="Learn a game")
        def learn_the_game(game: str, language: str = self.language) -> str:
            """Read the rules of a game, try it out against a weak bot, and say what was learnt."""
            return say_prompt("learn", game, language)

        @self.prompt(title="Play a game")
        def play_a_game(game: str, opponent: str = "greedy", language: str = self.language) -> str:
            """Play a whole game against a bot and try to win."""
            return say_prompt("play", game, language, opponent)

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            fault = self._fault_of(error)
            if fault is None:
                raise  # of ours: the SDK logs it and tells the client nothing
            return faulty(fault)

    def _fault_of(self, error: ToolError) -> Fault | None:
        cause = error.__cause__
        if isinstance(cause, ValidationError):
            return say_fault("bad_request", self.language, problem=told_in_short(cause))
        if isinstance(cause, Denied):
            return say_denied(cause, self.language)
        if isinstance(cause, HouseFault):
            return cause.fault(self.language)
        if isinstance(cause, GameError):
            return say_fault("bad_request", self.language, problem=cause.told(self.language)[:300])
        return None if cause is not None else say_fault("bad_request", self.language, problem=str(error)[:300])


def told_in_short(error: ValidationError) -> str:
    """What is wrong with the arguments, without what was sent."""
    told = [f"{'.'.join(str(part) for part in one['loc'][:2])}: {one['msg']}" for one in error.errors()[:3]]
    return "; ".join(dict.fromkeys(told))[:300]


async def serve_stdio(server: AgentServer) -> None:
    await server.run_stdio_async()


def http_app(server: AgentServer, names: Sequence[str] = ()) -> Starlette:
    """The application. `names`: under which hosts it is reached, besides this machine's own."""
    known = [*HERE, *names]
    hosts = [form for name in known for form in (name, f"{name}:*")]
    security = TransportSecuritySettings(
        allowed_hosts=hosts, allowed_origins=[f"{scheme}://{host}" for scheme in ("http", "https") for host in hosts]
    )
    return server.streamable_http_app(
        streamable_http_path=PATH,
        json_response=True,
        session_idle_timeout=IDLE,
        max_request_body_size=LARGEST,
        max_sessions=MOST_SESSIONS,
        transport_security=security,
    )


def http_server(server: AgentServer, names: Sequence[str] = ()) -> uvicorn.Server:
    config = uvicorn.Config(
        http_app(server, names), log_level="warning", ws="none", server_header=False, timeout_graceful_shutdown=1
    )
    return uvicorn.Server(config)


def listening_socket(family: socket.AddressFamily) -> socket.socket:
    """Named TCP aloud: only then asyncio sends small answers at once, and not 40 ms later."""
    return socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)


async def serve_http(server: AgentServer, bound: socket.socket, names: Sequence[str] = ()) -> None:
    await http_server(server, names).serve(sockets=[bound])


@contextmanager
def in_background(server: AgentServer) -> Iterator[str]:
    """Serve over HTTP on a free port of this machine, in a thread; yields the address."""
    with listening_socket(socket.AF_INET) as bound:
        bound.bind(("127.0.0.1", 0))
        bound.listen()
        running = http_server(server)
        thread = threading.Thread(target=lambda: asyncio.run(running.serve(sockets=[bound])), daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{bound.getsockname()[1]}{PATH}"
        finally:
            running.should_exit = True
            thread.join(PATIENCE)

"""Robots that play over MCP with the SDK's own client, and tables of agents made from any log."""

import random
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

import anyio
import msgspec
from mcp import Client, StdioServerParameters

from lumitheque.agents.desk import Desk
from lumitheque.agents.mcp_server import AgentServer
from lumitheque.agents.shapes import AgentOpening
from lumitheque.agents.table import AGENT, AgentTable
from lumitheque.reception.pocket import PocketHouse
from lumitheque.tables import Entry, write_entry
from open_tables import CountedDice

SHORT: dict[str, dict[str, Any]] = {  # options with which games end soon
    "galax": {"setup": "random", "patience": 40},
    "sirius": {"setup": "random", "patience": 40},
    "fromages": {"rounds": 1},
}
LONG = 2000  # calls: no game takes more
T = TypeVar("T")
Target = AgentServer | StdioServerParameters | str


class Asked:
    """A connected client: what it calls it must be answered, and `fault` what it is refused."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def __call__(self, tool: str, **arguments: Any) -> Any:
        result = await self.client.call_tool(tool, arguments)
        assert not result.is_error, result.content
        assert msgspec.json.decode(result.content[0].text) == result.structured_content
        return result.structured_content

    async def fault(self, tool: str, **arguments: Any) -> dict[str, Any]:
        result = await self.client.call_tool(tool, arguments)
        assert result.is_error, result.content
        fault: dict[str, Any] = result.structured_content["fault"]
        assert fault["code"] and fault["sentence"] and "Traceback" not in fault["sentence"]
        return fault

    async def open(self, game: str, **more: Any) -> str:
        told = await self("open_table", game=game, **{"options": SHORT.get(game, {}), **more})
        return str(told["table"]["id"])

    async def play_to_the_end(self, table: str, seed: int = 0) -> dict[str, Any]:
        """Play a random legal move whenever there is one; returns the ending."""
        dice = random.Random(seed)
        for _ in range(LONG):
            moves = (await self("legal_moves", table=table, count=500))["moves"]
            if not moves:
                break
            answer = await self("move", table=table, moves=dice.choice(moves)["move"])
            assert answer["done"], answer
        state = (await self("view", table=table))["table"]["state"]
        assert state["status"] == "over"
        ending: dict[str, Any] = state["ending"]
        return ending


def talk(target: Target, what: Callable[[Asked], Awaitable[T]], mode: str = "auto") -> T:
    """Connect, and do something there."""

    async def connected() -> T:
        async with Client(target, mode=mode) as client:
            return await what(Asked(client))

    return anyio.run(connected)


def server(desk: Desk | None = None, language: str = "en", opens: bool = True) -> AgentServer:
    return AgentServer(desk or Desk(alone=True), language, opens)


def table_from(opening: AgentOpening, table_id: str, log: Sequence[Entry]) -> AgentTable:
    """The table that a log leads to."""
    house = PocketHouse(CountedDice(), AGENT, AGENT)
    house.language = opening.language
    house.bring_log(table_id, [write_entry(entry).decode() for entry in log])
    return AgentTable(opening, house, table_id, lambda: log[-1].at)

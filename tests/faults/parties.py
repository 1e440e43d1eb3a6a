"""Tables with robots and bots, over all games."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import httpx

from faults.houses import House
from faults.robots import Pace, Robot

PLACED = {"setup": "random"}  # placing piece by piece in secret is one play of twelve moves: not for robots
QUICK = {"kind": "per_move", "seconds": 30}


class Kind(NamedTuple):
    """What is played at a table. Games that cost a house more to tell are played at fewer tables."""

    game: str
    options: dict[str, Any] = {}
    bot: str | None = None
    clock: dict[str, Any] = {"kind": "none"}


PROGRAMME = (  # of twenty tables, over and over
    Kind("lumens"),
    Kind("fromages"),
    Kind("luminis"),
    Kind("sirius", PLACED),
    Kind("galax", PLACED, clock=QUICK),
    Kind("lumens", bot="lison"),
    Kind("fromages", clock=QUICK),
    Kind("luminis", bot="greedy"),
    Kind("lumens", clock=QUICK),
    Kind("fromages"),
    Kind("luminis"),
    Kind("sirius", PLACED, bot="greedy"),
    Kind("galax", PLACED),
    Kind("lumens"),
    Kind("fromages", bot="random"),
    Kind("luminis", clock=QUICK),
    Kind("lumens"),
    Kind("fromages"),
    Kind("galax", PLACED, bot="pim"),
    Kind("lumens"),
)


class Party:
    """Two people at a table, or one and a bot; after a game they play another."""

    def __init__(self, number: int, houses: Sequence[House], pace: Pace) -> None:
        self.kind = PROGRAMME[number % len(PROGRAMME)]
        ports = [houses[(number + seat) % len(houses)].port for seat in range(1 if self.kind.bot else 2)]
        self.robots = [Robot(2 * number + seat, port, pace) for seat, port in enumerate(ports)]

    def __repr__(self) -> str:
        return f"{self.kind}: {self.robots}"

    @property
    def played_at(self) -> float:
        """When the next move after a kill was accepted, as the first of them heard it; 0 if it was not yet."""
        return min((robot.played_at for robot in self.robots if robot.played_at), default=0.0)

    async def begin(self, http: httpx.AsyncClient) -> None:
        for robot in self.robots:
            await robot.met.wait()
        kind, host = self.kind, self.robots[0]
        terms = {"game": kind.game, "seats": 2, "options": kind.options, "clock": kind.clock}
        opening = {"terms": terms, "sit": [0], "bots": {"1": kind.bot} if kind.bot else {}}
        told = (await _post(http, "/api/tables", opening, host))["table"]["id"]
        for robot in self.robots[1:]:
            await _post(http, f"/api/tables/{told}/commands", {"command": {"do": "sit", "seat": 1}}, robot)
        for robot in self.robots:
            robot.go_to(told)  # the host starts it


async def _post(http: httpx.AsyncClient, path: str, body: dict[str, Any], robot: Robot) -> Any:
    answer = await http.post(path, json=body, headers={"Cookie": robot.cookie})
    assert answer.status_code < 300, answer.text
    return answer.json()


@asynccontextmanager
async def gathering(tables: int, pace: Pace, *houses: House) -> AsyncIterator[list[Party]]:
    """Parties that play until the end of `async with`; with several nodes, each seat through another one."""
    parties = [Party(number, houses, pace) for number in range(tables)]
    lives = [asyncio.create_task(robot.live()) for party in parties for robot in party.robots]
    try:
        async with httpx.AsyncClient(base_url=houses[0].url, timeout=60) as http:
            for party in parties:
                await party.begin(http)
        yield parties
    finally:
        for life in lives:
            life.cancel()
        ended = await asyncio.gather(*lives, return_exceptions=True)
        broken = [end for end in ended if not isinstance(end, asyncio.CancelledError)]
        assert not broken, broken[:3]


def everybody(parties: list[Party]) -> list[Robot]:
    return [robot for party in parties for robot in party.robots]

"""The dialect of our own house: guests with a WebSocket each, Sirius with pieces placed by lot, rematch when it ends.

Random games of Sirius with patience 200 last about 1,900 half-turns, so a run sees a rematch or two at each table.
"""

import asyncio
import json
import random
import time
from typing import Any

import msgspec

from load.meter import Meter
from load.wire import Caller, Line

TERMS = {"game": "sirius", "seats": 2, "options": {"setup": "random", "patience": 200}}
ENTRIES, ACK, TABLE, DENIED = b'{"t":"entries"', b'{"t":"ack"', b'{"t":"table"', b'{"t":"denied"'
HOUSE, GONE = b'{"t":"house"', b'{"t":"gone"'
PING = b'{"do":"ping"}'


class State(msgspec.Struct):
    status: str
    moves: int = 0
    waiting: list[int] = []
    legal: list[str] = []
    next_table: str | None = None


class EntriesHeard(msgspec.Struct):
    table: str
    state: State


class TableTold(msgspec.Struct):
    id: str
    state: State
    seat: int | None = None


class TableHeard(msgspec.Struct):
    table: TableTold


READ_ENTRIES, READ_TABLE = msgspec.json.Decoder(EntriesHeard).decode, msgspec.json.Decoder(TableHeard).decode
NOTHING = State("none")


def cookie_header(cookies: dict[str, str]) -> dict[str, str]:
    return {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}


class Guest:
    """Somebody with one socket, who looks at one table."""

    def __init__(self, match: "TableMatch", port: int) -> None:
        self.match = match
        self.line = Line(port, "/live", self.told)
        self.line.lost = match.meter.trouble
        self.state, self.seat = NOTHING, 0
        self.number = 0
        self.table = ""

    @property
    def cookie(self) -> dict[str, str]:
        """What proves who they are in a request."""
        return cookie_header(self.line.cookies)

    def told(self, message: bytes) -> None:
        if message.startswith(ENTRIES):
            heard = READ_ENTRIES(message)
            if heard.table == self.table:
                self.state = heard.state
                self.match.arrived(self)
        elif message.startswith(ACK):
            self.match.acknowledged()
        elif message.startswith(TABLE):
            told = READ_TABLE(message).table
            self.table, self.state, self.seat = told.id, told.state, told.seat or 0
            self.match.arrived(self)
        elif message.startswith((DENIED, HOUSE, GONE)):
            self.match.meter.trouble(message[:300].decode())

    def watch(self, table: str) -> None:
        self.line.send(json.dumps({"do": "watch", "table": table}).encode())

    def act(self, table: str, command: str) -> None:
        """Send a command, given as JSON."""
        self.number += 1
        self.line.send(f'{{"do":"act","id":"{self.number}","table":"{table}","command":{command}}}'.encode())


class TableMatch:
    """A table with two people, or one and a bot."""

    def __init__(self, meter: Meter, port: int, dice: random.Random, bot: str | None) -> None:
        self.meter, self.dice, self.bot = meter, dice, bot
        self.guests = [Guest(self, port) for _ in range(1 if bot else 2)]
        self.id = ""
        self.mover: Guest | None = None  # whose move is on its way
        self.missing, self.sent, self.wait, self.answer, self.decisions = 0, 0.0, 0.0, 0.0, 0
        self.wants_to_move = False
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    @classmethod
    async def open(
        cls, meter: Meter, port: int, caller: Caller, dice: random.Random, bot: str | None = None
    ) -> "TableMatch":
        match = cls(meter, port, dice, bot)
        for guest in match.guests:
            await guest.line.connect()
        host = match.guests[0]
        opening: dict[str, Any] = {"terms": TERMS, "sit": [0], "bots": {"1": bot} if bot else {}, "start": bool(bot)}
        told = await caller.expect("POST", "/api/tables", opening, host.cookie)
        match.id = told["table"]["id"]
        for other in match.guests[1:]:
            command = {"command": {"do": "sit", "seat": 1}}
            await caller.expect("POST", f"/api/tables/{match.id}/commands", command, other.cookie)
        await match.begin()
        return match

    async def begin(self) -> None:
        """Everybody looks at the table, and it is started if it is not yet."""
        for guest in self.guests:
            guest.watch(self.id)
        await self.until(lambda guest: guest.table == self.id)
        if not self.bot or self.guests[0].state.status == "open":
            self.guests[0].act(self.id, '{"do":"start"}')
        await self.until(lambda guest: guest.table == self.id and guest.state.status != "open")

    async def until(self, holds: Any) -> None:
        """Wait until something is true for every guest."""
        while not all(holds(guest) for guest in self.guests):
            self._changed.clear()
            async with asyncio.timeout(30):
                await self._changed.wait()

    def next_mover(self) -> Guest | None:
        return next((guest for guest in self.guests if guest.state.legal and guest.seat in guest.state.waiting), None)

    def move(self) -> None:
        mover = self.next_mover()
        if mover is None:  # a bot thinks, or the game is over
            self.wants_to_move = True
            if self.guests[0].state.status == "over" and self._task is None:
                self._task = asyncio.get_running_loop().create_task(self.play_again())
            return
        self.wants_to_move = False
        self.mover, self.missing = mover, 1 + len(self.guests)
        self.decisions = mover.state.moves
        text = self.dice.choice(mover.state.legal)
        self.sent = time.perf_counter()
        mover.act(self.id, f'{{"do":"play","moves":["{text}"]}}')

    def arrived(self, guest: Guest) -> None:
        if self.mover is None:
            self._changed.set()
            if self.wants_to_move and self._task is None:
                self.move()
        elif guest.state.moves > self.decisions:
            if guest is not self.mover or self.bot:
                self.wait = time.perf_counter() - self.sent
            self.came()

    def acknowledged(self) -> None:
        if self.mover is not None:
            self.answer = time.perf_counter() - self.sent
            self.came()

    def came(self) -> None:
        self.missing -= 1
        if not self.missing:
            self.mover = None
            self.meter.delivered(self, self.wait, self.answer)

    async def play_again(self) -> None:
        for guest in self.guests:
            guest.act(self.id, '{"do":"rematch"}')
        await self.until(lambda guest: guest.state.next_table)
        self.id = self.guests[0].state.next_table or ""
        await self.begin()
        self._task = None
        if self.wants_to_move:
            self.move()

    def ping(self) -> None:
        for guest in self.guests:
            guest.line.send(PING)

    def close(self) -> None:
        for guest in self.guests:
            guest.line.close()

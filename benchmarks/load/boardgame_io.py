"""The dialect of boardgame.io: its lobby over HTTP, then engine.io, socket.io and its own messages over a WebSocket."""

import asyncio
import json
import random
import time
from typing import Any

import msgspec

from load.meter import Meter
from load.wire import Caller, Line

GAME, SIDE = "steps", 10
CONNECTED, UPDATE, SYNC = f"40/{GAME},".encode(), f'42/{GAME},["update"'.encode(), f'42/{GAME},["sync"'.encode()
START = len(f"42/{GAME},")


class Board(msgspec.Struct):
    cells: list[int]


class State(msgspec.Struct):
    board: Board = msgspec.field(name="G")
    number: int = msgspec.field(name="_stateID")


class Synced(msgspec.Struct):
    state: State


READ_UPDATE = msgspec.json.Decoder(tuple[str, str, State, msgspec.Raw])
READ_UPDATE_BARE = msgspec.json.Decoder(tuple[str, str, State])
READ_SYNC = msgspec.json.Decoder(tuple[str, str, Synced])


def steps_of(cell: int) -> list[int]:
    column, row = cell % SIDE, cell // SIDE
    around = [(column + right, row + up) for right in (-1, 0, 1) for up in (-1, 0, 1) if right or up]
    return [SIDE * up + right for right, up in around if 0 <= right < SIDE and 0 <= up < SIDE]


NEIGHBOURS = [steps_of(cell) for cell in range(SIDE * SIDE)]


class Player:
    """One seat of one match."""

    def __init__(self, match: "SteppingMatch", port: int, seat: int, credentials: str) -> None:
        self.match, self.seat, self.credentials = match, seat, credentials
        self.joined: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.line = Line(port, "/socket.io/?EIO=4&transport=websocket", self.told)
        self.line.lost = match.meter.trouble

    async def sit(self) -> None:
        await self.line.connect()
        await self.joined

    def told(self, message: bytes) -> None:
        if message.startswith(UPDATE):
            self.match.arrived(self.seat, message)
        elif message == b"2":  # engine.io's ping
            self.line.send(b"3")
        elif message.startswith(b"0"):
            self.line.send(CONNECTED)
        elif message.startswith(CONNECTED):
            self.say(["sync", self.match.id, str(self.seat), self.credentials, 2])
        elif message.startswith(SYNC):
            self.match.state = READ_SYNC.decode(message[START:])[2].state
            self.joined.set_result(None)

    def say(self, words: list[Any]) -> None:
        self.line.send(f"42/{GAME},{json.dumps(words)}".encode())


class SteppingMatch:
    """A match of the endless game in benchmarks/peers/game.cjs."""

    def __init__(self, meter: Meter, name: str, dice: random.Random) -> None:
        self.meter, self.id, self.dice = meter, name, dice
        self.players: list[Player] = []
        self.state: State
        self.mover = 0
        self.sent = self.wait = 0.0
        self.missing = 0

    @classmethod
    async def open(cls, meter: Meter, port: int, caller: Caller, dice: random.Random) -> "SteppingMatch":
        made = await caller.expect("POST", f"/games/{GAME}/create", {"numPlayers": 2})
        match = cls(meter, made["matchID"], dice)
        for seat in range(2):
            words = {"playerID": str(seat), "playerName": f"P{seat}"}
            joined = await caller.expect("POST", f"/games/{GAME}/{match.id}/join", words)
            match.players.append(Player(match, port, seat, joined["playerCredentials"]))
        for player in match.players:
            await player.sit()
        return match

    def move(self) -> None:
        cells, mine, dice = self.state.board.cells, self.mover + 1, self.dice
        while True:
            start = dice.randrange(SIDE * SIDE)
            if cells[start] == mine and not cells[goal := dice.choice(NEIGHBOURS[start])]:
                break
        player = self.players[self.mover]
        payload = {
            "type": "step",
            "args": [start, goal],
            "playerID": str(self.mover),
            "credentials": player.credentials,
        }
        self.missing = 2
        self.sent = time.perf_counter()
        player.say(["update", {"type": "MAKE_MOVE", "payload": payload}, self.state.number, self.id, str(self.mover)])

    def arrived(self, seat: int, message: bytes) -> None:
        if seat != self.mover:
            self.wait = time.perf_counter() - self.sent
            self.state = READ_UPDATE.decode(message[START:])[2]
        self.missing -= 1
        if not self.missing:
            self.mover = 1 - self.mover
            self.meter.delivered(self, self.wait)

    def close(self) -> None:
        for player in self.players:
            player.line.close()

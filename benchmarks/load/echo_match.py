"""The dialect of the bare echo: two lines that say one word each and then keep still."""

import asyncio
import random

from load.meter import Meter
from load.wire import Caller, Line


class EchoMatch:
    def __init__(self, meter: Meter, port: int) -> None:
        self.heard = asyncio.Event()
        self.lines = [Line(port, "/live", self.told) for _ in range(2)]
        for line in self.lines:
            line.lost = meter.trouble

    def told(self, _: bytes) -> None:
        self.heard.set()

    @classmethod
    async def open(cls, meter: Meter, port: int, _: Caller, __: random.Random) -> "EchoMatch":
        match = cls(meter, port)
        for line in match.lines:
            await line.connect()
            match.heard.clear()
            line.send(b'{"do":"ping"}')
            await match.heard.wait()
        return match

    def ping(self) -> None:
        for line in self.lines:
            line.send(b'{"do":"ping"}')

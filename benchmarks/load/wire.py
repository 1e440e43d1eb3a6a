"""WebSocket and HTTP, bare: the driver must cost less than the server that it drives.

Frames of a client are masked, as they must be, with a key of zeros: that leaves the bytes as they are.
"""

import asyncio
import base64
import json
import os
from collections.abc import Callable
from typing import Any

HOST = "127.0.0.1"
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
MASKED, NO_MASK = 0x80, b"\0\0\0\0"


class Source:
    """Where connections come from: any address of 127.0.0.0/8 will do. None: as the system has it."""

    here: tuple[str, int] | None = None


class Lost(Exception):
    """The server closed a line, or refused to open it."""


def shrug(_: str) -> None:
    """It does not matter that a line is gone."""


class Line(asyncio.Protocol):
    """One WebSocket. `told` gets the bytes of every message; `lost` is called when the line is gone."""

    def __init__(
        self, port: int, path: str, told: Callable[[bytes], None], headers: dict[str, str] | None = None
    ) -> None:
        self.port, self.told = port, told
        self.lost: Callable[[str], None] = shrug
        self.cookies: dict[str, str] = {}
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._rest = b""
        self._parts: list[bytes] = []
        key = base64.b64encode(os.urandom(16)).decode()
        lines = {
            "Host": f"{HOST}:{port}",
            "Upgrade": "websocket",
            "Connection": "Upgrade",
            "Sec-WebSocket-Version": "13",
        }
        lines |= {"Sec-WebSocket-Key": key, **(headers or {})}
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        self._greeting = f"GET {path} HTTP/1.1\r\n{head}\r\n".encode()

    async def connect(self) -> None:
        await asyncio.get_running_loop().create_connection(lambda: self, HOST, self.port, local_addr=Source.here)
        await self.open

    def connection_made(self, transport: Any) -> None:
        self._write = transport.write
        self._transport = transport
        transport.write(self._greeting)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.open.done():
            self.open.set_exception(Lost(f"closed before it was open: {exc}"))
        self.lost(str(exc or "closed"))

    def data_received(self, data: bytes) -> None:
        if self._rest:
            data = self._rest + data
        if not self.open.done():
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._rest = head
                return
            first, *headers = head.decode("latin-1").split("\r\n")
            self.cookies = cookies_in(headers)
            if " 101 " not in first:
                self.open.set_exception(Lost(first))
                self._transport.abort()
                return
            self.open.set_result(None)
        self._rest = self._frames(data)

    def _frames(self, data: bytes) -> bytes:
        """Hand over all whole frames; what is left of the last one."""
        start, size = 0, len(data)
        while size - start >= 2:
            length, body = data[start + 1], start + 2
            if length == 126:
                length, body = int.from_bytes(data[body : body + 2], "big"), body + 2
            elif length == 127:
                length, body = int.from_bytes(data[body : body + 8], "big"), body + 8
            if body + length > size:  # true as well when the length itself is not all there
                break
            self._frame(data[start], data[body : body + length])
            start = body + length
        return data[start:] if start else data

    def _frame(self, head: int, body: bytes) -> None:
        kind = head & 15
        if kind == PING:
            self._send(PONG, body)
        elif kind == CLOSE:
            self._transport.close()
        elif kind == PONG:
            pass
        elif head & 0x80 and not self._parts:
            self.told(body)
        else:
            self._parts.append(body)
            if head & 0x80:
                body, self._parts = b"".join(self._parts), []
                self.told(body)

    def send(self, body: bytes) -> None:
        self._send(TEXT, body)

    def _send(self, kind: int, body: bytes) -> None:
        length = len(body)
        if length < 126:
            head = bytes((0x80 | kind, MASKED | length))
        else:
            head = bytes((0x80 | kind, MASKED | 126)) + length.to_bytes(2, "big")
        self._write(head + NO_MASK + body)

    def close(self) -> None:
        """Hang up."""
        self.lost = shrug
        self._transport.close()


def cookies_in(headers: list[str]) -> dict[str, str]:
    """The cookies that an answer sets."""
    lines = [line.partition(": ") for line in headers]
    values = [value.partition(";")[0].partition("=") for name, _, value in lines if name.lower() == "set-cookie"]
    return {name: value for name, _, value in values}


class Caller:
    """HTTP over one kept connection, one call at a time."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def call(
        self, verb: str, path: str, body: Any = None, headers: dict[str, str] | None = None
    ) -> tuple[int, dict[str, str], Any]:
        """Status, cookies that were set, and the answer, read as JSON where it is JSON."""
        if self._streams is None:
            self._streams = await asyncio.open_connection(HOST, self.port, local_addr=Source.here)
        reader, writer = self._streams
        content = b"" if body is None else json.dumps(body).encode()
        lines = {"Host": f"{HOST}:{self.port}", "Content-Length": str(len(content)), **(headers or {})}
        if content:
            lines["Content-Type"] = "application/json"
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        writer.write(f"{verb} {path} HTTP/1.1\r\n{head}\r\n".encode() + content)
        first, *rest = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").strip().split("\r\n")
        got = {name.lower(): value for name, _, value in (line.partition(": ") for line in rest)}
        answer = await reader.readexactly(int(got.get("content-length", "0")))
        if got.get("connection") == "close":
            self.close()
        told = json.loads(answer) if "json" in got.get("content-type", "") and answer else answer
        return int(first.split()[1]), cookies_in(rest), told

    async def expect(self, verb: str, path: str, body: Any = None, headers: dict[str, str] | None = None) -> Any:
        """The answer to a call that must succeed."""
        status, _, told = await self.call(verb, path, body, headers)
        if status >= 300:
            raise Lost(f"{verb} {path} was answered with {status}: {told!r}")
        return told

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None

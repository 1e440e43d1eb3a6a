"""The WebSocket, byte by byte: the short way for plain texts, and everything else that a frame can be."""

import asyncio
import json
import socket
import struct
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.frames import Frame, Opcode

from lumitheque.server.outbox import Outbox
from lumitheque.server.wire import Mailbag, frame_at, text_frame
from open_house import PATIENCE, OpenHouse

KEY = b"\x11\x22\x33\x44"
PING = b'{"do":"ping"}'


def frame(kind: int, body: bytes, last: bool = True, masked: bool = True) -> bytes:
    """A frame as a client sends it."""
    head = bytes((0x80 * last | kind,))
    bit = 0x80 * masked
    if len(body) < 126:
        head += bytes((bit | len(body),))
    else:
        head += bytes((bit | 126,)) + struct.pack("!H", len(body))
    if not masked:
        return head + body
    return head + KEY + bytes(byte ^ KEY[at % 4] for at, byte in enumerate(body))


class Bare:
    """A connection that says bytes and hears frames."""

    def __init__(self, raw: socket.socket) -> None:
        self.raw, self._heard = raw, b""

    def say(self, *pieces: bytes) -> None:
        for piece in pieces:
            self.raw.sendall(piece)

    def next(self) -> tuple[int, bytes]:
        """The kind and the body of the next frame."""
        while True:
            body, end = frame_at(self._heard, 0)
            if end <= len(self._heard):
                kind, told = self._heard[0] & 15, self._heard[body:end]
                self._heard = self._heard[end:]
                return kind, told
            more = self.raw.recv(65536)
            assert more, "the house hung up"
            self._heard += more

    def told(self) -> str:
        """The kind of the next message."""
        kind, body = self.next()
        assert kind == Opcode.TEXT, (kind, body)
        found: str = json.loads(body)["t"]
        return found

    def close_code(self) -> int:
        while True:
            kind, body = self.next()
            if kind == Opcode.CLOSE:
                return int.from_bytes(body[:2], "big")


@pytest.fixture
def bare(house: OpenHouse) -> Iterator[Bare]:
    head = f"GET /live HTTP/1.1\r\nHost: 127.0.0.1:{house.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    head += "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    with socket.create_connection(("127.0.0.1", house.port), timeout=PATIENCE) as raw:
        raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # pieces stay pieces
        raw.sendall(head.encode())
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += raw.recv(1)
        assert b" 101 " in answer
        connection = Bare(raw)
        assert connection.told() == "welcome"
        yield connection


def test_a_text_may_come_in_any_pieces(bare: Bare) -> None:
    text = frame(1, PING)
    bare.say(*(text[at : at + 1] for at in range(len(text))))
    assert bare.told() == "pong"
    long = frame(1, PING + b" " * 300)  # its length takes two bytes
    bare.say(long[:3], long[3:7], long[7:])
    assert bare.told() == "pong"


def test_many_texts_may_come_at_once(bare: Bare) -> None:
    bare.say(frame(1, PING) * 20 + frame(1, PING)[:5])
    assert [bare.told() for _ in range(20)] == ["pong"] * 20
    bare.say(frame(1, PING)[5:])
    assert bare.told() == "pong"


def test_a_message_may_come_in_parts_with_a_ping_between(bare: Bare) -> None:
    bare.say(frame(1, PING[:4], last=False), frame(9, b"still there?"), frame(0, PING[4:]), frame(1, PING))
    assert bare.next() == (Opcode.PONG, b"still there?")
    assert [bare.told(), bare.told()] == ["pong", "pong"]


def test_parts_that_come_in_pieces(bare: Bare) -> None:
    said = frame(1, PING[:4], last=False) + frame(0, PING[4:]) + frame(1, PING)
    bare.say(said[:9], said[9:25], said[25:])
    assert [bare.told(), bare.told()] == ["pong", "pong"]


@pytest.mark.parametrize(
    ("said", "code"),
    [
        (frame(1, b"\xff\xfe"), 1007),  # not UTF-8
        (frame(1, PING, masked=False), 1002),
        (frame(1, PING[:4], last=False) + frame(1, PING), 1002),  # a new message inside another
        (frame(0, PING), 1002),  # part of nothing
        (frame(3, PING), 1002),  # no such kind
        (bytes((0xC1, 0x80)) + KEY, 1002),  # a bit that was not agreed upon
        (bytes((0x81, 0xFF)) + (1 << 40).to_bytes(8, "big") + KEY, 1009),  # refused before it comes
        (frame(8, (1000).to_bytes(2, "big")), 1000),
    ],
)
def test_what_ends_a_connection(bare: Bare, said: bytes, code: int) -> None:
    bare.say(said)
    assert bare.close_code() == code


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65_535, 65_536, 70_000])
def test_frames_are_what_the_library_makes_of_them(length: int) -> None:
    body = b"x" * length
    written = text_frame(body)
    assert written == Frame(Opcode.TEXT, body).serialize(mask=False)
    assert frame_at(written, 0) == (len(written) - length, len(written))
    assert all(frame_at(written[:cut], 0)[1] > cut for cut in range(1, len(written) - length + (length > 0)))


# --- an answer travels with what follows it --------------------------------------------------------------------------


class Reader:
    """A server, as the application sees it. A slow reader lets it wait."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.room = asyncio.Event()
        self.room.set()

    def tell(self, text: bytes) -> bool:
        if self.room.is_set():
            self.sent.append(text)
        return self.room.is_set()

    async def send(self, message: dict[str, Any]) -> None:
        await self.room.wait()
        self.sent.append(message["text"].encode())


async def no_table() -> bytes | None:
    return None


def test_an_answer_waits_with_the_rest_for_a_slow_reader() -> None:
    async def evening() -> None:
        reader = Reader()
        outbox = Outbox(reader.tell, reader.send, no_table, lambda: None, 5.0)
        outbox.put(b"ack 1", lasting=True)
        assert reader.sent == [b"ack 1"]
        reader.room.clear()
        outbox.put(b"entries 1")
        outbox.put(b"ack 2", lasting=True)
        outbox.put(b"entries 2")
        assert outbox.slow and reader.sent == [b"ack 1"]
        reader.room.set()
        drain = outbox._drain
        assert drain is not None
        await drain
        assert not outbox.slow
        assert reader.sent == [b"ack 1", b"entries 1", b"ack 2", b"entries 2"]

    asyncio.run(evening())


class Line:
    """One connection, seen from the bag."""

    def __init__(self, calls: list[str], name: str) -> None:
        self.loop, self.calls, self.name = asyncio.get_running_loop(), calls, name

    def send_told(self) -> None:
        self.calls.append(self.name)


def test_the_post_goes_out_once_for_all_at_the_end_of_a_turn() -> None:
    async def evening() -> None:
        calls: list[str] = []
        bag, lines = Mailbag.of(asyncio.get_running_loop()), [Line(calls, name) for name in "abc"]
        assert bag is Mailbag.of(asyncio.get_running_loop())
        for line in lines:
            bag.add(line)  # type: ignore[arg-type]
            assert calls == []
        await asyncio.sleep(0)
        assert calls == ["a", "b", "c"]
        bag.add(lines[0])  # type: ignore[arg-type]
        await asyncio.sleep(0)
        assert calls == ["a", "b", "c", "a"]

    for _ in range(2):  # a new loop has a new bag
        asyncio.run(evening())

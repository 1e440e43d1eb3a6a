"""The WebSocket, byte by byte: the short way for plain texts, and everything else that a frame can be."""

import asyncio
import json
import re
import socket
import struct
import tomllib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from importlib import metadata
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from packaging.requirements import Requirement
from websockets.frames import Frame, Opcode

from lumitheque.server.access.rate_limits import Bucket, Meter, Rate
from lumitheque.server.live import framing
from lumitheque.server.live.framing import Wire, frame_at, text_frame
from lumitheque.server.live.send_queue import MOST_MESSAGES, SendQueue
from lumitheque.server.settings import Limits
from lumitheque.server.upkeep.supervisor import Supervisor
from open_house import PATIENCE, OpenHouse, settings, wait_for

ROOT = Path(__file__).parents[2]
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


@contextmanager
def bare_line(house: OpenHouse) -> Iterator[Bare]:
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


@pytest.fixture
def bare(house: OpenHouse) -> Iterator[Bare]:
    with bare_line(house) as connection:
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


# --- every frame is paid for -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def counting() -> Iterator[OpenHouse]:
    """A house where a socket may send thirty frames, and an address sixty, and hardly any more."""
    limits = Limits.none()._replace(frames=Rate(0.01, 30), address_frames=Rate(20, 60))
    with OpenHouse(settings(limits=limits)) as house:
        yield house


FLOODS = {
    "pings": frame(9, b"x") * 40,
    "pongs": frame(10, b"x") * 40,
    "empty fragments": frame(1, b"", last=False) + frame(0, b"", last=False) * 40,
    "empty texts": frame(1, b"") * 40,
    "bytes": frame(2, b"x") * 40,
    "a few that are large": frame(1, b"x" * 20_000, last=False) + frame(0, b"x" * 20_000, last=False),
}


@pytest.mark.parametrize("flood", FLOODS)
def test_whoever_sends_too_many_frames_is_cut_off(
    counting: OpenHouse, flood: str, caplog: pytest.LogCaptureFixture
) -> None:
    tally = counting.app.services.house.tally
    before = tally.cut_off
    with bare_line(counting) as attacker:
        attacker.say(FLOODS[flood])
        assert attacker.close_code() == 1008
    wait_for(lambda: counting.app.services.house.sockets == 0)
    assert tally.cut_off == before + 1
    assert not [record for record in caplog.records if record.exc_info]


def test_a_byte_at_a_time_is_paid_for_too(counting: OpenHouse) -> None:
    with bare_line(counting) as attacker:
        text, before = frame(1, b" " * 60), counting.app.services.house.tally.cut_off
        with suppress(ConnectionError):  # hung up on in the middle
            for at in range(len(text)):
                attacker.say(text[at : at + 1])
                sleep(0.002)  # each byte is a packet of its own, and read as one
        wait_for(lambda: counting.app.services.house.tally.cut_off > before)


def test_whoever_is_cut_off_is_logged_once_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    limits = Limits.none()._replace(frames=Rate(0.01, 5))
    with OpenHouse(settings(limits=limits)) as house:
        for _ in range(3):
            with bare_line(house) as attacker:
                attacker.say(frame(9, b"x") * 10)
                assert attacker.close_code() == 1008
        said = [record.getMessage() for record in caplog.records if "cut off" in record.getMessage()]
        assert len(said) == 1 and "127.0.0.1" not in said[0]


def test_what_is_said_before_the_greeting_is_answered_ends_the_connection(counting: OpenHouse) -> None:
    """It would come past the meter."""

    def hurry(connection: Wire) -> None:
        connection.handshake_complete = False
        connection.data_received(frame(9, b"x"))

    with bare_line(counting) as attacker:
        (connection,) = [one for one in counting.connections if isinstance(one, Wire)]
        connection.loop.call_soon_threadsafe(hurry, connection)
        with suppress(ConnectionResetError):
            assert attacker.raw.recv(10) == b""


def test_unread_pongs_are_bounded_and_the_last_one_comes() -> None:
    """Without any other limit: they cost the house nothing as long as nobody reads them."""
    with OpenHouse(settings(), buffer=4096) as house, bare_line(house) as attacker:
        attacker.raw.settimeout(PATIENCE)
        body = b"x" * 100
        for _ in range(40):
            attacker.say(frame(9, body) * 500)
        attacker.say(frame(9, b"last"))
        with bare_line(house) as neighbour:
            neighbour.say(frame(1, PING))
            assert neighbour.told() == "pong"
        lines = [one for one in house.connections if isinstance(one, Wire)]

        def unread() -> int:
            return max(line.transport.get_write_buffer_size() for line in lines)

        wait_for(lambda: unread() > 0)  # the neighbour may have been heard first
        assert unread() < 200_000
        answers = [attacker.next()]
        while answers[-1][1] != b"last":
            answers.append(attacker.next())
        assert len(answers) < 20_000 and {kind for kind, _ in answers} == {Opcode.PONG}


def test_whoever_is_let_go_and_never_reads_is_hung_up_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(framing, "LINGER", 0.1)
    with OpenHouse(settings(idle_seconds=0.3, sweep_seconds=0.1), buffer=4096) as house, bare_line(house) as attacker:
        for _ in range(40):
            attacker.say(frame(9, b"x" * 100) * 500)
        wait_for(lambda: house.connections == [])


def test_forty_guests_behind_one_address_play_on_beside_an_attacker() -> None:
    limits = Limits()._replace(address=Limits.none().address, requests=Limits.none().requests)
    with OpenHouse(settings(limits=limits)) as house, ExitStack() as open_lines:
        guests = [open_lines.enter_context(bare_line(house)) for _ in range(40)]
        for _ in range(30):
            for guest in guests:
                guest.say(frame(1, PING))
        for _ in range(12):
            with bare_line(house) as attacker, suppress(ConnectionError, AssertionError):
                attacker.say(frame(9, b"x") * 2000)
                attacker.close_code()
        for guest in guests:
            guest.say(frame(1, PING))
            assert [guest.told() for _ in range(31)] == ["pong"] * 31
        assert house.app.services.house.tally.cut_off == 12


def test_an_empty_bucket_of_the_address_ends_only_those_who_emptied_it() -> None:
    shared = Bucket(Rate(0.01, 100), 0.0)
    modest, greedy = (Meter(Bucket(Rate(0.01, 80), 0.0), shared) for _ in range(2))
    assert all(greedy.take(0.0, 1.0) for _ in range(39))
    assert shared.take(0.0, 60.0)
    assert greedy.take(0.0, 1.0) is True  # the last one
    assert greedy.take(0.0, 1.0) is False
    assert all(modest.take(0.0, 1.0) for _ in range(39))


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
        send_queue = SendQueue(
            reader.tell, reader.send, no_table, lambda: None, 5.0, partial(Supervisor().once, "send queue")
        )
        send_queue.put(b"ack 1", lasting=True)
        assert reader.sent == [b"ack 1"]
        reader.room.clear()
        send_queue.put(b"entries 1")
        send_queue.put(b"ack 2", lasting=True)
        send_queue.put(b"entries 2")
        assert send_queue.slow and reader.sent == [b"ack 1"]
        reader.room.set()
        drain = send_queue._drain
        assert drain is not None
        await drain
        assert not send_queue.slow
        assert reader.sent == [b"ack 1", b"entries 1", b"ack 2", b"entries 2"]

    asyncio.run(evening())


@pytest.mark.parametrize("breaks", [True, False], ids=["no fresh table", "socket gone"])
def test_a_send_queue_that_breaks_is_told_to_the_supervisor_and_its_reader_let_go(breaks: bool) -> None:
    """A socket that has gone is nothing to be told of."""

    async def evening() -> None:
        reader, supervisor, gone = Reader(), Supervisor(), list[bool]()

        async def no_picture() -> bytes | None:
            raise LookupError

        async def unplugged(_: dict[str, Any]) -> None:
            raise ConnectionResetError

        send = reader.send if breaks else unplugged
        spawn = partial(supervisor.once, "send queue")
        send_queue = SendQueue(reader.tell, send, no_picture, lambda: gone.append(True), 5.0, spawn)
        reader.room.clear()
        for number in range(MOST_MESSAGES + 2 if breaks else 1):
            send_queue.put(b"entries %d" % number)
        drain = send_queue._drain
        assert drain is not None
        reader.room.set()
        await drain
        assert send_queue.gone and not send_queue.slow
        assert (supervisor.unwell(), gone) == ((["send queue"], [True]) if breaks else ([], []))

    asyncio.run(evening())


@pytest.mark.parametrize("library", ["uvicorn", "websockets"])
def test_the_bounds_are_the_versions_that_this_was_tested_with(library: str) -> None:
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    bounds = next(one.specifier for one in map(Requirement, wanted) if one.name == library)
    pinned = re.search(rf"^{library}==(\S+)$", (ROOT / "constraints.txt").read_text(), re.MULTILINE)
    assert {bound.operator for bound in bounds} == {">=", "<"}
    for version in (pinned and pinned[1], metadata.version(library)):
        assert version in bounds, (
            f"{library} {version} is not within {bounds}: server/live/framing.py overrides private parts of uvicorn's "
            "WebSocket protocol. If all tests of this file pass with it, move the bounds in pyproject.toml."
        )

"""Connections: counted by address, given their time, and not read any further than somebody listens."""

import asyncio
import json
import resource
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, suppress

import pytest

from lumitheque.server.access.connections import Connection, Reception
from lumitheque.server.access.rate_limits import neighbourhood
from lumitheque.server.live.framing import LINGER
from lumitheque.server.serving import FILES
from lumitheque.server.settings import Limits
from open_house import PATIENCE, OpenHouse, settings, wait_for

FEW = Limits.none()._replace(connections=6)
REQUEST = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
HALVES = {
    "nothing": b"",
    "half a head": b"GET /health HTTP/1.1\r\nHost: local",
    "half a body": b"PATCH /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{",
    "half a chunk": b"PATCH /api/me HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{",
    "half of a second request": REQUEST + b"GET /hea",
}


@pytest.fixture
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody here is a proxy that speaks for many."""
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "192.0.2.1")


@pytest.fixture
def impatient(no_proxy: None) -> Iterator[OpenHouse]:
    with OpenHouse(settings(limits=FEW, head_seconds=0.3, body_seconds=0.3)) as house:
        yield house


def caller(house: OpenHouse) -> socket.socket:
    return socket.create_connection(("127.0.0.1", house.port), timeout=PATIENCE)


def said_until_the_end(raw: socket.socket) -> bytes:
    heard = b""
    with suppress(ConnectionError):
        while more := raw.recv(65536):
            heard += more
    return heard


@pytest.mark.parametrize("half", HALVES)
def test_half_a_request_is_not_waited_for(impatient: OpenHouse, half: str, caplog: pytest.LogCaptureFixture) -> None:
    with caller(impatient) as raw:
        raw.sendall(HALVES[half])
        heard = said_until_the_end(raw)
    wait_for(lambda: impatient.connections == [])
    assert (b" 408 " in heard) == (half != "nothing")
    if half == "half of a second request":
        assert heard.startswith(b"HTTP/1.1 200 ")
    if b" 408 " in heard:
        assert json.loads(heard.rpartition(b"\r\n\r\n")[2])["code"] == "too_slow"
    assert not [record for record in caplog.records if record.exc_info or record.name == "uvicorn.error"]


def test_a_byte_now_and_then_does_not_keep_a_request_alive(impatient: OpenHouse) -> None:
    with caller(impatient) as raw:
        raw.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
        raw.settimeout(0.05)
        heard = b""
        with suppress(ConnectionError):
            while b" 408 " not in heard:
                raw.sendall(b"x")
                with suppress(TimeoutError):
                    heard += raw.recv(65536)
        assert b" 408 " in heard


def test_one_address_has_so_many_connections(no_proxy: None) -> None:
    with OpenHouse(settings(limits=FEW)) as house, ExitStack() as held:
        mine = [held.enter_context(caller(house)) for _ in range(6)]
        wait_for(lambda: len(house.connections) == 6)
        with caller(house) as seventh:
            heard = said_until_the_end(seventh)
        assert heard.startswith(b"HTTP/1.1 429 ") and house.app.services.house.tally.cut_off == 1
        mine.pop().close()
        wait_for(lambda: len(house.connections) == 5)
        with caller(house) as next_one:
            next_one.sendall(REQUEST)
            assert next_one.recv(65536).startswith(b"HTTP/1.1 200 ")


def test_nothing_of_a_connection_is_kept_when_it_is_gone(no_proxy: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not by the timer either that would have ended it if nobody had read."""
    timers: list[asyncio.TimerHandle | None] = []
    hang_up = Connection._hang_up

    def note(connection: Connection) -> None:
        hang_up(connection)
        timers.append(connection._timer)

    monkeypatch.setattr(Connection, "_hang_up", note)
    with OpenHouse(settings(limits=Limits.none()._replace(connections=0))) as house:
        for _ in range(5):
            with caller(house) as refused:
                said_until_the_end(refused)
        wait_for(lambda: house.connections == [])
        assert len(timers) == 5
        wait_for(lambda: all(timer is not None and timer.cancelled() for timer in timers), LINGER / 2)


def test_a_websocket_is_counted_until_it_is_gone(no_proxy: None) -> None:
    limits = Limits.none()._replace(connections=3)
    with OpenHouse(settings(limits=limits, head_seconds=0.3)) as house:
        for _ in range(5):
            guest = house.guest()
            guest.http.close()
            lines = [guest.live(), guest.live(), guest.live()]
            with caller(house) as another:
                assert b" 429 " in said_until_the_end(another)
            for line in lines:
                line.close()
            wait_for(lambda: house.connections == [])


def test_a_websocket_outlives_the_time_for_a_request(impatient: OpenHouse) -> None:
    line = impatient.guest().live()
    with caller(impatient) as slow:
        said_until_the_end(slow)  # which has had its time meanwhile
    line.say("ping")
    assert line.hear("pong")


def test_forty_guests_behind_one_address_come_in(no_proxy: None) -> None:
    limits = Limits.none()._replace(connections=Limits().connections, address_sockets=Limits().address_sockets)
    with OpenHouse(settings(limits=limits)) as house, ExitStack() as held:
        guests = [[held.enter_context(caller(house)) for _ in range(8)] for _ in range(40)]
        for connections in guests:
            for raw in connections:
                raw.sendall(REQUEST)
                assert raw.recv(65536).startswith(b"HTTP/1.1 200 ")


def test_ipv6_counts_by_the_network_of_a_household() -> None:
    reception = Reception(settings(limits=FEW), lambda _: False, lambda *_: None)
    made = [reception.admit(neighbourhood(f"2001:db8:0:1::{number}")) for number in range(8)]
    assert made == [True] * 6 + [False] * 2
    assert reception.admit(neighbourhood("2001:db8:0:2::1"))


def test_a_proxy_speaks_for_many() -> None:
    """127.0.0.1 is believed unless one says otherwise."""
    with (
        OpenHouse(settings(limits=FEW)) as house,
        ExitStack() as held,
    ):
        for raw in [held.enter_context(caller(house)) for _ in range(12)]:
            raw.sendall(REQUEST)
            assert raw.recv(65536).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize("how", ["Content-Length: 300000000", "Transfer-Encoding: chunked"])
@pytest.mark.parametrize("path", ["/api/tables", "/health", "/nowhere"])
def test_a_large_body_is_not_swallowed(house: OpenHouse, how: str, path: str) -> None:
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n{how}\r\n\r\n".encode()
    piece, sent = b"x" * 65536, 0
    chunk = b"10000\r\n" + piece + b"\r\n" if "chunked" in how else piece
    with caller(house) as raw:
        raw.sendall(head)
        with suppress(ConnectionError):
            while sent < 300_000_000:
                raw.sendall(chunk)
                sent += len(chunk)
        heard = said_until_the_end(raw)
    assert sent < 30_000_000  # what lies in the buffers between us, and a little
    assert not heard or heard.split()[1] in ((b"413",) if "Length" in how else (b"413", b"404", b"405"))


def test_whoever_waits_for_the_answer_hears_that_it_is_too_large(house: OpenHouse) -> None:
    with caller(house) as raw:
        raw.sendall(b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 300000000\r\n\r\n" + b"x" * 65536)
        heard = said_until_the_end(raw)
    assert heard.startswith(b"HTTP/1.1 413 ") and b'"too_large"' in heard


REFUSED = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nOrigin: http://a.example\r\nContent-Length: 200000\r\n\r\n"


def test_a_connection_is_good_for_the_next_request_after_an_early_answer(house: OpenHouse) -> None:
    """A proxy sends the next guest's request there."""
    with caller(house) as raw:
        for _ in range(2):
            raw.sendall(REFUSED)
            answer = raw.recv(65536)
            while b"sentence" not in answer:
                answer += raw.recv(65536)
            assert answer.startswith(b"HTTP/1.1 403 ")
            raw.sendall(b"x" * 200_000)
        raw.sendall(REQUEST)
        assert raw.recv(65536).startswith(b"HTTP/1.1 200 ")


def test_the_rest_of_a_refused_body_is_not_waited_for_long(impatient: OpenHouse) -> None:
    with caller(impatient) as raw:
        raw.sendall(REFUSED + b"x")
        assert said_until_the_end(raw).startswith(b"HTTP/1.1 403 ")
    wait_for(lambda: impatient.connections == [])


def test_whoever_does_not_read_the_answer_is_hung_up_on() -> None:
    with OpenHouse(settings(patience_seconds=0.3), buffer=4096) as house, socket.socket() as raw:
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        raw.connect(("127.0.0.1", house.port))
        raw.sendall(b"GET /schema/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 5)
        wait_for(lambda: len(house.connections) == 1)
        wait_for(lambda: house.connections == [])


def test_the_limit_of_open_files_is_raised() -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    code = (
        "import resource; from lumitheque.server.serving import raise_file_limit;"
        f"resource.setrlimit(resource.RLIMIT_NOFILE, (200, {hard}));"
        "print(raise_file_limit(), resource.getrlimit(resource.RLIMIT_NOFILE)[0]);"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert told.split() == [str(wanted)] * 2

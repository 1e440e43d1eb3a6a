"""The log: a stranger cannot fill it with requests that make no sense."""

import logging
import socket

import pytest

from lumitheque.server import serving
from lumitheque.server.serving import WarningLimit
from open_house import PATIENCE, OpenHouse

NONSENSE = b"\x16\x03\x01\x02\x00 this is no HTTP\r\n\r\n"
INVALID = "Invalid HTTP request received."


def warning(text: str = INVALID, level: int = logging.WARNING) -> logging.LogRecord:
    return logging.LogRecord("uvicorn.error", level, "", 0, text, None, None)


def test_nonsense_is_logged_once_a_minute(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(serving, "WARNING_LIMIT", limit := WarningLimit(lambda: 0.0))
    with OpenHouse() as house:
        for _ in range(20):
            with socket.create_connection(("127.0.0.1", house.port), timeout=PATIENCE) as raw:
                raw.sendall(NONSENSE)
                assert raw.recv(65536).startswith(b"HTTP/1.1 400")
    logging.getLogger("uvicorn.error").removeFilter(limit)
    assert capfd.readouterr().err.count(INVALID) == 1


def test_what_was_left_out_is_counted() -> None:
    now = [0.0]
    limit = WarningLimit(lambda: now[0])
    assert limit.filter(warning())
    assert [limit.filter(warning()) for _ in range(3)] == [False] * 3
    now[0] = 60.0
    later = warning()
    assert limit.filter(later)
    assert later.getMessage() == f"{INVALID} (3 more since this was last logged)"
    now[0] = 120.0
    alone = warning()
    assert limit.filter(alone) and alone.getMessage() == INVALID


def test_other_texts_and_errors_are_not_held_back() -> None:
    limit = WarningLimit(lambda: 0.0)
    assert limit.filter(warning()) and limit.filter(warning("Unsupported upgrade request."))
    assert all(limit.filter(warning("Exception in ASGI application", logging.ERROR)) for _ in range(3))

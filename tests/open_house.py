"""A real house for tests: uvicorn in a thread, guests with real sockets."""

import asyncio
import itertools
import json
import socket
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any, Protocol, Self

import httpx
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from lumitheque.server.app import App, create_app
from lumitheque.server.serving import serving
from lumitheque.server.settings import HouseSettings, Limits
from lumitheque.storage import open_store

KEYS = itertools.count(1)
PATIENCE = 20.0  # seconds for something that must happen


def settings(place: str = "memory:", **changes: Any) -> HouseSettings:
    """A house without limits that does not warm up: tests are quick."""
    usual = {"limits": Limits.none(), "warm_up": False, "bots_at_once": 1, "recheck_seconds": 0.05}
    return HouseSettings(open_store(place), **(usual | changes))


class Leaving(Protocol):
    def go(self) -> None: ...


class MovedClock:
    """Stands still until a test moves it."""

    def __init__(self) -> None:
        self.at = 1_800_000_000_000  # a Friday, 8:00 in Greenwich, 9:00 in Paris

    def now(self) -> int:
        return self.at


class OpenHouse:
    """A house that is open between `with`."""

    def __init__(self, chosen: HouseSettings | None = None, port: int = 0, buffer: int | None = None) -> None:
        self.app: App = create_app(chosen or settings())
        self._server = uvicorn.Server(serving(self.app, port=port))
        self._socket = self._bind(port, buffer)
        self.port: int = self._socket.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._guests: list[Leaving] = []
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [self._socket]}, daemon=True)

    @staticmethod
    def _bind(port: int, buffer: int | None) -> socket.socket:
        bound = socket.socket()
        if buffer:  # bytes that may be on their way to a reader; sockets inherit it
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, buffer)
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(("127.0.0.1", port))
        return bound

    def __enter__(self) -> Self:
        self._thread.start()
        wait_for(lambda: self._server.started or not self._thread.is_alive())
        wait_for(lambda: self.app.services.ready)
        return self

    def __exit__(self, *_: object) -> None:
        for guest in self._guests:
            guest.go()
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive(), "the house does not close"

    @property
    def connections(self) -> list[Any]:
        """What uvicorn holds of every connection."""
        return list(self._server.server_state.connections)

    def host_code(self) -> str:
        """The code of a one-time link for the host."""
        services = self.app.services
        loop = next(iter(services._tasks)).get_loop()
        return asyncio.run_coroutine_threadsafe(services.admission.host_link(), loop).result(PATIENCE)

    def guest(self, name: str | None = None) -> "Guest":
        guest = Guest(self, name)
        self.see_out(guest)
        return guest

    def see_out(self, guest: "Leaving") -> None:
        """Whoever is to go when the house closes."""
        self._guests.append(guest)


def wait_for(holds: Callable[[], bool], seconds: float = PATIENCE) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.01)


def standing(message: dict[str, Any]) -> dict[str, Any]:
    """How things stand, from whatever was told of a table."""
    state: dict[str, Any] = message["table"]["state"] if message["t"] == "table" else message["state"]
    return state


class Guest:
    """Somebody with a browser."""

    def __init__(self, house: OpenHouse, name: str | None = None) -> None:
        self.house = house
        self.http = httpx.Client(base_url=house.url, timeout=PATIENCE)
        me = self.http.get("/api/me").json()
        self.id: str = me["id"]
        self.lines: list[Line] = []
        if name:
            self.http.patch("/api/me", json={"name": name}).raise_for_status()

    def open(self, game: str, sit: list[int] | None = None, bots: dict[int, str] | None = None, **words: Any) -> str:
        """A new table; its id."""
        start = words.pop("start", False)
        body = {"terms": {"game": game, **words}, "sit": sit or [], "start": start}
        body["bots"] = {str(seat): level for seat, level in (bots or {}).items()}
        answer = self.http.post("/api/tables", json=body)
        assert answer.status_code == 201, answer.text
        told: str = answer.json()["table"]["id"]
        return told

    def ask(self, table: str, do: str, **words: Any) -> httpx.Response:
        """A command over HTTP."""
        return self.http.post(f"/api/tables/{table}/commands", json={"command": {"do": do, **words}})

    def must(self, table: str, do: str, **words: Any) -> int:
        answer = self.ask(table, do, **words)
        assert answer.status_code == 200, answer.text
        seq: int = answer.json()["seq"]
        return seq

    def look(self, table: str, **query: Any) -> dict[str, Any]:
        answer = self.http.get(f"/api/tables/{table}", params=query)
        assert answer.status_code == 200, answer.text
        told: dict[str, Any] = answer.json()["table"]
        return told

    def cookies(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    def live(self, **headers: str) -> "Line":
        line = Line(self.house.port, {"Cookie": self.cookies(), **headers})
        self.lines.append(line)
        return line

    def go(self) -> None:
        for line in self.lines:
            line.close()
        self.http.close()


class Line:
    """A WebSocket. What was heard and not asked for yet is kept."""

    def __init__(self, port: int, headers: dict[str, str]) -> None:
        address = f"ws://127.0.0.1:{port}/live"
        self._open = ExitStack()
        self.socket: ClientConnection = self._open.enter_context(
            connect(address, additional_headers=headers, compression=None, max_size=None, ping_interval=None)
        )
        self.heard: list[dict[str, Any]] = []
        self.welcome = self.hear("welcome")

    def say(self, do: str, **words: Any) -> None:
        self.socket.send(json.dumps({"do": do, **words}))

    def next(self, seconds: float = PATIENCE) -> dict[str, Any]:
        """The next message, whatever it is."""
        told: dict[str, Any] = json.loads(self.socket.recv(timeout=seconds))
        return told

    def hear(self, kind: str, seconds: float = PATIENCE, **facts: Any) -> dict[str, Any]:
        """The next message of a kind; others are kept for later."""
        end = time.monotonic() + seconds
        for number, told in enumerate(self.heard):
            if told["t"] == kind and facts.items() <= told.items():
                return self.heard.pop(number)
        while True:
            told = self.next(max(0.01, end - time.monotonic()))
            if told["t"] == kind and facts.items() <= told.items():
                return told
            self.heard.append(told)

    def act(self, table: str, do: str, key: str | None = None, **words: Any) -> dict[str, Any]:
        """A command, and what it is answered: ack or denied."""
        key = key or f"k{next(KEYS)}"
        self.say("act", id=key, table=table, command={"do": do, **words})
        while True:
            told = self.next()
            if told["t"] in ("ack", "denied") and told["id"] == key:
                return told
            self.heard.append(told)

    def watch(self, table: str, **words: Any) -> dict[str, Any]:
        """Look at a table; what is told of it first."""
        self.heard = [told for told in self.heard if told["t"] not in ("table", "entries")]
        self.say("watch", table=table, **words)
        while True:
            told = self.next()
            if told["t"] in ("table", "entries", "denied", "gone"):
                return told
            self.heard.append(told)

    def is_closed(self, seconds: float = PATIENCE) -> int:
        """Read until the house closes the line; the close code."""
        end = time.monotonic() + seconds
        while True:
            try:
                self.socket.recv(timeout=max(0.01, end - time.monotonic()))
            except ConnectionClosed as closed:
                return closed.rcvd.code if closed.rcvd else 1006

    def close(self) -> None:
        self._open.close()

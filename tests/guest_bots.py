"""Guest bots at the door of an open house: their requests, and what their streams say."""

import copy
import json
import queue
import socket
import threading
import time
from contextlib import suppress
from typing import Any

import httpx

from open_house import PATIENCE, Guest, OpenHouse

Told = dict[str, Any]


class StreamOf:
    """A stream that is read in a thread. What was heard and not asked for yet is kept."""

    def __init__(self, url: str, headers: dict[str, str], path: str, **query: Any) -> None:
        self._heard: queue.Queue[Told | None] = queue.Queue()
        self.kept: list[Told] = []
        self._client = httpx.Client(base_url=url, headers=headers, timeout=httpx.Timeout(PATIENCE, read=None))
        self._answer = self._client.send(self._client.build_request("GET", path, params=query), stream=True)
        self.status = self._answer.status_code
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        try:
            for line in self._answer.iter_lines():
                self._heard.put(json.loads(line))
        except (httpx.HTTPError, httpx.StreamError):
            pass
        self._heard.put(None)

    def next(self, seconds: float = PATIENCE) -> Told | None:
        """The next line, whatever it is; None: the stream has ended."""
        if self.kept:
            return self.kept.pop(0)
        return self._heard.get(timeout=seconds)

    def hear(self, kind: str, **facts: Any) -> Told:
        """The next line of a kind; those before it are passed over."""
        end = time.monotonic() + PATIENCE
        while True:
            told = self.next(max(0.01, end - time.monotonic()))
            assert told is not None, f"the stream ended before {kind}"
            if told["t"] == kind and facts.items() <= told.items():
                return told

    def rest(self) -> list[Told]:
        """All that comes until the stream ends."""
        found = list[Told]()
        while (told := self.next()) is not None:
            found.append(told)
        return found

    def close(self) -> None:
        """Hang up, from whatever thread: reading then fails at once."""
        network = self._answer.extensions["network_stream"]
        with suppress(OSError):
            network.get_extra_info("socket").shutdown(socket.SHUT_RDWR)
        self._thread.join(PATIENCE)
        self._answer.close()
        self._client.close()


class Robot:
    """A guest bot with its token."""

    def __init__(self, house: OpenHouse, owner: Guest, name: str = "Rollo", scope: str = "play") -> None:
        made = owner.http.post("/api/me/bots", json={"name": name, "author": "Ada L.", "scope": scope})
        assert made.status_code == 201, made.text
        self.id, self.token = made.json()["bot"], made.json()["token"]
        self.house, self.headers = house, {"Authorization": f"Bearer {self.token}"}
        self.http = httpx.Client(base_url=house.url, headers=self.headers, timeout=PATIENCE)
        self._streams: list[StreamOf] = []
        house.see_out(self)

    def post(self, path: str, **words: Any) -> httpx.Response:
        return self.http.post(f"/api/bot/{path}", **words)

    def sit(self, table: str, seat: int | None = None) -> httpx.Response:
        return self.post(f"tables/{table}/sit", json={"seat": seat})

    def move(self, turn: Told, *moves: str, **words: Any) -> httpx.Response:
        body = {"decision": turn["decision"], "moves": moves or turn["legal"][:1], **words}
        return self.post(f"tables/{turn['table']}/moves", json=body)

    def events(self, **query: Any) -> StreamOf:
        return self._opened("/api/bot/events", **query)

    def stream(self, table: str, **query: Any) -> StreamOf:
        return self._opened(f"/api/bot/tables/{table}/stream", **query)

    def _opened(self, path: str, **query: Any) -> StreamOf:
        stream = StreamOf(self.house.url, self.headers, path, **query)
        self._streams.append(stream)
        return stream

    def through(self, house: OpenHouse) -> "Robot":
        """The same bot at another node."""
        twin = copy.copy(self)
        twin.house, twin._streams = house, []
        twin.http = httpx.Client(base_url=house.url, headers=self.headers, timeout=PATIENCE)
        house.see_out(twin)
        return twin

    def go(self) -> None:
        for stream in self._streams:
            stream.close()
        self.http.close()


def at_a_table(house: OpenHouse, game: str = "lumens", **words: str) -> tuple[Guest, Robot, str]:
    """A person and a bot of theirs, playing."""
    ada = house.guest("Ada")
    robot = Robot(house, ada)
    table = ada.open(game, sit=[0], **words)
    assert robot.sit(table).status_code == 200
    ada.must(table, "start")
    return ada, robot, table

"""The same guest in both houses, and every byte that they get there."""

import json
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from leaks.houses import FedHouse, Houses
from open_house import PATIENCE

HOST = "lumitheque.local"  # so that requests are alike, whatever port a house has
Told = dict[str, Any]


class Wire:
    """A guest in one house: a socket, a client for requests, and all that came from there, in its order."""

    def __init__(self, house: FedHouse) -> None:
        self._house = house
        self.http = httpx.Client(base_url=house.open.url, timeout=PATIENCE, headers={"host": HOST})
        self.got: list[str] = []
        self._socket: ClientConnection | None = None

    def connect(self) -> None:
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        self._socket = connect(  # entered by hand: it stays open until `disconnect`
            f"ws://127.0.0.1:{self._house.open.port}/live",
            additional_headers={"Cookie": cookies},
            compression=None,
            max_size=None,
            max_queue=None,
            open_timeout=PATIENCE,
        ).__enter__()
        self.until("t", "welcome")

    def send(self, text: str) -> None:
        assert self._socket is not None
        self._socket.send(text)

    def until(self, key: str, value: Any) -> Told:
        """Read up to the message that has this."""
        assert self._socket is not None
        while True:
            text = self._socket.recv(timeout=PATIENCE)
            assert isinstance(text, str)
            self.got.append(text)
            told: Told = json.loads(text)
            if told.get(key) == value:
                return told

    def request(self, method: str, path: str, body: Any = None) -> Told:
        answer = self.http.request(method, path, json=body)
        headers = [(name, value) for name, value in answer.headers.raw if name.lower() != b"date"]
        self.got.append(f"{method} {path}: {answer.status_code} {headers!r}\n{answer.text}")
        is_json = "json" in answer.headers.get("content-type", "")
        told: Told = answer.json() if is_json else {}  # else a picture
        return told

    def disconnect(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def close(self) -> None:
        self.disconnect()
        self.http.close()


class Guest:
    """Somebody who is in both houses and does the same there."""

    def __init__(self, houses: Houses, name: str) -> None:
        self.houses = houses
        self.here, self.there = Wire(houses.here), Wire(houses.there)
        self._acts = self._compared = 0
        me = self.request("GET", "/api/me")
        self.id: str = me["id"]
        self.request("PATCH", "/api/me", {"name": name})

    @property
    def both(self) -> tuple[Wire, Wire]:
        return self.here, self.there

    def connect(self) -> None:
        for wire in self.both:
            wire.connect()

    def disconnect(self) -> None:
        """Gone, and both houses know it."""
        for wire in self.both:
            wire.disconnect()

    def request(self, method: str, path: str, body: Any = None) -> Told:
        answers = [wire.request(method, path, body) for wire in self.both]
        return answers[0]

    def send(self, **words: Any) -> None:
        for wire in self.both:
            wire.send(json.dumps(words))

    def sync(self) -> None:
        """Hear everything that was sent so far."""
        self.send(do="ping")
        for wire in self.both:
            wire.until("t", "pong")

    def act(self, wire: Wire, table: str, command: Told, number: int) -> Told:
        """A command in one house, and its answer."""
        wire.send(json.dumps({"do": "act", "id": f"act {number}", "table": table, "command": command}))
        return wire.until("id", f"act {number}")

    def next_act(self) -> int:
        self._acts += 1
        return self._acts

    def compare(self, stage: str) -> None:
        """All that came since the last time is the same, byte for byte."""
        here, there = self.here.got[self._compared :], self.there.got[self._compared :]
        for one, other in zip(here, there, strict=False):
            assert one == other, f"leak: {stage}: {first_difference(one, other)}"
        assert len(here) == len(there), f"leak: {stage}: {len(here)} messages here, {len(there)} there"
        self._compared += len(here)

    @property
    def compared(self) -> int:
        return self._compared

    def close(self) -> None:
        for wire in self.both:
            wire.close()


def first_difference(one: str, other: str) -> str:
    at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    where = slice(max(0, at - 80), at + 80)
    return f"at {at} of {len(one)} and {len(other)} characters: …{one[where]}… and …{other[where]}…"

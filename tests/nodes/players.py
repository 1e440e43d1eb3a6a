"""People who play at random through one node, and go to the other when theirs is gone."""

import asyncio
import contextlib
import json
import random
from collections.abc import Callable, Coroutine
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from nodes.cluster import Node

TRY_AGAIN = 0.5  # seconds after which something that was answered with "paused" is sent again
PAUSE = 0.1  # seconds before a line that broke is tried elsewhere
CHATTY = 0.1  # how often somebody says something instead of playing


class Player:
    """Somebody at a seat, or a second window of theirs. What was not answered is sent again under its own key."""

    def __init__(self, nodes: list[Node], cookie: str, person: str, table: str, name: str) -> None:
        self._nodes, self._cookie, self.person, self.table, self.name = nodes, cookie, person, table, name
        self._dice = random.Random(name)
        self._line: ClientConnection | None = None
        self._count = 0
        self._pending: dict[str, tuple[dict[str, Any], asyncio.Future[dict[str, Any]]]] = {}
        self.state: dict[str, Any] = {"seq": 1, "status": "playing"}
        self.entries: list[dict[str, Any]] = []  # as they were told, from the second on
        self.presence: dict[str, Any] = {}
        self.acked: dict[str, int] = {}
        self.denied: dict[str, str] = {}
        self.wrong: list[str] = []  # what must not happen
        self.changed = asyncio.Event()
        self.lost = self.paused = 0
        self._sending: set[asyncio.Task[None]] = set()

    @property
    def seq(self) -> int:
        return self.entries[-1]["seq"] if self.entries else 1

    # --- the line ----------------------------------------------------------------------------------------------------

    async def live(self) -> None:
        """Until it is cancelled. The first node is home; whenever a line breaks the next one is tried."""
        at = 0
        while True:
            address = f"ws://127.0.0.1:{self._nodes[at].port}/live"
            try:
                async with connect(address, additional_headers={"Cookie": self._cookie}, compression=None) as line:
                    self._line = line
                    await self._come_back()
                    async for message in line:
                        self._hear(json.loads(message))
            except (OSError, WebSocketException, TimeoutError):
                pass
            finally:
                self._line = None
            self.lost += 1
            at = (at + 1) % len(self._nodes)
            await asyncio.sleep(PAUSE)

    async def _come_back(self) -> None:
        await self._watch()
        for key in list(self._pending):
            await self._send(key)

    async def _watch(self) -> None:
        if self._line is not None:
            with contextlib.suppress(WebSocketException):
                await self._line.send(json.dumps({"do": "watch", "table": self.table, "after": self.seq}))

    def _hear(self, told: dict[str, Any]) -> None:
        match told["t"]:
            case "entries":
                for entry in told["entries"]:
                    if entry["seq"] != self.seq + 1:
                        self.wrong.append(f"{self.name}: {entry['seq']} after {self.seq}")
                    self.entries.append(entry)
                self.state = told["state"]
                self.changed.set()
            case "ack":
                self.acked[told["id"]] = told["seq"]
                self._answered(told)
            case "denied" if told.get("id") and told["fault"]["code"] == "paused":
                self.paused += 1
                asyncio.get_running_loop().call_later(TRY_AGAIN, self._do_later, self._send, told["id"])
            case "denied" if told["fault"]["code"] == "paused":  # the table could not be shown just now
                self.paused += 1
                asyncio.get_running_loop().call_later(TRY_AGAIN, self._do_later, self._watch)
            case "denied" if told.get("id"):
                self.denied[told["id"]] = told["fault"]["code"]
                self._answered(told)
            case "presence":
                self.presence = told
            case "table" | "denied":
                self.wrong.append(f"{self.name}: {told}")

    def _do_later(self, do: Callable[..., Coroutine[Any, Any, None]], *words: str) -> None:
        task = asyncio.get_running_loop().create_task(do(*words))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def _send(self, key: str) -> None:
        """What is not sent now, or gets lost, is sent again when the line is back."""
        if self._line is not None and key in self._pending:
            words = {"do": "act", "id": key, "table": self.table, "command": self._pending[key][0]}
            with contextlib.suppress(WebSocketException):
                await self._line.send(json.dumps(words))

    def _answered(self, told: dict[str, Any]) -> None:
        _, future = self._pending.pop(told["id"], (None, None))
        if future is not None and not future.done():
            future.set_result(told)

    # --- what they do ------------------------------------------------------------------------------------------------

    async def act(self, key: str | None = None, **command: Any) -> dict[str, Any]:
        """A command, and what it is answered, however long that takes."""
        self._count += 1
        key = key or f"{self.name}:{self._count}"
        future: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._pending[key] = command, future
        await self._send(key)
        return await future

    async def until(self, holds: Any, seconds: float = 120.0) -> None:
        try:
            async with asyncio.timeout(seconds):
                while not holds():
                    self.changed.clear()
                    await self.changed.wait()
        except TimeoutError:
            raise AssertionError(f"{self.name} waits: {self.state}, {self.lost} lines lost, {self.wrong}") from None

    async def play(self) -> bool:
        """One move at random when it is one's turn; False if the game is over or the turn had gone."""
        await self.until(lambda: self.state.get("legal") or self.state["status"] != "playing")
        if self.state["status"] != "playing":
            return False
        move = self._dice.choice(self.state["legal"])
        return (await self.act(do="play", moves=[move], after=self.state["seq"]))["t"] == "ack"

    async def play_on(self) -> None:
        """Until it is cancelled, or the game is over."""
        while self.state["status"] == "playing":
            await asyncio.sleep(self._dice.uniform(0.0, 0.3))
            if self._dice.random() < CHATTY:
                await self.act(do="say", text=f"{self.name} {self._count}")
            elif self.state.get("legal"):
                await self.play()


async def introduce(node: Node, name: str) -> tuple[str, str]:
    """A new guest: their cookie and who they are."""
    async with httpx.AsyncClient(base_url=node.url) as client:
        me = (await client.get("/api/me")).json()
        await client.patch("/api/me", json={"name": name})
        return "; ".join(f"{key}={value}" for key, value in client.cookies.items()), me["id"]


async def open_table(
    node: Node, cookie: str, sit: list[int], bots: dict[int, str], start: bool = True, game: str = "sirius"
) -> str:
    body = {
        "terms": {"game": game, "options": {"setup": "random"}, "listed": True},
        "sit": sit,
        "bots": {str(seat): level for seat, level in bots.items()},
        "start": start,
    }
    async with httpx.AsyncClient(base_url=node.url, headers={"Cookie": cookie}) as client:
        answer = await client.post("/api/tables", json=body, timeout=30)
        assert answer.status_code == 201, answer.text
        told: str = answer.json()["table"]["id"]
        return told


async def command(node: Node, cookie: str, table: str, **words: Any) -> None:
    async with httpx.AsyncClient(base_url=node.url, headers={"Cookie": cookie}) as client:
        answer = await client.post(f"/api/tables/{table}/commands", json={"command": words}, timeout=30)
        assert answer.status_code == 200, answer.text


async def ask(node: Node, cookie: str, path: str) -> Any:
    async with httpx.AsyncClient(base_url=node.url, headers={"Cookie": cookie}) as client:
        answer = await client.get(path, timeout=30)
        assert answer.status_code == 200, answer.text
        return answer.json()

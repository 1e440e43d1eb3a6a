"""People who play over days. Each waits for word of their turn before they move: what is lost stops its table."""

import asyncio
import random
import time
from collections import Counter, defaultdict
from typing import Any, NamedTuple

import httpx

from counterparts import Heard, Receiver
from faults.houses import House
from faults.parties import PLACED

GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("lumens", {}),
    ("fromages", {}),
    ("luminis", {}),
    ("sirius", PLACED),
    ("galax", PLACED),
)
OVER_DAYS = {"kind": "days", "days": 3}
PATIENCE = 120.0  # seconds after which a notice counts as lost
AGAIN = 0.1  # seconds between two tries of a request


class Letter(NamedTuple):
    key: str
    what: str
    at: float


class Post:
    """Where all webhooks come in, and who waits for which letter."""

    def __init__(self, receiver: Receiver) -> None:
        self.url = receiver.url
        self.came: dict[str, list[Letter]] = defaultdict(list)  # by key
        self.expected = Counter[tuple[str, str, str]]()  # person, table, what
        self.delays: list[tuple[float, float]] = []  # when it was owed, when it came
        self._waiting: dict[tuple[str, str, str], list[Letter]] = defaultdict(list)
        self._news = asyncio.Condition()
        self._loop = asyncio.get_running_loop()
        receiver.answer = self._heard

    def _heard(self, heard: Heard) -> int:
        asyncio.run_coroutine_threadsafe(self._arrive(heard, time.monotonic()), self._loop)
        return 201

    async def _arrive(self, heard: Heard, at: float) -> None:
        told, person = heard.json, heard.path.rpartition("/")[2]
        letter = Letter(heard.headers["idempotency-key"], told["what"], at)
        async with self._news:
            known = self.came[letter.key]
            known.append(letter)
            if len(known) == 1:
                self._waiting[person, told["table"], letter.what].append(letter)
                self._news.notify_all()

    async def wait(self, person: str, table: str, what: str, owed_at: float) -> None:
        """Until this person is told this of that table."""
        address = (person, table, what)
        self.expected[address] += 1
        async with asyncio.timeout(PATIENCE), self._news:
            await self._news.wait_for(lambda: bool(self._waiting[address]))
            self.delays.append((owed_at, self._waiting[address].pop(0).at))

    @property
    def doubles(self) -> list[list[Letter]]:
        """Letters that came more than once."""
        return [letters for letters in self.came.values() if len(letters) > 1]

    @property
    def unasked(self) -> list[tuple[str, str, str]]:
        """What somebody was told that was not so."""
        return [address for address, letters in self._waiting.items() if letters]


class Correspondent:
    """A person with a browser that forgets nothing, and a webhook."""

    def __init__(self, url: str) -> None:
        self._http = httpx.AsyncClient(base_url=url, timeout=30, verify=False)  # it keeps cookies, and meets no TLS
        self.id = ""
        self._commands = 0

    async def arrive(self, post: Post) -> None:
        self.id = (await self.ask("GET", "/api/me"))["id"]
        hook = {"form": "json", "url": f"{post.url}/{self.id}"}
        await self.ask("POST", "/api/me/notices/webhook", hook)

    async def go(self) -> None:
        await self._http.aclose()

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        """A request, until the house answers it."""
        while True:
            try:
                answer = await self._http.request(method, path, json=body)
            except httpx.TransportError:
                await asyncio.sleep(AGAIN)
                continue
            if answer.status_code == 503:
                await asyncio.sleep(AGAIN)
                continue
            assert answer.status_code < 300, answer.text
            return answer.json()

    async def act(self, table: str, do: str, **words: Any) -> None:
        """A command; sent again after a kill, it is not obeyed again."""
        self._commands += 1
        body = {"command": {"do": do, **words}, "id": f"{self.id}-{self._commands}"}
        await self.ask("POST", f"/api/tables/{table}/commands", body)

    async def look(self, table: str) -> Any:
        return (await self.ask("GET", f"/api/tables/{table}"))["table"]["state"]


class Pair:
    """Two friends: they play one game after another until `done`."""

    def __init__(self, number: int, people: list[Correspondent], post: Post, pause: float) -> None:
        self._dice = random.Random(number)
        self._game, self._options = GAMES[number % len(GAMES)]
        self._people, self._post, self._pause = people, post, pause
        self.done = asyncio.Event()
        self.turns = 0

    async def live(self) -> None:
        try:
            for one in self._people:
                await one.arrive(self._post)
            while not self.done.is_set():
                await self._play_one_game()
        finally:
            for one in self._people:
                await one.go()

    async def _play_one_game(self) -> None:
        opener, guest = self._people
        terms = {"game": self._game, "seats": 2, "options": self._options, "clock": OVER_DAYS}
        opened = await opener.ask("POST", "/api/tables", {"terms": terms, "sit": [0]})
        table = opened["table"]["id"]
        await guest.act(table, "sit", seat=1)
        await opener.act(table, "start")
        state, known = await opener.look(table), {0}
        while state["status"] == "playing":
            owed_at = time.monotonic()
            for seat in set(state["waiting"]) - known:  # nobody is told of a turn that their own move began
                await self._post.wait(self._people[seat].id, table, "turn", owed_at)
            if self.done.is_set():
                return
            await asyncio.sleep(self._dice.uniform(0, self._pause))
            seat, known = state["waiting"][0], set(state["waiting"])
            state = await self._take_turn(table, seat)
            self.turns += 1
        await self._post.wait(self._people[1 - seat].id, table, "over", time.monotonic())

    async def _take_turn(self, table: str, seat: int) -> Any:
        person = self._people[seat]
        state = await person.look(table)
        while state["status"] == "playing" and seat in state["waiting"]:
            await person.act(table, "play", seat=seat, moves=[self._dice.choice(state["legal"])])
            state = await person.look(table)
        return state


def pairs_at(houses: list[House], post: Post, count: int, pause: float) -> list[Pair]:
    """With several nodes, each of two friends comes by another one."""

    def person(number: int) -> Correspondent:
        return Correspondent(houses[number % len(houses)].url)

    return [Pair(number, [person(number), person(number + 1)], post, pause) for number in range(count)]

"""Two houses with one clock and dice alike. What the deal is made of is different; its hash is injected alike."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar

import pytest
from msgspec import structs

from lumitheque.bots import Budget
from lumitheque.reception import hints
from lumitheque.referee import Referee
from lumitheque.server.live import lobby
from lumitheque.server.notices import sender
from lumitheque.server.upkeep import clocks
from lumitheque.storage.memory import MemoryStore
from lumitheque.tables import Entry, deciding, read_entry, seating, write_entry
from lumitheque.tables.dealing import begin_game
from lumitheque.tables.events import Opened
from open_house import PATIENCE, OpenHouse, settings
from open_tables import CountedDice

Answer = TypeVar("Answer")
Chance = list[tuple[str, Any]]
COMMITMENT = "c0ffee" * 10 + "c0de"
SIMULATIONS = 16  # of a hint: how many there are must not depend on how fast the machine is


class SharedClock:
    def __init__(self) -> None:
        self.at = 1_800_000_000_000

    def now(self) -> int:
        return self.at


class LoadedDice(CountedDice):
    """Tokens that both houses draw alike, but for those that are put in."""

    def __init__(self) -> None:
        super().__init__(seed=4)
        self.put_in: list[str] = []

    def token(self) -> str:
        return self.put_in.pop(0) if self.put_in else super().token()


class FedHouse:
    """A house whose tables' logs can be exchanged for those of another world."""

    def __init__(self, clock: SharedClock, outside: dict[str, Any] | None = None) -> None:
        self.dice = LoadedDice()
        chosen = settings(clock=clock, dice=self.dice, key=b"the same", bot_threads=False, **(outside or {}))
        assert isinstance(chosen.store, MemoryStore)
        self.store = chosen.store
        self.open = OpenHouse(chosen)

    @property
    def house(self) -> Any:
        return self.open.app.services.house

    def run(self, work: Callable[[], Awaitable[Answer]]) -> Answer:
        """Something in the house's own thread."""

        async def doing() -> Answer:
            return await work()

        loop = self.open.app.services._tasks[0].get_loop()
        return asyncio.run_coroutine_threadsafe(doing(), loop).result(PATIENCE)

    def log(self, table: str, after: int = 0) -> list[Entry]:
        return [read_entry(data) for data in self.store._logs.get(table, [])[after:]]

    def feed(self, table: str, log: Sequence[Entry], coming: Chance) -> bool:
        """From now on this was the log all along, and chance will give this. Whether anything had to be changed."""
        data = [write_entry(entry) for entry in log]
        different = self.store._logs[table] != data

        async def exchange() -> None:
            if different:
                self.store._logs[table][:] = data
                await self.house.drop(table)
            if coming:
                await self.house.look(table, lambda found: found.game.tell_chance(coming))

        if different or coming:
            self.run(exchange)
        return different


class Houses(NamedTuple):
    clock: SharedClock
    here: FedHouse
    there: FedHouse
    deals: dict[str, Chance]  # what is dealt at the start of a game, by the secret of its table; else as always
    logged: list[str]  # what the houses wrote into their logs


@contextmanager
def two_houses(here: dict[str, Any] | None = None, there: dict[str, Any] | None = None) -> Iterator[Houses]:
    """`here`, `there`: settings of what each house reaches outside."""
    clock = SharedClock()
    houses = Houses(clock, FedHouse(clock, here), FedHouse(clock, there), {}, [])

    def deal(terms: Opened, nonces: Sequence[str], chance: Chance | None = None) -> Referee:
        assert terms.secret is not None
        return begin_game(terms, nonces, houses.deals.get(terms.secret) if chance is None else chance)

    with pytest.MonkeyPatch.context() as patch, listening(houses.logged):
        patch.setattr(deciding, "commitment", lambda _: COMMITMENT)
        patch.setattr(seating, "begin_game", deal)
        patch.setattr(sender, "TICK", 0.01)
        patch.setattr(lobby, "FRESH", 0.0)  # how old a list is must not depend on how fast the machine is
        patch.setattr(clocks, "SHORT_ABSENCE", 1 << 40)  # nor must whether a house found that it had slept
        patch.setattr(hints, "Budget", lambda _: Budget(simulations=SIMULATIONS))
        tell = hints.tell
        patch.setattr(hints, "tell", lambda asked, advice: tell(asked, structs.replace(advice, seconds=0.0)))
        with houses.here.open, houses.there.open:
            yield houses


class Listener(logging.Handler):
    def __init__(self, heard: list[str]) -> None:
        super().__init__()
        self._heard = heard

    def emit(self, record: logging.LogRecord) -> None:
        self._heard.append(self.format(record))  # with the traceback, if there is one


@contextmanager
def listening(heard: list[str]) -> Iterator[None]:
    """Everything that the houses log; of their own room even what nobody would usually see."""
    listener, own, root = Listener(heard), logging.getLogger("lumitheque"), logging.getLogger()
    before = own.level
    own.setLevel(logging.DEBUG)
    root.addHandler(listener)
    try:
        yield
    finally:
        root.removeHandler(listener)
        own.setLevel(before)

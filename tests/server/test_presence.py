"""Presence: who is at the table, told anew whenever somebody comes, goes, sits down or stands up, at any node."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from lumitheque.storage import Owed
from lumitheque.storage.memory import MemoryStore
from lumitheque.tables import TableNote
from open_house import Line, OpenHouse, settings


class SharedStore(MemoryStore):
    """A store of several nodes: each hears what the others append and whisper, in its own loop."""

    def __init__(self) -> None:
        super().__init__()
        self._listeners: list[tuple[asyncio.AbstractEventLoop, Callable[..., None]]] = []
        self._ears: list[tuple[asyncio.AbstractEventLoop, Callable[..., None]]] = []

    def listen(self, heard: Any) -> None:
        self._listeners.append((asyncio.get_running_loop(), heard))

    def overhear(self, hear: Any) -> bool:
        self._ears.append((asyncio.get_running_loop(), hear))
        return True

    async def append(
        self, table: str, after: int, entries: list[bytes], note: TableNote, owed: Sequence[Owed] = ()
    ) -> None:
        await super().append(table, after, entries, note, owed)
        here = asyncio.get_running_loop()
        for loop, heard in self._listeners:
            if loop is not here and not loop.is_closed():
                loop.call_soon_threadsafe(heard, table, after + len(entries))

    async def whisper(self, message: str) -> None:
        for loop, hear in self._ears:
            if not loop.is_closed():
                loop.call_soon_threadsafe(hear, message)


@pytest.fixture(scope="module")
def nodes() -> Iterator[list[OpenHouse]]:
    store = SharedStore()
    with OpenHouse(replace(settings(), store=store)) as one, OpenHouse(replace(settings(), store=store)) as other:
        yield [one, other]


def hears(line: Line, here: list[str], spectators: int = 0) -> None:
    """The line is told, sooner or later, that exactly these are there; what was told before it is passed over."""
    while True:
        told = line.hear("presence")
        if (sorted(told["here"]), told.get("spectators", 0)) == (sorted(here), spectators):
            return


@pytest.mark.parametrize("elsewhere", [0, 1], ids=["one node", "two nodes"])
def test_presence_follows_the_seats(nodes: list[OpenHouse], elsewhere: int) -> None:
    ada, ben = nodes[0].guest("Ada"), nodes[elsewhere].guest("Ben")
    table = ada.open("lumens", sit=[0])
    host, guest = ada.live(), ben.live()
    host.watch(table)
    guest.watch(table)
    hears(host, [ada.id], spectators=1)
    hears(guest, [ada.id], spectators=1)
    ben.must(table, "sit")
    hears(host, [ada.id, ben.id])
    hears(guest, [ada.id, ben.id])
    ben.must(table, "leave")
    hears(host, [ada.id], spectators=1)
    hears(guest, [ada.id], spectators=1)
    ben.must(table, "sit")
    hears(host, [ada.id, ben.id])
    ada.must(table, "leave", seat=1)  # the opener frees the place
    hears(guest, [ada.id], spectators=1)


@pytest.mark.parametrize("elsewhere", [0, 1], ids=["one node", "two nodes"])
def test_a_second_tab_and_a_return(nodes: list[OpenHouse], elsewhere: int) -> None:
    ada, ben = nodes[0].guest("Ada"), nodes[elsewhere].guest("Ben")
    table = ada.open("lumens", sit=[0])
    host, guest, second = ada.live(), ben.live(), ben.live()
    for line in (host, guest, second):
        line.watch(table)
    hears(host, [ada.id], spectators=1)
    second.say("act", id="sits", table=table, command={"do": "sit"})  # in one of two tabs
    hears(host, [ada.id, ben.id])
    hears(guest, [ada.id, ben.id])
    second.close()
    guest.say("unwatch")
    hears(host, [ada.id])
    guest.watch(table)
    hears(host, [ada.id, ben.id])
    host.close()
    hears(guest, [ben.id])
    back = ada.live()
    back.watch(table)
    hears(back, [ada.id, ben.id])
    hears(guest, [ada.id, ben.id])


def test_whoever_sits_unseen_is_not_there(house: OpenHouse) -> None:
    ada, ben = house.guest("Ada"), house.guest("Ben")
    table = ada.open("lumens", sit=[0])
    host = ada.live()
    host.watch(table)
    hears(host, [ada.id])
    ben.must(table, "sit")  # over HTTP, without a tab at the table
    hears(host, [ada.id])


def test_a_new_name_is_told_at_the_table(house: OpenHouse) -> None:
    ada, ben = house.guest(), house.guest("Ben")
    assert not ada.http.get("/api/me").json()["named"] and ben.http.get("/api/me").json()["named"]
    table = ada.open("lumens", sit=[0])
    host, guest = ada.live(), ben.live()
    host.watch(table)
    guest.watch(table)
    hears(guest, [ada.id], spectators=1)
    assert ada.http.patch("/api/me", json={"name": "Ada"}).json()["named"]
    assert guest.hear("presence")["names"][ada.id] == "Ada"

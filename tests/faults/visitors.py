"""Guest bots, many at once, while the house is killed and their streams break off: pairs that play one game after
another, and remember every entry that they were told and every move that was acknowledged."""

import asyncio
import random
import threading
import time
from pathlib import Path
from typing import Any

import httpx
from msgspec import Struct

from faults.houses import House
from lumitheque.guest.door import Away, Door, Refused
from lumitheque.storage import open_store
from lumitheque.tables import Table, read_entry

PER_PERSON = 5
BREAKS_OFF = 0.03  # how often a bot drops its stream, after a line
SECONDS = 300.0  # for what must happen once the killing is over


class Plan(Struct, frozen=True):
    bots: int
    seconds: float
    kills: int


class Found(Struct):
    """What was compared, and what was wrong."""

    tables: int = 0
    finished: int = 0
    acknowledged: int = 0
    told: int = 0  # entries
    broken_off: int = 0  # streams, by bots
    kills: int = 0
    faults: list[str] = []


class Visitor:
    """One guest bot. Its lines and acknowledgements are kept by table."""

    def __init__(self, number: int, house: str, made: dict[str, Any], closing: threading.Event) -> None:
        self.door, self.dice = Door(house, made["token"], closing), random.Random(number)
        self.person: str = made["bot"]
        self.told: dict[str, list[int]] = {}
        self.acknowledged: dict[str, list[tuple[str, int]]] = {}  # by table: key and entry
        self.broken_off = 0

    def play(self, table: str) -> None:
        """One table to its end, whatever happens meanwhile."""
        path, told = f"/api/bot/tables/{table}", self.told.setdefault(table, [])
        made = self.acknowledged.setdefault(table, [])
        while True:
            try:
                for line in self.door.lines(f"{path}/stream", after=told[-1] if told else 0):
                    if line["t"] == "entries":
                        told += [entry["seq"] for entry in line["entries"]]
                    elif line["t"] == "turn":
                        self._move(path, line, made)
                    elif line["t"] == "over":
                        return
                    if self.dice.random() < BREAKS_OFF:
                        self.broken_off += 1
                        break
            except Away:
                time.sleep(self.dice.uniform(0.05, 0.5))

    def _move(self, path: str, turn: dict[str, Any], made: list[tuple[str, int]]) -> None:
        key = f"{turn['seq']}-{turn['decision']}"
        body = {"decision": turn["decision"], "moves": [self.dice.choice(turn["legal"])]}
        for _ in range(self.dice.choice([1, 1, 1, 2])):  # sometimes sent twice
            made.append((key, self.door.post(f"{path}/moves", body, key)["seq"]))


def pair(one: Visitor, other: Visitor, end: float, wrong: list[str]) -> None:
    """Two bots play one game after another."""
    try:
        while time.monotonic() < end:
            terms = {"game": "lumens", "guest_bots": "any"}
            table = one.door.post("/api/bot/tables", {"terms": terms})["table"]["id"]
            other.door.post(f"/api/bot/tables/{table}/sit", key="sit")
            one.door.post(f"/api/bot/tables/{table}/start", key="start")
            playing = [threading.Thread(target=visitor.play, args=[table], daemon=True) for visitor in (one, other)]
            for thread in playing:
                thread.start()
            for thread in playing:
                thread.join(SECONDS)
                if thread.is_alive():
                    wrong.append(f"table {table} is stuck")
                    return
    except (Refused, Away) as error:
        wrong.append(f"{type(error).__name__}: {error}")


def make_bots(house: str, bots: int) -> list[dict[str, Any]]:
    """Their ids and tokens."""
    found = list[dict[str, Any]]()
    for person in range(-(-bots // PER_PERSON)):
        with httpx.Client(base_url=house, timeout=60) as guest:
            for number in range(PER_PERSON):
                body = {"name": f"Bot {person} {number}", "author": "A"}
                found.append(guest.post("/api/me/bots", json=body).raise_for_status().json())
    return found[:bots]


def tell_story(place: Path, folder: Path, plan: Plan) -> Found:
    house, found, dice = House(place, folder / "house.log"), Found(), random.Random(1)
    house.start()
    try:
        asyncio.run(house.ready())
        visitors = [
            Visitor(number, house.url, made, threading.Event())
            for number, made in enumerate(make_bots(house.url, plan.bots))
        ]
        end = time.monotonic() + plan.seconds
        pairs = [
            threading.Thread(target=pair, args=[one, other, end, found.faults], daemon=True)
            for one, other in zip(visitors[::2], visitors[1::2], strict=True)
        ]
        for thread in pairs:
            thread.start()
        for _ in range(plan.kills):
            time.sleep(plan.seconds / (plan.kills + 1) * dice.uniform(0.6, 1.2))
            house.kill()
            found.kills += 1
            house.start()
            asyncio.run(house.ready())
        for thread in pairs:
            thread.join(plan.seconds + SECONDS)
    finally:
        house.stop()
    asyncio.run(check(place, visitors, found))
    return found


async def check(place: Path, visitors: list[Visitor], found: Found) -> None:
    """Everybody was told every entry once, in order; every acknowledged move is in the log once, where it was said."""
    store = open_store(str(place))
    await store.start()
    try:
        for table in await store.table_ids():
            log = [read_entry(data) for data in await store.entries(table)]
            found.tables += 1
            found.finished += Table.of(table, log).status == "over"
            for visitor in visitors:
                _compare(
                    table,
                    {(entry.by.person, entry.key): entry.seq for entry in log if entry.by and entry.key},
                    len(log),
                    visitor,
                    found,
                )
            keys = [(entry.by, entry.key) for entry in log if entry.key]
            if len(set(map(repr, keys))) < len(keys):
                found.faults.append(f"table {table}: a move is there twice")
    finally:
        await store.stop()
    found.broken_off = sum(visitor.broken_off for visitor in visitors)


def _compare(table: str, keys: dict[tuple[str | None, str], int], last: int, visitor: Visitor, found: Found) -> None:
    told = visitor.told.get(table, [])
    found.told += len(told)
    if told != list(range(1, len(told) + 1)) or len(told) > last:
        found.faults.append(f"table {table}: told {told}")
    for key, seq in visitor.acknowledged.get(table, []):
        found.acknowledged += 1
        there = keys.get((visitor.person, key))
        if there != seq:
            found.faults.append(f"table {table}: {key} was acknowledged as {seq} and is {there}")

"""Orders, for tests: two people at a table over days, the lines they plan, and what the store has of it."""

import asyncio
from typing import Any

import httpx

import lumitheque as lt
from lumitheque.games import find
from lumitheque.referee import Referee
from open_house import PATIENCE, Guest, OpenHouse, wait_for

DAYS = {"kind": "days", "days": 3}


def at_table(house: OpenHouse, game: str = "sirius", **words: Any) -> tuple[Guest, Guest, str]:
    """Ada, then Ben, who is to move; and their table."""
    options = {"setup": "random"} if find(game).plannable and "position" not in words else {}
    words = {"clock": DAYS, "options": options} | words
    guests = house.guest("Ada"), house.guest("Ben")
    table = guests[0].open(game, sit=[0], **words)
    guests[1].must(table, "sit")
    guests[0].must(table, "start")
    ada, ben = guests if guests[0].look(table)["state"]["waiting"] == [1] else guests[::-1]
    return ada, ben, table


def game_of(guest: Guest, table: str) -> Referee:
    """The game as it stands, to plan on."""
    return game_from(guest.look(table))


def game_from(told: dict[str, Any]) -> Referee:
    """The game at a table, as a seat is told that sees all of it."""
    game = find(told["game"])
    record = {"game": game.name, "rules": game.rules_version, "seats": 2, "options": told["options"]}
    return lt.load({**record, "position": told["state"]["view"]})


def plan(guest: Guest, table: str, *choices: int) -> list[str]:
    """A line: at each turn the legal move of this number, to the end of the turn."""
    game, line = game_of(guest, table), list[str]()
    for choice in choices:
        seat = game.waiting()
        while game.waiting() == seat:
            line.append(game.legal(seat[0])[choice])
            game.play(line[-1], seat[0])
    return line


def put(guest: Guest, table: str, *lines: list[str], **words: Any) -> httpx.Response:
    after = guest.look(table)["state"]["seq"]
    return guest.http.put(f"/api/tables/{table}/orders", json={"after": after, "lines": lines, **words})


def must_put(guest: Guest, table: str, *lines: list[str], **words: Any) -> dict[str, Any]:
    answer = put(guest, table, *lines, **words)
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


async def _nothing(*_: Any) -> None:
    pass


def mute(house: OpenHouse, guest: Guest, table: str) -> None:
    """From now on this node carries out no order, as if it were killed whenever it begins to."""
    order(guest, table)  # what was begun is over
    house.app.services.orders._look = _nothing  # type: ignore[method-assign]


def order(guest: Guest, table: str) -> dict[str, Any]:
    answer = guest.http.get(f"/api/tables/{table}/orders")
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def moves_of(told: dict[str, Any]) -> list[list[str]]:
    return [[planned["move"] for planned in line] for line in told["lines"]]


def run(house: OpenHouse, work: Any) -> Any:
    loop = house.app.services._tasks[0].get_loop()
    return asyncio.run_coroutine_threadsafe(work, loop).result(PATIENCE)


def kept(guest: Guest) -> list[str]:
    """The ids of somebody's orders in the store."""
    store = guest.house.app.services.house.store
    return [one.id for one in run(guest.house, store.belongings(guest.id, "order"))]


def until_gone(guest: Guest) -> None:
    wait_for(lambda: kept(guest) == [])


def plays(guest: Guest, table: str) -> list[tuple[int, list[str]]]:
    """Who played what so far."""
    entries = guest.http.get(f"/api/tables/{table}/entries").json()["entries"]
    events = [entry["event"] for entry in entries]
    return [(event["seat"], event["moves"]) for event in events if event["event"] == "played"]


def until_played(guest: Guest, table: str, count: int) -> list[tuple[int, list[str]]]:
    wait_for(lambda: len(plays(guest, table)) >= count)
    return plays(guest, table)

"""A house in which a game goes over from interpreted to compiled rules: `python -m going_over`, for a test.

The process runs with LUMITHEQUE_RULES=prepared and a cache that holds the machine code of tests/toy and nothing else.
"""

import asyncio
import threading

from lumitheque.games import SHELF, join
from lumitheque.server.upkeep import preparing
from open_house import Guest, OpenHouse, settings, wait_for
from toy import GAME

toy_compiled = threading.Event()


async def compile_apart(game: str) -> str | None:
    """The toy is compiled when we say so, Sirius cannot be, and the others take for ever."""
    if game == "sirius":
        return "no luck"
    while game != GAME.name or not toy_compiled.is_set():  # noqa: ASYNC110 (set by another thread)
        await asyncio.sleep(0.02)
    return None


def run() -> None:
    join(GAME)
    preparing.compile_apart, preparing.AT_ONCE = compile_apart, len(SHELF)
    with OpenHouse(settings()) as house:
        guest = house.guest()
        wait_for(lambda: SHELF["sirius"].prepared)
        check_what_is_told(guest)
        check_what_is_offered(guest)
        table = guest.open("lights", sit=[0], bots={1: "random"}, start=True)
        make_a_move(guest, table)
        assert not GAME.rules.apply_move.overloads and not GAME.prepared
        toy_compiled.set()
        wait_for(lambda: GAME.prepared)
        make_a_move(guest, table)
        assert GAME.rules.apply_move.overloads, "the machine code of the other checkout was not found"
        wait_for(lambda: guest.look(table)["state"]["status"] == "over")
        assert "lights" not in guest.http.get("/ready").json()["preparing"]


def check_what_is_told(guest: Guest) -> None:
    waiting = guest.http.get("/ready").json()["preparing"]
    assert waiting == ["lumens", "luminis", "galax", "fromages", "lights"], waiting
    assert "lumitheque_games_not_compiled_yet 5.0" in guest.http.get("/metrics").text
    prepared = {game["name"]: game["prepared"] for game in guest.http.get("/api/games").json()}
    assert [name for name, done in prepared.items() if done] == ["sirius"], prepared
    assert guest.http.get("/api/games/sirius").json()["levels_later"] == []


def check_what_is_offered(guest: Guest) -> None:
    """Bots that search, and hints, come later; bots that look one move ahead play."""
    game = guest.http.get("/api/games/lumens").json()
    *_, quick, _, strong = [level["name"] for level in game["levels"]]
    assert strong in game["levels_later"] and quick not in game["levels_later"]
    terms = {"game": "lumens", "hints": True}
    refused = guest.http.post("/api/tables", json={"terms": terms, "sit": [0], "bots": {"1": strong}, "start": True})
    assert (refused.status_code, refused.json()["code"]) == (503, "not_prepared"), refused.text
    table = guest.open("lumens", sit=[0], bots={1: quick}, start=True, hints=True)
    make_a_move(guest, table)
    wait_for(lambda: is_our_turn(guest, table))  # the bot has moved
    assert guest.http.post(f"/api/tables/{table}/hint", json={"seconds": 0.1}).json()["code"] == "not_prepared"


def is_our_turn(guest: Guest, table: str) -> bool:
    return 0 in guest.look(table)["state"].get("waiting", [])


def make_a_move(guest: Guest, table: str) -> None:
    """When it is our turn: the first legal move."""
    wait_for(lambda: is_our_turn(guest, table))
    guest.must(table, "play", seat=0, moves=guest.look(table)["state"]["legal"][:1])


if __name__ == "__main__":
    run()

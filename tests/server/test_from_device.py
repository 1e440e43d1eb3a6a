"""A game from a device is kept in the house exactly once, and marked; nothing that is not a game gets in."""

from typing import Any

import msgspec
import pytest

from browser.commands import CountingDice
from lumitheque.games import SHELF
from lumitheque.reception.pocket import PocketHouse
from lumitheque.reception.pocket_routes import answer
from open_house import Guest, OpenHouse

Told = dict[str, Any]


class Device:
    """A house on a device, and somebody who plays there."""

    def __init__(self, game: str = "lumens", clock: Told | None = None) -> None:
        self.house, self.now = PocketHouse(CountingDice(), "somebody", "Ada"), 1_000_000
        terms = {"game": game, "clock": clock or {"kind": "none"}}
        seats = {str(seat): "greedy" for seat in range(1, SHELF[game].seats[0])}
        opening = {"terms": terms, "sit": [0], "names": {"0": "Léa"}, "bots": seats, "start": True}
        self.table: str = self.ask("POST", "/api/tables", opening)["table"]["id"]
        self.hear({"do": "watch", "table": self.table})

    def hear(self, message: Told) -> list[Told]:
        told = self.house.hear(msgspec.json.encode(message).decode(), self.now).told
        return [msgspec.json.decode(one) for one in told]

    def ask(self, method: str, path: str, body: Any = None) -> Told:
        text = "" if body is None else msgspec.json.encode(body).decode()
        told: Told = msgspec.json.decode(answer(self.house, method, path, {}, text, self.now).body)
        return told

    def play(self, plays: int) -> None:
        """So many plays of the person, with the bots' answers."""
        for _ in range(plays):
            table = self.house.table(self.table)
            move = table.game.legal(0)[0]
            command = {"do": "play", "seat": 0, "moves": [move]}
            self.now += 1000
            told = self.ask("POST", f"/api/tables/{self.table}/commands", {"command": command, "id": f"k{self.now}"})
            assert "seq" in told, told
            while (turn := self.house.bot_turn(self.now)) is not None:
                self.house.bot_plays(turn, self.house.think(turn), self.now)

    def log(self) -> Told:
        return self.ask("GET", f"/api/tables/{self.table}/log")


def keep(guest: Guest, game: Told) -> Any:
    return guest.http.post("/api/from_device", json=game)


def mine(guest: Guest) -> list[Told]:
    tables: list[Told] = guest.http.get("/api/mine").json()["tables"]
    return tables


def test_a_game_is_kept_once_and_marked(house: OpenHouse) -> None:
    guest, device = house.guest(), Device()
    device.play(3)
    first, again = keep(guest, device.log()), keep(guest, device.log())
    assert first.status_code == again.status_code == 201, first.text
    told = first.json()["table"]
    assert told["id"] == again.json()["table"]["id"] and told["departures"] == ["device"]
    [note] = mine(guest)
    assert note["id"] == told["id"] and note["departures"] == ["device"] and not note["listed"]
    assert note["moves"] >= 6 and note["people"] == [guest.id]


def test_what_was_played_meanwhile_is_added(house: OpenHouse) -> None:
    guest, device = house.guest(), Device()
    device.play(2)
    table = keep(guest, device.log()).json()["table"]["id"]
    device.play(2)
    assert keep(guest, device.log()).json()["table"]["id"] == table
    [note] = mine(guest)
    assert note["moves"] == device.house.table(device.table).moves()


def test_a_game_goes_on_in_the_house(house: OpenHouse) -> None:
    guest, device = house.guest(), Device(clock={"kind": "per_move", "seconds": 30})
    device.play(2)
    table = keep(guest, device.log()).json()["table"]["id"]
    move, other, *_ = device.house.table(device.table).game.legal(0)
    guest.must(table, "play", seat=0, moves=[move])
    assert keep(guest, device.log()).json()["table"]["id"] == table  # nothing is new there
    command = {"command": {"do": "play", "seat": 0, "moves": [other]}, "id": "x"}
    device.ask("POST", f"/api/tables/{device.table}/commands", command)
    refused = keep(guest, device.log())
    assert refused.status_code == 409 and refused.json()["code"] == "went_apart"


def test_somebody_else_brings_another_game(house: OpenHouse) -> None:
    device = Device("galax")
    one, other = (keep(house.guest(), device.log()).json()["table"]["id"] for _ in range(2))
    assert one != other


@pytest.mark.parametrize("entries", [["{"], ["[]"], ["{}"], ["\u0000"], ["[" * 5000]])
def test_what_is_no_game_is_refused(house: OpenHouse, entries: list[str]) -> None:
    refused = keep(house.guest(), {"table": "d-1", "entries": entries})
    assert refused.status_code == 409 and refused.json()["code"] == "not_taken_over"


def test_a_changed_game_is_refused_and_says_so(house: OpenHouse) -> None:
    guest, device = house.guest(), Device()
    device.play(2)
    game = device.log()
    game["entries"][-1] = game["entries"][-1].replace('"moves":["', '"moves":["zz')
    refused = keep(guest, game)
    assert refused.status_code == 409 and refused.json()["code"] == "not_taken_over" and refused.json()["sentence"]
    assert mine(guest) == []


def test_a_bot_that_the_house_does_not_have_is_refused(house: OpenHouse) -> None:
    game = Device().log()
    game["entries"] = [entry.replace('"level":"greedy"', '"level":"nobody"') for entry in game["entries"]]
    refused = keep(house.guest(), game)
    assert refused.status_code == 409 and refused.json()["code"] == "no_such_level"


def test_a_device_does_not_mind_whether_its_page_is_seen() -> None:
    device = Device()
    assert device.hear({"do": "shown", "on": False}) == []
    assert [one["t"] for one in device.hear({"do": "ping"})] == ["pong"]

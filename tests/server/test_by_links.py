"""Games by links: what a device makes of a link. The page's way is tried in tests/web/test_by_links.py."""

import random
from typing import Any

import msgspec
import pytest

from browser.commands import CountingDice
from lumitheque.games import SHELF
from lumitheque.reception.links import BY_LINKS, choices_by_links, is_open
from lumitheque.reception.pocket import PocketHouse
from lumitheque.reception.pocket_routes import answer
from lumitheque.referee import new
from lumitheque.referee.checking import check_record
from lumitheque.referee.records import read_record

TOKEN = "ab" * 16
TABLE = f"{BY_LINKS}{TOKEN}"
PATH = f"/api/tables/{TABLE}"
Told = dict[str, Any]


class Device:
    def __init__(self, name: str) -> None:
        self.house, self.name, self.now = PocketHouse(CountingDice(), name.lower(), "Altair 1"), name, 1_000

    def ask(self, method: str, path: str, body: Any = None) -> Told:
        text = "" if body is None else msgspec.json.encode(body).decode()
        self.now += 1
        reply = answer(self.house, method, path, {}, text, self.now)
        self.kept = [entry for kept in reply.kept for entry in kept.entries]
        told: Told = msgspec.json.decode(reply.body)
        return told

    def take(self, link: Told, **more: Any) -> Any:
        """How the link was taken, or the code of the refusal."""
        told = self.ask("POST", f"{PATH}/link", {"link": link, "name": self.name, **more})
        return told.get("how") or told["code"]

    def link(self) -> Told:
        told: Told = self.ask("GET", f"{PATH}/link")["link"]
        return told

    def do(self, command: Told) -> Told:
        return self.ask("POST", f"{PATH}/commands", {"command": command})

    def play(self, number: int = 0) -> Told:
        """One of the legal moves, and the link to send then."""
        table = self.house.table(TABLE)
        told = self.do({"do": "play", "moves": [table.game.legal(table.waiting[0])[number]]})
        assert "seq" in told, told
        return self.link()


def beginning(game: str = "sirius", **options: Any) -> Told:
    names = ["Ada", ""]
    return {"game": game, "rules": 1, "options": {"setup": "random", **options}, "names": names, "seat": 0, "plays": []}


@pytest.fixture
def pair() -> tuple[Device, Device]:
    """Whoever is to move, and the other one; both know the game."""
    ada, bob = Device("Ada"), Device("Bob")
    assert ada.take(beginning()) == "new"
    assert bob.take(ada.link()) == "new"
    assert ada.take(bob.link()) == "further"  # his name
    return (ada, bob) if 0 in ada.house.table(TABLE).waiting else (bob, ada)


def test_only_what_hides_nothing_is_offered() -> None:
    offered = {name: choices_by_links(game) for name, game in SHELF.items()}
    open_ones = {name for name, found in offered.items() if found is not None}
    assert open_ones == {"galax", "sirius"}
    assert offered["sirius"] == offered["galax"] == {"setup": ["random", "random_mirrored", "open"]}


@pytest.mark.parametrize("game", [game for game in SHELF if choices_by_links(SHELF[game])])
def test_what_is_offered_stays_open_to_the_end(game: str) -> None:
    for option, values in (choices_by_links(SHELF[game]) or {}).items():
        for number, value in enumerate(values):
            referee, dice = new(game, 2, seed=number, options={option: value, "patience": 40}), random.Random(number)
            dealt = len(referee.chance())
            while referee.waiting():
                assert is_open(referee)
                referee.play(dice.choice(referee.legal(referee.waiting()[0])))
            assert len(referee.chance()) == dealt


def test_both_devices_have_the_same_game(pair: tuple[Device, Device]) -> None:
    here, there = pair
    for number in range(8):
        assert there.take(here.play(number % 3)) == "further"
        here, there = there, here
    one, other = (device.house.table(TABLE) for device in pair)
    assert one.game.position() == other.game.position()
    assert sorted(name for device in pair for name in device.ask("GET", "/api/mine")["names"].values()) == [
        "Ada",
        "Altair 1",
        "Altair 1",
        "Bob",
    ]


def test_a_link_again_and_an_old_link_change_nothing(pair: tuple[Device, Device]) -> None:
    here, there = pair
    first = here.play()
    assert there.take(first) == "further"
    assert there.take(first) == "same" and there.kept == []
    reply = there.play()
    assert there.take(first) == "older" and there.kept == []
    assert here.take(reply) == "further" and here.take(first) == "older"


def test_a_move_that_breaks_a_rule_leaves_nothing_behind(pair: tuple[Device, Device]) -> None:
    here, there = pair
    link = here.play()
    before = there.house.table(TABLE).seq
    game = there.house.table(TABLE).game
    told = there.ask("POST", f"{PATH}/link", {"link": {**link, "plays": [*link["plays"], ["a1-j9"]]}})
    assert told["code"] == "refused" and told["rule"].startswith("SI-")
    assert there.house.table(TABLE).seq == before and there.house.table(TABLE).game is game and there.kept == []


def test_where_games_part_the_person_decides(pair: tuple[Device, Device]) -> None:
    here, there = pair
    assert there.take(here.play(0)) == "further"
    here.do({"do": "take_back"})
    other = here.play(1)
    assert there.take(other) == "parted" and there.kept == []
    assert there.take(other, instead=True) == "further"
    assert there.link()["plays"] == other["plays"]


def test_nobody_moves_for_somebody_else_unasked(pair: tuple[Device, Device]) -> None:
    here, there = pair
    link = here.play()
    assert there.take(link) == "further"
    forged = there.house.table(TABLE)
    theirs = forged.game.legal(forged.waiting[0])[0]
    assert there.take({**link, "plays": [*link["plays"], [theirs]]}) == "ahead" and there.kept == []
    assert there.take({**link, "plays": [*link["plays"], [theirs]]}, instead=True) == "further"


def test_resigning_and_draws_travel(pair: tuple[Device, Device]) -> None:
    here, there = pair
    here.do({"do": "offer_draw"})
    offer = here.play()
    assert offer["says"] == "offers_draw" and there.take(offer) == "further"
    there.do({"do": "answer_draw", "agrees": False})
    assert there.take(offer) == "same"  # not asked twice
    assert here.take(there.play()) == "further"
    here.do({"do": "offer_draw"})
    assert there.take(here.play()) == "further"
    there.do({"do": "answer_draw", "agrees": True})
    last = there.link()
    assert last["says"] == "agrees" and here.take(last) == "further" and here.take(last) == "same"
    assert here.house.table(TABLE).ending == there.house.table(TABLE).ending
    assert check_record(read_record(msgspec.json.encode(here.ask("GET", f"{PATH}/record")))).waiting() == []

    third = Device("Eve")
    assert third.take(last) == "new" and third.house.table(TABLE).is_finished


def test_agreement_needs_an_offer(pair: tuple[Device, Device]) -> None:
    here, there = pair
    assert there.take({**here.play(), "says": "agrees"}) == "not_asked"


def test_somebody_resigns_before_they_read_the_link(pair: tuple[Device, Device]) -> None:
    here, there = pair
    sent = here.play()
    there.do({"do": "resign"})
    assert here.take(there.link()) == "further" and here.house.table(TABLE).is_finished
    assert there.take(sent) == "older" and there.house.table(TABLE).is_finished


def test_what_is_no_such_game_is_refused() -> None:
    device, link = Device("Ada"), beginning()
    assert device.take({**link, "rules": 2}) == "other_rules"
    assert device.take({**link, "options": {}}) == "not_by_links"
    assert device.take({**link, "game": "lumens", "options": {}}) == "not_by_links"
    assert device.take({**link, "game": "chess"}) == "unknown_game"
    assert device.take({**link, "options": {"setup": "other"}}) == "options"
    assert device.take({**link, "seat": 2}) == "unreadable"
    assert device.ask("POST", "/api/tables/d-link-1/link", {"link": link})["code"] == "bad_link"
    assert device.house.tables == {}
    assert device.take(link) == "new"
    assert device.take({**link, "options": {"setup": "open"}}) == "bad_link"


def test_who_is_not_there_is_asked_nothing(pair: tuple[Device, Device]) -> None:
    here, there = pair
    assert there.take(here.play()) == "further"
    for command in ({"do": "take_back"}, {"do": "say", "text": "hm"}, {"do": "rematch"}, {"do": "close"}):
        assert there.do(command)["code"] in ("by_links", "nothing_to_take_back")
    assert here.do({"do": "take_back"}).keys() == {"seq"}  # not sent yet, or not read

"""The host of the house."""

import asyncio
import re
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from counterparts import Browser, Receiver
from guest_bots import Robot
from lumitheque.server.http.shapes import Swept
from open_house import Guest, OpenHouse, settings, wait_for

DAY = 24 * 3600 * 1000  # milliseconds


@pytest.fixture
def host(house: OpenHouse) -> Guest:
    return enter(house)


def enter(house: OpenHouse) -> Guest:
    guest = house.guest("Host")
    assert guest.http.post("/api/host/enter", json={"code": house.host_code()}).status_code == 200
    return guest


def test_the_link_works_once(house: OpenHouse) -> None:
    code, first, second = house.host_code(), house.guest(), house.guest()
    assert not first.http.get("/api/me").json()["host"]
    assert first.http.post("/api/host/enter", json={"code": code}).status_code == 200
    assert first.http.get("/api/me").json()["host"]
    assert second.http.post("/api/host/enter", json={"code": code}).json()["code"] == "bad_code"
    link = first.http.post("/api/host/link").json()["link"]
    assert link.startswith(f"{house.url}/host#")
    assert second.http.post("/api/host/enter", json={"code": link.partition("#")[2]}).status_code == 200
    assert first.http.post("/api/host/leave").status_code == 200
    assert not first.http.get("/api/me").json()["host"]


def test_a_hosts_code_makes_nobody_a_guest_and_the_other_way_round(house: OpenHouse) -> None:
    guest, code = house.guest("Ada"), house.host_code()
    assert guest.http.post("/api/me/receive", json={"code": code}).json()["code"] == "bad_code"
    assert guest.http.post("/api/host/enter", json={"code": code}).status_code == 200
    transfer = guest.http.post("/api/me/transfer").json()["code"]
    assert guest.http.post("/api/host/enter", json={"code": transfer}).json()["code"] == "bad_code"
    assert guest.http.post("/api/me/receive", json={"code": transfer}).status_code == 200


def test_guests_are_not_hosts(house: OpenHouse) -> None:
    guest = house.guest()
    schema = guest.http.get("/schema/openapi.json").json()
    paths = [(path, verb) for path, verbs in schema["paths"].items() if path.startswith("/api/host") for verb in verbs]
    assert len(paths) > 12
    for path, verb in paths:
        if path in ("/api/host/enter", "/api/host/leave"):
            continue
        answer = guest.http.request(verb, re.sub(r"\{seat\}", "0", re.sub(r"\{(?!seat)\w+\}", "x", path)), json={})
        assert (answer.status_code, answer.json()["code"]) == (403, "host_only"), (path, verb)


def test_close_and_delete_a_table(house: OpenHouse, host: Guest) -> None:
    guest = house.guest()
    table = guest.open("lumens", sit=[0, 1], start=True)
    line = guest.live()
    line.watch(table)
    assert table in [note["id"] for note in host.http.get("/api/host/tables").json()["tables"]]
    assert host.http.post(f"/api/host/tables/{table}/close").status_code == 200
    assert line.hear("entries")["entries"][0]["event"] == {"event": "closed", "by": "house"}
    assert guest.ask(table, "resign").json()["code"] == "closed"
    assert host.http.delete(f"/api/host/tables/{table}").status_code == 200
    assert line.hear("gone")["table"] == table
    assert guest.http.get(f"/api/tables/{table}").status_code == 404
    assert host.http.delete(f"/api/host/tables/{table}").status_code == 404


def test_free_a_seat_and_hand_it_back(house: OpenHouse, host: Guest) -> None:
    guest = house.guest()
    table = guest.open("lumens", sit=[0, 1])
    assert host.http.post(f"/api/host/tables/{table}/seats/1/free").status_code == 200
    assert guest.look(table)["own_seats"] == [0]
    guest.must(table, "sit", seat=1)
    guest.must(table, "start")
    assert host.http.post(f"/api/host/tables/{table}/seats/1/free").status_code == 200
    assert guest.look(table)["state"]["sitters"][1]["bot"] == "greedy"
    assert host.http.post(f"/api/host/tables/{table}/seats/1/hand_back").status_code == 200
    assert "bot" not in guest.look(table)["state"]["sitters"][1]
    assert host.http.post(f"/api/host/tables/{table}/seats/0/hand_to_bot", json={}).status_code == 200
    assert host.http.post(f"/api/host/tables/{table}/seats/9/free").status_code == 409


def test_remove_a_guest_and_let_them_back(house: OpenHouse, host: Guest) -> None:
    guest, other = house.guest("Rude"), house.guest()
    table = guest.open("lumens", sit=[0])
    other.must(table, "sit")
    guest.must(table, "start")
    waiting = guest.open("galax", sit=[0])
    line = guest.live()
    people = host.http.get("/api/host/people").json()["people"]
    assert {"name": "Rude", "here": True, "removed": False}.items() <= next(
        p for p in people if p["id"] == guest.id
    ).items()
    assert host.http.post(f"/api/host/people/{guest.id}/remove").status_code == 200
    line.is_closed()
    answer = guest.http.get("/api/tables")
    assert (answer.status_code, answer.json()["code"]) == (403, "removed")
    with pytest.raises(Exception, match="403"):
        guest.live()
    assert guest.http.get("/api/me").json()["removed"]
    assert "sitter" not in other.look(waiting)["state"]["sitters"][0]
    assert other.look(table)["state"]["sitters"][0]["bot"] == "greedy"
    assert host.http.post(f"/api/host/people/{guest.id}/readmit").status_code == 200
    assert guest.http.get("/api/tables").status_code == 200


def test_delete_a_persons_data(house: OpenHouse, host: Guest) -> None:
    guest = house.guest("Forgotten")
    guest.open("lumens", sit=[0])
    assert host.http.delete(f"/api/host/people/{guest.id}").status_code == 200
    assert "Forgotten" not in host.http.get("/api/host/people").text
    assert host.http.delete(f"/api/host/people/{guest.id}").status_code == 404


def test_a_persons_bots_go_with_their_data(house: OpenHouse, host: Guest) -> None:
    guest = house.guest("Forgotten")
    robot, other = Robot(house, guest), Robot(house, guest, "Robby")
    table = guest.open("lumens", sit=[0])
    assert robot.sit(table).status_code == 200
    stream = robot.events()
    stream.hear("hello")
    assert host.http.delete(f"/api/host/people/{other.id}").status_code == 200  # one bot alone
    assert [one["id"] for one in guest.http.get("/api/me/bots").json()["bots"]] == [robot.id]
    assert other.http.get("/api/bot/me").status_code == 401
    assert host.http.delete(f"/api/host/people/{guest.id}").status_code == 200
    assert stream.rest()[-1]["t"] == "ended" and robot.http.get("/api/bot/me").status_code == 401
    assert "sitter" not in host.look(table)["state"]["sitters"][1]
    assert not {robot.id, other.id} & {one["id"] for one in host.http.get("/api/bots").json()}


def test_the_house_code(house: OpenHouse, host: Guest) -> None:
    guest = house.guest()
    before = guest.live()
    told = host.http.patch("/api/host", json={"house_code": "  fromage ", "keep_days": 7}).json()
    assert (told["house_code"], told["keep_days"]) == ("fromage", 7)
    try:
        for ask in (lambda: guest.http.get("/api/tables"), lambda: httpx.get(f"{house.url}/api/games")):
            assert (ask().status_code, ask().json()["code"]) == (403, "house_code")
        with pytest.raises(Exception, match="403"):
            guest.live()
        assert before.hear("denied")["fault"]["code"] == "house_code"  # and whoever is in is asked for it
        before.is_closed()
        assert not guest.http.get("/api/me").json()["admitted"]
        assert guest.http.post("/api/me/enter", json={"code": "gruyère"}).status_code == 403
        assert guest.http.post("/api/me/enter", json={"code": "fromage"}).status_code == 200
        assert guest.http.get("/api/me").json()["admitted"]
        assert guest.http.get("/api/tables").status_code == 200
        guest.live()
        stranger = house.guest()
        stranger.http.cookies.set("lumitheque_door", guest.http.cookies["lumitheque_door"])
        assert stranger.http.get("/api/tables").status_code == 403  # it is for one person
        assert host.http.get("/api/tables").status_code == 200
        host.http.patch("/api/host", json={"house_code": "brie"})
        assert guest.http.get("/api/tables").status_code == 403  # a new code closes the door again
    finally:
        host.http.patch("/api/host", json={"house_code": ""})
    assert guest.http.get("/api/tables").status_code == 200


class Calendar:
    """The house's clock, some days ahead."""

    def __init__(self, house: OpenHouse) -> None:
        self._services = house.app.services
        self._clock = type(self._services.settings.clock)
        self._now = self._clock.now
        self._loop = next(iter(self._services._tasks)).get_loop()

    def go_to(self, day: float) -> None:
        ahead, now = int(day * DAY), self._now
        self._clock.now = lambda clock: now(clock) + ahead  # type: ignore[method-assign]

    def tidy(self) -> int:
        return asyncio.run_coroutine_threadsafe(self._services.sweeper.tidy_up(), self._loop).result(10)

    def tidy_on(self, day: float) -> dict[str, Swept]:
        """Tidy up on a day so far ahead that cookies are stale by then; what will go after that."""
        self.go_to(day)
        self.tidy()
        told = asyncio.run_coroutine_threadsafe(self._services.sweeper.foresee(), self._loop).result(10)
        self.put_back()
        return {one.table.id: one for one in told}

    def put_back(self) -> None:
        self._clock.now = self._now  # type: ignore[method-assign]


@pytest.fixture
def calendar(house: OpenHouse, host: Guest) -> Iterator[Calendar]:
    opened = Calendar(house)
    host.http.patch("/api/host", json={"keep_days": 3, "finished_days": 0})
    yield opened
    opened.put_back()


def swept(host: Guest) -> dict[str, dict[str, Any]]:
    told = host.http.get("/api/host/swept").json()["tables"]
    assert [one["at"] for one in told] == sorted(one["at"] for one in told)
    return {one["table"]["id"]: one for one in told}


def test_a_table_that_nobody_starts_is_put_away_and_can_be_had_back(
    house: OpenHouse, host: Guest, calendar: Calendar
) -> None:
    guest = house.guest()
    table = guest.open("lumens", sit=[0])
    touched = int(time.time() * 1000)
    calendar.tidy()
    told = swept(host)[table]  # before it happens
    assert not told["aside"] and abs(told["at"] - touched - 3 * DAY) < 60_000
    calendar.go_to(4)
    host.http.patch("/api/host", json={"keep_days": 0})
    assert calendar.tidy() == 0 and guest.look(table)["state"]["status"] == "open"
    host.http.patch("/api/host", json={"keep_days": 3})
    assert calendar.tidy() >= 1
    told = swept(host)[table]
    assert told["aside"] and abs(told["at"] - touched - 18 * DAY) < 60_000
    assert guest.ask(table, "sit", seat=1).json()["code"] == "closed"
    assert host.http.post(f"/api/host/tables/{table}/restore").status_code == 200
    guest.must(table, "sit", seat=1)
    assert host.http.post(f"/api/host/tables/{table}/restore").json()["code"] == "not_put_away"
    calendar.go_to(8)
    assert calendar.tidy() >= 1
    calendar.go_to(21)
    calendar.tidy()
    assert guest.look(table)["state"]["status"] == "closed", "there is still time"
    calendar.go_to(23)
    calendar.tidy()
    assert guest.http.get(f"/api/tables/{table}").status_code == 404
    assert table not in swept(host)


def test_nothing_that_runs_is_ever_swept(house: OpenHouse, host: Guest, calendar: Calendar) -> None:
    guest = house.guest()
    slow = guest.open("lumens", sit=[0, 1], start=True, clock={"kind": "days", "days": 60})
    timeless = guest.open("lumens", sit=[0, 1], start=True)
    host.http.patch("/api/host", json={"finished_days": 3})
    for day in (31, 59, 3000):
        assert {slow, timeless}.isdisjoint(calendar.tidy_on(day))
        assert guest.look(timeless)["state"]["status"] == "playing"
        assert guest.http.get(f"/api/tables/{slow}").status_code == 200
    host.http.patch("/api/host", json={"finished_days": 0})


@pytest.mark.parametrize("close", [False, True])
def test_a_finished_game_stays_unless_the_host_sets_a_term(
    house: OpenHouse, host: Guest, calendar: Calendar, close: bool
) -> None:
    guest = house.guest()
    table = guest.open("sirius", sit=[0, 1], options={"setup": "random"}, start=True)
    guest.must(table, "resign", seat=0)
    if close:
        guest.must(table, "close")
    assert table not in calendar.tidy_on(400)
    mine = guest.http.get("/api/mine", params={"status": "over"}).json()["tables"]
    assert table in [note["id"] for note in mine]
    assert guest.http.get(f"/api/tables/{table}/record").json()["moves"] is not None
    assert guest.http.get(f"/api/tables/{table}/frames", params={"seat": "all"}).status_code == 200
    host.http.patch("/api/host", json={"finished_days": 100})
    assert calendar.tidy_on(400)[table].aside
    assert host.http.post(f"/api/host/tables/{table}/restore").status_code == 200
    assert guest.look(table)["state"]["status"] == "over"


def test_a_table_closed_before_the_end_is_put_away(house: OpenHouse, host: Guest, calendar: Calendar) -> None:
    guest = house.guest()
    table = guest.open("lumens", sit=[0, 1], start=True)
    guest.must(table, "close")
    calendar.go_to(4)
    calendar.tidy()
    assert swept(host)[table]["aside"]


# --- notices ---------------------------------------------------------------------------------------------------------


def test_notices_that_were_given_up_are_counted_by_why() -> None:
    with (
        Receiver() as receiver,
        OpenHouse(settings(notice_grace=0, notice_pause=2 * DAY, private_targets=True)) as house,
    ):
        host = enter(house)
        assert host.http.get("/api/host/notices").json() == {"given_up": [], "days": 14}
        ada, ben = house.guest("Ada"), house.guest("Ben")
        for guest in (ada, ben):
            wanted = Browser(receiver, "down").subscription
            assert guest.http.post("/api/me/notices/push", json=wanted).status_code == 201
        receiver.answer = lambda _: 503
        table = ada.open("galax", sit=[0], options={"setup": "random"})
        ben.must(table, "sit")
        ada.must(table, "start")
        ada.must(table, "resign", seat=0)
        told = [{"why": "Le service est en panne.", "count": 1}]
        wait_for(lambda: host.http.get("/api/host/notices").json()["given_up"] == told)
        assert "Ben" not in host.http.get("/api/host/notices").text

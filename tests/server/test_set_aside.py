"""A table that cannot be opened is set aside: the house opens, the others play on, the host is told."""

import asyncio
import logging
from pathlib import Path
from typing import Any

import pytest

from damage import break_page, rewrite, spoil_entry
from kept_houses import opened
from lumitheque.storage import Person
from lumitheque.tables import moderation
from open_house import Guest, OpenHouse, settings, wait_for

SPOILT = {
    "an unknown event": b'{"seq":2,"at":1,"event":{"event":"dreamt","seat":0}}',
    "not UTF-8": b'{"seq":2,"at":1,"event":{"event":"said","person":"\xff\xfe"}}',
    "not JSON": b"nonsense",
    "another entry": b'{"seq":7,"at":1,"event":{"event":"left","seat":0}}',
    "a seat that is not there": b'{"seq":2,"at":1,"event":{"event":"left","seat":99}}',
}


class Evening:
    """A house with two tables where people and bots play against the clock, and somebody who sits at both."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        clock = {"kind": "per_move", "seconds": 60}
        with OpenHouse(self.settings(bot_threads=False)) as house:
            guest = house.guest("Ada")
            self.broken, self.whole = (
                guest.open("lumens", sit=[0], bots={1: "greedy"}, start=True, clock=clock, listed=True)
                for _ in range(2)
            )
            guest.open("lumens", sit=[0, 1], listed=True)
            self.cookies = dict(guest.http.cookies)

    def settings(self, **changes: Any) -> Any:
        return settings(str(self.folder), **({"sweep_seconds": 0.05} | changes))

    def back(self, house: OpenHouse) -> Guest:
        guest = house.guest()
        guest.http.cookies.clear()
        guest.http.cookies.update(self.cookies)
        return guest


def host_of(house: OpenHouse) -> Guest:
    host = house.guest()
    assert host.http.post("/api/host/enter", json={"code": house.host_code()}).status_code == 200
    return host


def set_aside(house: OpenHouse) -> list[str]:
    return [one["table"] for one in host_of(house).http.get("/api/host").json()["set_aside"]]


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


@pytest.mark.parametrize("kind", SPOILT)
def test_one_unreadable_entry(evening: Evening, kind: str, caplog: pytest.LogCaptureFixture) -> None:
    spoil_entry(evening.folder, evening.broken, 2, SPOILT[kind])
    with OpenHouse(evening.settings()) as house:  # it becomes ready
        guest = evening.back(house)
        for _ in range(2):
            answer = guest.http.get(f"/api/tables/{evening.broken}")
            assert (answer.status_code, answer.json()["code"]) == (409, "cannot_open")
        assert guest.ask(evening.broken, "say", phrase="hello").json()["code"] == "cannot_open"
        guest.must(evening.whole, "say", phrase="hello")
        wait_for(lambda: guest.look(evening.whole)["state"]["waiting"] == [0])  # bots play on, too
        line = guest.live()
        line.say("watch", table=evening.broken)
        assert line.hear("denied")["fault"]["code"] == "cannot_open"
        line.watch(evening.whole)
        assert "lumitheque_tables_set_aside 1.0" in guest.http.get("/metrics").text
        assert guest.http.get("/ready").status_code == 200
        assert set_aside(house) == [evening.broken]
        assert len(guest.http.get("/api/mine").json()["tables"]) == 3
        host = host_of(house)
        assert host.http.delete(f"/api/host/tables/{evening.broken}").status_code == 200
        assert set_aside(house) == [] and "lumitheque_tables_set_aside 0.0" in guest.http.get("/metrics").text
    told = [one for one in caplog.records if one.levelno >= logging.ERROR and "is set aside" in one.getMessage()]
    assert len(told) == 1 and evening.broken not in caplog.text


@pytest.mark.parametrize("note", [b"nonsense", b'{"status":"flying"}', b'{"id":"\xff"}'])
def test_one_unreadable_summary(evening: Evening, note: bytes, caplog: pytest.LogCaptureFixture) -> None:
    rewrite(evening.folder, "UPDATE tables SET note = CAST(? AS TEXT) WHERE id = ?", note, evening.broken)
    with OpenHouse(evening.settings(bot_threads=False)) as house:
        guest = evening.back(house)
        guest.must(evening.whole, "say", phrase="hello")
        swept: list[int] = []
        house.app.services.live.sweep = lambda: swept.append(1)  # type: ignore[method-assign]
        wait_for(lambda: len(swept) > 3)
        for place in ("/api/mine", "/api/tables"):
            listed = [one["id"] for one in guest.http.get(place).json()["tables"]]
            assert len(listed) == 2 and evening.broken not in listed
        line = guest.live()
        line.say("lobby")
        assert len(line.hear("lobby")["tables"]) == 2
        assert set_aside(house) == [evening.broken]
        assert len([one for one in caplog.records if "is set aside" in one.getMessage()]) == 1
        guest.must(evening.broken, "say", phrase="hello")  # its log is whole: what happens next writes a new summary
        assert set_aside(house) == []
        assert len(guest.http.get("/api/mine").json()["tables"]) == 3


def test_a_damaged_page_pauses_nobody(
    evening: Evening, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moderation, "AT_THE_TABLE", moderation.Allowance(1_000, 0, 1_000))  # to fill pages at once
    with OpenHouse(evening.settings(bot_threads=False)) as house:
        guest = evening.back(house)
        for text in ("before ", "damaged ", "after "):  # the pages between are its own alone
            for _ in range(30):
                guest.must(evening.broken, "say", text=text + "x" * 150)
    assert break_page(evening.folder, b"damaged xxx") >= 1
    with OpenHouse(evening.settings(bot_threads=False)) as house:
        guest = evening.back(house)
        answer = guest.http.get(f"/api/tables/{evening.broken}")
        assert (answer.status_code, answer.json()["code"]) == (409, "cannot_open")
        assert not guest.http.get("/health").json()["paused"] and guest.http.get("/ready").status_code == 200
        guest.must(evening.whole, "say", phrase="hello")
        told = host_of(house).http.get("/api/host").json()
        assert [one["table"] for one in told["set_aside"]] == [evening.broken]
        assert "malformed" in told["set_aside"][0]["problem"] and not told["paused"]
    assert "the house pauses" not in caplog.text


def test_what_else_is_damaged_is_refused_alone(evening: Evening, caplog: pytest.LogCaptureFixture) -> None:
    async def fill() -> None:
        async with opened(str(evening.folder)) as store:
            for number in range(200):
                await store.keep_person(Person(f"{number:032}", f"Nobody {number}", 1, 1, "fr"))

    asyncio.run(fill())
    assert break_page(evening.folder, b"Ada") == 1
    with OpenHouse(evening.settings(bot_threads=False)) as house:
        lost = evening.back(house)
        answer = lost.http.get("/api/me")
        assert (answer.status_code, answer.json()["code"]) == (503, "damaged")
        assert not lost.live().welcome.get("paused")
        guest = house.guest()
        guest.must(guest.open("lumens", sit=[0, 1]), "start")
        told = host_of(house).http.get("/api/host").json()
        assert len(told["damage"]) == 1 and "malformed" in told["damage"][0] and not told["paused"]
    assert caplog.text.count("see lumitheque doctor") == 1

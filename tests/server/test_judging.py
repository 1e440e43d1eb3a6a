"""Boards and decks tried by bots in the house: wished once, followed, called off, taken up again after a kill."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from judged_editions import PLANTED, ours
from lumitheque.server.access.rate_limits import Rate
from lumitheque.server.settings import Limits
from lumitheque.server.study import judging, reviewer
from open_house import Guest, OpenHouse, settings, wait_for

Told = dict[str, Any]
BROKEN = PLANTED["pipes_without_cheese"].make()


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(judging, "DEALS", 16)
    monkeypatch.setattr(judging, "PIECE", 0.0)  # one deal at a time
    monkeypatch.setattr(reviewer, "RENEWED", 0.0)
    monkeypatch.setattr(reviewer, "LOOK", 0.1)
    return


def wish(guest: Guest, text: str = BROKEN, status: int = 200, **words: Any) -> Told:
    asked = {"game": "fromages", "text": text, "seats": 2} | words
    answer = guest.http.post("/api/editions/judge", json=asked)
    assert answer.status_code == status, answer.text
    told: Told = answer.json()
    return told


def ask(guest: Guest, subject: str, method: str = "GET", status: int = 200) -> Told:
    answer = guest.http.request(method, f"/api/editions/judge/{subject}")
    assert answer.status_code == status, answer.text
    told: Told = answer.json()
    return told


def done(guest: Guest, subject: str) -> Told:
    wait_for(lambda: ask(guest, subject)["standing"] == "done", 300)
    return ask(guest, subject)


def test_a_deck_is_tried_once_and_read_by_whoever_has_it(house: OpenHouse) -> None:
    guest, other = house.guest("Ada"), house.guest("Bob")
    subject = wish(guest)["subject"]
    wait_for(lambda: ask(guest, subject)["told"] is not None, 300)  # what is known so far
    told = done(guest, subject)
    assert told["percent"] == 100 and told["told"]["findings"][0]["finding"]["kind"] == "starved"
    again = wish(other)
    assert again["subject"] == subject and again["standing"] == "done" and not again["yours"]
    assert again["told"] == told["told"], "nobody's name is in it"
    assert BROKEN not in str(again)
    assert ask(guest, subject, "DELETE")["standing"] == "done", "what is done stays"


def test_what_cannot_be_played_is_not_tried(house: OpenHouse) -> None:
    guest = house.guest("Ada")
    assert wish(guest, "no deck", 400)["code"] == "bad_edition"
    assert wish(guest, seats=9, status=400)["code"] in ("bad_request", "unreadable")
    assert wish(guest, options={"rounds": 99}, status=400)["code"] == "bad_request"
    assert wish(guest, game="nothing", status=404)["code"] == "unknown_game"
    assert wish(guest, game="galax", status=404)["code"] == "no_editions"
    assert ask(guest, "j-" + "0" * 32, status=404)["code"] == "unknown_appraisal"


def test_one_at_a_time_so_many_a_day_and_called_off_by_whoever_wished_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "DEALS", 20_000)
    limits = Limits.none()._replace(appraisals=Rate(1 / 86_400, 2))
    with OpenHouse(settings(limits=limits)) as house:
        guest, other = house.guest("Ada"), house.guest("Bob")
        subject = wish(guest)["subject"]
        assert wish(guest, ours("fromages"), 409)["code"] == "judging_under_way"
        assert ask(other, subject, "DELETE", 403)["code"] == "not_your_appraisal"
        assert ask(guest, subject, "DELETE")["standing"] == "none"
        ask(guest, subject, status=404)
        assert ask(guest, wish(guest)["subject"], "DELETE")["standing"] == "none"
        assert wish(guest, status=429)["code"] == "enough_appraisals"


def test_a_trial_goes_on_after_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "DEALS", 20_000)
    place = str(tmp_path)
    with OpenHouse(settings(place)) as house:
        guest = house.guest("Ada")
        subject = wish(guest, ours("fromages"))["subject"]
        wait_for(lambda: (ask(guest, subject)["told"] or {"appraisal": {"deals": 0}})["appraisal"]["deals"] > 0, 300)
        before = ask(guest, subject)["told"]["appraisal"]["deals"]
    with OpenHouse(settings(place)) as house:
        other = house.guest("Bob")
        assert ask(other, subject)["told"]["appraisal"]["deals"] >= before
        wait_for(lambda: ask(other, subject)["told"]["appraisal"]["deals"] > before, 300)

"""People one knows: from common tables, by link; invitations, muting, blocking. Nobody can list strangers."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from counterparts import Browser, Receiver
from lumitheque.server.access.rate_limits import Rate
from lumitheque.server.notices.invitations import MOST
from lumitheque.server.settings import Limits
from open_house import Guest, OpenHouse, settings

NOBODY = "0" * 32


def people(guest: Guest) -> dict[str, dict[str, Any]]:
    return {one["name"]: one for one in guest.http.get("/api/me/people").json()["people"]}


def play(*guests: Guest, game: str = "galax", start: bool = True) -> str:
    """A table of these guests."""
    table = guests[0].open(game, sit=[0], seats=len(guests), options={"setup": "random"} if game == "galax" else {})
    for guest in guests[1:]:
        guest.must(table, "sit")
    if start:
        guests[0].must(table, "start")
    return table


def acquainted(house: OpenHouse, *names: str) -> list[Guest]:
    """Guests who know the first of them by a link."""
    guests = [house.guest(name) for name in names]
    link = guests[0].http.post("/api/me/people/link").json()["link"]
    for guest in guests[1:]:
        answer = guest.http.post(f"/api/people/{link.rpartition('/')[2]}")
        assert answer.json() == {"name": names[0], "own": False}
    return guests


def invite(guest: Guest, table: str, other: Guest | str) -> httpx.Response:
    person = other if isinstance(other, str) else other.id
    return guest.http.post(f"/api/tables/{table}/invite", json={"person": person})


def invitations(guest: Guest) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = guest.http.get("/api/me/invitations").json()
    return told


def test_one_knows_those_one_played_with(house: OpenHouse) -> None:
    ada, ben, eve = (house.guest(name) for name in ("Ada", "Ben", "Eve"))
    waiting = play(ada, eve, start=False)
    assert people(ada) == {}, "who only sat down together has not played"
    play(ada, ben)
    table = play(ada, ben)
    ada.must(table, "resign")
    assert set(people(ada)) == {"Ben"} and people(eve) == {}
    known = people(ada)["Ben"]
    assert (known["id"], known["together"], known["added"]) == (ben.id, 2, False) and known["last"] > 0
    ada.must(waiting, "start")
    assert set(people(ada)) == {"Ben", "Eve"} and set(people(eve)) == {"Ada"}


def test_one_gets_to_know_others_by_link(house: OpenHouse) -> None:
    ada, ben = acquainted(house, "Ada", "Ben")
    assert people(ada)["Ben"]["added"] and people(ben)["Ada"]["added"]
    link = ada.http.get("/api/me/people").json()["link"]
    assert link.startswith(f"{house.url}/people/")
    token = link.rpartition("/")[2]
    assert ben.http.get(f"/api/people/{token}").json() == {"name": "Ada", "own": False}
    assert ada.http.get(f"/api/people/{token}").json()["own"]
    assert ada.http.post(f"/api/people/{token}").json()["code"] == "own_link"
    renewed = ada.http.post("/api/me/people/link").json()["link"]
    assert renewed != link
    for answer in (ben.http.get(f"/api/people/{token}"), ben.http.post(f"/api/people/{token}")):
        assert (answer.status_code, answer.json()["code"]) == (404, "unknown_link")
    assert ada.http.delete("/api/me/people/link").json()["link"] is None
    assert ben.http.get(f"/api/people/{renewed.rpartition('/')[2]}").status_code == 404
    ben.http.delete(f"/api/me/people/{ada.id}")
    assert people(ada) == {} and people(ben) == {}


def test_whoever_is_forgotten_is_known_no_more(house: OpenHouse) -> None:
    ada, ben = acquainted(house, "Ada", "Ben")
    play(ada, ben)
    ben.http.delete("/api/me")
    assert people(ada) == {}


def test_an_invitation_reaches_the_shelf_and_goes_when_it_is_out_of_date(house: OpenHouse) -> None:
    ada, ben, cleo = acquainted(house, "Ada", "Ben", "Cléo")
    line = ben.live()
    table, other = ada.open("lumens", seats=3, sit=[0], listed=False), ada.open("galax", sit=[0])
    assert invite(ada, table, ben).status_code == 200
    line.hear("invited")
    (told,) = invitations(ben)
    assert (told["table"], told["game"], told["by"], told["name"]) == (table, "lumens", ada.id, "Ada")
    assert invite(ada, table, ben).status_code == 200 and len(invitations(ben)) == 1
    assert invite(ada, other, ben).status_code == 200 and invite(ada, other, cleo).status_code == 200
    assert [one["table"] for one in invitations(ben)] == [other, table]
    cleo.must(other, "sit")
    assert [one["table"] for one in invitations(ben)] == [table], "the other table is full"
    assert invitations(cleo) == [], "and who sits there need not be asked"
    assert ben.http.delete(f"/api/me/invitations/{table}").status_code == 200
    assert invitations(ben) == []


def test_only_who_knows_somebody_and_is_at_an_open_table_invites(house: OpenHouse) -> None:
    ada, ben = acquainted(house, "Ada", "Ben")
    stranger = house.guest("Eve")
    table = ada.open("lumens", seats=3, sit=[0])
    for answer in (invite(stranger, table, ada), invite(ada, table, stranger), invite(ada, table, NOBODY)):
        assert (answer.status_code, answer.json()["code"]) == (404, "unknown_person")
    answer = invite(ben, table, ada)
    assert (answer.status_code, answer.json()["code"]) == (409, "not_inviting")
    started = play(ada, stranger)
    assert invite(ada, started, ben).json()["code"] == "not_inviting"
    assert invite(ada, "nowhere", ben).json()["code"] == "unknown_table"
    assert invitations(ben) == []


def test_whoever_is_blocked_cannot_invite_and_sees_nothing_of_it(house: OpenHouse) -> None:
    ada, ben = acquainted(house, "Ada", "Ben")
    table, other = (ada.open("galax", sit=[0]) for _ in range(2))
    before = invite(ada, table, ben)
    known = people(ada)["Ben"]
    ben.http.patch(f"/api/me/people/{ada.id}", json={"blocked": True})
    assert invitations(ben) == [], "what there was is gone,"
    after = invite(ada, other, ben)
    assert (before.status_code, before.json()) == (after.status_code, after.json()) and invitations(ben) == []
    assert people(ada)["Ben"] == known
    assert ben.http.get("/api/me").json()["silenced"] == [ada.id] and people(ben)["Ada"]["blocked"]
    ben.http.patch(f"/api/me/people/{ada.id}", json={"blocked": False})
    invite(ada, other, ben)
    assert [one["table"] for one in invitations(ben)] == [other]


def test_somebody_is_muted(house: OpenHouse) -> None:
    ada, eve = house.guest("Ada"), house.guest("Eve")
    told = ada.http.patch(f"/api/me/people/{eve.id}", json={"muted": True}).json()
    assert [(one["name"], one["muted"], one["blocked"]) for one in told["people"]] == [("Eve", True, False)]
    assert ada.http.get("/api/me").json()["silenced"] == [eve.id]
    assert eve.http.get("/api/me").json()["silenced"] == [] and people(eve) == {}
    assert invite(ada, ada.open("galax", sit=[0]), eve).status_code == 404, "to mute somebody is not to know them"
    assert ada.http.patch(f"/api/me/people/{eve.id}", json={"muted": False}).json()["people"] == []


def test_nobody_learns_who_exists(house: OpenHouse) -> None:
    ada, eve = house.guest("Ada"), house.guest()
    for person in (eve.id, NOBODY):  # somebody of whom nothing is kept, and nobody
        answer = ada.http.patch(f"/api/me/people/{person}", json={"muted": True})
        assert (answer.status_code, answer.json()["people"]) == (200, [])
    assert ada.http.patch("/api/me/people/me", json={"muted": True}).status_code == 404
    ada.http.patch(f"/api/me/people/{ada.id}", json={"blocked": True})
    assert people(ada) == {}


def test_invitations_are_limited(house: OpenHouse) -> None:
    ada, ben = acquainted(house, "Ada", "Ben")
    tables = [ada.open("galax", sit=[0]) for _ in range(MOST + 1)]
    for table in tables:
        assert invite(ada, table, ben).status_code == 200
    assert [one["table"] for one in invitations(ben)] == tables[:0:-1]
    with OpenHouse(settings(limits=Limits.none()._replace(invitations=Rate(0.01, 2)))) as strict:
        ada, ben = acquainted(strict, "Ada", "Ben")
        table = ada.open("galax", sit=[0])
        assert [invite(ada, table, ben).status_code for _ in range(3)] == [200, 200, 429]


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as receiver:
        yield receiver


def test_an_invitation_is_a_notice(receiver: Receiver) -> None:
    with OpenHouse(settings(notice_grace=0, private_targets=True)) as house:
        ada, ben = acquainted(house, "Ada", "Ben")
        browser = Browser(receiver, "phone")
        assert ben.http.post("/api/me/notices/push", json={**browser.subscription, "device": "phone"}).is_success
        table = ada.open("galax", sit=[0])
        invite(ada, table, ben)
        (told,) = browser.wait(1)
        assert told["title"] == "Ada vous invite : Galax"
        assert told["url"] == f"{house.url}/table/{table}"

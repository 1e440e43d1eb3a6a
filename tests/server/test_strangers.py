"""What strangers cannot do to others: fill the lobby, come in any number, stay where they were asked to leave."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from lumitheque.reception.faults import HouseFault
from lumitheque.server.access.admission import Admission
from lumitheque.server.access.devices import Devices
from lumitheque.server.access.guest_bots import GuestBots
from lumitheque.server.access.names import People
from lumitheque.server.access.rate_limits import Whereabouts
from lumitheque.server.access.request_guard import RequestGuard
from lumitheque.server.live.lobby import MOST_SHOWN, in_turn
from lumitheque.server.settings import HouseSettings, Limits
from lumitheque.tables import TableNote
from open_house import OpenHouse, settings, standing


@pytest.fixture(scope="module")
def house() -> Iterator[OpenHouse]:
    with OpenHouse() as opened:
        yield opened


def note(number: int, host: str) -> TableNote:
    return TableNote(
        id=f"t{number}", game="lumens", rules=1, status="open", listed=True, spectators=True, seats=2, seq=1,
        opener=host, opened_at=number, touched_at=number,
    )  # fmt: skip


def test_the_newest_of_each_person_comes_first() -> None:
    notes = [note(1, "ada"), *(note(number, "eve") for number in range(2, 6)), note(6, "bob"), note(7, "ada")]
    assert [one.id for one in in_turn(notes)] == ["t7", "t6", "t5", "t4", "t1", "t3", "t2"]


def test_a_hundred_listed_tables_push_nobody_off_the_lobby(house: OpenHouse) -> None:
    honest = house.guest("Ada").open("lumens", listed=True, sit=[0])
    flood = house.guest("Eve")
    for _ in range(MOST_SHOWN + 5):
        flood.open("lumens", listed=True)
    line = house.guest().live()
    line.say("lobby", on=True)
    shown = [table["id"] for table in line.hear("lobby")["tables"]]
    assert len(shown) == MOST_SHOWN and honest in shown[:3]


def test_whoever_comes_to_the_lobby_late_misses_nothing(house: OpenHouse) -> None:
    first, guest = house.guest().live(), house.guest("Ada")
    first.say("lobby", on=True)
    first.hear("lobby", whole=True)
    first.say("lobby", on=False)
    opened = guest.open("lumens", listed=True, sit=[0])
    second = house.guest().live()
    second.say("lobby", on=True)  # perhaps the list that was made before
    while opened not in {table["id"] for table in second.hear("lobby")["tables"]}:
        pass


def test_a_guest_who_is_removed_looks_no_more(house: OpenHouse) -> None:
    host, guest = house.guest("Ada"), house.guest("Eve")
    table = host.open("lumens", seats=2, sit=[0])
    guest.must(table, "sit")
    line, other = guest.live(), host.live()
    line.watch(table)
    other.watch(table)
    host.must(table, "remove", person=guest.id)
    assert line.hear("gone")["fault"]["code"] == "shown_out"
    assert standing(other.hear("entries"))["removed"] == [guest.id]
    assert line.watch(table)["fault"]["code"] == "shown_out"
    assert guest.http.get(f"/api/tables/{table}").status_code == 403
    assert guest.ask(table, "sit").status_code == 403
    assert guest.ask(table, "say", phrase="hello").status_code == 403
    host.must(table, "remove", person=guest.id, on=False)
    assert guest.must(table, "sit")


def newcomer(guard: RequestGuard, address: str, path: str = "/api/me", method: str = "GET") -> bool:
    """Whether somebody without a cookie becomes somebody."""
    scope: dict[str, Any] = {"headers": [], "client": (address, 1), "path": path, "method": method, "scheme": "http"}
    visitor = guard.greet(scope)
    guard.check(scope, visitor)
    return visitor.welcome


def guard_of(chosen: HouseSettings) -> RequestGuard:
    people = People(chosen.store, chosen.clock)
    bots = GuestBots(chosen.store, people, chosen.clock, chosen.dice)
    return RequestGuard(chosen, Admission(chosen), Whereabouts(), Devices(chosen.store, people, chosen.clock), bots)


def test_one_address_is_not_given_any_number_of_identities() -> None:
    chosen = settings(limits=Limits.none()._replace(newcomers=Limits().newcomers))
    guard = guard_of(chosen)
    for _ in range(40):  # a café
        assert newcomer(guard, "192.0.2.1")
    with pytest.raises(HouseFault, match="too_many"):
        for _ in range(200):
            newcomer(guard, "192.0.2.1")
    with pytest.raises(HouseFault, match="too_many"):
        newcomer(guard, "192.0.2.1", "/api/tables", "POST")
    assert not newcomer(guard, "192.0.2.1", "/api/tables")  # whoever only reads need not be anybody
    assert newcomer(guard, "192.0.2.2")


def test_a_household_has_one_ipv6_network() -> None:
    chosen = settings(limits=Limits.none()._replace(newcomers=Limits().newcomers))
    guard = guard_of(chosen)
    with pytest.raises(HouseFault, match="too_many"):
        for number in range(200):
            newcomer(guard, f"2001:db8:1:2::{number:x}")
    assert newcomer(guard, "2001:db8:1:3::1")


def test_forty_guests_behind_one_address_are_unhindered() -> None:
    with OpenHouse(settings(limits=Limits())) as house:
        for number in range(40):
            guest = house.guest(f"Guest {number}")
            table = guest.open("lumens", sit=[0, 1], start=True)
            guest.live().watch(table, seat=0)


def test_reading_makes_nobody_of_a_program(house: OpenHouse) -> None:
    answer = httpx.get(f"{house.url}/api/tables")
    assert answer.status_code == 200 and "set-cookie" not in answer.headers

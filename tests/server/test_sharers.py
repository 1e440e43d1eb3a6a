"""Several people on one device: who plays, what a PIN keeps apart, and what nobody learns of the others."""

import json
from pathlib import Path
from typing import Any

import pytest

from lumitheque.server.access.cookies import HOST, SHARED, WHO
from lumitheque.server.access.pins import FREE, LONGEST, MINUTE, PIN, pause_after
from lumitheque.server.access.rate_limits import Rate
from lumitheque.server.access.sharers import MOST, SHARER
from lumitheque.server.settings import Limits
from open_house import Guest, MovedClock, OpenHouse, settings
from signed_in import devices, kept, second_device, who


def add(tablet: Guest, name: str) -> str:
    """Somebody new on this device, who plays from now on; their id."""
    answer = tablet.http.post("/api/me/sharers", json={"name": name})
    assert answer.status_code == 201, answer.text
    told: str = answer.json()["id"]
    assert answer.json()["name"] == name
    return told


def sharers(tablet: Guest) -> dict[str, dict[str, Any]]:
    told = tablet.http.get("/api/me/sharers").json()["sharers"]
    return {one["name"]: one for one in told}


def choose(tablet: Guest, name: str, pin: str | None = None) -> Any:
    return tablet.http.post(f"/api/me/sharers/{sharers(tablet)[name]['key']}", json={"pin": pin})


def lock(tablet: Guest, pin: str) -> None:
    assert tablet.http.put("/api/me/pin", json={"pin": pin}).json()["pin"] is True


def test_a_device_is_one_persons_until_others_join(house: OpenHouse) -> None:
    ada = house.guest("Ada")
    assert ada.http.get("/api/me/sharers").json() == {"sharers": [], "pin": False}
    told = ada.http.get("/api/me").json()
    assert (told["sharers"], told["unchosen"]) == (0, False) and SHARED not in ada.http.cookies
    ben = add(ada, "Ben")
    assert ben != ada.id and who(ada) == ben
    assert [(name, one["here"], one["pin"]) for name, one in sharers(ada).items()] == [
        ("Ada", False, False), ("Ben", True, False),
    ]  # fmt: skip
    assert ada.http.get("/api/me").json()["sharers"] == 2


def test_everybody_keeps_their_own_seats_and_devices(house: OpenHouse) -> None:
    tablet = house.guest("Ada")
    ada, table = tablet.id, tablet.open("lumens", sit=[0])
    (before,) = devices(tablet)
    ben = add(tablet, "Ben")
    assert tablet.ask(table, "leave", seat=0).status_code in (403, 409), "the seat is Ada's"
    tablet.must(table, "sit", seat=1)
    answer = choose(tablet, "Ada")
    assert (answer.status_code, answer.json()["id"], who(tablet)) == (200, ada, ada)
    assert [one["id"] for one in devices(tablet)] == [before["id"]], "coming back is no new device"
    tablet.must(table, "leave", seat=0)
    assert choose(tablet, "Ben").json()["id"] == ben
    tablet.must(table, "leave", seat=1)


def test_a_stranger_on_a_new_tablet_is_the_first_of_them(house: OpenHouse) -> None:
    tablet = house.guest()
    lea = add(tablet, "Léa")
    assert lea == tablet.id and list(sharers(tablet)) == ["Léa"]
    add(tablet, "Tom")
    assert list(sharers(tablet)) == ["Léa", "Tom"]


def test_nobody_plays_as_somebody_with_a_pin(house: OpenHouse) -> None:
    tablet = house.guest("Ada")
    ada = tablet.id
    lock(tablet, "4711")
    ben = add(tablet, "Ben")
    assert sharers(tablet)["Ada"]["pin"] is True and sharers(tablet)["Ben"]["pin"] is False
    for pin, code in ((None, "pin_wanted"), ("4712", "wrong_pin"), ("0000", "wrong_pin")):
        answer = choose(tablet, "Ada", pin)
        assert (answer.status_code, answer.json()["code"], who(tablet)) == (403, code, ben)
        assert "set-cookie" not in answer.headers
    assert choose(tablet, "Ada", "4711").json()["id"] == ada
    assert tablet.http.delete("/api/me/pin").json()["pin"] is False
    choose(tablet, "Ben")
    assert choose(tablet, "Ada").json()["id"] == ada


@pytest.mark.parametrize("pin", ["", "123", "12345", "12a4", "١٢٣٤", " 1234", "1234\n", None, 1234])
def test_a_pin_is_four_digits(house: OpenHouse, pin: Any) -> None:
    assert house.guest("Ada").http.put("/api/me/pin", json={"pin": pin}).status_code == 400


def test_of_a_pin_a_digest_is_kept_and_two_that_are_the_same_differ(house: OpenHouse) -> None:
    for guest in (house.guest("Ada"), house.guest("Ben")):
        lock(guest, "2580")
    rows = [json.loads(one.value) for one in kept(house, PIN)]
    assert "2580" not in {text for row in rows for text in map(str, row.values())}
    assert len({row["digest"] for row in rows}) == len(rows) >= 2


def test_whoever_holds_the_device_learns_names_and_nothing_else(house: OpenHouse) -> None:
    tablet = house.guest("Ada")
    ada = tablet.id
    lock(tablet, "4711")
    tablet.open("lumens", sit=[0], listed=False)
    add(tablet, "Ben")
    told = tablet.http.get("/api/me/sharers")
    assert set(sharers(tablet)["Ada"]) == {"key", "name", "pin", "here"}
    refused = choose(tablet, "Ada", "0000")
    for text in (told.text, refused.text, tablet.http.get("/api/me").text, tablet.http.get("/api/mine").text):
        assert ada not in text and "4711" not in text
    assert [one["here"] for one in devices(tablet)] == [True], "Ben's devices, not hers"
    own_key, phone = sharers(tablet)["Ada"]["key"], house.guest("Eve")
    for stranger in (phone, second_device(house, tablet)):  # the key is worth something on that device alone
        answer = stranger.http.post(f"/api/me/sharers/{own_key}", json={"pin": "4711"})
        assert (answer.status_code, answer.json()["code"]) == (404, "unknown_sharer")
        assert stranger.http.get("/api/me/sharers").json()["sharers"] == []


def test_a_forged_cookie_is_no_shared_device(house: OpenHouse) -> None:
    tablet, eve = house.guest("Ada"), house.guest("Eve")
    add(tablet, "Ben")
    sealed = tablet.http.cookies[SHARED]
    for forged in (f"{sealed[:-1]}x", sealed.split(".")[0], f"{sealed.split('.')[0]}.", eve.http.cookies[WHO]):
        eve.http.cookies.set(SHARED, forged, domain="127.0.0.1", path="/")
        assert eve.http.get("/api/me/sharers").json()["sharers"] == []


def test_wrong_ones_cost_pauses_at_every_device_and_however_many_try_at_once() -> None:
    clock = MovedClock()
    with OpenHouse(settings(clock=clock)) as house:
        tablet = house.guest("Ada")
        lock(tablet, "4711")
        add(tablet, "Ben")
        codes = [choose(tablet, "Ada", f"{number:04}").json()["code"] for number in range(FREE + 2)]
        assert codes == ["wrong_pin"] * FREE + ["pin_pause"] * 2
        answer = choose(tablet, "Ada", "4711")
        assert (answer.status_code, answer.json()["code"]) == (429, "pin_pause"), "the right one has to wait as well"
        clock.at += MINUTE + 1000
        assert choose(tablet, "Ada", "0000").json()["code"] == "wrong_pin"
        clock.at += MINUTE + 1000
        assert choose(tablet, "Ada", "4711").json()["code"] == "pin_pause", "the pause has doubled"
        clock.at += MINUTE
        assert choose(tablet, "Ada", "4711").status_code == 200
        choose(tablet, "Ben")
        assert choose(tablet, "Ada", "0000").json()["code"] == "wrong_pin", "and it begins anew"


def test_pauses_grow_to_an_hour() -> None:
    assert [pause_after(wrong) // MINUTE for wrong in (1, 4, 5, 6, 7, 10, 11, 12, 500)] == [
        0, 0, 1, 2, 4, 32, 60, 60, 60,
    ]  # fmt: skip
    assert 24 * 3600_000 / LONGEST < 25  # a day's attempts, of ten thousand


def test_attempts_are_counted_in_the_store(tmp_path: Path) -> None:
    with OpenHouse(settings(str(tmp_path))) as house:
        tablet = house.guest("Ada")
        lock(tablet, "4711")
        add(tablet, "Ben")
        for _ in range(FREE):
            choose(tablet, "Ada", "0000")
        cookies = tablet.http.cookies
    with OpenHouse(settings(str(tmp_path))) as house:
        again = house.guest()
        again.http.cookies = cookies
        assert choose(again, "Ada", "4711").json()["code"] == "pin_pause"


def test_pins_are_limited_by_device_and_address() -> None:
    with OpenHouse(settings(limits=Limits.none()._replace(pins=Rate(0.001, 3)))) as house:
        tablet, other = house.guest("Ada"), house.guest("Eve")
        for one in (tablet, other):
            lock(one, "4711")
            add(one, "Ben")
        name = "Ada"
        assert [choose(tablet, name, "0000").status_code for _ in range(4)] == [403, 403, 403, 429]
        assert choose(other, "Eve", "0000").json()["code"] == "too_many"


def test_nobody_is_signed_in_until_somebody_is_chosen(house: OpenHouse) -> None:
    tablet = house.guest("Ada")
    ada = tablet.id
    lock(tablet, "4711")
    assert tablet.http.put("/api/me/sharers/here").json()["sharers"][0]["name"] == "Ada"
    line = tablet.live()
    assert tablet.http.post("/api/me/aside").status_code == 200
    assert WHO not in tablet.http.cookies
    assert line.hear("denied")["fault"]["code"] == "signed_out" and line.is_closed(), "other tabs are nobody's either"
    told = tablet.http.get("/api/me").json()
    assert told["id"] != ada and told["unchosen"] is True and told["sharers"] == 1
    assert choose(tablet, "Ada").json()["code"] == "pin_wanted"
    assert choose(tablet, "Ada", "4711").json()["unchosen"] is False and who(tablet) == ada


def test_a_switch_closes_the_lines_of_whoever_played(house: OpenHouse) -> None:
    tablet = house.guest("Ada")
    phone = second_device(house, tablet)
    add(tablet, "Ben")
    choose(tablet, "Ada")
    here, elsewhere = tablet.live(), phone.live()
    choose(tablet, "Ben")
    assert here.hear("denied")["fault"]["code"] == "signed_out" and here.is_closed()
    elsewhere.say("ping")
    elsewhere.hear("pong")


def test_whoever_is_known_elsewhere_joins_by_a_code_and_nobody_is_lost(house: OpenHouse) -> None:
    tablet, ben = house.guest("Ada"), house.guest("Ben")
    assert tablet.http.put("/api/me/sharers/here").status_code == 200
    code = ben.http.post("/api/me/transfer").json()["code"]
    answer = tablet.http.post("/api/me/receive", json={"code": code}).json()
    assert (answer["id"], answer["sharers"]) == (ben.id, 2)
    assert list(sharers(tablet)) == ["Ada", "Ben"]
    key = tablet.http.post("/api/me/key").json()["key"]
    choose(tablet, "Ada")
    lock(ben, "4711")
    assert tablet.http.post("/api/me/recover", json={"key": key}).json()["id"] == ben.id, "a key needs no PIN"
    assert list(sharers(tablet)) == ["Ada", "Ben"]
    assert len(devices(ben)) == 2, "it is the same device as before"


def test_signed_out_from_elsewhere_one_is_gone_from_the_device(house: OpenHouse) -> None:
    tablet = house.guest("Ada")
    phone = second_device(house, tablet)
    add(tablet, "Ben")
    phone.http.delete("/api/me/devices").raise_for_status()
    assert list(sharers(tablet)) == ["Ben"]


def test_one_leaves_for_good_and_the_others_stay(house: OpenHouse) -> None:
    tablet = house.guest("Ada")
    ada, old = tablet.id, tablet.cookies()
    ben = add(tablet, "Ben")
    choose(tablet, "Ada")
    assert tablet.http.delete("/api/me/sharers/here").status_code == 200
    assert list(sharers(tablet)) == ["Ben"] and tablet.http.get("/api/me").json()["unchosen"] is True
    assert choose(tablet, "Ben").json()["id"] == ben
    stolen = house.guest()
    stolen.http.cookies.clear()
    assert stolen.http.get("/api/me", headers={"Cookie": old}).json()["id"] != ada
    assert tablet.http.delete("/api/me/sharers/here").status_code == 200
    told = tablet.http.get("/api/me").json()
    assert (told["sharers"], told["unchosen"]) == (0, False), "it is nobody's, and whoever comes has it alone"
    assert tablet.http.delete("/api/me/sharers/here").json()["code"] == "unknown_sharer"


def test_whoever_is_forgotten_is_no_sharer(house: OpenHouse) -> None:
    tablet = house.guest("Ada")
    ada = tablet.id
    lock(tablet, "4711")
    add(tablet, "Ben")
    choose(tablet, "Ada", "4711")
    tablet.http.delete("/api/me").raise_for_status()
    assert list(sharers(tablet)) == ["Ben"]
    assert ada not in {one.person for kind in (SHARER, PIN) for one in kept(house, kind)}


def test_there_is_room_for_a_family(house: OpenHouse) -> None:
    tablet = house.guest("Ada")
    for number in range(MOST - 1):
        add(tablet, f"Child {number}")
    last = who(tablet)
    answer = tablet.http.post("/api/me/sharers", json={"name": "One more"})
    assert (answer.status_code, answer.json()["code"]) == (409, "too_many_sharers")
    assert who(tablet) == last and len(sharers(tablet)) == MOST
    other = house.guest("Eve")
    code = other.http.post("/api/me/transfer").json()["code"]
    assert tablet.http.post("/api/me/receive", json={"code": code}).json()["code"] == "too_many_sharers"
    assert who(tablet) == last
    assert tablet.http.post("/api/me/sharers", json={"name": "\u200b"}).json()["code"] == "bad_name"


def test_new_people_on_a_device_are_limited() -> None:
    with OpenHouse(settings(limits=Limits.none()._replace(newcomers=Rate(0.001, 3)))) as house:
        tablet = house.guest("Ada")
        got = [tablet.http.post("/api/me/sharers", json={"name": f"B{number}"}).status_code for number in range(4)]
        assert got == [201, 201, 429, 429]


def test_the_host_is_not_whoever_plays_next(house: OpenHouse) -> None:
    tablet = house.guest("Ada")
    lock(tablet, "4711")
    tablet.http.post("/api/host/enter", json={"code": house.host_code()}).raise_for_status()
    assert tablet.http.get("/api/me").json()["host"] is True
    add(tablet, "Ben")
    assert tablet.http.get("/api/me").json()["host"] is False and HOST not in tablet.http.cookies
    assert tablet.http.get("/api/host").status_code == 403
    assert choose(tablet, "Ada", "4711").json()["host"] is True
    assert tablet.http.get("/api/host").status_code == 200
    tablet.http.post("/api/me/aside").raise_for_status()
    assert tablet.http.get("/api/host").status_code == 403


def test_who_was_let_in_stays_so_on_a_shared_device() -> None:
    with OpenHouse() as house:
        host = house.guest("Host")
        host.http.post("/api/host/enter", json={"code": house.host_code()}).raise_for_status()
        host.http.patch("/api/host", json={"house_code": "sésame"}).raise_for_status()
        tablet, stranger = house.guest("Ada"), house.guest("Eve")
        tablet.http.post("/api/me/enter", json={"code": "sésame"}).raise_for_status()
        add(tablet, "Ben")
        assert tablet.http.get("/api/tables").status_code == 200, "whom somebody adds who was let in"
        choose(tablet, "Ada")
        assert tablet.http.get("/api/tables").status_code == 200
        choose(tablet, "Ben")
        assert tablet.http.get("/api/tables").status_code == 200
        add(stranger, "Mallory")
        assert stranger.http.get("/api/tables").json()["code"] == "house_code"

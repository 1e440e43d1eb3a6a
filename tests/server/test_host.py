"""The host of the house."""

import asyncio
import re

import httpx
import pytest

from open_house import Guest, OpenHouse, wait_for


def host_code(house: OpenHouse) -> str:
    """A one-time code, as `serve` prints it."""
    staff = house.app.staff
    loop = next(iter(staff._tasks)).get_loop()
    return asyncio.run_coroutine_threadsafe(staff.doors.host_link(), loop).result(10)


@pytest.fixture
def host(house: OpenHouse) -> Guest:
    guest = house.guest("Host")
    assert guest.http.post("/api/host/enter", json={"code": host_code(house)}).status_code == 200
    return guest


def test_the_link_works_once(house: OpenHouse) -> None:
    code, first, second = host_code(house), house.guest(), house.guest()
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
    guest, code = house.guest("Ada"), host_code(house)
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


def test_abandoned_tables_are_deleted(house: OpenHouse, host: Guest) -> None:
    staff, guest = house.app.staff, house.guest()
    table = guest.open("lumens", sit=[0])
    clock = staff.settings.clock
    loop = next(iter(staff._tasks)).get_loop()

    def tidy() -> int:
        return asyncio.run_coroutine_threadsafe(staff.janitor.tidy_up(), loop).result(10)

    host.http.patch("/api/host", json={"keep_days": 3})
    tidy()
    assert guest.look(table)
    now = type(clock).now
    try:
        type(clock).now = lambda _: now(clock) + 4 * 24 * 3600 * 1000  # type: ignore[method-assign]
        host.http.patch("/api/host", json={"keep_days": 0})
        assert tidy() == 0
        host.http.patch("/api/host", json={"keep_days": 3})
        assert tidy() >= 1
    finally:
        type(clock).now = now  # type: ignore[method-assign]
    wait_for(lambda: guest.http.get(f"/api/tables/{table}").status_code == 404)

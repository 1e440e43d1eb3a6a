"""Two nodes, one rule: what is private stays private, and what the host decided holds at both.

The nodes run in this process, so that these tests are quick; test_nodes.py has them as processes that may die.
"""

import asyncio
import json
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from guest_bots import Robot
from kept_houses import Postgres
from open_house import Guest, Line, OpenHouse, settings, wait_for

CUT_LISTENERS = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'lumitheque listener'"


class Two(NamedTuple):
    here: OpenHouse
    there: OpenHouse
    host: Guest  # comes in by the first node

    def through(self, house: OpenHouse, guest: Guest) -> Guest:
        """The same person with a browser at another node."""
        twin = house.guest()
        twin.http.cookies.clear()
        twin.http.cookies.update(dict(guest.http.cookies))
        twin.id = guest.id
        return twin


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    server = Postgres()
    yield server
    server.remove()


@pytest.fixture(scope="module")
def two(postgres: Postgres) -> Iterator[Two]:
    address = postgres.fresh()
    slow = {"sweep_seconds": 3600.0}  # what is seen, is seen because it was told
    with OpenHouse(settings(address, **slow)) as here, OpenHouse(settings(address, **slow)) as there:
        host = here.guest("Host")
        link = on_loop(here, here.app.services.admission.host_link())
        assert host.http.post("/api/host/enter", json={"code": link}).status_code == 200
        yield Two(here, there, host)


def on_loop(house: OpenHouse, work: Any) -> Any:
    return asyncio.run_coroutine_threadsafe(work, next(iter(house.app.services._tasks)).get_loop()).result(20)


def lobby_until(line: Line, table: str, where: str) -> list[dict[str, Any]]:
    """What the lobby tells until a table is named in it."""
    told = []
    while True:
        told.append(line.hear("lobby"))
        names = told[-1]["gone"] if where == "gone" else [note["id"] for note in told[-1]["tables"]]
        if table in names:
            return told


def test_of_a_private_table_the_lobby_says_nothing_not_even_its_end(two: Two) -> None:
    ada, stranger = two.here.guest("Ada"), two.there.guest()
    line = stranger.live()
    line.say("lobby", on=True)
    line.hear("lobby")
    closed, deleted = (ada.open("lumens", sit=[0], listed=False) for _ in range(2))
    listed = ada.open("lumens", sit=[0], listed=True)
    told = lobby_until(line, listed, "tables")
    ada.must(closed, "say", text="between us")
    ada.must(closed, "close")
    assert two.host.http.delete(f"/api/host/tables/{deleted}").status_code == 200
    ada.must(listed, "close")
    told += lobby_until(line, listed, "gone")
    last = ada.open("lumens", sit=[0], listed=True)
    told += lobby_until(line, last, "tables")
    assert two.host.http.delete(f"/api/host/tables/{last}").status_code == 200
    told += lobby_until(line, last, "gone")
    assert closed not in json.dumps(told) and deleted not in json.dumps(told)


def test_whoever_is_removed_is_out_everywhere(two: Two) -> None:
    rude, other = two.there.guest("Rude"), two.here.guest()
    table = other.open("lumens", sit=[0])
    line = rude.live()
    line.watch(table)
    assert line.act(table, "sit", seat=1)["t"] == "ack"
    waiting = rude.open("galax", sit=[0])
    wait_for(lambda: "sitter" in other.look(table)["state"]["sitters"][1])  # the other node heard of it
    other.must(table, "start")
    assert two.host.http.post(f"/api/host/people/{rude.id}/remove").status_code == 200
    assert line.hear("denied")["fault"]["code"] == "removed"
    line.is_closed()
    wait_for(lambda: rude.http.get("/api/tables").status_code == 403)
    assert rude.ask(table, "say", text="still here").json()["code"] == "removed"
    with pytest.raises(Exception, match="403"):
        rude.live()
    assert other.look(table)["state"]["sitters"][1]["bot"] == "greedy"
    assert "sitter" not in other.look(waiting)["state"]["sitters"][0]
    assert two.host.http.post(f"/api/host/people/{rude.id}/readmit").status_code == 200
    wait_for(lambda: rude.http.get("/api/tables").status_code == 200)


def test_a_device_that_is_signed_out_is_out_everywhere(two: Two) -> None:
    ada, phone = two.here.guest("Ada"), two.there.guest()
    code = ada.http.post("/api/me/transfer").json()["code"]
    assert phone.http.post("/api/me/receive", json={"code": code}).json()["id"] == ada.id
    lines = [two.through(house, phone).live() for house in two[:2]]
    assert [line.welcome["person"] for line in lines] == [ada.id, ada.id]
    (gone,) = [one["id"] for one in ada.http.get("/api/me/devices").json()["devices"] if not one["here"]]
    assert ada.http.delete(f"/api/me/devices/{gone}").status_code == 200
    for line in lines:
        assert line.hear("denied")["fault"]["code"] == "signed_out"
        line.is_closed()
    assert phone.http.get("/api/tables").status_code == 200  # as somebody else
    assert phone.http.get("/api/me").json()["id"] != ada.id
    twin = two.through(two.there, ada)
    assert twin.http.delete("/api/me/devices").status_code == 200 and twin.http.get("/api/me").json()["id"] == ada.id


def test_a_key_of_one_node_opens_at_the_other(two: Two) -> None:
    ada, newcomer = two.here.guest("Ada"), two.there.guest()
    key = ada.http.post("/api/me/key").json()["key"]
    assert newcomer.http.post("/api/me/recover", json={"key": key}).json()["id"] == ada.id
    again = ada.http.post("/api/me/key").json()["key"]
    assert two.there.guest().http.post("/api/me/recover", json={"key": key}).status_code == 403
    assert two.there.guest().http.post("/api/me/recover", json={"key": again}).json()["id"] == ada.id


def test_an_invitation_reaches_whoever_is_at_the_other_node(two: Two) -> None:
    ada, ben = two.here.guest("Ada"), two.there.guest("Ben")
    token = ada.http.post("/api/me/people/link").json()["link"].rpartition("/")[2]
    assert ben.http.post(f"/api/people/{token}").status_code == 200
    line, table = ben.live(), ada.open("lumens", sit=[0], listed=False)
    assert ada.http.post(f"/api/tables/{table}/invite", json={"person": ben.id}).status_code == 200
    line.hear("invited")
    assert [one["table"] for one in ben.http.get("/api/me/invitations").json()] == [table]


def test_a_seat_taken_at_the_last_moment_is_given_up(two: Two) -> None:
    """They sat down through a node that had not heard of it yet."""
    rude, other = two.there.guest(), two.there.guest()
    table = other.open("lumens", sit=[0])
    services, admission = two.here.app.services, two.there.app.services.admission
    read, admission.read = admission.read, nothing  # type: ignore[method-assign]
    try:
        assert two.host.http.post(f"/api/host/people/{rude.id}/remove").status_code == 200
        rude.must(table, "sit", seat=1)
    finally:
        admission.read = read  # type: ignore[method-assign]
    assert services.house.removed >= {rude.id}
    on_loop(two.there, admission.read())
    wait_for(lambda: "sitter" not in other.look(table)["state"]["sitters"][1])
    assert rude.ask(table, "sit", seat=1).json()["code"] == "removed"


async def nothing() -> None: ...


def test_a_new_house_code_closes_both_doors(two: Two) -> None:
    near, far = two.here.guest(), two.there.guest()
    lines = [near.live(), far.live()]
    try:
        two.host.http.patch("/api/host", json={"house_code": "fromage"})
        for line in lines:
            assert line.hear("denied")["fault"]["code"] == "house_code"
            line.is_closed()
        wait_for(lambda: far.http.get("/api/tables").status_code == 403)
        assert far.http.post("/api/me/enter", json={"code": "fromage"}).status_code == 200
        assert far.live().welcome["person"] == far.id
    finally:
        two.host.http.patch("/api/host", json={"house_code": ""})
    wait_for(lambda: near.http.get("/api/tables").status_code == near.http.get("/api/tables").status_code == 200)
    wait_for(lambda: two.there.app.services.admission.rules.house_code is None)


def test_both_nodes_change_the_doors_and_nothing_is_lost(two: Two) -> None:
    """A node that has not heard of the other's change does not undo it."""
    guests = [two.here.guest() for _ in range(2)]
    far = two.through(two.there, two.host)
    admission = two.there.app.services.admission
    read, admission.read = admission.read, nothing  # type: ignore[method-assign]
    try:
        assert two.host.http.post(f"/api/host/people/{guests[0].id}/remove").status_code == 200
        assert far.http.post(f"/api/host/people/{guests[1].id}/remove").status_code == 200
    finally:
        admission.read = read  # type: ignore[method-assign]
    removed = two.host.http.get("/api/host").json()["removed"]
    wait_for(lambda: {guest.id for guest in guests} <= set(two.host.http.get("/api/host").json()["removed"]))
    assert guests[0].id in removed


def test_a_deleted_table_is_gone_everywhere(two: Two) -> None:
    guest = two.there.guest()
    table = guest.open("lumens", sit=[0, 1], start=True)
    line = guest.live()
    line.watch(table, seat=0)
    assert two.host.http.delete(f"/api/host/tables/{table}").status_code == 200
    assert line.hear("gone")["table"] == table
    assert guest.http.get(f"/api/tables/{table}").status_code == 404
    assert line.act(table, "say", text="hello?")["fault"]["code"] == "unknown_table"


def test_whoever_is_forgotten_at_one_node_has_no_name_at_the_other(two: Two) -> None:
    ada, other = two.here.guest("Ada Lovelace"), two.there.guest()
    table = ada.open("lumens", sit=[0])

    def name() -> str:
        told: str = other.http.get(f"/api/tables/{table}").json()["names"][ada.id]
        return told

    assert name() == "Ada Lovelace"
    ada.http.patch("/api/me", json={"name": "Countess"}).raise_for_status()
    wait_for(lambda: name() == "Countess")
    ada.http.delete("/api/me").raise_for_status()
    wait_for(lambda: name() != "Countess")


def test_the_same_people_may_look_at_both(two: Two) -> None:
    """A table without spectators that is closed before it began: nobody looks on who came to see whether to sit."""
    ada = two.here.guest("Ada")
    lines = [house.guest().live() for house in (two.here, two.there)]
    table = ada.open("lumens", sit=[0], spectators=False)
    for line in lines:
        assert line.watch(table)["t"] == "table"
    ada.must(table, "close")
    for line in lines:
        assert line.hear("gone")["fault"]["code"] == "no_spectators"
        assert line.watch(table)["fault"]["code"] == "no_spectators"


def test_a_node_that_could_not_hear_looks_at_everything(two: Two, postgres: Postgres) -> None:
    guest, rude = two.there.guest(), two.there.guest()
    table = guest.open("lumens", sit=[0, 1], start=True)
    line, other_line = guest.live(), rude.live()
    line.watch(table, seat=0)
    ear = two.there.app.services.house.store._listener  # type: ignore[attr-defined]
    connect = ear._connect

    async def refuse(_: dict[str, str]) -> None:
        raise ConnectionRefusedError

    ear._connect = refuse
    try:
        assert postgres.say(CUT_LISTENERS).split().count("t") == 2
        wait_for(lambda: ear.deaf)
        wait_for(lambda: two.host.http.delete(f"/api/host/tables/{table}").status_code == 200)
        assert two.host.http.post(f"/api/host/people/{rude.id}/remove").status_code == 200
    finally:
        ear._connect = connect
    assert line.hear("gone")["table"] == table
    assert other_line.hear("denied")["fault"]["code"] == "removed"


def test_who_plays_on_a_shared_device_holds_at_both_nodes(two: Two) -> None:
    tablet = two.here.guest("Ada")
    tablet.http.put("/api/me/pin", json={"pin": "4711"}).raise_for_status()
    tablet.http.post("/api/me/sharers", json={"name": "Ben"}).raise_for_status()
    key = next(one["key"] for one in tablet.http.get("/api/me/sharers").json()["sharers"] if one["name"] == "Ada")
    at_both = [two.through(house, tablet) for house in two[:2]]
    for number in range(5):
        tried = at_both[number % 2].http.post(f"/api/me/sharers/{key}", json={"pin": "0000"})
        assert tried.json()["code"] == "wrong_pin"
    for guest in at_both:
        assert guest.http.post(f"/api/me/sharers/{key}", json={"pin": "4711"}).json()["code"] == "pin_pause"
    lines = [guest.live() for guest in at_both]
    tablet.http.post("/api/me/aside").raise_for_status()
    for line in lines:  # tabs of one browser may be at different nodes
        assert line.hear("denied")["fault"]["code"] == "signed_out"
        line.is_closed()


def test_a_bots_token_opens_and_ends_at_both(two: Two) -> None:
    ada = two.here.guest("Ada")
    robots = [robot := Robot(two.here, ada), robot.through(two.there)]
    assert {one.http.get("/api/bot/me").json()["name"] for one in robots} == {"Rollo (bot, Ada L.)"}
    streams = [one.events() for one in robots]
    for stream in streams:
        stream.hear("hello")
    (bot,) = two.through(two.there, ada).http.get("/api/me/bots").json()["bots"]
    assert ada.http.delete(f"/api/me/bots/{robot.id}/tokens/{bot['tokens'][0]['id']}").status_code == 200
    for stream in streams:
        assert stream.rest()[-1]["fault"]["code"] == "bad_token"
    assert [one.http.get("/api/bot/me").status_code for one in robots] == [401, 401]


def is_listed(guest: Guest, bot: str) -> bool:
    """Whether a bot can be invited: it listens, at whatever node."""
    return any(one["here"] for one in guest.http.get("/api/bots").json() if one["id"] == bot)


def test_a_bot_is_invited_at_one_node_and_plays_at_the_other(two: Two) -> None:
    ada, ben = two.here.guest("Ada"), two.there.guest("Ben")
    robot = Robot(two.there, ben)
    events = robot.events()
    events.hear("hello")
    wait_for(lambda: is_listed(ada, robot.id))
    table = ada.open("lumens", sit=[0])
    assert robot.sit(table).json()["code"] == "not_invited"
    assert ada.http.post(f"/api/tables/{table}/invite_bot", json={"bot": robot.id}).status_code == 200
    assert events.hear("invited")["table"] == table
    assert robot.sit(table).status_code == 200
    events.hear("seated", table=table)
    wait_for(lambda: "sitter" in ada.look(table)["state"]["sitters"][1])
    ada.must(table, "start")
    events.hear("begun", table=table)
    stream = robot.stream(table)
    while 1 not in (state := ada.look(table)["state"])["waiting"]:
        ada.must(table, "play", moves=state["legal"][:1])
    turn = stream.hear("turn")
    first = robot.move(turn, id="once")
    again = robot.through(two.here).move(turn, id="once")  # the answer was lost, and the other node is asked
    assert first.status_code == 200 and again.json() == first.json()
    assert robot.through(two.here).move(turn, id="twice").status_code == 409
    wait_for(lambda: ada.look(table)["state"]["seq"] >= first.json()["seq"])
    ada.must(table, "resign")
    assert stream.hear("over")["ending"]["winners"] == [1]
    events.close()
    wait_for(lambda: not is_listed(ada, robot.id))
    ladders = [guest.http.get("/api/bots/ladder").json() for guest in (ada, ben)]
    assert ladders[0] == ladders[1] and robot.id in str(ladders[0])


def test_a_bot_whose_owner_is_removed_is_out_everywhere(two: Two) -> None:
    rude = two.here.guest("Rude")
    robots = [robot := Robot(two.here, rude), robot.through(two.there)]
    streams = [one.events() for one in robots]
    for stream in streams:
        stream.hear("hello")
    waiting = two.there.guest("Ben").open("lumens", sit=[0], guest_bots="any")
    assert robots[1].sit(waiting).status_code == 200
    assert two.host.http.post(f"/api/host/people/{rude.id}/remove").status_code == 200
    for stream in streams:
        assert stream.rest()[-1]["fault"]["code"] == "removed"
    wait_for(lambda: all(one.http.get("/api/bot/me").status_code == 403 for one in robots))
    wait_for(lambda: "sitter" not in two.host.look(waiting)["state"]["sitters"][1])
    assert two.host.http.post(f"/api/host/people/{rude.id}/readmit").status_code == 200
    wait_for(lambda: all(one.http.get("/api/bot/me").status_code == 200 for one in robots))
    assert two.host.http.delete(f"/api/host/people/{rude.id}").status_code == 200
    wait_for(lambda: all(one.http.get("/api/bot/me").status_code == 401 for one in robots))
    for house in two[:2]:
        wait_for(lambda here=house: robot.id not in here.guest().http.get("/api/bots").text)  # type: ignore[misc]

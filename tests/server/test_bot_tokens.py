"""Guest bots: tokens, what they open, where their bots may sit."""

from collections.abc import Iterator

import httpx
import pytest

from guest_bots import Robot, at_a_table
from open_house import OpenHouse, settings, wait_for


@pytest.fixture(scope="module")
def sqlite_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    place = str(tmp_path_factory.mktemp("house"))
    with OpenHouse(settings(place, alive_seconds=0.1)) as opened:
        yield opened


@pytest.fixture
def house(sqlite_house: OpenHouse) -> OpenHouse:
    return sqlite_house


# --- tokens ----------------------------------------------------------------------------------------------------------


def test_a_token_is_told_once_and_names_its_bot(house: OpenHouse) -> None:
    ada = house.guest("Ada")
    robot = Robot(house, ada)
    me = robot.http.get("/api/bot/me")
    assert me.json()["id"] == robot.id and robot.id.startswith("bot-")
    assert me.json()["name"] == "Rollo (bot, Ada L.)"
    assert "set-cookie" not in me.headers
    listed = ada.http.get("/api/me/bots")
    assert robot.token not in listed.text and robot.token.removeprefix("lumibot_") not in listed.text
    (bot,) = listed.json()["bots"]
    assert (bot["name"], bot["author"], bot["tokens"][0]["scope"]) == ("Rollo", "Ada L.", "play")


def test_the_house_keeps_a_digest_alone(house: OpenHouse, tmp_path_factory: pytest.TempPathFactory) -> None:
    robot = Robot(house, house.guest("Ada"))
    secret = robot.token.removeprefix("lumibot_").encode()
    kept = list(tmp_path_factory.getbasetemp().glob("house*/house.db*"))
    assert kept and not [path for path in kept if secret in path.read_bytes()]


@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ({}, "token_wanted"),
        ({"Authorization": "Bearer lumibot_" + "0" * 32}, "bad_token"),
        ({"Authorization": "Bearer lumibot_nonsense"}, "bad_token"),
        ({"Authorization": "Basic bHVtaWJvdA=="}, "token_wanted"),
    ],
)
def test_the_door_opens_to_tokens_alone(house: OpenHouse, headers: dict[str, str], code: str) -> None:
    guest = house.guest()  # a cookie does not count
    answer = guest.http.get("/api/bot/me", headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (401, code)
    assert answer.headers["www-authenticate"] == "Bearer"


def test_a_token_opens_nothing_else(house: OpenHouse) -> None:
    robot = Robot(house, house.guest("Ada"))
    for path in ("/api/me", "/api/tables", "/api/me/bots", "/api/host", "/api/bots"):
        answer = robot.http.get(path)
        assert (answer.status_code, answer.json()["code"]) == (403, "bots_only"), path
    handshake = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
    key = {"Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="}
    assert robot.http.get("/live", headers={**handshake, **key}).status_code == 403


def test_no_origin_is_asked_of_a_token_and_no_cookie_names_a_bot(house: OpenHouse) -> None:
    robot = Robot(house, house.guest("Ada"))
    foreign = {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"}
    table = robot.post("tables", json={"terms": {"game": "lumens"}}, headers=foreign)
    assert table.status_code == 201, table.text  # no page can make a browser send the token
    seals = house.app.services.admission.seals
    forged = httpx.get(f"{house.url}/api/me", cookies={"lumitheque": seals.seal("lumitheque", robot.id)})
    assert forged.json()["id"] != robot.id


def test_a_watching_token_looks_on(house: OpenHouse) -> None:
    ada = house.guest("Ada")
    watcher = Robot(house, ada, scope="watch")
    table = ada.open("lumens", sit=[0], guest_bots="any")
    assert watcher.sit(table).json()["code"] == "watching_token"
    assert watcher.stream(table).hear("table")["table"]["id"] == table


def test_revoking_ends_streams_at_once(house: OpenHouse) -> None:
    ada, robot, table = at_a_table(house)
    events, stream = robot.events(), robot.stream(table)
    events.hear("begun")
    stream.hear("table")
    (bot,) = ada.http.get("/api/me/bots").json()["bots"]
    told = ada.http.delete(f"/api/me/bots/{robot.id}/tokens/{bot['tokens'][0]['id']}")
    assert told.json()["bots"][0]["tokens"] == []
    for one in (events, stream):
        assert one.rest()[-1]["fault"]["code"] == "bad_token"
    assert robot.http.get("/api/bot/me").status_code == 401


def test_who_owns_a_bot_decides_about_it(house: OpenHouse) -> None:
    ada, bob = house.guest("Ada"), house.guest("Bob")
    robot = Robot(house, ada)
    assert bob.http.delete(f"/api/me/bots/{robot.id}").status_code == 404
    assert bob.http.post(f"/api/me/bots/{robot.id}/tokens", json={}).status_code == 404
    assert robot.http.get("/api/bot/me").status_code == 200


def test_deleting_the_owner_deletes_the_bots(house: OpenHouse) -> None:
    ada, robot, table = at_a_table(house)
    stream = robot.stream(table)
    stream.hear("table")
    bob = house.guest("Bob")
    ada.http.delete("/api/me")
    assert stream.rest()[-1]["t"] in ("ended", "gone")
    assert robot.http.get("/api/bot/me").status_code == 401
    assert robot.id not in {one["id"] for one in bob.http.get("/api/bots").json()}
    assert bob.look(table)["state"]["sitters"][1]["bot"]  # a bot of the house plays on


def test_five_bots_and_names_that_can_be_told_apart(house: OpenHouse) -> None:
    ada = house.guest("Ada")
    for number in range(5):
        Robot(house, ada, f"Robot {number}")
    made = ada.http.post("/api/me/bots", json={"name": "One more", "author": "A"})
    assert (made.status_code, made.json()["code"]) == (409, "too_many_bots")
    bob = house.guest("Bob")
    Robot(house, bob)
    again = bob.http.post("/api/me/bots", json={"name": "rollo", "author": "A"})
    assert again.json()["code"] == "bot_named_already"
    for name in ("", "\u202e", "x" * 60):
        assert bob.http.post("/api/me/bots", json={"name": name, "author": "A"}).status_code == 400


def test_a_house_code_ends_tokens_of_before() -> None:
    with OpenHouse() as closed:
        ada = closed.guest("Ada")
        robot = Robot(closed, ada)
        events = robot.events()
        events.hear("hello")
        host = closed.guest("Host")
        assert host.http.post("/api/host/enter", json={"code": closed.host_code()}).status_code == 200
        answer = host.http.put("/api/host/settings", json={"house_code": "sesame"})
        if answer.status_code in (404, 405):
            answer = host.http.patch("/api/host", json={"house_code": "sesame"})
        assert answer.status_code == 200, answer.text
        assert events.rest()[-1]["fault"]["code"] == "house_code"
        assert robot.http.get("/api/bot/me").json()["code"] == "house_code"
        ada.http.post("/api/me/enter", json={"code": "sesame"})
        made = ada.http.post(f"/api/me/bots/{robot.id}/tokens", json={})
        fresh = {"Authorization": f"Bearer {made.json()['token']}"}
        assert httpx.get(f"{closed.url}/api/bot/me", headers=fresh).status_code == 200


# --- sitting down ----------------------------------------------------------------------------------------------------


def test_strangers_bots_sit_where_they_are_invited(house: OpenHouse) -> None:
    ada, bob = house.guest("Ada"), house.guest("Bob")
    robot = Robot(house, bob)
    events = robot.events()
    events.hear("hello")
    table = ada.open("lumens", sit=[0], listed=True)
    assert table not in {one["table"] for one in robot.http.get("/api/bot/tables").json()}
    assert robot.sit(table).json()["code"] == "not_invited"
    assert bob.http.post(f"/api/tables/{table}/invite_bot", json={"bot": robot.id}).json()["code"] == "host_invites"
    assert ada.http.post(f"/api/tables/{table}/invite_bot", json={"bot": robot.id}).status_code == 200
    invited = events.hear("invited")
    assert (invited["table"], invited["name"]) == (table, "Ada")
    assert robot.sit(table).status_code == 200
    events.hear("seated", table=table)
    told = ada.http.get(f"/api/tables/{table}").json()
    assert told["names"][robot.id] == "Rollo (bot, Ada L.)"
    ada.must(table, "start")
    events.hear("begun", table=table)


def test_the_terms_say_which_bots_may_sit(house: OpenHouse) -> None:
    ada = house.guest("Ada")
    own, strange = Robot(house, ada), Robot(house, house.guest("Bob"))
    anybody = ada.open("lumens", sit=[0], listed=True, guest_bots="any")
    assert anybody in {one["table"] for one in strange.http.get("/api/bot/tables").json()}
    assert strange.sit(anybody).status_code == 200
    nobody = ada.open("lumens", sit=[0], listed=True, guest_bots="none")
    assert own.sit(nobody).json()["code"] == "no_guest_bots"
    answer = ada.http.post(f"/api/tables/{nobody}/invite_bot", json={"bot": own.id})
    assert answer.json()["code"] == "host_invites"


def test_a_bot_that_takes_no_invitations_gets_none(house: OpenHouse) -> None:
    ada, bob = house.guest("Ada"), house.guest("Bob")
    robot = Robot(house, bob)
    assert bob.http.patch(f"/api/me/bots/{robot.id}", json={"challenges": False}).status_code == 200
    table = ada.open("lumens", sit=[0])
    answer = ada.http.post(f"/api/tables/{table}/invite_bot", json={"bot": robot.id})
    assert answer.json()["code"] == "no_challenges"


def test_a_bot_is_listed_while_it_listens(house: OpenHouse) -> None:
    ada = house.guest("Ada")
    robot = Robot(house, ada)

    def is_here() -> bool:
        (found,) = [one for one in ada.http.get("/api/bots").json() if one["id"] == robot.id]
        return bool(found["here"])

    assert not is_here()
    events = robot.events()
    events.hear("hello")
    assert is_here()
    events.close()
    wait_for(lambda: not is_here())

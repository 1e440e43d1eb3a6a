"""Guest bots: tokens and what they open, sitting down, streams that resume, moves that are made once."""

import json
from collections.abc import Iterator

import httpx
import jsonschema
import pytest
from scripts.guest_lines import PLACE, write_schema

from guest_bots import Robot, StreamOf, Told
from lumitheque.server.access.rate_limits import Rate
from lumitheque.server.settings import Limits
from open_house import Guest, OpenHouse, settings, wait_for


@pytest.fixture(scope="module")
def sqlite_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    place = str(tmp_path_factory.mktemp("house"))
    with OpenHouse(settings(place, alive_seconds=0.1)) as opened:
        yield opened


@pytest.fixture
def house(sqlite_house: OpenHouse) -> OpenHouse:
    return sqlite_house


def at_a_table(house: OpenHouse, game: str = "lumens", **words: str) -> tuple[Guest, Robot, str]:
    """A person and a bot of theirs, playing."""
    ada = house.guest("Ada")
    robot = Robot(house, ada)
    table = ada.open(game, sit=[0], **words)
    assert robot.sit(table).status_code == 200
    ada.must(table, "start")
    return ada, robot, table


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


# --- streams and moves -----------------------------------------------------------------------------------------------


def test_a_game_played_over_streams(house: OpenHouse) -> None:
    """To the end: every decision is told once, the numbers have no gaps, and the record is whole."""
    ada, bob = house.guest("Ada"), house.guest("Bob")
    robots = [Robot(house, ada), Robot(house, bob)]
    table = robots[0].post("tables", json={"terms": {"game": "lumens", "guest_bots": "any"}}).json()["table"]["id"]
    robots[1].sit(table)
    streams = [robot.stream(table) for robot in robots]
    robots[0].post(f"tables/{table}/start")
    seen, made, over = [[], []], set(), None
    while over is None:
        for number, (robot, stream) in enumerate(zip(robots, streams, strict=True)):
            if stream.kept or not stream._heard.empty():
                told = stream.next()
                assert told is not None
                if told["t"] == "entries":
                    seen[number] += [entry["seq"] for entry in told["entries"]]
                elif told["t"] == "turn":
                    assert told["seat"] == number and (number, told["decision"]) not in made
                    made.add((number, told["decision"]))
                    assert robot.move(told).status_code == 200
                elif told["t"] == "over":
                    over = told
    assert over["ending"]["winners"]
    assert len(made) > 10
    for numbers in seen:
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    record = robots[0].http.get(over["record"]).json()
    assert len(record["moves"]) == len(made)


def test_a_dropped_stream_goes_on_where_it_was(house: OpenHouse) -> None:
    ada, robot, table = at_a_table(house)
    stream = robot.stream(table)
    last = stream.hear("table")["table"]["state"]["seq"]
    stream.close()
    for number in range(3):
        ada.must(table, "say", text=f"number {number}")
    again = robot.stream(table, after=last)
    told = again.hear("entries")
    assert [entry["seq"] for entry in told["entries"]] == [last + 1, last + 2, last + 3]
    assert robot.stream(table, after=last + 3).next()["t"] in ("turn", "alive")  # nothing twice
    assert robot.stream(table, after=10_000).next()["t"] == "table"  # whoever knows more than there is


def test_a_turn_is_told_once_whatever_else_happens(house: OpenHouse) -> None:
    ada, robot, table = at_a_table(house)
    while 1 not in ada.look(table)["state"]["waiting"]:
        ada.must(table, "play", moves=ada.look(table)["state"]["legal"][:1])
    stream = robot.stream(table)
    turn = stream.hear("turn")
    assert turn["legal"] and turn["view"] and turn["seat"] == 1
    ada.must(table, "say", text="take your time")
    assert stream.hear("entries")["entries"]
    ada.must(table, "say", text="really")
    assert stream.next()["t"] in ("entries", "alive")


def test_a_move_is_made_once(house: OpenHouse) -> None:
    ada, robot, table = at_a_table(house)
    while 1 not in ada.look(table)["state"]["waiting"]:
        ada.must(table, "play", moves=ada.look(table)["state"]["legal"][:1])
    turn = robot.stream(table).hear("turn")
    first = robot.move(turn, id="once")
    assert first.status_code == 200
    assert robot.move(turn, id="once").json() == first.json()
    stale = robot.move(turn, id="twice")
    assert stale.status_code == 409 and stale.json()["code"] in ("stale", "not_your_turn")


def test_a_refused_move_names_its_rule(house: OpenHouse) -> None:
    ada, robot, table = at_a_table(house, "galax", options={"setup": "random"})  # type: ignore[arg-type]
    while 1 not in ada.look(table)["state"]["waiting"]:
        ada.must(table, "play", moves=ada.look(table)["state"]["legal"][:1])
    turn = robot.stream(table).hear("turn")
    refused = robot.move(turn, "a1-a1")
    assert refused.status_code == 422, refused.text
    assert refused.json()["code"] == "refused" and refused.json()["rule"].startswith("GX-")
    assert refused.json()["sentence"]
    assert robot.move(turn, "nonsense").json()["rule"] == "GX-00"


BAD = [
    {},
    {"decision": 1},
    {"decision": -1, "moves": ["x"]},
    {"decision": 1, "moves": []},
    {"decision": "one", "moves": ["x"]},
    {"decision": 1, "moves": ["x" * 300]},
    {"decision": 1, "moves": ["x"], "more": 1},
]


@pytest.mark.parametrize("body", BAD, ids=str)
def test_bad_input_is_refused_in_a_sentence(house: OpenHouse, body: dict[str, object]) -> None:
    robot = Robot(house, house.guest("Ada"))
    answer = robot.post("tables/nowhere/moves", json=body)
    assert answer.status_code == 400 and answer.json()["sentence"]


def test_what_is_not_there_is_said_before_a_stream_begins(house: OpenHouse) -> None:
    robot = Robot(house, house.guest("Ada"))
    answer = robot.http.get("/api/bot/tables/nowhere/stream")
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown_table")
    assert robot.http.get("/api/bot/tables/nowhere/stream", params={"after": "x"}).status_code == 400


def test_events_tell_what_was_missed(house: OpenHouse) -> None:
    ada, robot, table = at_a_table(house)
    events = robot.events()
    assert events.hear("begun", table=table)
    since = events.hear("alive")["at"]
    events.close()
    ada.must(table, "resign")
    told = robot.events(since=since - 60_000).hear("over", table=table)
    assert told["record"].endswith(f"{table}/record") and told["ending"]


def test_questions_reach_the_bot(house: OpenHouse) -> None:
    ada, robot, table = at_a_table(house)
    while 0 not in ada.look(table)["state"]["waiting"]:
        turn = robot.stream(table).hear("turn")
        robot.move(turn)
    ada.must(table, "play", moves=ada.look(table)["state"]["legal"][:1])
    stream = robot.stream(table)
    stream.hear("table")
    asked = ada.ask(table, "take_back")
    if asked.status_code == 200 and stream.hear("entries")["entries"][0]["event"]["event"] == "take_back_asked":
        assert stream.hear("asked")["asked"][0]["what"] == "take_back"
        assert robot.post(f"tables/{table}/take_back", json={"agrees": True}).status_code == 200


def test_streams_are_as_the_schema_says(house: OpenHouse) -> None:
    schema = json.loads(PLACE.read_text(encoding="utf-8"))
    validator = jsonschema.Draft202012Validator(schema)
    ada, robot, table = at_a_table(house)
    stream, events = robot.stream(table), robot.events()
    stream.hear("table")
    ada.must(table, "say", text="hello")
    ada.must(table, "resign")
    told = [
        stream.hear("entries"),
        stream.hear("over"),
        events.hear("over"),
        *map(first_line, (robot.events(), robot.stream(table))),
    ]
    for line in told:
        validator.validate(line)


def first_line(stream: StreamOf) -> Told:
    told = stream.next()
    assert told is not None
    return told


def test_the_schema_is_fresh() -> None:
    assert PLACE.read_text(encoding="utf-8") == write_schema(), "python -m scripts.guest_lines"


# --- limits ----------------------------------------------------------------------------------------------------------


def test_limits_are_said_with_a_time_to_come_again() -> None:
    limits = Limits.none()._replace(bots=Rate(0.1, 4), bot_tables=2, bot_streams=1)
    with OpenHouse(settings(limits=limits)) as strict:
        ada = strict.guest("Ada")
        robot = Robot(strict, ada)
        for _ in range(4):
            robot.http.get("/api/bot/me")
        answer = robot.http.get("/api/bot/me")
        assert (answer.status_code, answer.json()["code"]) == (429, "too_many")
        assert int(answer.headers["retry-after"]) >= 1
        other = Robot(strict, ada, "Tables")
        for _ in range(2):
            assert other.post("tables", json={"terms": {"game": "lumens"}}).status_code == 201
        full = other.post("tables", json={"terms": {"game": "lumens"}})
        assert (full.status_code, full.json()["code"]) == (429, "too_many_tables")
        third = Robot(strict, ada, "Streams")
        first = third.events()
        first.hear("hello")
        assert third.events().status == 429


def test_a_slow_reader_is_cut_off_and_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    from lumitheque.server.guests import streams

    monkeypatch.setattr(streams, "MOST_LINES", 3)
    with OpenHouse() as quick:
        ada, robot, table = at_a_table(quick)
        stream = robot.stream(table)
        last = stream.hear("table")["table"]["state"]["seq"]
        live = quick.app.services.house.tables[table]
        (reader,) = [one for one in live.watchers if one.person == robot.id]
        monkeypatch.setattr(reader, "_news", type("Deaf", (), {"set": lambda _: None})())  # as if nobody read
        for number in range(5):
            ada.must(table, "say", text=f"number {number}")
        assert reader.ended
        told = robot.stream(table, after=last).hear("entries")
        assert len(told["entries"]) == 5

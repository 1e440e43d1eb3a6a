"""Guest bots: streams that resume, moves that are made once, limits."""

import json
from collections.abc import Iterator

import jsonschema
import pytest
from scripts.guest_lines import PLACE, write_schema

from guest_bots import Robot, StreamOf, Told, at_a_table
from lumitheque.server.access.rate_limits import Rate
from lumitheque.server.settings import Limits
from open_house import OpenHouse, settings


@pytest.fixture(scope="module")
def sqlite_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    place = str(tmp_path_factory.mktemp("house"))
    with OpenHouse(settings(place, alive_seconds=0.1)) as opened:
        yield opened


@pytest.fixture
def house(sqlite_house: OpenHouse) -> OpenHouse:
    return sqlite_house


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
    told = [stream.hear("entries"), stream.hear("over"), events.hear("over")]
    for line in (*told, first_line(robot.events()), first_line(robot.stream(table))):
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
        assert 5 <= int(answer.headers["retry-after"]) <= 10  # one in ten seconds
        other = Robot(strict, ada, "Tables")
        for _ in range(2):
            assert other.post("tables", json={"terms": {"game": "lumens"}}).status_code == 201
        full = other.post("tables", json={"terms": {"game": "lumens"}})
        assert (full.status_code, full.json()["code"]) == (429, "too_many_tables")
        assert "retry-after" not in full.headers  # a game has to end first
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

"""The WebSocket: resuming, sending again, reading slowly, talking nonsense."""

import itertools
import json
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from lumitheque.server.access.rate_limits import Rate
from lumitheque.server.settings import Limits
from open_house import Guest, OpenHouse, settings, standing, wait_for


def playing(house: OpenHouse) -> tuple[Guest, str]:
    """Somebody alone at a table with both seats."""
    guest = house.guest("Ada")
    return guest, guest.open("lumens", sit=[0, 1], start=True)


def talk(guest: Guest, table: str, times: int) -> None:
    for number in range(times):
        guest.must(table, "say", text=f"number {number}")


def test_the_house_says_who_you_are(house: OpenHouse) -> None:
    guest = house.guest("Ada")
    welcome = guest.live().welcome
    assert (welcome["person"], welcome["name"]) == (guest.id, "Ada")


def test_a_dropped_socket_resumes_from_the_last_number(house: OpenHouse) -> None:
    guest, table = playing(house)
    line = guest.live()
    last = standing(line.watch(table))["seq"]
    line.socket.socket.shutdown(socket.SHUT_RDWR)  # the cable is pulled
    talk(guest, table, 3)
    told = guest.live().watch(table, after=last)
    assert told["t"] == "entries"
    assert [entry["seq"] for entry in told["entries"]] == [last + 1, last + 2, last + 3]
    assert told["state"]["seq"] == last + 3
    again = guest.live().watch(table, after=last + 3)
    assert again["entries"] == [] and again["state"]["seq"] == last + 3


def test_whoever_knows_more_than_the_log_is_told_everything(house: OpenHouse) -> None:
    guest, table = playing(house)
    assert guest.live().watch(table, after=1000)["t"] == "table"
    assert guest.live().watch(table, after=-5)["t"] == "table"


def test_the_same_command_is_obeyed_once(house: OpenHouse) -> None:
    guest, table = playing(house)
    line, other = guest.live(), guest.live()
    first = line.act(table, "say", key="once", text="hello")
    assert line.act(table, "say", key="once", text="hello") == first
    assert other.act(table, "say", key="once", text="hello") == first
    over_http = guest.http.post(
        f"/api/tables/{table}/commands",
        json={"command": {"do": "say", "text": "hello"}},
        headers={"Idempotency-Key": "once"},
    )
    assert over_http.json() == {"seq": first["seq"]}
    assert guest.look(table)["state"]["seq"] == first["seq"]


def test_everybody_is_told_the_same_number(house: OpenHouse) -> None:
    guest, table = playing(house)
    lines = [guest.live(), house.guest().live(), house.guest().live()]
    for line in lines:
        line.watch(table)
    seq = guest.must(table, "say", phrase="hello")
    assert [line.hear("entries")["entries"][0]["seq"] for line in lines] == [seq] * 3


def test_the_sender_is_told_before_everybody(house: OpenHouse) -> None:
    guest, table = playing(house)
    line = guest.live()
    line.watch(table)
    line.hear("presence")
    line.say("act", id="a", table=table, command={"do": "say", "phrase": "hello"})
    assert [line.next()["t"], line.next()["t"]] == ["ack", "entries"]


NONSENSE = [
    "",
    "{",
    "null",
    "[]",
    '{"do":"dance"}',
    '{"do":"watch"}',
    '{"do":"watch","table":7}',
    '{"do":"act","id":"x","table":"y","command":{"do":"fly"}}',
    '{"do":"act","id":"","table":"y","command":{"do":"start"}}',
    '{"do":"act","id":"x","table":"y","command":{"do":"play","moves":"a"}}',
    '{"do":"act","id":"x","table":"y","command":{"do":"play","cheat":true}}',
    "[" * 5000,
]


@pytest.mark.parametrize("text", NONSENSE)
def test_nonsense_is_denied_and_nothing_breaks(house: OpenHouse, text: str) -> None:
    line = house.guest().live()
    line.socket.send(text)
    told = line.hear("denied")
    assert told["fault"]["code"] == "unreadable" and told["fault"]["sentence"]
    line.say("ping")
    assert line.hear("pong")["at"] > 0


def test_bytes_are_read_like_text(house: OpenHouse) -> None:
    line = house.guest().live()
    line.socket.send(b'{"do":"ping"}')
    line.hear("pong")
    line.socket.send(b"\xff\xfe")
    assert line.hear("denied")["fault"]["code"] == "unreadable"


def test_whoever_only_talks_nonsense_is_let_go(house: OpenHouse) -> None:
    line = house.guest().live()
    with pytest.raises(ConnectionClosed):
        for _ in range(200):
            line.socket.send("nonsense")
            line.next()
    assert line.is_closed() == 1008


def test_a_message_has_a_largest_size(house: OpenHouse) -> None:
    line = house.guest().live()
    line.socket.send(json.dumps({"do": "ping", "padding": "x" * 70_000}))
    assert line.is_closed() == 1009


def test_tables_that_are_not_there(house: OpenHouse) -> None:
    line = house.guest().live()
    told = line.watch("nowhere")  # as after a reconnection, when the table was deleted meanwhile
    assert (told["t"], told["table"], told["fault"]["code"]) == ("gone", "nowhere", "unknown_table")
    assert line.act("nowhere", "start")["fault"]["code"] == "unknown_table"
    wait_for(lambda: "nowhere" not in house.app.services.house.tables)


def test_tables_without_spectators(house: OpenHouse) -> None:
    guest = house.guest()
    table = guest.open("lumens", sit=[0, 1], spectators=False)
    stranger = house.guest()
    line = stranger.live()
    assert line.watch(table)["t"] == "table"  # before the start one may come and sit down
    guest.must(table, "start")
    assert line.hear("gone")["fault"]["code"] == "no_spectators"
    assert line.watch(table)["fault"]["code"] == "no_spectators"
    assert stranger.http.get(f"/api/tables/{table}").status_code == 403


def test_presence(house: OpenHouse) -> None:
    guest, table = playing(house)
    line = guest.live()
    line.watch(table)
    assert line.hear("presence")["here"] == [guest.id]
    looker = house.guest().live()
    looker.watch(table)
    assert line.hear("presence")["spectators"] == 1
    looker.say("unwatch")
    assert "spectators" not in line.hear("presence")
    again = guest.live()
    again.watch(table)
    again.close()
    assert line.hear("presence")["here"] == [guest.id]


def test_whoever_sits_down_looks_from_their_seat(house: OpenHouse) -> None:
    guest, other = house.guest(), house.guest("Bob")
    table = guest.open("lumens", sit=[0])
    line, stays = other.live(), guest.live()
    assert "seat" not in line.watch(table)["table"]
    stays.watch(table)
    other.must(table, "sit")
    assert line.hear("table")["table"]["seat"] == 1
    heard = stays.hear("entries")
    assert heard["entries"][0]["event"]["event"] == "sat" and heard["names"] == {other.id: "Bob"}
    other.must(table, "leave")
    assert "seat" not in line.hear("table")["table"]


def test_the_lobby_shows_what_changes(house: OpenHouse) -> None:
    guest = house.guest("Ada")
    before = guest.open("lumens", listed=True, sit=[0])
    hidden = guest.open("lumens", sit=[0])
    line = house.guest().live()
    line.say("lobby", on=True)
    whole = line.hear("lobby")
    assert whole["whole"] and before in [note["id"] for note in whole["tables"]]
    assert hidden not in str(whole) and whole["names"][guest.id] == "Ada"
    later = guest.open("galax", listed=True, sit=[1])
    told = line.hear("lobby")
    assert [note["id"] for note in told["tables"]] == [later]
    guest.must(later, "close")
    assert line.hear("lobby")["gone"] == [later]
    line.say("lobby", on=False)


def test_pages_from_elsewhere_get_no_socket(house: OpenHouse) -> None:
    guest = house.guest()
    with pytest.raises(InvalidStatus) as refused:
        guest.live(Origin="https://elsewhere.example")
    assert refused.value.response.status_code == 403
    assert b"forbidden_origin" in refused.value.response.body
    guest.live(Origin=house.url)


def test_a_socket_gives_a_newcomer_an_identity(house: OpenHouse) -> None:
    guest = house.guest()
    guest.http.cookies.clear()
    line = guest.live()
    cookie = line.socket.response.headers["set-cookie"]
    assert line.welcome["person"] in cookie and "HttpOnly" in cookie and "SameSite=Lax" in cookie


def test_too_many_commands_are_denied() -> None:
    limits = Limits.none()._replace(commands=Rate(0.1, 5))
    with OpenHouse(settings(limits=limits)) as house:
        guest, table = playing(house)
        line = guest.live()
        codes = [line.act(table, "say", phrase="hello")["t"] for _ in range(8)]
        assert codes == ["ack"] * 5 + ["denied"] * 3
        assert guest.ask(table, "say", phrase="hello").status_code == 429
        line.say("ping")
        line.hear("pong")


def test_one_identity_has_so_many_sockets() -> None:
    limits = Limits.none()._replace(sockets=2)
    with OpenHouse(settings(limits=limits)) as house:
        guest = house.guest()
        first = guest.live()
        guest.live()
        with pytest.raises(InvalidStatus) as refused:
            guest.live()
        assert refused.value.response.status_code == 429
        first.close()
        wait_for(lambda: house.app.services.house.sockets == 1)
        guest.live()


def test_silent_sockets_are_let_go() -> None:
    with OpenHouse(settings(idle_seconds=0.3, sweep_seconds=0.1)) as house:
        line = house.guest().live()
        line.is_closed(5.0)
        wait_for(lambda: house.app.services.house.sockets == 0)


@contextmanager
def raw_reader(guest: Guest, table: str) -> Iterator[socket.socket]:
    """A socket with a tiny buffer that watches a table and then reads nothing."""
    house = guest.house
    head = f"GET /live HTTP/1.1\r\nHost: 127.0.0.1:{house.port}\r\nCookie: {guest.cookies()}\r\nUpgrade: websocket\r\n"
    head += "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    body = json.dumps({"do": "watch", "table": table}).encode()
    with socket.socket() as raw:
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        raw.connect(("127.0.0.1", house.port))
        raw.sendall(head.encode())
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += raw.recv(1)
        raw.sendall(bytes((0x81, 0x80 | len(body))) + b"\0\0\0\0" + body)
        yield raw


def fill(house: OpenHouse, guest: Guest, table: str, done: Any) -> None:
    """Let much happen at a table, until something is so."""
    line = guest.live()
    end = time.monotonic() + 30
    for number in itertools.count():
        if done():
            return
        assert time.monotonic() < end
        told = line.act(table, "lock", on=number % 2 == 0)
        assert told["t"] == "ack", told


def test_a_slow_reader_holds_nobody_up_and_is_let_go() -> None:
    with OpenHouse(settings(patience_seconds=0.5), buffer=4096) as house:
        guest, table = playing(house)
        with raw_reader(guest, table):
            fill(house, guest, table, lambda: house.app.services.house.tally.slow_readers == 1)
            wait_for(lambda: house.app.services.house.sockets == 1)


def test_a_reader_who_fell_behind_gets_a_fresh_picture() -> None:
    with OpenHouse(settings(patience_seconds=20), buffer=4096) as house:
        guest, table = playing(house)
        with raw_reader(guest, table) as slow:
            sockets = house.app.services.live.sockets
            wait_for(lambda: len(sockets) == 1)
            (reader,) = sockets
            fill(house, guest, table, lambda: reader.send_queue._behind)
            last = guest.look(table)["state"]["seq"]
            heard = b""
            slow.settimeout(10)
            while f'"state":{{"seq":{last},'.encode() not in heard:
                heard = heard[-10_000:] + slow.recv(65536)
            assert b'{"t":"table"' in heard
            wait_for(lambda: not reader.send_queue.slow)


def test_what_breaks_is_said_and_the_socket_stays(house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    async def breaks(*_: object, **__: object) -> int:
        raise RuntimeError("a secret")

    guest, table = playing(house)
    line = guest.live()
    monkeypatch.setattr(house.app.services.house, "command", breaks)
    told = line.act(table, "say", phrase="hello")
    assert told["fault"]["code"] == "broken" and "secret" not in str(told)
    monkeypatch.undo()
    assert line.act(table, "say", phrase="hello")["t"] == "ack"


def test_a_keyed_move_is_obeyed_once_however_much_others_say(house: OpenHouse) -> None:
    guest = house.guest()
    table = guest.open("sirius", sit=[0, 1], options={"setup": "random"}, start=True)
    line = guest.live()
    state = guest.look(table)["state"]
    seat = state["waiting"][0]
    own = guest.look(table, seat=seat)["state"]
    move = {"seat": seat, "moves": [own["legal"][0]], "decision": own["decision"]}
    first = line.act(table, "play", key="mine", **move)
    assert first["t"] == "ack"
    crowd = [house.guest().live() for _ in range(24)]  # each says as much as somebody may who looks on
    for number in range(70):
        assert crowd[number % 24].act(table, "say", key=f"k{number}", phrase="hello")["t"] == "ack"
    assert line.act(table, "play", key="mine", **move) == first
    denied = line.act(table, "play", key="another key", **move)
    assert denied["fault"]["code"] == "stale" and denied["fault"]["sentence"]
    assert guest.look(table)["state"]["moves"] == 1

"""What the house is called, and the codes that lead to it."""

import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from lumitheque.server.access.addresses import LONGEST_HOST, qr_svg
from lumitheque.server.access.rate_limits import Rate
from lumitheque.server.http import qr_codes
from lumitheque.server.settings import Limits
from open_house import PATIENCE, OpenHouse, settings


@pytest.fixture(scope="module")
def named() -> Iterator[OpenHouse]:
    with OpenHouse(settings(names=frozenset({"games.example.org"}))) as house:
        yield house


@pytest.mark.parametrize("path", ["/", "/api/me", "/api/tables", "/health", "/metrics", "/schema/openapi.json"])
def test_a_page_that_leads_here_by_a_name_of_its_own_is_told_nothing(named: OpenHouse, path: str) -> None:
    """DNS rebinding: to a browser, it would be a page of the house."""
    for language in ("fr", "en"):
        headers = {"Host": "rebind.attacker.example:8642", "Accept-Language": language}
        answer = named.guest().http.get(path, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (421, "other_name")
        assert "--name rebind.attacker.example" in answer.json()["sentence"]


@pytest.mark.parametrize(
    "name", ["games.example.org", "Games.Example.Org:443", "192.168.1.7:8642", "[fd00::7]", "salon.local"]
)
def test_the_house_hears_its_names(named: OpenHouse, name: str) -> None:
    assert named.guest().http.get("/api/me", headers={"Host": name}).status_code == 200


@pytest.mark.parametrize("name", ["", "two words", "a" * 2900, "a" * (LONGEST_HOST + 1), "x<script>"])
def test_a_name_that_is_none(named: OpenHouse, name: str) -> None:
    guest = named.guest()
    table = guest.open("lumens", sit=[0])
    answer = guest.http.get(f"/api/tables/{table}/invitation", headers={"Host": name})
    assert answer.status_code == 400 and (not name or name not in answer.text)


@pytest.mark.parametrize(("name", "status"), [("rebind.attacker.example", b"421"), ("games.example.org", b"101")])
def test_a_socket_needs_the_right_name_too(named: OpenHouse, name: str, status: bytes) -> None:
    head = (
        f"GET /live HTTP/1.1\r\nHost: {name}\r\nOrigin: http://{name}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    )
    head += "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    with socket.create_connection(("127.0.0.1", named.port), timeout=PATIENCE) as raw:
        raw.sendall(head.encode())
        assert raw.recv(100).split()[1] == status


def test_codes_are_drawn_beside_the_event_loop_and_kept(named: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    def draw(text: str) -> bytes:
        drawn.append(threading.current_thread().name)
        return qr_svg(text)

    monkeypatch.setattr(qr_codes, "qr_svg", draw)
    guest = named.guest()
    table = guest.open("lumens", sit=[0])
    for _ in range(3):
        assert "<svg" in named.guest().http.get(f"/api/tables/{table}/invitation").json()["svg"]
    assert len(drawn) == 1 and drawn[0].startswith("codes")
    assert "<svg" in guest.http.post("/api/me/transfer").json()["svg"]
    assert len(drawn) == 2


def test_one_address_gets_so_many_codes() -> None:
    limits = Limits.none()._replace(codes=Rate(0.01, 45))
    with OpenHouse(settings(limits=limits)) as house:
        guest = house.guest()
        tables = [guest.open("lumens", sit=[0]) for _ in range(46)]
        answers = [house.guest().http.get(f"/api/tables/{table}/invitation") for table in tables]
        assert [answer.status_code for answer in answers] == [200] * 45 + [429]  # forty guests are welcome
        assert house.guest().http.get(f"/api/tables/{tables[0]}/invitation").status_code == 200  # it is there already


def test_the_house_goes_on_while_a_code_is_drawn(named: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = threading.Event()

    def draw(text: str) -> bytes:
        assert go_on.wait(20)
        return qr_svg(text)

    monkeypatch.setattr(qr_codes, "qr_svg", draw)
    guest = named.guest()
    table = guest.open("lumens", sit=[0])
    with ThreadPoolExecutor() as others:
        asked = [others.submit(named.guest().http.get, f"/api/tables/{table}/invitation") for _ in range(3)]
        assert guest.http.get("/health").status_code == 200
        go_on.set()
        assert [one.result(20).status_code for one in asked] == [200] * 3

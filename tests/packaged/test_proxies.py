"""nginx and Caddy, each in front of a house: what a guest on the Internet meets."""

import dataclasses
import itertools
import re
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from conftest import in_test_all
from lumitheque.server.access.rate_limits import Rate
from lumitheque.server.settings import HouseSettings, Limits
from lumitheque.storage import Owed, StorageTrouble
from lumitheque.storage.memory import MemoryStore
from lumitheque.tables import TableNote
from open_house import OpenHouse, settings, standing
from packaged import PACKAGING
from packaged.proxies import HERE, NAME, ORIGIN, PROXIES, FarGuest, Front

pytestmark = [pytest.mark.slow, in_test_all]
FEW = Limits.none()._replace(newcomers=Rate(1e-9, 3), address_sockets=3)
NUMBERS = itertools.count(2)


@pytest.fixture(scope="module", params=PROXIES)
def front(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Front]:
    chosen = settings(names=frozenset({NAME}), limits=FEW, hsts_seconds=86_400)
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("FORWARDED_ALLOW_IPS", raising=False)
        with OpenHouse(chosen) as house, PROXIES[request.param](house, tmp_path_factory.mktemp("proxy")) as opened:
            yield opened


@pytest.fixture
def address() -> str:
    """One that nobody came from yet."""
    return f"127.0.0.{next(NUMBERS)}"


@pytest.fixture
def guest(front: Front, address: str) -> Iterator[FarGuest]:
    with front.guest(address) as coming:
        yield coming


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_a_move_is_made_over_the_websocket(guest: FarGuest) -> None:
    table = guest.open("lumens", sit=[0], bots={1: "greedy"}, start=True)
    line = guest.live()
    state = standing(line.watch(table))
    assert line.act(table, "play", moves=[state["legal"][0]])["t"] == "ack"
    assert guest.look(table)["state"]["moves"] >= 1


def test_the_page_of_the_house_comes_through(guest: FarGuest) -> None:
    page = guest.http.get("/")
    assert page.status_code == 200 and "<html" in page.text
    assert guest.http.get("/health").status_code == 200


def test_pages_from_elsewhere_are_refused(guest: FarGuest) -> None:
    for origin in ("https://elsewhere.example", f"http://{NAME}"):
        assert code(guest.http.patch("/api/me", json={"name": "Eve"}, headers={"Origin": origin})) == (
            403,
            "forbidden_origin",
        )
        with pytest.raises(InvalidStatus) as refused:
            guest.live(Origin=origin)
        assert refused.value.response.status_code == 403


def test_cookies_and_browsers_are_told_that_this_is_https(front: Front, address: str) -> None:
    with front.client(address) as browser:
        answer = browser.patch("/api/me", json={"name": "Ada"})
    assert "; Secure" in answer.headers["set-cookie"]
    assert answer.headers["strict-transport-security"] == "max-age=86400"


def test_plain_http_is_sent_to_https(front: Front) -> None:
    answer = httpx.get(f"http://{HERE}:{front.http}/t/1?seat=0", headers={"Host": NAME})
    assert answer.status_code in (301, 308)
    assert re.fullmatch(rf"{ORIGIN}(:\d+)?/t/1\?seat=0", answer.headers["location"])


def newcomers(front: Front, address: str, **headers: str) -> list[int]:
    """How five people who come for the first time are received."""
    with front.client(address) as browser:
        answers = [browser.patch("/api/me", json={"name": "Ada"}, headers={**headers, "Cookie": ""}) for _ in range(5)]
    return [answer.status_code for answer in answers]


def test_limits_count_the_guests_own_address(front: Front) -> None:
    first, second = (f"127.0.0.{next(NUMBERS)}" for _ in range(2))
    assert newcomers(front, first) == [200, 200, 200, 429, 429]
    assert newcomers(front, second) == [200, 200, 200, 429, 429]


def test_what_a_guest_claims_about_their_address_is_dropped(front: Front, address: str) -> None:
    assert newcomers(front, address) == [200, 200, 200, 429, 429]
    for claim in ("203.0.113.9", "203.0.113.9, 127.0.0.1", "127.0.0.1", "::1"):
        assert newcomers(front, address, **{"X-Forwarded-For": claim}) == [429] * 5
        assert newcomers(front, address, Forwarded=f"for={claim}") == [429] * 5


def test_whoever_goes_round_the_proxy_is_not_believed(front: Front, address: str) -> None:
    claims = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https"}
    with httpx.Client(transport=httpx.HTTPTransport(local_address=address)) as browser:
        answers = [
            browser.patch(f"{front.house.url}/api/me", json={"name": "Eve"}, headers={**claims, "Cookie": ""})
            for _ in range(4)
        ]
        foreign = browser.patch(f"{front.house.url}/api/me", headers={**claims, "Host": NAME, "Origin": ORIGIN})
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert "Secure" not in answers[0].headers["set-cookie"]
    assert code(foreign) == (403, "forbidden_origin")


def test_sockets_are_counted_by_address(front: Front, guest: FarGuest) -> None:
    for _ in range(3):
        guest.live()
    with pytest.raises(InvalidStatus) as refused:
        guest.live()
    assert refused.value.response.status_code == 429
    with front.guest(f"127.0.0.{next(NUMBERS)}") as other:
        other.live()


def test_a_body_that_is_too_large_is_answered_as_such(guest: FarGuest) -> None:
    for size in (257, 300, 1024):
        assert guest.http.post("/api/tables", content=b" " * size * 1024).status_code == 413
        assert guest.http.patch("/api/me", json={"name": "Ada"}).status_code == 200


def test_a_refusal_costs_nobody_else_a_request(guest: FarGuest) -> None:
    """The house answers before the body is there; the proxy uses the connection again for somebody else's request."""
    for _ in range(100):
        refused = guest.http.post("/api/tables", content=b" " * 200 * 1024, headers={"Origin": "https://a.example"})
        assert code(refused) == (403, "forbidden_origin")
        assert guest.http.patch("/api/me", json={"name": "Ada"}).status_code == 200


def test_another_name_is_not_answered(guest: FarGuest) -> None:
    """nginx asks the house, which says 421; Caddy answers with nothing."""
    answer = guest.http.get("/api/me", headers={"Host": "elsewhere.example"})
    assert answer.status_code == 421 or (answer.status_code, answer.content) == (200, b"")


def test_numbers_are_not_for_guests(guest: FarGuest) -> None:
    assert guest.http.get("/metrics").status_code in (403, 404)


def test_an_idle_websocket_stays_open(guest: FarGuest) -> None:
    line = guest.live()
    time.sleep(65)  # the usual time-out of proxies is a minute
    line.say("ping")
    line.hear("pong")


def test_nginx_waits_longer_than_the_house() -> None:
    silence = HouseSettings.__dataclass_fields__["idle_seconds"].default
    text = (PACKAGING / "nginx.conf").read_text(encoding="utf-8")
    waits = re.findall(r"proxy_(?:read|send)_timeout (\d+)s;", text)
    assert len(waits) == 2 and all(float(wait) > silence for wait in waits)


class SmallDisk(MemoryStore):
    """A store that is full at some time."""

    full = False

    async def healthy(self) -> None:
        if self.full:
            raise StorageTrouble("full", "no space left")

    async def append(
        self, table: str, after: int, entries: list[bytes], note: TableNote, owed: Sequence[Owed] = ()
    ) -> None:
        await self.healthy()
        await super().append(table, after, entries, note, owed)


@pytest.mark.parametrize("proxy", PROXIES)
def test_a_house_that_pauses_says_so_itself(proxy: str, tmp_path: Path, address: str) -> None:
    store = SmallDisk()
    chosen = dataclasses.replace(settings(names=frozenset({NAME})), store=store)
    with OpenHouse(chosen) as house, PROXIES[proxy](house, tmp_path) as front, front.guest(address) as guest:
        table = guest.open("lumens", sit=[0])
        store.full = True
        assert [guest.ask(table, "say", text="Hello").status_code for _ in range(3)] == [503] * 3
        assert "sentence" in guest.ask(table, "say", text="Hello").json()
        assert guest.http.get("/").status_code == 200
        assert guest.http.get("/ready").status_code == 503


@pytest.mark.parametrize("proxy", PROXIES)
def test_a_node_that_is_gone_is_passed_over(proxy: str, tmp_path: Path, address: str) -> None:
    with (
        OpenHouse(settings(names=frozenset({NAME}))) as house,
        PROXIES[proxy](house, tmp_path, with_a_dead_node=True) as front,
        front.guest(address) as guest,
    ):
        assert [guest.http.get("/api/me").status_code for _ in range(6)] == [200] * 6
        assert [guest.http.patch("/api/me", json={"name": "Ada"}).status_code for _ in range(6)] == [200] * 6
        assert [guest.live().welcome["t"] for _ in range(4)] == ["welcome"] * 4

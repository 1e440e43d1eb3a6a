"""Channels that are meant ill, or that go wrong: clear refusals, nothing lost, and no move waits for them."""

import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from counterparts import Browser, Receiver
from lumitheque.server.notices import outgoing
from lumitheque.server.settings import Limits
from notified import move, notices, settled, subscribe, two_at_table
from open_house import PATIENCE, OpenHouse, settings

PRIVATE = (
    "http://127.0.0.1/", "https://localhost/hook", "http://[::1]/", "http://10.0.0.1:8080/", "http://192.168.1.1/",
    "http://169.254.169.254/latest/meta-data/", "http://router.local/", "http://[::ffff:10.0.0.1]/", "http://printer/",
    "http://2130706433/", "http://0x7f000001/", "http://0/",
)  # fmt: skip
QUICK = 1.0  # seconds in which a move is acknowledged, whatever channels do


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as receiver:
        yield receiver


@pytest.fixture(scope="module")
def closed() -> Iterator[OpenHouse]:
    """A house as hosts have it: nothing leads into private networks."""
    with OpenHouse(settings(notice_grace=0)) as house:
        yield house


@pytest.mark.parametrize("url", PRIVATE)
def test_a_webhook_into_a_private_network_is_refused_in_words(closed: OpenHouse, url: str) -> None:
    ada = closed.guest("Ada")
    answer = ada.http.post("/api/me/notices/webhook", json={"form": "json", "url": url})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_webhook")
    assert "réseau privé" in answer.json()["sentence"] and notices(ada)["channels"] == []


@pytest.mark.parametrize(
    "url", ["file:///etc/passwd", "gopher://example.org/", "https://a:b@example.org/", "https://", "x"]
)
def test_what_is_no_address_of_a_webhook(closed: OpenHouse, url: str) -> None:
    answer = closed.guest("Ada").http.post("/api/me/notices/webhook", json={"form": "json", "url": url})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_webhook")


def test_a_push_service_in_a_private_network_is_refused(closed: OpenHouse, receiver: Receiver) -> None:
    ada = closed.guest("Ada")
    body = Browser(receiver, "here").subscription
    for endpoint in (body["endpoint"], *PRIVATE, "http://8.8.8.8/push"):  # the last is public, and not secure
        answer = ada.http.post("/api/me/notices/push", json={**body, "endpoint": endpoint})
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_request"), endpoint
    assert receiver.heard == [] and notices(ada)["channels"] == []


def test_five_megabytes_of_answer_are_a_notice_taken_once(receiver: Receiver) -> None:
    with OpenHouse(settings(notice_grace=0, private_targets=True)) as house:
        ada, ben, table = two_at_table(house)
        assert ada.http.post("/api/me/notices/webhook", json={"form": "json", "url": receiver.url}).status_code == 201
        receiver.told = bytes(5_000_000)
        move(ben, table)
        settled(house)
        time.sleep(0.7)  # one more look into the outbox
        assert [one.json["what"] for one in receiver.heard] == ["turn"]
        assert "trouble" not in notices(ada)["channels"][0]


def test_a_push_service_that_never_answers_holds_up_nobody_and_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outgoing, "SECONDS", 0.4)
    chosen = settings(notice_grace=0, notice_pause=200, private_targets=True)
    with OpenHouse(chosen) as house, Receiver() as dead, Receiver() as well:
        ada, ben, table = two_at_table(house)
        silent, lively = subscribe(ada, dead, "silent"), subscribe(ada, well, "lively")
        dead.answer = lambda _: time.sleep(1.5) or 201  # type: ignore[func-returns-value]
        begun = time.monotonic()
        move(ben, table)
        assert time.monotonic() - begun < QUICK
        assert lively.wait(1)[0]["tag"] == table
        dead.answer = lambda _: 201
        settled(house)
        assert silent.read()[-1]["tag"] == table, "it came as soon as its service answered"
        assert len(lively.read()) == 1, "and nobody else was told again"


@pytest.mark.slow
def test_ten_thousand_subscriptions_by_one_guest(receiver: Receiver) -> None:
    """Under the limits that every house has."""
    with OpenHouse(settings(limits=Limits(), notice_grace=0, private_targets=True)) as house:
        greedy, (*players, table) = house.guest("Eve"), two_at_table(house)
        for player in players:  # requests of one address have a limit in common
            elsewhere = httpx.HTTPTransport(local_address="127.0.0.2")
            cookies = player.http.cookies
            player.http.close()
            player.http = httpx.Client(base_url=house.url, timeout=PATIENCE, cookies=cookies, transport=elsewhere)
        body: dict[str, Any] = Browser(receiver, "first").subscription
        found: Counter[int] = Counter()
        worst = 0.0
        for number in range(10_000):
            endpoint = f"{receiver.url}/push/{number}"
            found[greedy.http.post("/api/me/notices/push", json={**body, "endpoint": endpoint}).status_code] += 1
            if number % 2_500 == 0:
                mover = next(one for one in players if one.look(table)["state"].get("legal"))
                begun = time.monotonic()
                move(mover, table)
                worst = max(worst, time.monotonic() - begun)
        assert found[201] == 8 and found[409] + found[429] == 9_992 and found[429] > 0
        assert 0 < worst < QUICK
        time.sleep(2)  # and then it is heard again
        assert len(notices(greedy)["channels"]) == 8

"""Reminders and daily digests: notices that come days later, by a clock that the test moves."""

import time
from collections.abc import Iterator

import pytest

from counterparts import Receiver, mail_server
from lumitheque.server.upkeep import clocks
from notified import add_mail, move, settled, subscribe, two_at_table
from open_house import MovedClock, OpenHouse, settings

HOUR = 3_600_000  # milliseconds


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as receiver:
        yield receiver


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> MovedClock:
    monkeypatch.setattr(clocks, "SHORT_ABSENCE", 1 << 60)  # a clock that jumps is not downtime
    return MovedClock()


def test_a_reminder_before_time_is_out(receiver: Receiver, clock: MovedClock) -> None:
    with OpenHouse(settings(notice_grace=0, private_targets=True, clock=clock)) as house:
        ada, ben, table = two_at_table(house, clock={"kind": "days", "days": 2})
        browser = subscribe(ada, receiver, "reminded")
        move(ben, table)
        assert browser.wait(1)[0]["body"] == "Ben a joué. Encore 2 jours."
        settled(house, left=1)  # the reminder
        clock.at += 35 * HOUR
        time.sleep(1.2)  # two looks into the outbox
        assert len(browser.read()) == 1
        clock.at += 2 * HOUR
        told = browser.wait(2)[1]
        assert "11 heures" in told["body"] and told["title"] != browser.read()[0]["title"]
        clock.at += HOUR
        move(ada, table)
        move(ben, table)
        assert len(browser.wait(3)) == 3  # the next turn is told of as any other


def test_no_reminder_to_who_moved(receiver: Receiver, clock: MovedClock) -> None:
    with OpenHouse(settings(notice_grace=0, private_targets=True, clock=clock)) as house:
        ada, ben, table = two_at_table(house, clock={"kind": "days", "days": 2})
        browser = subscribe(ada, receiver, "quickly")
        move(ben, table)
        browser.wait(1)
        settled(house, left=1)
        move(ada, table)
        clock.at += 40 * HOUR
        settled(house)
        assert len(browser.read()) == 1


def test_one_mail_a_day(clock: MovedClock) -> None:
    with mail_server() as (server, address), OpenHouse(settings(notice_grace=0, smtp=address, clock=clock)) as house:
        ada, ben, table = two_at_table(house, clock={"kind": "days", "days": 3})
        add_mail(ada, server, "ada@example.org", daily="18:30", zone="Europe/Paris")
        move(ben, table)
        clock.at += 9 * HOUR  # 18:00 in Paris
        time.sleep(1.2)
        assert server.mails == []
        clock.at += HOUR
        (mail,) = server.wait(1)
        text = mail.get_body(("plain",))
        assert text is not None
        text = text.get_content()
        assert "Sirius" in text and "Ben" in text and "2 jours" in text
        move(ada, table)
        clock.at += 24 * HOUR  # nothing waits: no mail
        time.sleep(1.2)
        move(ben, table)
        clock.at += 24 * HOUR
        assert len(server.wait(2)) == 2


def test_nobody_is_told_anything_in_their_quiet_hours(receiver: Receiver, clock: MovedClock) -> None:
    with OpenHouse(settings(notice_grace=0, private_targets=True, clock=clock)) as house:
        ada, ben, table = two_at_table(house, clock={"kind": "days", "days": 3})
        browser = subscribe(ada, receiver, "asleep")
        quiet = {"holidays": [], "quiet": {"begins": "08:00", "ends": "10:30"}, "zone": "Europe/Paris"}
        assert ada.http.put("/api/me/absences", json=quiet).status_code == 200
        move(ben, table)  # at nine in Paris
        time.sleep(1.2)  # two looks into the outbox
        assert browser.read() == []
        clock.at += 89 * HOUR // 60
        time.sleep(1.2)
        assert browser.read() == []
        clock.at += HOUR // 60
        assert browser.wait(1)[0]["body"] == "Ben a joué. Encore 2 jours."

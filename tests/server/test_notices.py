"""Notices, from the move to whoever is told: by push, mail and webhook."""

import email.utils
import re
from collections.abc import Iterator

import pytest
from icalendar import Calendar

from counterparts import Browser, MailServer, Receiver, mail_server
from notified import add_mail, move, notices, settled, subscribe, two_at_table
from open_house import Guest, OpenHouse, settings, wait_for


@pytest.fixture(scope="module")
def receiver() -> Iterator[Receiver]:
    with Receiver() as receiver:
        yield receiver


@pytest.fixture(scope="module")
def mails() -> Iterator[tuple[MailServer, str]]:
    with mail_server() as server:
        yield server


@pytest.fixture(scope="module")
def house(mails: tuple[MailServer, str]) -> Iterator[OpenHouse]:
    with OpenHouse(settings(notice_grace=0, private_targets=True, smtp=mails[1])) as house:
        yield house


@pytest.fixture(autouse=True)
def nothing_yet(receiver: Receiver, mails: tuple[MailServer, str]) -> None:
    receiver.heard.clear()
    receiver.answer = lambda _: 201
    mails[0].mails.clear()
    mails[0].refused.clear()


# --- push ------------------------------------------------------------------------------------------------------------


def test_a_browser_is_told_that_it_is_its_turn(house: OpenHouse, receiver: Receiver) -> None:
    ada, ben, table = two_at_table(house)
    browser = subscribe(ada, receiver, "phone")
    move(ben, table)
    (told,) = browser.wait(1)
    assert told["title"] == "À vous de jouer : Sirius" and told["body"] == "Ben a joué."
    assert told["url"] == f"{house.url}/table/{table}"
    headers = receiver.heard[0].headers
    assert headers["content-encoding"] == "aes128gcm" and int(headers["ttl"]) > 0
    assert re.fullmatch(r"vapid t=[\w-]+\.[\w-]+\.[\w-]+,k=[\w-]{87}", headers["authorization"])
    assert headers["authorization"].endswith(notices(ada)["push_key"])
    settled(house)


def test_in_the_language_in_which_one_subscribed(house: OpenHouse, receiver: Receiver) -> None:
    ada, ben, table = two_at_table(house)
    ada.http.headers["accept-language"] = "en"
    browser = subscribe(ada, receiver, "english")
    move(ben, table)
    assert browser.wait(1)[0]["title"] == "Your turn: Sirius"


def test_one_notice_a_turn_and_none_for_what_one_did(house: OpenHouse, receiver: Receiver) -> None:
    ada, ben, table = two_at_table(house)
    browsers = [subscribe(ada, receiver, "a"), subscribe(ben, receiver, "b")]
    for number in range(3):
        move(ben, table)
        browsers[0].wait(number + 1)
        move(ada, table)
        browsers[1].wait(number + 1)
    settled(house)
    assert [len(browser.read()) for browser in browsers] == [3, 3]


def test_nobody_who_looks_at_the_table_is_told(house: OpenHouse, receiver: Receiver) -> None:
    ada, ben, table = two_at_table(house)
    browser = subscribe(ada, receiver, "looking")
    line = ada.live()
    line.watch(table)
    move(ben, table)
    settled(house)
    assert browser.read() == []
    line.say("shown", on=False)  # the tab is behind another one
    line.say("ping")
    line.hear("pong")
    move(ada, table)
    move(ben, table)
    assert len(browser.wait(1)) == 1


def test_whoever_moved_meanwhile_is_not_told(receiver: Receiver) -> None:
    with OpenHouse(settings(notice_grace=600, private_targets=True)) as house:
        ada, ben, table = two_at_table(house)
        browser = subscribe(ada, receiver, "quick")
        move(ben, table)
        move(ada, table)
        settled(house)
        assert browser.read() == []


def test_nobody_alone_with_bots_is_told(house: OpenHouse, receiver: Receiver) -> None:
    ada = house.guest("Ada")
    browser = subscribe(ada, receiver, "alone")
    table = ada.open("sirius", sit=[0], bots={1: "greedy"}, start=True)
    wait_for(lambda: ada.look(table)["state"]["waiting"] == [0])
    settled(house)
    assert browser.read() == []


def test_the_end_and_questions_are_told(house: OpenHouse, receiver: Receiver) -> None:
    ada, ben, table = two_at_table(house, "galax")
    browser = subscribe(ada, receiver, "end")
    ben.must(table, "offer_draw")
    asked = browser.wait(1)[-1]
    assert asked["title"] == "Galax : on attend votre réponse" and asked["body"] == "Ben propose la nulle."
    ben.must(table, "resign")
    told = browser.wait(2)[-1]
    assert told["title"] == "Galax : la partie est finie" and told["body"] == "Victoire ! Vous avez gagné."
    settled(house)


def test_a_subscription_that_is_over_is_forgotten(house: OpenHouse, receiver: Receiver) -> None:
    ada, ben, table = two_at_table(house)
    subscribe(ada, receiver, "gone")
    receiver.answer = lambda _: 410
    move(ben, table)
    receiver.wait(1)
    wait_for(lambda: notices(ada)["channels"] == [])
    settled(house)


def test_a_browser_that_subscribes_again_stays_one_channel(house: OpenHouse, receiver: Receiver) -> None:
    ada = house.guest("Ada")
    for _ in range(3):
        subscribe(ada, receiver, "again")
    (channel,) = notices(ada)["channels"]
    assert channel["by"] == "push" and channel["name"] == "again" and channel["endpoint"].endswith("/push/again")


def test_several_channels_and_one_that_fails_is_tried_again_alone(receiver: Receiver) -> None:
    """Whoever has it is not told once more."""
    with OpenHouse(settings(notice_grace=0, notice_pause=400, private_targets=True)) as house:
        ada, ben, table = two_at_table(house)
        good, bad = subscribe(ada, receiver, "good"), subscribe(ada, receiver, "bad")
        receiver.answer = lambda heard: 503 if heard.path == "/push/bad" else 201
        move(ben, table)
        good.wait(1)
        bad.wait(1)
        wait_for(lambda: [one.get("trouble") for one in notices(ada)["channels"] if one["name"] == "bad"] != [None])
        receiver.answer = lambda _: 201
        bad.wait(2)
        settled(house)
        assert len(good.read()) == 1
        assert [one.get("trouble") for one in notices(ada)["channels"]] == [None, None]


# --- mail ------------------------------------------------------------------------------------------------------------


def test_a_mail_with_text_page_and_a_way_out(house: OpenHouse, mails: tuple[MailServer, str]) -> None:
    ada, ben, table = two_at_table(house)
    add_mail(ada, mails[0], "ada@example.org")
    move(ben, table)
    (mail,) = mails[0].wait(1)
    assert mail["subject"] == "À vous de jouer : Sirius" and mail["to"] == "ada@example.org"
    assert mail["from"] == "Lumithèque <ludo@example.org>" and email.utils.parsedate_to_datetime(mail["date"])
    assert mail["list-unsubscribe-post"] == "List-Unsubscribe=One-Click" and mail["auto-submitted"] == "auto-generated"
    text, page = (mail.get_body((kind,)) for kind in ("plain", "html"))
    assert text is not None and page is not None
    for part in (text.get_content(), page.get_content()):
        assert "Ben a joué." in part and f"{house.url}/table/{table}" in part
    stop = mail["list-unsubscribe"].strip("<>").removeprefix(house.url)
    stranger = house.guest()
    asked = stranger.http.get(stop)
    assert (
        asked.status_code == 200 and "ada@example.org" in asked.text and not notices(ada)["channels"][0].get("stopped")
    )
    assert stranger.http.post(stop, data={"List-Unsubscribe": "One-Click"}).status_code == 200
    assert notices(ada)["channels"][0]["stopped"]
    settled(house)
    move(ada, table)
    move(ben, table)
    settled(house)
    assert len(mails[0].mails) == 1


def test_nothing_is_sent_to_a_mailbox_that_nobody_confirmed(house: OpenHouse, mails: tuple[MailServer, str]) -> None:
    ada, ben, table = two_at_table(house)
    channel = ada.http.post("/api/me/notices/mail", json={"mailbox": "victim@example.org"}).json()["channels"][0]
    assert len(mails[0].wait(1)) == 1
    wrong = ada.http.post(f"/api/me/notices/{channel['id']}/confirm", json={"code": "0000000"})
    assert wrong.status_code == 403 and wrong.json()["code"] == "bad_code"
    assert ada.http.post(f"/api/me/notices/{channel['id']}/test").json()["code"] == "not_confirmed"
    move(ben, table)
    settled(house)
    assert len(mails[0].mails) == 1


def test_a_mailbox_that_refuses_is_stopped_and_its_owner_reads_why(
    house: OpenHouse, mails: tuple[MailServer, str]
) -> None:
    ada, ben, table = two_at_table(house)
    channel = add_mail(ada, mails[0], "full@example.org")
    mails[0].refused.add("full@example.org")
    move(ben, table)
    wait_for(lambda: notices(ada)["channels"][0].get("stopped", False))
    assert notices(ada)["channels"][0]["trouble"] == "Cette boîte aux lettres refuse le courriel."
    settled(house)
    mails[0].refused.clear()
    assert ada.http.post(f"/api/me/notices/{channel}/test").status_code == 200
    assert "stopped" not in notices(ada)["channels"][0] and mails[0].mails[-1]["subject"] == "Essai de Lumithèque"


@pytest.mark.parametrize(
    "address",
    ["a@b.org\r\nBcc: c@d.org", "a b@c.org", "nobody", "a@localhost", "a@b..org", "<a@b.org>", "é" * 300 + "@b.org"],
)
def test_what_is_no_address_is_refused(house: OpenHouse, mails: tuple[MailServer, str], address: str) -> None:
    answer = house.guest().http.post("/api/me/notices/mail", json={"mailbox": address})
    assert answer.status_code == 400
    assert mails[0].mails == []


def test_a_house_without_a_mail_server_says_so() -> None:
    with OpenHouse(settings()) as house:
        guest = house.guest()
        assert notices(guest)["mail"] is False
        assert guest.http.post("/api/me/notices/mail", json={"mailbox": "a@b.org"}).json()["code"] == "no_mail"


# --- webhooks --------------------------------------------------------------------------------------------------------


def add_webhook(guest: Guest, form: str, url: str, token: str | None = None) -> str:
    answer = guest.http.post("/api/me/notices/webhook", json={"form": form, "url": url, "token": token})
    assert answer.status_code == 201, answer.text
    told: str = answer.json()["channels"][-1]["id"]
    return told


def test_every_form_of_webhook(house: OpenHouse, receiver: Receiver) -> None:
    ada, ben, table = two_at_table(house)
    ben.http.patch("/api/me", json={"name": "@everyone <b>*x*"})
    for form in ("json", "discord", "slack", "ntfy"):
        add_webhook(ada, form, f"{receiver.url}/{form}/topic", "secret" if form == "ntfy" else None)
    add_webhook(ada, "matrix", f"{receiver.url}/#/room/!abc:example.org", "secret")
    move(ben, table)
    heard = {one.path: one for one in receiver.wait(5)}
    plain = heard["/json/topic"].json
    assert plain["what"] == "turn" and plain["game"] == "Sirius" and plain["table"] == table
    assert plain["url"] == f"{house.url}/table/{table}" and heard["/json/topic"].headers["idempotency-key"]
    discord = heard["/discord/topic"].json
    assert discord["allowed_mentions"] == {"parse": []} and "\\@everyone" in discord["content"]
    assert "&lt;b&gt;" in heard["/slack/topic"].json["text"]
    ntfy = heard["/ntfy/"]
    assert ntfy.json["topic"] == "topic" and ntfy.headers["authorization"] == "Bearer secret"
    (matrix,) = [one for one in heard.values() if one.method == "PUT"]
    assert matrix.path.startswith("/_matrix/client/v3/rooms/%21abc%3Aexample.org/send/m.room.message/")
    assert matrix.json["msgtype"] == "m.text" and matrix.headers["authorization"] == "Bearer secret"
    settled(house)
    assert "secret" not in ada.http.get("/api/me/notices").text


def test_a_test_says_what_is_wrong(house: OpenHouse, receiver: Receiver) -> None:
    ada = house.guest("Ada")
    channel = add_webhook(ada, "json", f"{receiver.url}/x")
    assert ada.http.post(f"/api/me/notices/{channel}/test").status_code == 200
    assert receiver.heard[-1].json["what"] == "test"
    receiver.answer, receiver.headers = (lambda _: 302), {"Location": "http://127.0.0.1:1/elsewhere"}
    answer = ada.http.post(f"/api/me/notices/{channel}/test")
    receiver.headers = {}
    assert (
        answer.status_code == 502
        and answer.json()["sentence"] == "Cela n’est pas arrivé. Le service a refusé le message."
    )
    assert len(receiver.heard) == 2 and notices(ada)["channels"][0]["stopped"]


def test_nobody_elses_channel_can_be_touched(house: OpenHouse, receiver: Receiver) -> None:
    ada, eve = house.guest("Ada"), house.guest("Eve")
    channel = add_webhook(ada, "json", f"{receiver.url}/x")
    for method, path in (("DELETE", ""), ("POST", "/test"), ("POST", "/confirm")):
        answer = eve.http.request(
            method, f"/api/me/notices/{channel}{path}", json={"code": "1"} if "confirm" in path else None
        )
        assert answer.status_code == 404, (method, path)
    assert ada.http.delete(f"/api/me/notices/{channel}").json()["channels"] == []


def test_ten_thousand_subscriptions_are_eight(house: OpenHouse, receiver: Receiver) -> None:
    ada = house.guest("Ada")
    answers = [
        ada.http.post("/api/me/notices/push", json=Browser(receiver, f"n{number}").subscription) for number in range(20)
    ]
    assert [one.status_code for one in answers] == [201] * 8 + [409] * 12
    assert answers[-1].json()["code"] == "too_many_channels" and len(notices(ada)["channels"]) == 8


# --- the calendar ----------------------------------------------------------------------------------------------------


def test_deadlines_as_a_calendar(house: OpenHouse) -> None:
    _, ben, table = two_at_table(house, clock={"kind": "days", "days": 3})
    address = ben.http.post("/api/me/calendar").json()["calendar"]
    stranger = house.guest()
    feed = stranger.http.get(address.removeprefix(house.url))
    assert feed.status_code == 200 and feed.headers["content-type"].startswith("text/calendar")
    (event,) = Calendar.from_ical(feed.text).walk("VEVENT")
    deadline = ben.look(table)["state"]["clock"]["deadline"]
    assert int(event["dtend"].dt.timestamp()) == deadline // 1000
    assert event["summary"] == "Sirius : jouer avant cette heure" and "Ada" in event["description"]
    move(ben, table)
    assert not Calendar.from_ical(stranger.http.get(address.removeprefix(house.url)).text).walk("VEVENT")
    renewed = ben.http.post("/api/me/calendar").json()["calendar"]
    assert renewed != address and stranger.http.get(address.removeprefix(house.url)).status_code == 404
    ben.http.delete("/api/me/calendar")
    assert stranger.http.get(renewed.removeprefix(house.url)).status_code == 404
    assert notices(ben)["calendar"] is None

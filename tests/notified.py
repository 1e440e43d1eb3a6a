"""People at a table, and the channels by which they are told that it is their turn."""

import asyncio
import re
from typing import Any

from counterparts import Browser, MailServer, Receiver
from open_house import Guest, OpenHouse, wait_for


def two_at_table(house: OpenHouse, game: str = "sirius", **words: Any) -> tuple[Guest, Guest, str]:
    """Ada, then Ben, who is to move; and their table."""
    guests = house.guest(), house.guest()
    table = guests[0].open(game, sit=[0], options={"setup": "random"} if game == "sirius" else {}, **words)
    guests[1].must(table, "sit")
    guests[0].must(table, "start")
    ada, ben = guests if guests[0].look(table)["state"]["waiting"] == [1] else guests[::-1]
    for guest, name in ((ada, "Ada"), (ben, "Ben")):
        guest.http.patch("/api/me", json={"name": name})
    return ada, ben, table


def move(guest: Guest, table: str) -> None:
    guest.must(table, "play", moves=[guest.look(table)["state"]["legal"][0]])


def subscribe(guest: Guest, receiver: Receiver, name: str) -> Browser:
    browser = Browser(receiver, name)
    answer = guest.http.post("/api/me/notices/push", json={**browser.subscription, "device": name})
    assert answer.status_code == 201, answer.text
    return browser


def notices(guest: Guest) -> dict[str, Any]:
    told: dict[str, Any] = guest.http.get("/api/me/notices").json()
    return told


def settled(house: OpenHouse, left: int = 0) -> None:
    """No more is owed than so many."""
    store, loop = house.app.services.house.store, house.app.services._tasks[0].get_loop()
    wait_for(lambda: asyncio.run_coroutine_threadsafe(store.notices_waiting(), loop).result(10) == left)


def add_mail(guest: Guest, mails: MailServer, address: str, **words: Any) -> str:
    answer = guest.http.post("/api/me/notices/mail", json={"mailbox": address, **words})
    assert answer.status_code == 201, answer.text
    channel = next(one for one in answer.json()["channels"] if one["name"] == address)
    assert channel["unconfirmed"]
    found = re.search(r"\b\d{6}\b", mails.wait(1)[-1]["subject"])
    assert found is not None
    confirmed = guest.http.post(f"/api/me/notices/{channel['id']}/confirm", json={"code": found[0]})
    assert confirmed.status_code == 200, confirmed.text
    mails.mails.clear()
    told: str = channel["id"]
    return told

"""Where somebody is signed in, as the tests of devices and of those who share one ask for it."""

import asyncio
from typing import Any

from lumitheque.storage import Belonging
from open_house import Guest, OpenHouse


def second_device(house: OpenHouse, guest: Guest, **headers: str) -> Guest:
    """The same person on another device, by a short code."""
    twin = house.guest()
    twin.http.headers.update(headers)
    code = guest.http.post("/api/me/transfer").json()["code"]
    assert twin.http.post("/api/me/receive", json={"code": code}).status_code == 200
    return twin


def devices(guest: Guest) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = guest.http.get("/api/me/devices").json()["devices"]
    return told


def kept(house: OpenHouse, kind: str) -> list[Belonging]:
    store, loop = house.app.services.house.store, house.app.services._tasks[0].get_loop()
    return asyncio.run_coroutine_threadsafe(store.every_belonging(kind, limit=10_000), loop).result(10)


def who(guest: Guest) -> str:
    told: str = guest.http.get("/api/me").json()["id"]
    return told

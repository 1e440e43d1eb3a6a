"""A table that is asked for again with the same key, because the answer got lost, is opened once."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

from guest_bots import Robot
from lumitheque.server.settings import Limits
from open_house import Guest, OpenHouse, settings

ONCE = {"Idempotency-Key": "once"}
ALONE = {"terms": {"game": "galax"}, "sit": [0], "bots": {"1": "random"}}


def opened(guest: Guest, opening: dict[str, Any], headers: dict[str, str] = ONCE) -> dict[str, Any]:
    answer = guest.http.post("/api/tables", json=opening, headers=headers)
    assert answer.status_code == 201, answer.text
    told: dict[str, Any] = answer.json()["table"]
    return told


def test_asked_again_it_is_the_same_table_and_what_is_missing_is_done(house: OpenHouse) -> None:
    guest = house.guest()
    first = opened(guest, {**ALONE, "bots": {}})  # as far as a house got that was killed then
    again = opened(guest, {**ALONE, "start": True})
    assert again["id"] == first["id"] and again["state"]["status"] == "playing"
    guest.must(first["id"], "resign")
    assert opened(guest, {**ALONE, "start": True})["state"]["status"] == "over"
    assert len(guest.http.get("/api/mine").json()["tables"]) == 1


def test_asked_for_many_times_at_once(house: OpenHouse) -> None:
    guest = house.guest()
    with ThreadPoolExecutor(4) as pool:
        ids = {told["id"] for told in pool.map(lambda _: opened(guest, {**ALONE, "start": True}), range(4))}
    assert len(ids) == 1


def test_other_keys_and_other_people_have_tables_of_their_own(house: OpenHouse) -> None:
    ada, bob = house.guest(), house.guest()
    tables = [opened(ada, ALONE), opened(ada, ALONE, {"Idempotency-Key": "twice"}), opened(bob, ALONE)]
    tables += [opened(ada, ALONE, {}), opened(ada, ALONE, {})]
    assert len({told["id"] for told in tables}) == 5


def test_a_guest_bot_that_has_no_room_for_another_is_given_its_own_again() -> None:
    opening = {"terms": {"game": "lumens", "guest_bots": "any"}}
    with OpenHouse(settings(limits=Limits.none()._replace(bot_tables=1))) as strict:
        robot = Robot(strict, strict.guest("Ada"))
        first = robot.post("tables", json=opening, headers=ONCE).json()["table"]["id"]
        assert robot.post("tables", json=opening).status_code == 429
        assert robot.post("tables", json=opening, headers=ONCE).json()["table"]["id"] == first

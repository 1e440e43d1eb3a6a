"""Names that hide something, or pass for somebody else's."""

import asyncio

import httpx
import pytest

from lumitheque.server.access.lookalikes import twins
from lumitheque.server.access.names import clean_name
from open_house import OpenHouse, settings

HANGUL_FILLER, HALFWIDTH_FILLER, SELECTOR, FAR_SELECTOR = "\u3164", "\uffa0", "\ufe0f", "\U000e0100"


@pytest.mark.parametrize("letter", [HANGUL_FILLER, HALFWIDTH_FILLER, SELECTOR, FAR_SELECTOR, "\u115f", "\u17b4"])
def test_what_cannot_be_seen_is_no_part_of_a_name(letter: str) -> None:
    assert clean_name(f"A{letter}da{letter}") == "Ada"
    assert clean_name(letter * 3) is None


ALIKE = [
    ("Paul", "P\u0430ul"),  # a Cyrillic а
    ("Paul", "PauI"),  # a capital i
    ("Paul", "PAUL"),
    ("Paul", "\uff30aul"),  # full width
    ("Tim", "Tirn"),
    ("Ada", "Ad\u00e0"),
    ("Ada 1", "Ada l"),
    ("Ada", "A da"),
    ("Ada", "Ada\u2800"),  # a blank that is no space
]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_twins_are_found(one: str, other: str) -> None:
    assert twins({"a": one, "b": other, "c": "Zoé"}) == ["a", "b"]


@pytest.mark.parametrize(
    ("one", "other"), [("Ada", "Adam"), ("Paul", "Pauline"), ("Altair 12", "Altair 13"), ("Léa", "Léo")]
)
def test_different_names_are_no_twins(one: str, other: str) -> None:
    assert twins({"a": one, "b": other}) == []


def test_twins_at_a_table_are_marked(house: OpenHouse) -> None:
    ada, twin, other = house.guest("Ada"), house.guest("\u0410da"), house.guest("Bob")
    table = ada.open("lumens", seats=3, sit=[0])
    other.must(table, "sit")
    assert ada.http.get(f"/api/tables/{table}").json()["twins"] == []
    line = other.live()
    line.watch(table)
    twin.must(table, "sit")
    assert line.hear("entries")["twins"] == sorted((ada.id, twin.id))
    assert line.watch(table)["twins"] == sorted((ada.id, twin.id))
    assert ada.http.get(f"/api/tables/{table}").json()["twins"] == sorted((ada.id, twin.id))


def test_a_spectator_who_passes_for_a_player_is_marked(house: OpenHouse) -> None:
    ada, twin = house.guest("Ada"), house.guest("\u0410da")
    table = ada.open("lumens", sit=[0])
    line = house.guest().live()
    line.watch(table)
    twin.must(table, "say", phrase="hello")
    assert line.hear("entries")["twins"] == sorted((ada.id, twin.id))


@pytest.mark.parametrize("way", ["socket", "http"])
@pytest.mark.parametrize("command", [{"do": "say", "phrase": "hello"}, {"do": "sit"}], ids=["say", "sit"])
def test_whoever_speaks_or_sits_has_a_name_in_the_store(house: OpenHouse, way: str, command: dict[str, str]) -> None:
    table, guest = house.guest().open("lumens", seats=2), house.guest()
    assert guest.id not in known(house)
    if way == "http":
        guest.must(table, **command)
    else:
        assert guest.live().act(table, **command)["t"] == "ack"
    assert guest.id in known(house)


def test_whoever_opens_a_table_has_a_name_in_the_store(house: OpenHouse) -> None:
    guest = house.guest()
    assert guest.id not in known(house)
    guest.open("lumens")
    assert guest.id in known(house)


def known(house: OpenHouse) -> set[str]:
    """The ids of the people of whom the store knows."""
    return {person.id for person in asyncio.run(house.app.services.settings.store.people(limit=1000))}


BROKEN = [b'{"name": "\xff\xfe"}', b'{"name": "\xc3\x28"}', b"\xff", b'{"name": "\xed\xa0\x80"}', b'{"\xff": 1}']


@pytest.mark.parametrize("body", BROKEN)
def test_a_body_that_is_not_utf_8_is_a_bad_request(house: OpenHouse, body: bytes) -> None:
    guest = house.guest()
    for method, path in (("PATCH", "/api/me"), ("POST", "/api/tables"), ("POST", "/api/study")):
        answer = guest.http.request(method, path, content=body, headers={"Content-Type": "application/json"})
        assert answer.status_code == 400 and answer.json()["code"] == "bad_request", answer.text


def test_hsts_is_for_the_host_to_turn_on_and_only_said_over_https(house: OpenHouse) -> None:
    https = {"X-Forwarded-Proto": "https"}
    assert "strict-transport-security" not in httpx.get(f"{house.url}/", headers=https).headers
    with OpenHouse(settings(hsts_seconds=86_400)) as strict:
        for path in ("/", "/api/me", "/health"):
            told = httpx.get(f"{strict.url}{path}", headers=https).headers
            assert told["strict-transport-security"] == "max-age=86400"
        assert "strict-transport-security" not in httpx.get(f"{strict.url}/").headers

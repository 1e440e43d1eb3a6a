"""Who is asking: cookies, names, codes, pages from elsewhere, how often."""

import asyncio
from pathlib import Path

import httpx
import pytest

from lumitheque.reception.faults import HouseFault
from lumitheque.reception.names import guest_name
from lumitheque.server.access.cookies import DOOR, HOST, WHO, Seals, door_mark, host_until, identity
from lumitheque.server.access.names import clean_name
from lumitheque.server.access.rate_limits import Bucket, Limiter, Rate, neighbourhood
from lumitheque.server.errors import NotYet, retry_after
from lumitheque.server.settings import Limits
from lumitheque.storage import open_store
from open_house import OpenHouse, settings, wait_for

ELSEWHERE = [
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Origin": "https://elsewhere.example"},
    {"Origin": "null"},
]


def test_the_cookie_is_signed_and_for_the_browser_alone(house: OpenHouse) -> None:
    answer = httpx.get(f"{house.url}/api/me")
    header = answer.headers["set-cookie"]
    assert "HttpOnly" in header and "SameSite=Lax" in header and "Path=/" in header and "Secure" not in header
    me, cookie = answer.json()["id"], answer.cookies["lumitheque"]
    same = httpx.get(f"{house.url}/api/me", headers={"Cookie": f"lumitheque={cookie}"})
    assert same.json()["id"] == me and "set-cookie" not in same.headers
    other = ("0" if me[0] != "0" else "1") + cookie[1:]
    for forged in (other, cookie[:-1], me, f"{me}.", f".{cookie}", "é", "x" * 5000):
        told = httpx.get(f"{house.url}/api/me", headers={"Cookie": f"lumitheque={forged}".encode()})
        assert told.status_code == 200 and told.json()["id"] != me


def test_behind_https_the_cookie_is_secure(house: OpenHouse) -> None:
    answer = httpx.get(f"{house.url}/api/me", headers={"X-Forwarded-Proto": "https"})
    assert "Secure" in answer.headers["set-cookie"]


def test_a_seal_is_for_one_purpose() -> None:
    seals = Seals(b"key")
    assert seals.unseal("who", seals.seal("who", "a.b")) == "a.b"
    assert seals.unseal("host", seals.seal("who", "a")) is None
    assert Seals(b"other").unseal("who", seals.seal("who", "a")) is None


def test_cookies_that_are_out_stay_valid() -> None:
    """Signed by version 0.1 with the key 00 01 … 1f: whatever signs cookies must go on accepting these."""
    seals, ada = Seals(bytes(range(32))), "0123456789abcdef0123456789abcdef"
    cookies = {
        WHO: f"{ada}.a444ac169db01678ba8da236ea247063bd4a7bfef4126e374cb26257d22bc5cd",
        HOST: "1800000000000.e11499617d2f35597e08f1bbea152a80f4d09e73f6f849e6760c4727e69cfe1c",
        DOOR: "578e6176e53aac29cae95a253b22cca2ec84443ec53501d48c5960c5d67fa93a",
    }
    assert identity(seals, cookies) == (ada, None)
    assert host_until(seals, cookies, 1_799_999_999_999) == 1_800_000_000_000
    assert host_until(seals, cookies, 1_800_000_000_000) == 0
    assert door_mark(seals, "sésame", ada) == cookies[DOOR]


def test_nothing_is_kept_of_a_guest_who_only_looks(house: OpenHouse) -> None:
    looker = house.guest()
    looker.http.get("/api/tables")
    known = [person.id for person in house.app.services.house.store._people.values()]  # type: ignore[attr-defined]
    assert looker.id not in known


NAMES = {"  Ada \n Lovelace ": "Ada Lovelace", "Zoé": "Zoé", "Zoe\u0301": "Zoé", "a\u202eb\u0000c": "abc"}


@pytest.mark.parametrize(("typed", "shown"), NAMES.items())
def test_names_are_cleaned(typed: str, shown: str) -> None:
    assert clean_name(typed) == shown


@pytest.mark.parametrize("typed", ["", "   ", "\u200b", "…", "x" * 25])
def test_what_is_no_name(house: OpenHouse, typed: str) -> None:
    assert clean_name(typed) is None
    answer = house.guest().http.patch("/api/me", json={"name": typed})
    assert answer.status_code == 400


def test_name_and_language_are_kept(house: OpenHouse) -> None:
    guest = house.guest("Ada")
    told = guest.http.patch("/api/me", json={"language": "en"}).json()
    assert (told["name"], told["language"]) == ("Ada", "en")
    assert guest_name(guest.id) != "Ada" and guest_name("0" * 32) == guest_name("0" * 32)


@pytest.mark.parametrize("headers", ELSEWHERE)
def test_pages_from_elsewhere_may_not_ask_for_anything(house: OpenHouse, headers: dict[str, str]) -> None:
    guest = house.guest()
    for verb, path in (
        ("PATCH", "/api/me"),
        ("POST", "/api/tables"),
        ("DELETE", "/api/me"),
        ("POST", "/api/host/enter"),
    ):
        answer = guest.http.request(verb, path, headers=headers, json={})
        assert (answer.status_code, answer.json()["code"]) == (403, "forbidden_origin")
    assert guest.http.get("/api/games", headers=headers).status_code == 200


def test_our_own_pages_may(house: OpenHouse) -> None:
    guest = house.guest()
    for headers in ({"Origin": house.url, "Sec-Fetch-Site": "same-origin"}, {"Origin": house.url}, {}):
        assert guest.http.patch("/api/me", headers=headers, json={"name": "Ada"}).status_code == 200


def test_an_identity_moves_to_another_device_once(house: OpenHouse) -> None:
    first, second, third = house.guest("Ada"), house.guest(), house.guest()
    told = first.http.post("/api/me/transfer").json()
    assert told["svg"].startswith("<?xml") and len(told["code"]) == 10
    assert told["url"] == f"{house.url}/receive"
    assert second.http.post("/api/me/receive", json={"code": told["code"].upper()}).json()["name"] == "Ada"
    assert second.http.get("/api/me").json()["id"] == first.id
    again = third.http.post("/api/me/receive", json={"code": told["code"]})
    assert (again.status_code, again.json()["code"]) == (403, "bad_code")
    newcomer = httpx.Client(base_url=house.url)
    code = first.http.post("/api/me/transfer").json()["code"]
    answer = newcomer.post("/api/me/receive", json={"code": code})
    assert answer.headers.get_list("set-cookie") == [answer.headers["set-cookie"]]
    assert newcomer.get("/api/me").json()["id"] == first.id
    newcomer.close()


def test_codes_cannot_be_guessed_for_long() -> None:
    with OpenHouse(settings(limits=Limits.none()._replace(guesses=Rate(0.01, 3)))) as house:
        guest = house.guest()
        tried = [guest.http.post("/api/me/receive", json={"code": "aaaaaaaaaa"}).status_code for _ in range(5)]
        assert tried == [403, 403, 403, 429, 429]


def test_be_forgotten(house: OpenHouse) -> None:
    guest, other = house.guest("Ada"), house.guest()
    table = guest.open("lumens", sit=[0, 1])
    guest.must(table, "say", text="remember me")
    assert "remember me" in other.http.get(f"/api/tables/{table}/entries").text
    assert guest.http.delete("/api/me").status_code == 200
    assert "Ada" not in other.http.get(f"/api/tables/{table}/entries").text
    wait_for(lambda: "remember me" not in other.http.get(f"/api/tables/{table}/entries").text)
    assert other.http.get(f"/api/tables/{table}/entries").status_code == 200
    assert guest.http.get("/api/me").json()["id"] != guest.id


def test_asking_to_be_forgotten_is_limited() -> None:
    with OpenHouse(settings(limits=Limits.none()._replace(erasure=Rate(0.01, 2)))) as house:
        guest = house.guest()
        assert [guest.http.delete("/api/me").status_code for _ in range(3)] == [200, 200, 429]


def test_words_are_emptied_though_the_house_was_closed_in_between(tmp_path: Path) -> None:
    with OpenHouse(settings(str(tmp_path))) as house:
        guest = house.guest("Ada")
        table = guest.open("lumens", sit=[0])
        guest.must(table, "say", text="remember me")
    store = open_store(tmp_path)

    async def forget() -> None:  # as if the house had been closed right after its answer
        await store.start()
        await store.forget_person(guest.id)
        await store.stop()

    asyncio.run(forget())
    with OpenHouse(settings(str(tmp_path))) as house:
        other = house.guest()
        wait_for(lambda: "remember me" not in other.http.get(f"/api/tables/{table}/entries").text)


def test_when_it_is_worth_asking_again() -> None:
    """As long as the bucket needs, rounded up; nothing where waiting alone changes nothing."""
    limiter = Limiter(Rate(0.1, 2))
    assert [limiter.take("ada", 0.0) for _ in range(3)] == [True, True, False]
    assert limiter.wait("ada", 0.0) == 10.0
    assert not limiter.take("ada", 5.5) and 4.0 < limiter.wait("ada", 5.5) < 5.0
    assert retry_after(NotYet("too_many", limiter.wait("ada", 5.5))) == "5"
    assert retry_after(NotYet("too_many", 0.01)) == "1"
    assert retry_after(HouseFault("paused")) == "1"
    assert retry_after(HouseFault("too_many_tables", most=8)) is None and retry_after(HouseFault("damaged")) is None


def test_too_many_requests() -> None:
    with OpenHouse(settings(limits=Limits.none()._replace(requests=Rate(0.1, 10)))) as house:
        guest = house.guest()
        answers = [guest.http.get("/api/games") for _ in range(15)]
        assert [answer.status_code for answer in answers][-1] == 429
        assert 1 <= int(answers[-1].headers["retry-after"]) <= 10 and answers[-1].json()["code"] == "too_many"
        assert guest.http.get("/health").status_code == 200


def test_too_many_tables() -> None:
    with OpenHouse(settings(limits=Limits.none()._replace(openings=Rate(0.01, 2)))) as house:
        guest = house.guest()
        codes = [guest.http.post("/api/tables", json={"terms": {"game": "lumens"}}).status_code for _ in range(3)]
        assert codes == [201, 201, 429]


def test_buckets_fill_again() -> None:
    bucket = Bucket(Rate(10, 2), 0.0)
    assert [bucket.take(0.0) for _ in range(3)] == [True, True, False]
    assert bucket.take(0.1) and not bucket.take(0.1)
    assert [bucket.take(100.0) for _ in range(3)] == [True, True, False]


def test_a_limiter_does_not_grow_for_ever() -> None:
    limiter = Limiter(Rate(1, 1), most=10)
    for number in range(1000):
        limiter.take(str(number), number * 0.01)
    assert len(limiter._buckets) <= 10


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("somewhere", "somewhere"),
    ],
)
def test_what_counts_as_one_address(address: str, counted: str) -> None:
    assert neighbourhood(address) == counted

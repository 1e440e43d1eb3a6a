"""Where somebody is signed in: devices, signing out, the recovery key."""

import re
from pathlib import Path

import httpx
import pytest

from lumitheque.server.access.cookies import WHO, Seals
from lumitheque.server.access.devices import DEVICE, MOST_LISTED, SIGNED_OUT, device_of_before, guess, made_at
from lumitheque.server.access.rate_limits import Rate
from lumitheque.server.access.recovery_keys import CONSONANTS, LENGTH, RECOVERY, VOWELS, WORDS, digest, make_key
from lumitheque.server.settings import DAY, Limits, SecretDice
from open_house import Line, OpenHouse, settings
from signed_in import devices, kept, second_device, who

P256DH = "BCbvzr0O6eNKZpGH4Ys6kSKy9zOUW2Scyfn5Ien52tgSkCOL3pzHuzMNFQxncE3SWucFUgV0S28xv0BwdFhy0OY"  # a public key
FIREFOX = "Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0"
AGENTS = {
    FIREFOX: ("Firefox", "Android"),
    "Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148"
    " Safari/604.1": ("Safari", "iPad"),
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36"
    " Edg/126.0": ("Edge", "Windows"),
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36": (
        "Chrome", "Linux",
    ),
    "Mozilla/5.0 (Linux; Android 14; SM-S901B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0"
    " Chrome/121.0 Mobile Safari/537.36": ("Samsung Internet", "Android"),
    "curl/8.5.0": ("", ""),
    "": ("", ""),
}  # fmt: skip


@pytest.mark.parametrize(("agent", "guessed"), AGENTS.items())
def test_a_device_is_called_after_its_browser_and_system(agent: str, guessed: tuple[str, str]) -> None:
    assert guess(agent) == guessed


def test_no_device_is_kept_of_somebody_who_only_looks(house: OpenHouse) -> None:
    looker = house.guest()
    assert devices(looker) == []
    assert looker.id not in {one.person for one in kept(house, DEVICE)}
    looker.open("lumens", sit=[0])
    (here,) = devices(looker)
    assert here["here"] and here["since"] == here["seen"] and here["seen"] % DAY == 0


def test_devices_are_listed_this_one_first(house: OpenHouse) -> None:
    ada = house.guest("Ada")
    phone = second_device(house, ada, **{"user-agent": FIREFOX})
    assert [one["here"] for one in devices(ada)] == [True, False]
    told = devices(phone)
    assert [(one["browser"], one["system"], one["here"]) for one in told] == [
        ("Firefox", "Android", True),
        ("", "", False),
    ]
    assert set(told[0]) == {"id", "browser", "system", "since", "seen", "here"}


def test_a_device_is_signed_out_and_its_line_closed(house: OpenHouse) -> None:
    ada = house.guest("Ada")
    phone = second_device(house, ada)
    line, own = phone.live(), ada.live()
    stolen = phone.cookies()
    (gone,) = [one["id"] for one in devices(ada) if not one["here"]]
    left = ada.http.delete(f"/api/me/devices/{gone}").json()["devices"]
    assert [one["here"] for one in left] == [True]
    assert line.hear("denied")["fault"]["code"] == "signed_out"
    assert line.is_closed()
    assert who(phone) != ada.id and who(ada) == ada.id
    own.say("ping")
    assert own.hear("pong")
    assert httpx.get(f"{house.url}/api/me", headers={"Cookie": stolen}).json()["id"] != ada.id
    comes_back = Line(house.port, {"Cookie": stolen})
    assert comes_back.welcome["person"] != ada.id
    comes_back.close()


def test_all_others_are_signed_out_and_later_ones_come_in(house: OpenHouse) -> None:
    ada = house.guest("Ada")
    phone, tablet = (second_device(house, ada) for _ in range(2))
    unlisted = f"{ada.id}-{10:012x}01234567"  # a cookie of whose device nothing is kept
    cookie = house.app.services.admission.seals.seal(WHO, unlisted)
    assert httpx.get(f"{house.url}/api/me", cookies={WHO: cookie}).json()["id"] == ada.id
    code = phone.http.post("/api/me/transfer").json()["code"]
    assert [one["here"] for one in ada.http.delete("/api/me/devices").json()["devices"]] == [True]
    assert who(ada) == ada.id and who(phone) != ada.id and who(tablet) != ada.id
    assert httpx.get(f"{house.url}/api/me", cookies={WHO: cookie}).json()["id"] != ada.id
    assert phone.http.post("/api/me/receive", json={"code": code}).status_code == 403
    newest = second_device(house, ada)
    assert who(newest) == ada.id
    newest.http.delete("/api/me/devices")
    assert who(newest) == ada.id and who(ada) != newest.http.get("/api/me").json()["id"]
    assert [one.id for one in kept(house, SIGNED_OUT) if one.person == newest.http.get("/api/me").json()["id"]] == [
        "others"
    ]


def test_one_signs_out_here(house: OpenHouse) -> None:
    ada = house.guest("Ada")
    (here,) = devices(ada)
    stolen = ada.cookies()
    answer = ada.http.delete(f"/api/me/devices/{here['id']}")
    assert answer.json() == {"devices": [], "key_since": None} and WHO not in ada.http.cookies
    assert len(answer.headers.get_list("set-cookie")) == 1
    assert httpx.get(f"{house.url}/api/me", headers={"Cookie": stolen}).json()["id"] != ada.id


def test_devices_of_others_cannot_be_signed_out(house: OpenHouse) -> None:
    ada, eve = house.guest("Ada"), house.guest("Eve")
    (here,) = devices(ada)
    for device in (here["id"], "0" * 20, "others", "x"):
        answer = eve.http.delete(f"/api/me/devices/{device}")
        assert (answer.status_code, answer.json()["code"]) == (404, "unknown_device")
    assert who(ada) == ada.id


def test_cookies_of_before_go_on_and_are_given_a_device(house: OpenHouse) -> None:
    ada = house.guest("Ada")
    old = house.app.services.admission.seals.seal(WHO, ada.id)
    agent = {"user-agent": FIREFOX}

    def ask(path: str, cookie: str) -> httpx.Response:
        return httpx.get(f"{house.url}{path}", cookies={WHO: cookie}, headers=agent)

    answers = [ask("/api/tables", old), ask("/api/me", old)]
    (given,) = {answer.cookies[WHO] for answer in answers}  # several requests at once are one device
    assert answers[1].json()["id"] == ada.id
    assert ask("/api/me", given).json()["id"] == ada.id and "set-cookie" not in ask("/api/me", given).headers
    assert [one["browser"] for one in ask("/api/me/devices", given).json()["devices"]] == ["Firefox", ""]
    (device,) = [one["id"] for one in devices(ada) if not one["here"]]
    assert device == device_of_before(house.app.services.admission.seals, ada.id, FIREFOX)
    ada.http.delete(f"/api/me/devices/{device}")
    assert ask("/api/me", old).json()["id"] != ada.id and ask("/api/me", given).json()["id"] != ada.id
    elsewhere = httpx.get(f"{house.url}/api/me", cookies={WHO: old}, headers={"user-agent": "another"})
    assert elsewhere.json()["id"] == ada.id, "another device with a cookie of before goes on,"
    ada.http.delete("/api/me/devices")
    elsewhere = httpx.get(f"{house.url}/api/me", cookies={WHO: old}, headers={"user-agent": "another"})
    assert elsewhere.json()["id"] != ada.id, "until all others are signed out"


def test_a_line_gives_a_cookie_of_before_its_device(house: OpenHouse) -> None:
    ada = house.guest("Ada")
    old = house.app.services.admission.seals.seal(WHO, ada.id)
    line = Line(house.port, {"Cookie": f"{WHO}={old}", "User-Agent": FIREFOX})
    response = line.socket.response
    assert response is not None and re.search(rf"{ada.id}-0{{12}}[0-9a-f]{{8}}\.", response.headers["set-cookie"])
    assert line.welcome["person"] == ada.id
    line.close()


def test_who_was_signed_out_stays_so_when_the_house_opens_again(tmp_path: Path) -> None:
    with OpenHouse(settings(str(tmp_path))) as house:
        ada = house.guest("Ada")
        phone, tablet = (second_device(house, ada) for _ in range(2))
        (gone, _) = [one["id"] for one in devices(ada) if not one["here"]]
        ada.http.delete(f"/api/me/devices/{gone}")
        outside = [guest for guest in (phone, tablet) if gone in guest.cookies()]
        cookies = {guest: guest.cookies() for guest in (ada, phone, tablet)}
    with OpenHouse(settings(str(tmp_path))) as house:
        for guest, cookie in cookies.items():
            told = httpx.get(f"{house.url}/api/me", headers={"Cookie": cookie}).json()["id"]
            assert (told == ada.id) == (guest not in outside)


def test_whoever_is_forgotten_is_signed_out_everywhere(house: OpenHouse) -> None:
    ada = house.guest("Ada")
    phone = second_device(house, ada)
    line = phone.live()
    key = ada.http.post("/api/me/key").json()["key"]
    ada.http.delete("/api/me")
    assert line.is_closed() and who(phone) != ada.id
    assert phone.http.post("/api/me/recover", json={"key": key}).status_code == 403
    assert {one.person for kind in (DEVICE, RECOVERY) for one in kept(house, kind)}.isdisjoint({ada.id})


def test_the_device_longest_unseen_makes_room(house: OpenHouse) -> None:
    ada = house.guest("Ada")
    for _ in range(MOST_LISTED + 2):
        second_device(house, ada)
    assert len(devices(ada)) == MOST_LISTED


def test_a_device_that_is_signed_out_gets_no_notices() -> None:
    with OpenHouse(settings(private_targets=True)) as house:
        ada = house.guest("Ada")
        phone = second_device(house, ada)
        keys = {"p256dh": P256DH, "auth": "AAAAAAAAAAAAAAAAAAAAAA"}
        for guest, name in ((ada, "here"), (phone, "phone")):
            body = {"endpoint": f"http://127.0.0.1:{house.port}/{name}", "device": name, **keys}
            assert guest.http.post("/api/me/notices/push", json=body).status_code == 201
        (gone,) = [one["id"] for one in devices(ada) if not one["here"]]
        ada.http.delete(f"/api/me/devices/{gone}")
        assert [one["name"] for one in ada.http.get("/api/me/notices").json()["channels"]] == ["here"]


# --- the recovery key ------------------------------------------------------------------------------------------------


def test_a_key_has_more_than_eighty_bits_and_reads_well() -> None:
    assert len(WORDS) == len(set(WORDS)) and len(WORDS) ** LENGTH > 1 << 95
    keys = {make_key(SecretDice()) for _ in range(200)}
    assert len(keys) == 200
    pattern = re.compile(rf"([{CONSONANTS}][{VOWELS}]){{2}}( ([{CONSONANTS}][{VOWELS}]){{2}}){{7}}")
    assert all(pattern.fullmatch(key) for key in keys)
    assert {word for key in keys for word in key.split()} <= set(WORDS)


def test_a_key_is_read_however_it_is_typed() -> None:
    key = make_key(SecretDice())
    typed = [key.upper(), key.replace(" ", "-"), key.replace(" ", ""), f"  1. {key}\n".replace("1.", "—")]
    typed += [
        key.replace("o", "0"),
        key.replace("a", "â").replace("e", "É"),
        key.replace(" ", "\n2) ").replace("2", ""),
    ]
    assert {digest(one) for one in typed} == {digest(key)}
    for wrong in ("", key[:-1], f"{key} dado", key.replace(key[0], "x"), "x" * 400, "é" * 400, "bada " * 7):
        assert digest(wrong) is None


def test_a_key_signs_in_on_a_new_device(house: OpenHouse) -> None:
    ada = house.guest("Ada")
    table = ada.open("lumens", sit=[0])
    made = ada.http.post("/api/me/key")
    assert made.status_code == 201
    key = made.json()["key"]
    assert ada.http.get("/api/me/devices").json()["key_since"] == made.json()["since"]
    assert key not in str(kept(house, RECOVERY)) and key.replace(" ", "") not in str(kept(house, RECOVERY))
    ada.http.cookies.clear()
    newcomer = house.guest()
    answer = newcomer.http.post("/api/me/recover", json={"key": f" {key.upper()} "})
    assert (answer.status_code, answer.json()["id"], answer.json()["name"]) == (200, ada.id, "Ada")
    assert len(answer.headers.get_list("set-cookie")) == 1
    newcomer.must(table, "say", text="back again")
    newcomer.must(table, "leave", seat=0)
    assert [one["here"] for one in devices(newcomer)] == [True, False]


def test_a_new_key_ends_the_one_before(house: OpenHouse) -> None:
    ada, other = house.guest("Ada"), house.guest()
    first, second = (ada.http.post("/api/me/key").json()["key"] for _ in range(2))
    refused = other.http.post("/api/me/recover", json={"key": first})
    assert (refused.status_code, refused.json()["code"]) == (403, "bad_key")
    assert other.http.post("/api/me/recover", json={"key": second}).json()["id"] == ada.id
    assert ada.http.delete("/api/me/key").json()["key_since"] is None
    assert house.guest().http.post("/api/me/recover", json={"key": second}).status_code == 403


def test_keys_cannot_be_guessed_for_long() -> None:
    with OpenHouse(settings(limits=Limits.none()._replace(guesses=Rate(0.01, 3)))) as house:
        guest = house.guest()
        tried = [guest.http.post("/api/me/recover", json={"key": make_key(SecretDice())}) for _ in range(5)]
        assert [answer.status_code for answer in tried] == [403, 403, 403, 429, 429]


def test_the_id_of_a_device_tells_when_its_cookie_was_made() -> None:
    assert made_at(device_of_before(Seals(b"key"), "a" * 32, "")) == 0

"""Passkeys: made on one device, they sign their person in on another; nothing else does."""

from typing import Any

import pytest

from authenticators import Authenticator
from lumitheque.server.access import passkeys
from open_house import Guest, OpenHouse


def begin(guest: Guest, what: str) -> dict[str, Any]:
    answer = guest.http.post(f"/api/me/passkeys/{what}")
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def make(guest: Guest, origin: str | None = None) -> Authenticator:
    key, asked = Authenticator(origin or guest.house.url), begin(guest, "offer")
    body = {"sealed": asked["sealed"], "credential": key.make(asked["options"])}
    answer = guest.http.post("/api/me/passkeys", json=body)
    assert answer.status_code == 201, answer.text
    return key


def sign_in(guest: Guest, credential: dict[str, Any], sealed: str) -> str:
    """Who they are then, or why not."""
    answer = guest.http.post("/api/me/passkeys/sign-in", json={"sealed": sealed, "credential": credential}).json()
    return str(answer.get("code") or answer["id"])


def test_a_passkey_signs_its_person_in_anywhere(house: OpenHouse) -> None:
    ada, elsewhere = house.guest("Ada"), house.guest()
    key = make(ada)
    for _ in range(2):
        asked = begin(elsewhere, "ask")
        assert asked["options"]["rpId"] == "127.0.0.1" and not asked["options"].get("allowCredentials")
        assert sign_in(elsewhere, key.sign(asked["options"]), asked["sealed"]) == ada.id
    assert elsewhere.http.get("/api/me").json()["name"] == "Ada"
    assert len(elsewhere.http.get("/api/me/devices").json()["devices"]) == 3


def test_what_proves_nothing_is_refused(house: OpenHouse) -> None:
    ada, eve = house.guest("Ada"), house.guest("Eve")
    key, asked = make(ada), begin(eve, "ask")
    signed = key.sign(asked["options"])
    assert sign_in(eve, {**signed, "id": "AAAA", "rawId": "AAAA"}, asked["sealed"]) == "bad_passkey"
    assert sign_in(eve, signed, asked["sealed"]) == "late_passkey"  # a challenge is good for one try
    assert sign_in(eve, signed, "nonsense") == "late_passkey"
    other = begin(eve, "ask")
    assert sign_in(eve, signed, other["sealed"]) == "bad_passkey"  # signed for another challenge
    offered = begin(eve, "offer")
    assert sign_in(eve, key.sign({**asked["options"], **offered["options"]}), offered["sealed"]) == "late_passkey"
    for odd in ({}, {"id": 7}, {"id": signed["id"]}, {**signed, "response": {"clientDataJSON": "é"}}):
        assert sign_in(eve, odd, begin(eve, "ask")["sealed"]) == "bad_passkey"
    assert eve.http.get("/api/me").json()["id"] == eve.id


def test_a_page_of_another_origin_gets_nowhere(house: OpenHouse) -> None:
    ada = house.guest("Ada")
    key, asked = Authenticator("https://elsewhere.example"), begin(ada, "offer")
    body = {"sealed": asked["sealed"], "credential": key.make(asked["options"])}
    assert ada.http.post("/api/me/passkeys", json=body).json()["code"] == "bad_passkey"
    good = make(ada)
    good.origin = "https://elsewhere.example"
    asked = begin(ada, "ask")
    assert sign_in(ada, good.sign(asked["options"]), asked["sealed"]) == "bad_passkey"


def test_a_copied_key_is_noticed(house: OpenHouse) -> None:
    ada = house.guest("Ada")
    key = make(ada)
    for count, outcome in ((10, ada.id), (3, "bad_passkey")):  # the copy has not signed as often
        key.count, asked = count, begin(ada, "ask")
        assert sign_in(ada, key.sign(asked["options"]), asked["sealed"]) == outcome


def test_a_challenge_is_for_one_person_and_some_minutes(house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, eve = house.guest("Ada"), house.guest("Eve")
    asked = begin(ada, "offer")
    body = {"sealed": asked["sealed"], "credential": Authenticator(house.url).make(asked["options"])}
    assert eve.http.post("/api/me/passkeys", json=body).json()["code"] == "late_passkey"
    monkeypatch.setattr(passkeys, "LASTS", -1)
    asked = begin(ada, "offer")
    body = {"sealed": asked["sealed"], "credential": Authenticator(house.url).make(asked["options"])}
    assert ada.http.post("/api/me/passkeys", json=body).json()["code"] == "late_passkey"


def test_listed_ended_and_not_without_number(house: OpenHouse) -> None:
    ada, eve = house.guest("Ada"), house.guest("Eve")
    key = make(ada)
    (told,) = ada.http.get("/api/me/passkeys").json()
    assert eve.http.delete(f"/api/me/passkeys/{told['id']}").json()["code"] == "unknown_passkey"
    assert ada.http.delete(f"/api/me/passkeys/{told['id']}").json() == []
    asked = begin(ada, "ask")
    assert sign_in(ada, key.sign(asked["options"]), asked["sealed"]) == "bad_passkey"
    for _ in range(passkeys.MOST):
        make(ada)
    assert ada.http.post("/api/me/passkeys/offer").json()["code"] == "too_many_passkeys"
    ada.http.delete("/api/me")
    assert ada.http.get("/api/me/passkeys").json() == []

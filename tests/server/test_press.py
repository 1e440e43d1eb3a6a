"""Pictures of tables for links, and games as PDF: of what everybody may see, limited, made once."""

import html
import io
import re
from collections import Counter
from typing import Any

import pytest
from pypdf import PdfReader

from at_tables import two_at_a_table
from judged_editions import ours
from lumitheque.press.ordering import PARTS
from lumitheque.server.access.rate_limits import Rate
from lumitheque.server.press import print_shop
from lumitheque.server.settings import Limits
from open_house import OpenHouse, settings
from print_measuring import pieces_of

TAG = re.compile(r'<meta property="([\w:]+)" content="([^"]*)" />')
CARD = re.compile(r"\bI{1,3}-\d\d\b")


def tags(page: str) -> dict[str, str]:
    return {name: html.unescape(content) for name, content in TAG.findall(page)}


def test_a_link_to_a_table_shows_what_a_spectator_sees(house: OpenHouse) -> None:
    ann, _, table = two_at_a_table(house, "luminis")
    stranger = house.guest()
    told = tags(stranger.http.get(f"/table/{table}").text)
    assert told["og:title"] == "Luminis"
    assert re.search(rf"/api/tables/{table}/picture\.png\?seq=\d+$", told["og:image"])
    card = stranger.http.get(told["og:image"])
    assert card.headers["content-type"] == "image/png"
    assert card.content.startswith(b"\x89PNG")
    svg = ann.http.get(f"/api/tables/{table}/picture.svg").text
    seen = stranger.look(table)["state"]["view"]
    known = {card for pile in seen["piles"] for card in pile} | {*seen["spires"], *seen["bonus"]}
    assert set(CARD.findall(svg)) <= known, "and whoever sits there gets the same picture"


def test_names_are_in_no_preview(house: OpenHouse) -> None:
    ann, bob, table = two_at_a_table(house, "sirius", options={"setup": "random"})
    names = {guest.http.get("/api/me").json()["name"] for guest in (ann, bob)}
    page = house.guest().http.get(f"/table/{table}").text
    svg = house.guest().http.get(f"/api/tables/{table}/picture.svg").text
    assert not any(name in page or name in svg for name in names if name)


@pytest.mark.parametrize("kind", ["png", "svg"])
def test_there_is_no_picture_of_what_a_stranger_may_not_see(house: OpenHouse, kind: str) -> None:
    _, _, closed = two_at_a_table(house, "sirius", options={"setup": "random"}, spectators=False)
    stranger = house.guest()
    assert stranger.http.get(f"/api/tables/{closed}/picture.{kind}").json()["code"] == "no_spectators"
    assert tags(stranger.http.get(f"/table/{closed}").text) == {}
    waiting = stranger.open("sirius")
    assert stranger.http.get(f"/api/tables/{waiting}/picture.{kind}").json()["code"] == "not_started"
    assert "og:image" not in tags(stranger.http.get(f"/table/{waiting}").text)
    assert stranger.http.get(f"/api/tables/none/picture.{kind}").status_code == 404


def test_a_link_to_a_position_of_a_finished_game_shows_that_position(house: OpenHouse) -> None:
    ann, bob, table = two_at_a_table(house, "sirius", options={"setup": "random"})
    ann.must(table, "resign")
    told = tags(bob.http.get(f"/replay/{table}?at=0&as=public").text)
    assert told["og:image"].endswith("picture.png?at=0")
    crooked = tags(bob.http.get(f"/replay/{table}?at=../../x").text)
    assert re.search(r"picture\.png\?seq=\d+$", crooked["og:image"])
    assert bob.http.get(f"/api/tables/{table}/picture.svg?at=0").status_code == 200
    assert bob.http.get(f"/api/tables/{table}/picture.svg?at=9999").json()["code"] == "no_such_frame"


def test_a_running_game_has_only_its_present(house: OpenHouse) -> None:
    _, _, table = two_at_a_table(house, "sirius", options={"setup": "random"})
    assert house.guest().http.get(f"/api/tables/{table}/picture.svg?at=0").json()["code"] == "not_over"


def test_a_house_behind_a_code_shows_strangers_nothing() -> None:
    with OpenHouse() as own:
        _, _, table = two_at_a_table(own, "sirius", options={"setup": "random"})
        own.app.services.admission.rules.house_code = "sesame"
        stranger = own.guest()
        assert "og:image" not in tags(stranger.http.get(f"/table/{table}").text)
        assert stranger.http.get(f"/api/tables/{table}/picture.png").status_code in {401, 403}


def test_pictures_are_kept_and_limited() -> None:
    limits = Limits.none()._replace(pictures=Rate(0.001, 2))
    with OpenHouse(settings(limits=limits)) as own:
        _, _, table = two_at_a_table(own, "sirius", options={"setup": "random"})
        _, _, other = two_at_a_table(own, "galax", options={"setup": "random"})
        guest = own.guest()
        answers = [guest.http.get(f"/api/tables/{one}/picture.svg").status_code for one in (table, table, other, table)]
        assert answers == [200, 200, 200, 200]
        assert guest.http.get(f"/api/tables/{other}/picture.png").status_code == 429


# --- print -----------------------------------------------------------------------------------------------------------


def test_a_game_is_printed_from_the_rules(house: OpenHouse) -> None:
    guest = house.guest()
    assert set(guest.http.get("/api/games/luminis").json()["prints"]) < set(PARTS)
    answer = guest.http.get("/api/games/luminis/print", params={"what": "aid,rules", "lang": "en", "grey": True})
    assert answer.headers["content-type"] == "application/pdf"
    assert 'filename="luminis.pdf"' in answer.headers["content-disposition"]
    assert answer.content.startswith(b"%PDF")


def test_somebodys_own_deck_is_printed_under_its_name(house: OpenHouse) -> None:
    guest, text = house.guest(), ours("fromages").replace("T01,", "Zoé 1,", 1)
    asked = {"name": 'Tuyaux de "Zoé" #panic()', "text": text, "what": ["cards"], "lang": "fr"}
    answer = guest.http.post("/api/games/fromages/print", json=asked)
    assert answer.headers["content-type"] == "application/pdf", answer.text
    pieces = Counter(one.name for one in pieces_of(answer.content))
    assert (pieces["Zoé 1"], pieces["T01"], pieces["T02"]) == (1, 0, 1)
    cover = " ".join(PdfReader(io.BytesIO(answer.content)).pages[0].extract_text().split())
    assert 'Tuyaux de "Zoé" #panic()' in cover


def test_what_is_no_deck_is_not_printed(house: OpenHouse) -> None:
    guest, asked = house.guest(), {"name": "x", "text": "no deck"}
    assert guest.http.post("/api/games/fromages/print", json=asked).json()["code"] == "bad_edition"
    assert guest.http.post("/api/games/chess/print", json=asked).status_code == 404
    asked |= {"text": ours("fromages"), "paper": "a7"}
    assert guest.http.post("/api/games/fromages/print", json=asked).status_code == 400


@pytest.mark.parametrize(
    ("query", "status"), [({"what": "board"}, 400), ({"paper": "a7"}, 400), ({"what": "x" * 99}, 400)]
)
def test_what_cannot_be_printed_is_refused(house: OpenHouse, query: dict[str, Any], status: int) -> None:
    assert house.guest().http.get("/api/games/luminis/print", params=query).status_code == status
    assert house.guest().http.get("/api/games/chess/print").status_code == 404


def test_printing_is_limited_and_done_once() -> None:
    limits = Limits.none()._replace(prints=Rate(0.001, 1))
    with OpenHouse(settings(limits=limits)) as own:
        guest = own.guest()
        for _ in range(2):
            assert guest.http.get("/api/games/luminis/print", params={"what": "aid"}).status_code == 200
        assert guest.http.get("/api/games/luminis/print", params={"what": "rules"}).status_code == 429


def test_without_the_extra_nothing_is_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(print_shop, "can_print", lambda _: False)
    with OpenHouse() as own:
        guest = own.guest()
        assert guest.http.get("/api/games/luminis").json()["prints"] == []
        assert guest.http.get("/api/games/luminis/print").status_code == 404

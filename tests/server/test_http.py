"""The HTTP interface: what it says, how it says no, the pages, the numbers."""

import re
import time
from pathlib import Path
from typing import Any

import pytest

from lumitheque.games import SHELF
from lumitheque.languages import Catalogue
from lumitheque.languages.messages import parts_of
from lumitheque.reception import faults
from lumitheque.server.access.addresses import qr_svg
from lumitheque.server.built_page import STATIC
from open_house import OpenHouse, settings, standing, wait_for

PAGES = ["/", "/host", "/api", "/receive"]
SAID = {"code", "sentence"}


@pytest.mark.parametrize("path", [*PAGES, "/api/games", "/static/receive.js", "/nowhere", "/health"])
def test_every_answer_is_guarded(house: OpenHouse, path: str) -> None:
    headers = house.guest().http.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy
    assert "script-src 'self' 'wasm-unsafe-eval';" in policy and policy.count("unsafe") == 1
    assert headers["x-content-type-options"] == "nosniff" and "server" not in headers


@pytest.mark.parametrize("path", PAGES)
def test_pages_have_no_script_or_style_of_their_own(house: OpenHouse, path: str) -> None:
    guest = house.guest()
    text = guest.http.get(path).text
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)|javascript:", text)
    for address in re.findall(r'(?:src|href)="(/[^"]*)"', text):
        assert guest.http.get(address).status_code == 200, address
    assert 'lang="fr"' in text and "Lumithèque" in text


@pytest.mark.parametrize("name", ["receive"])
def test_small_pages_have_their_words(name: str) -> None:
    script, page = ((STATIC / f"{name}.{kind}").read_text(encoding="utf-8") for kind in ("js", "html"))
    used = set(re.findall(r'say\("(\w+)"\)', script)) | set(re.findall(r'data-say="(\w+)"', page))
    assert used and used <= Catalogue(f"page/{name}").words("fr").keys()


def test_sentences_are_in_both_languages() -> None:
    french, english = (faults.WORDS.words(language)["faults"] for language in ("fr", "en"))
    assert french.keys() == english.keys() >= faults.STATUSES.keys()
    assert all(parts_of(french[code]) == parts_of(english[code]) for code in french)


def test_every_fault_that_is_raised_has_words() -> None:
    folder = Path(faults.__file__).parent.parent
    text = "".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))
    raised = set(re.findall(r"(?:HouseFault|say_fault)\(\"(\w+)\"", text)) | set(re.findall(r"\d{3}: \"(\w+)\"", text))
    assert raised and raised <= faults.WORDS.words("fr")["faults"].keys()


WRONG: list[tuple[str, str, Any, int]] = [
    ("GET", "/api/nothing", None, 404),
    ("PUT", "/api/me", {}, 405),
    ("GET", "/api/games/chess", None, 404),
    ("GET", "/api/tables/none", None, 404),
    ("GET", "/api/tables?status=weird", None, 400),
    ("GET", "/api/tables?before=weird", None, 400),
    ("POST", "/api/tables", {"terms": {"game": "chess"}}, 409),
    ("POST", "/api/tables", {"terms": {"game": "lumens", "seats": 9}}, 409),
    ("POST", "/api/tables", {"terms": {"game": "lumens", "options": {"end": "never"}}}, 409),
    ("POST", "/api/tables", {"terms": {"game": "lumens", "substitute": "nobody"}}, 409),
    ("POST", "/api/tables", {"terms": {"game": "lumens"}, "bots": {"x": "greedy"}}, 400),
    ("POST", "/api/tables", {"terms": {"game": "lumens"}, "cheat": True}, 400),
    ("POST", "/api/tables", {"terms": {"game": "lumens"}, "start": True}, 409),
    ("POST", "/api/tables", [], 400),
    ("PATCH", "/api/me", {"language": "de"}, 400),
    ("GET", "/live", None, 426),
]


@pytest.mark.parametrize(("verb", "path", "body", "status"), WRONG)
def test_how_no_is_said(house: OpenHouse, verb: str, path: str, body: Any, status: int) -> None:
    answer = house.guest().http.request(verb, path, json=body)
    assert answer.status_code == status, answer.text
    assert answer.json().keys() >= SAID


def test_a_request_has_a_largest_size(house: OpenHouse) -> None:
    terms = {"game": "lumens", "edition": {"name": "mine", "text": "x" * 300_000}}
    answer = house.guest().http.post("/api/tables", json={"terms": terms})
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


def test_the_shelf(house: OpenHouse) -> None:
    guest = house.guest()
    lines = guest.http.get("/api/games").json()
    assert [line["name"] for line in lines] == list(SHELF)
    for line in lines:
        told = guest.http.get(f"/api/games/{line['name']}").json()
        assert told["game"] == line and told["rules"] and told["aid"] and told["words"]["rules"]
        assert [option["name"] for option in told["options"]] == [one.name for one in SHELF[line["name"]].options]
        assert {level["name"] for level in told["levels"]} and told["levels"][0]["title"]


def test_a_table_that_chooses_nothing_is_played_by_the_booklet(house: OpenHouse) -> None:
    """LU-17, and what else a table may choose: the API names every option, and says where each value comes from."""
    guest = house.guest()
    told = guest.http.get("/api/games/lumens").json()
    end = next(option for option in told["options"] if option["name"] == "end")
    assert end["defaults"] == {"2": "empty_bags", "3": "empty_bags", "4": "empty_bags"}
    assert [(one["value"], one["origin"]) for one in end["values"]] == [
        ("empty_bags", "booklet"),
        ("played_out", "house"),
    ]
    assert told["origins"]["LU-12"][1]["origin"] == "reading" and told["origins"]["LU-12"][1]["other"]
    table = guest.open("lumens", sit=[0])
    agreed = guest.http.get(f"/api/tables/{table}").json()["table"]["options"]
    assert agreed == {"end": "empty_bags", "places": "lot"}


def test_minutes_and_defaults_that_depend_on_a_choice(house: OpenHouse) -> None:
    """FR-09, FR-24: so many minutes a round; the little ones play one."""
    told = house.guest().http.get("/api/games/fromages").json()
    assert told["game"]["minutes"]["per"] == "rounds" and told["game"]["minutes"]["each"] == "par manche"
    (rounds,) = [option for option in told["options"] if option["name"] == "rounds"]
    assert rounds["defaults"]["2"] == 4
    assert [(one["option"], one["value"], one["defaults"]["2"]) for one in rounds["defaults_with"]] == [
        ("game", "tout_petits", 1)
    ]


def test_lists_come_in_pages(house: OpenHouse) -> None:
    guest = house.guest()
    opened = {guest.open("lumens", listed=True, sit=[0]) for _ in range(55)}
    first = guest.http.get("/api/mine").json()
    second = guest.http.get("/api/mine", params={"before": first["more"]}).json()
    assert {note["id"] for note in first["tables"] + second["tables"]} == opened
    assert guest.http.get("/api/tables", params={"status": "open"}).json()["tables"]
    assert guest.http.get("/api/mine", params={"status": "over"}).json()["tables"] == []


def test_private_tables_are_not_listed(house: OpenHouse) -> None:
    guest = house.guest()
    table = guest.open("lumens", sit=[0])
    assert len(table) == 32
    assert table not in house.guest().http.get("/api/tables").text


def test_an_invitation_leads_to_the_table(house: OpenHouse) -> None:
    guest = house.guest()
    table = guest.open("lumens", sit=[0])
    told = house.guest().http.get(f"/api/tables/{table}/invitation").json()
    assert told["url"] == f"{house.url}/table/{table}"
    assert told["svg"] == qr_svg(told["url"]).decode()
    closed = guest.open("lumens", sit=[0], spectators=False, bots={"1": "greedy"}, start=True)
    assert house.guest().http.get(f"/api/tables/{closed}/invitation").json()["code"] == "no_spectators"


def test_from_the_machine_itself_others_are_invited_by_its_address_on_the_network() -> None:
    with OpenHouse(settings(network="http://192.168.1.7:8642/", names=frozenset({"house.example"}))) as house:
        guest = house.guest()
        path = f"/api/tables/{guest.open('lumens', sit=[0])}/invitation"
        assert guest.http.get(path).json()["url"].startswith("http://192.168.1.7:8642/table/")
        elsewhere = guest.http.get(path, headers={"Host": "house.example"}).json()
        assert elsewhere["url"].startswith("http://house.example/table/")


def test_advice_only_where_it_is_allowed(house: OpenHouse) -> None:
    first, second = house.guest(), house.guest()
    table = first.open("lumens", sit=[0])
    second.must(table, "sit")
    first.must(table, "start")
    wanted = {"seconds": 0.05}
    answer = first.http.post(f"/api/tables/{table}/hint", json=wanted)
    assert (answer.status_code, answer.json()["code"]) == (403, "no_hint")
    agreed = first.open("lumens", sit=[0, 1], hints=True, start=True)
    told = first.http.post(f"/api/tables/{agreed}/hint", json={**wanted, "seat": 0}).json()
    legal = first.look(agreed, seat=0)["state"]["legal"]
    assert told["seat"] == 0 and told["move"] in legal and told["sentence"]
    assert second.http.post(f"/api/tables/{agreed}/hint", json=wanted).status_code == 403
    assert second.http.post(f"/api/tables/{agreed}/hint", json={**wanted, "seat": 0}).json()["code"] == "not_your_seat"
    first.must(agreed, "play", seat=0, moves=[legal[0]])
    late = first.http.post(f"/api/tables/{agreed}/hint", json={**wanted, "seat": 0})
    assert late.json()["code"] == "not_your_move"


def test_numbers_for_prometheus(house: OpenHouse) -> None:
    guest = house.guest()
    table = guest.open("lumens", sit=[0, 1], start=True)
    line = guest.live()
    state = standing(line.watch(table, seat=0))
    line.act(table, "play", seat=0, moves=[state["legal"][0]])
    text = guest.http.get("/metrics").text
    for name in ("moves_total", "commits_total", "sockets", "tables", "command_seconds_count", "commit_seconds_bucket"):
        assert f"lumitheque_{name}" in text
    moves = re.search(r"^lumitheque_moves_total (\S+)$", text, re.MULTILINE)
    assert moves and float(moves[1]) >= 1
    assert guest.id not in text and table not in text


def test_a_house_is_ready_when_its_games_are() -> None:
    with OpenHouse(settings(warm_up=False)) as house:
        guest = house.guest()
        assert guest.http.get("/health").json()["ok"] and guest.http.get("/ready").json()["ok"]
        house.app.services.ready = False
        answer = guest.http.get("/ready")
        assert (answer.status_code, answer.json()["code"]) == (503, "not_ready")
        house.app.services.ready = True


def test_what_breaks_is_said_without_its_insides(house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    async def breaks(*_: object, **__: object) -> None:
        raise RuntimeError("a secret")

    monkeypatch.setattr(type(house.app.services.house.store), "notes", breaks)
    answer = house.guest().http.get("/api/tables")
    assert (answer.status_code, answer.json()["code"]) == (500, "broken")
    assert "secret" not in answer.text


def test_the_record_of_a_game_that_goes_on_tells_no_more_than_the_view(house: OpenHouse) -> None:
    guest = house.guest()
    table = guest.open("lumens", sit=[0, 1])
    assert guest.http.get(f"/api/tables/{table}/record").json()["code"] == "not_started"
    guest.must(table, "start")
    told = guest.http.get(f"/api/tables/{table}/record", params={"seat": 1}).json()
    assert told["finished"] is False and told["view"] == guest.look(table, seat=1)["state"]["view"]


def test_bots_play_among_themselves(house: OpenHouse) -> None:
    guest = house.guest()
    table = guest.open("lumens", bots={0: "random", 1: "random"}, start=True)
    wait_for(lambda: guest.look(table)["state"]["status"] == "over", 60)


def test_bots_may_take_their_time(house: OpenHouse) -> None:
    guest = house.guest()
    table = guest.open("lumens", sit=[0], bots={1: "random"}, pace=True)
    assert guest.look(table)["pace"]
    line = guest.live()
    line.watch(table)
    begun = time.monotonic()
    guest.must(table, "start")
    line.hear("entries")
    assert line.hear("entries")["entries"][0]["by"] == {"kind": "bot"}
    assert time.monotonic() - begun > 1.0

"""Boards and decks of somebody's own: checked, kept, played with; and files that are none."""

import json
from typing import Any

import pytest

from conftest import EVERYTHING
from lumitheque.games import find
from lumitheque.games.edition import LONGEST_EDITION, EditionError, read_edition
from mutated_editions import GAMES, mutated, text_of
from open_house import Guest, OpenHouse

Told = dict[str, Any]
BODY = 250 * 1024  # bytes
MANY = 500 if EVERYTHING else 54
ID = "0123456789ab"


def is_one_line(text: str) -> bool:
    """French has spaces that do not break."""
    return all(letter.isprintable() or letter in "\u00a0\u202f" for letter in text)


def check(guest: Guest, game: str, text: str) -> list[Told]:
    answer = guest.http.post("/api/editions/check", json={"game": game, "text": text})
    assert answer.status_code == 200, answer.text
    problems: list[Told] = answer.json()["problems"]
    return problems


def keep(guest: Guest, game: str, text: str, name: str = "Mine", edition_id: str = ID) -> Any:
    return guest.http.put(f"/api/me/editions/{edition_id}", json={"game": game, "name": name, "text": text})


def open_table(guest: Guest, game: str, text: str, name: str = "Mine") -> Any:
    terms = {"game": game, "edition": {"name": name, "text": text}}
    return guest.http.post("/api/tables", json={"terms": terms})


@pytest.mark.parametrize("game", GAMES)
def test_what_is_built_in_is_sound(house: OpenHouse, game: str) -> None:
    assert check(house.guest(), game, text_of(game)) == []


def test_every_problem_says_where_it_is_and_which_rule_it_breaks(house: OpenHouse) -> None:
    guest = house.guest()
    deck = text_of("luminis").replace("I-01,I,0", "I-01,V,0", 1).replace("I-03,I,0", "I-03,I,x", 1)
    by_level, amount, count = check(guest, "luminis", deck)
    assert (by_level["line"], by_level["card"], by_level["column"], by_level["rule"]) == (2, "I-01", "level", "LM-02")
    assert (amount["line"], amount["card"], amount["column"]) == (4, "I-03", "cost_square")
    assert count["rule"] == "LM-01" and "line" not in count
    board = text_of("lumens").replace(".DDD.EEE.FFF.", ".DDD.EXE.FFF.", 1)
    (letter,) = check(guest, "lumens", board)
    assert (letter["side"], letter["cell"], letter["rule"], letter["line"]) == ("2 players", "g5", "LU-03", 13)
    pipes = text_of("fromages").replace("T08,elbow_tr,0,yes", "T08,elbow_tr,2,yes", 1)
    (clogged,) = check(guest, "fromages", pipes)
    assert (clogged["card"], clogged["column"], clogged["rule"]) == ("T08", "cheese", "FR-03")


def test_problems_are_told_in_ones_own_language(house: OpenHouse) -> None:
    guest = house.guest()
    guest.http.headers["accept-language"] = "en"
    (english,) = check(guest, "fromages", text_of("fromages").rsplit("\n", 2)[0])
    guest.http.headers["accept-language"] = "fr"
    (french,) = check(guest, "fromages", text_of("fromages").rsplit("\n", 2)[0])
    assert english["sentence"] == "87 cards; expected 88."
    assert french["sentence"].startswith("87 cartes") and french["rule"] == "FR-01"


def test_editions_are_kept_by_their_owner_alone(house: OpenHouse) -> None:
    owner, other = house.guest(), house.guest()
    text = text_of("lumens").replace("HHH.III", "HHH..II")
    assert keep(owner, "lumens", text, "  Château\n<b>de  Nina</b> ").status_code == 200
    (line,) = owner.http.get("/api/me/editions").json()["editions"]
    assert (line["id"], line["game"], line["name"]) == (ID, "lumens", "Château <b>de Nina</b>")
    assert owner.http.get(f"/api/me/editions/{ID}").json()["text"] == text
    assert other.http.get("/api/me/editions").json()["editions"] == []
    assert other.http.get(f"/api/me/editions/{ID}").status_code == 404
    assert other.http.delete(f"/api/me/editions/{ID}").status_code == 404
    assert keep(owner, "lumens", text_of("lumens"), "Again").status_code == 200
    assert [one["name"] for one in owner.http.get("/api/me/editions").json()["editions"]] == ["Again"]
    assert owner.http.delete(f"/api/me/editions/{ID}").status_code == 200
    assert owner.http.get("/api/me/editions").json()["editions"] == []


def test_there_is_an_end_to_keeping(house: OpenHouse) -> None:
    guest, text = house.guest(), text_of("fromages")
    most = guest.http.get("/api/me/editions").json()["most"]
    for number in range(most):
        assert keep(guest, "fromages", text, edition_id=f"{number:08}").status_code == 200
    refused = keep(guest, "fromages", text, edition_id="f" * 12)
    assert (refused.status_code, refused.json()["code"]) == (409, "too_many_editions")
    assert keep(guest, "fromages", text, "the same again", "00000000").status_code == 200


def test_games_without_editions_have_no_workshop(house: OpenHouse) -> None:
    guest = house.guest()
    for game, code in (("sirius", "no_editions"), ("chess", "unknown_game")):
        answer = guest.http.post("/api/editions/check", json={"game": game, "text": ""})
        assert (answer.status_code, answer.json()["code"]) == (404, code)


def test_what_is_too_large_is_refused_everywhere(house: OpenHouse) -> None:
    guest = house.guest()
    text = text_of("lumens") + "#" + "é" * (LONGEST_EDITION // 2)
    assert len(text) < LONGEST_EDITION < len(text.encode())
    (problem,) = check(guest, "lumens", text)
    assert str(LONGEST_EDITION) in problem["sentence"]
    assert keep(guest, "lumens", text).status_code == 400
    assert open_table(guest, "lumens", text).json()["code"] == "bad_edition"
    with pytest.raises(EditionError, match="bytes"):
        read_edition(find("lumens"), text, "board.txt", "board")
    assert guest.http.post("/api/editions/check", json={"game": "lumens", "text": "#" * 300_000}).status_code == 413


def test_a_table_with_ones_own_board_says_so(house: OpenHouse) -> None:
    """Its name is one line; the record has the board in it, and whoever opens the record gets the same one."""
    guest = house.guest("Nina")
    text = text_of("lumens").replace("HHH.III", "HHH..II")
    told = open_table(guest, "lumens", text, "Chez\n\x07 Nina").json()
    table = told["table"]
    assert table["edition"]["name"] == "Chez Nina" and table["edition"]["text"] == text
    assert table["departures"] == ["edition"]
    assert told["names"][table["host"]] == "Nina"


@pytest.mark.slow
def test_files_that_are_none_do_no_harm(house: OpenHouse) -> None:
    """One-line sentences, nothing kept, no table opened, and nothing breaks."""
    guest, refused = house.guest(), 0
    tables = len(guest.http.get("/api/mine").json()["tables"])
    for game, text in mutated(MANY):
        if len(json.dumps(text)) > BODY:
            continue  # too large for any request; the loader is shown it below
        problems = check(guest, game, text)
        if problems == []:
            continue  # another edition, but one that can be played with
        refused += 1
        for problem in problems:
            assert is_one_line(problem["sentence"])
            assert len(problem["sentence"]) < 400
        for answer in (keep(guest, game, text), open_table(guest, game, text)):
            assert answer.status_code in (400, 409, 413), answer.text
            assert "\n" not in answer.json()["sentence"]
    assert refused > MANY * 0.5
    assert guest.http.get("/api/me/editions").json()["editions"] == []
    assert len(guest.http.get("/api/mine").json()["tables"]) == tables


@pytest.mark.slow
def test_loaders_answer_any_text_in_one_line() -> None:
    for game, text in mutated(MANY):
        try:
            read_edition(find(game), text, "mine.csv", "mine")
        except EditionError as error:
            told = [error.told(language) for language in ("fr", "en")]
        else:
            continue  # another edition, but one that can be played with
        assert all(is_one_line(text) and len(text) < 500 for text in told)

"""Records that guests bring, whole or not; lessons."""

from typing import Any

import pytest

import lumitheque as lt
import toy
from at_tables import HOUSE, SHORT
from lumitheque.games import SHELF, join
from lumitheque.reception.replay import PAGE
from lumitheque.referee.checking import random_game
from lumitheque.server.settings import Limits
from open_house import Guest, OpenHouse, settings

Told = dict[str, Any]


def study(guest: Guest, record: Told, **words: Any) -> Told:
    answer = guest.http.post("/api/study", json={"record": record, **words})
    assert answer.status_code == 200, answer.text
    told: Told = answer.json()
    return told


def test_frames_come_in_pages(house: OpenHouse) -> None:
    guest = house.guest()
    record = random_game("sirius", 2, "7", options={"setup": "random", "patience": 200}).record()
    total = len(record["moves"])
    assert total > PAGE
    pages = [study(guest, record, first=first)["frames"] for first in range(0, total + 1, PAGE)]
    assert [frame["number"] for page in pages for frame in page] == list(range(total + 1))
    assert all(len(page) <= PAGE for page in pages)
    assert [frame["number"] for frame in study(guest, record, first=5, last=8)["frames"]] == [5, 6, 7, 8]
    beyond = study(guest, record, first=total + 9)["frames"]
    assert len(beyond) == 1 and beyond[0] == pages[-1][-1]


@pytest.mark.parametrize("game", HOUSE)
def test_a_record_is_studied_as_it_was_downloaded(house: OpenHouse, game: str) -> None:
    record = random_game(game, 2, "11", options=SHORT.get(game, {})).record()
    guest, total = house.guest(), len(record["moves"])
    told = study(guest, record, viewpoint=1, first=total)
    assert told["frames"][-1]["ending"] == record["ending"] and (told["fault"], told["needs"]) == (None, None)
    assert (told["total"], told["waiting"], told["legal"]) == (total, [], {})
    part = {**record, "moves": record["moves"][: total // 2], "ending": None}
    referee = lt.load(part)
    for viewpoint, view in ((0, referee.view(0)), ("public", referee.view(None)), ("all", referee.position())):
        told = study(guest, part, viewpoint=viewpoint, first=total)
        assert told["frames"][0]["view"] == view
    assert told["legal"] == {str(seat): referee.legal(seat) for seat in referee.waiting()}


@pytest.mark.parametrize("game", HOUSE)
def test_a_game_with_the_real_box_is_asked_for_what_chance_gave(house: OpenHouse, game: str) -> None:
    """Told one after the other whenever it is asked for, chance is in the end what it was, and the game too."""
    whole = random_game(game, 2, "5", options=SHORT.get(game, {}))
    guest, record = house.guest(), whole.record() | {"seed": None, "chance": []}
    total = len(record["moves"])
    for number, (label, outcome) in enumerate(whole.chance()):
        told = study(guest, record, first=total)
        needs = told["needs"]
        assert (needs["number"], needs["label"], told["fault"]) == (number, label, None)
        assert type(needs["example"]) is type(outcome) and needs["sentence"]
        if isinstance(outcome, list):
            assert len(needs["example"]) == len(outcome)
        record["chance"].append([label, outcome])
    told = study(guest, record, first=total)
    assert told["needs"] is None and told["frames"][-1]["ending"] == whole.ending()


def test_an_example_is_an_outcome_that_can_be(house: OpenHouse) -> None:
    guest, record = house.guest(), {"game": "luminis", "seats": 3, "moves": []}
    chance: list[Any] = []
    while (needs := study(guest, record | {"chance": chance})["needs"]) is not None:
        chance.append([needs["label"], needs["example"]])
    assert [label for label, _ in chance] == ["spires", "first", "deck"]
    first = chance[1][1]
    told = study(guest, record | {"chance": chance, "moves": [[first, "pile 1"]]}, first=9)
    assert told["needs"]["label"] == "pile 1" and told["frames"][0]["number"] == 0


def test_a_refused_move_and_impossible_chance_are_told(house: OpenHouse) -> None:
    guest, bag = house.guest(), ["1/6"] * 8 + ["2/5"] * 8 + ["3/4"] * 8
    chance: list[Any] = [["place", 0], ["bag 0", bag], ["bag 1", bag], ["first", 1]]
    record: Told = {
        "game": "lumens",
        "seats": 2,
        "chance": chance,
        "moves": [[0, "start=6"], [1, "start=1"], [1, "c1=1"]],
    }
    told = study(guest, record, first=3)
    assert (told["refused"], told["fault"]["rule"], told["total"]) == (2, "LU-07", 2)
    assert told["frames"][0]["number"] == 2 and told["legal"]["1"]
    for number, wrong in ((1, ["bag 0", ["9/9"]]), (1, ["bag 0", bag[:-1]]), (2, ["bag 0", bag]), (3, ["first", 5])):
        told = study(guest, record | {"chance": [*chance[:number], wrong, *chance[number + 1 :]]})
        assert told["fault"]["code"] == "no_such_outcome" and str(number + 1) in told["fault"]["sentence"]
        assert (told["needs"]["number"], told["needs"]["label"]) == (number, chance[number][0])
        assert told["total"] == (1 if number == 3 else 0)


@pytest.mark.parametrize(
    ("record", "code"),
    [
        ({"game": "chess", "seats": 2}, "unknown_game"),
        ({"game": "lumens", "seats": 9}, "bad_record"),
        ({"game": "lumens", "seats": 2, "rules": 99}, "bad_record"),
        ({"game": "lumens", "seats": 2, "options": {"end": "never"}}, "bad_record"),
        ({"game": "lumens", "seats": 2, "edition": {"name": "/etc/passwd"}}, "bad_record"),
        ({"game": "lumens", "seats": 2, "edition": {"name": "mine", "text": "x"}}, "bad_record"),
        ({"game": "sirius", "seats": 2, "position": {"board": "?"}}, "bad_record"),
        ({"game": "lumens", "seats": 2, "seed": "xyz"}, "bad_request"),
        ({"game": "lumens", "seats": 2, "moves": [[0, "x" * 61]]}, "bad_request"),
        ({"game": "lumens", "seats": 2, "moves": [[0, "pass"]] * 5001}, "bad_request"),
        ({"game": "lumens", "seats": 2, "moves": ["pass"]}, "bad_request"),
    ],
)
def test_what_is_no_record_is_told_so(house: OpenHouse, record: Told, code: str) -> None:
    answer = house.guest().http.post("/api/study", json={"record": record})
    assert answer.json()["code"] == code and answer.status_code == (404 if code == "unknown_game" else 400)


@pytest.mark.parametrize("depth", [300, 900, 5000])
@pytest.mark.parametrize("place", ['"chance": [["place", DEEP]]', '"position": {"board": DEEP}'])
def test_lists_within_lists_break_nothing(house: OpenHouse, place: str, depth: int) -> None:
    body = f'{{"record": {{"game": "lumens", "seats": 2, {place.replace("DEEP", "[" * depth + "]" * depth)}}}}}'
    answer = house.guest().http.post("/api/study", content=body, headers={"content-type": "application/json"})
    assert answer.status_code in (200, 400), answer.text


def test_studying_is_counted() -> None:
    limits = Limits.none()._replace(studies=Limits().studies)
    with OpenHouse(settings(limits=limits)) as house:
        guest = house.guest()
        body = {"record": {"game": "sirius", "seats": 2}}
        answers = [guest.http.post("/api/study", json=body).status_code for _ in range(60)]
        assert set(answers) == {200, 429} and answers[:40] == [200] * 40
        assert house.guest().http.post("/api/study", json=body).status_code == 200, "somebody else"


def test_every_event_of_chance_can_be_asked_for() -> None:
    for language in ("fr", "en"):
        for name in HOUSE:
            assert set(SHELF[name].words(language).get("chance", {})) == set(SHELF[name].record.LABELS)


# --- lessons ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", HOUSE)
def test_a_lesson_is_followed_without_knowing_the_rules(house: OpenHouse, game: str) -> None:
    """As docs/lessons.md says: study tells the frame, what may be done, and what is wrong with anything else."""
    guest = house.guest()
    lesson = guest.http.get(f"/api/games/{game}/lessons").json()[0]
    record = {name: lesson[name] for name in ("game", "seats", "options", "seed", "chance", "position")} | {"moves": []}
    for step in lesson["steps"]:
        if step["position"]:
            record |= {"position": step["position"], "chance": [], "moves": []}
        record["moves"] += step["before"]
        told = study(guest, record, viewpoint=lesson["learner"], first=len(record["moves"]))
        assert (told["fault"], told["needs"], len(told["frames"])) == (None, None, 1)
        if step["expect"]:
            legal = told["legal"][str(lesson["learner"])]
            move = next(move for move in legal if step["expect"] == "any" or move in step["expect"])
            wrong = study(guest, record | {"moves": [*record["moves"], [lesson["learner"], "nonsense"]]})
            assert wrong["fault"]["rule"].endswith("-00") and wrong["refused"] == len(record["moves"])
            record["moves"] += [[lesson["learner"], move], *step["answers"]]


def test_games_without_lessons_have_none(house: OpenHouse) -> None:
    guest = house.guest()
    assert guest.http.get("/api/games/chess/lessons").json()["code"] == "unknown_game"
    join(toy.GAME)
    try:
        assert guest.http.get(f"/api/games/{toy.GAME.name}/lessons").json() == []
        record = random_game(toy.GAME.name, 2, "1").record()
        told = study(guest, record | {"seed": None, "chance": []})
        assert "deck" in told["needs"]["sentence"], "a game that nobody has written questions for"
        assert study(guest, record)["frames"][-1]["ending"] == record["ending"]
    finally:
        del SHELF[toy.GAME.name]

"""Exercises over HTTP: all of a game, and one that is tried."""

import msgspec
import pytest

from at_tables import HOUSE
from lumitheque.games import SHELF
from lumitheque.referee.exercise_files import exercises
from open_house import OpenHouse


@pytest.mark.parametrize("game", HOUSE)
def test_a_game_tells_its_exercises_and_themes(house: OpenHouse, game: str) -> None:
    guest = house.guest()
    told = guest.http.get(f"/api/games/{game}/exercises").json()
    known = exercises(SHELF[game])
    assert [one["id"] for one in told["exercises"]] == list(known)
    assert {one["name"]: one["count"] for one in told["themes"]} == {
        theme: sum(theme in one.themes for one in known.values())
        for theme in {theme for one in known.values() for theme in one.themes}
    }
    line = next(one for one in guest.http.get("/api/games").json() if one["name"] == game)
    assert line["exercises"] == len(known)


@pytest.mark.parametrize("game", HOUSE)
def test_an_exercise_is_tried(house: OpenHouse, game: str) -> None:
    guest = house.guest()
    one = next(iter(exercises(SHELF[game]).values()))
    asked = {"game": game, "exercise": msgspec.to_builtins(one), "moves": []}
    begun = guest.http.post("/api/exercises", json=asked).json()
    assert begun["verdict"] == "open" and begun["left"] == len(one.tasks) and one.tasks[0].best in begun["legal"]
    wrong = guest.http.post("/api/exercises", json=asked | {"moves": [one.tasks[0].wrong[0].move]}).json()
    assert wrong["verdict"] == "wrong" and wrong["wrong"]["frames"] and wrong["solution"] is None
    assert len(wrong["wrong"]["frames"]) == 1 + len(one.tasks[0].wrong[0].replies)
    refused = guest.http.post("/api/exercises", json=asked | {"moves": ["nothing"]}).json()
    assert refused["verdict"] == "refused" and refused["fault"]["sentence"]
    right = guest.http.post("/api/exercises", json=asked | {"moves": [task.best for task in one.tasks]}).json()
    assert right["verdict"] == "right" and right["solution"]["sentences"]


def test_what_is_no_exercise_is_refused(house: OpenHouse) -> None:
    guest = house.guest()
    one = msgspec.to_builtins(next(iter(exercises(SHELF["sirius"]).values())))
    cases = (
        {"game": "sirius", "exercise": one | {"position": {"phase": "play"}}},
        {"game": "galax", "exercise": one},
        {"game": "nothing", "exercise": one},
        {"game": "sirius", "exercise": {}},
        {"game": "sirius", "exercise": one | {"seat": 7}, "moves": ["a1-a2"]},
        {"game": "sirius", "exercise": one | {"tasks": [{"best": "zz", "chance": 1, "gap": 1}]}, "give_up": True},
    )
    for case in cases:
        answer = guest.http.post("/api/exercises", json=case)
        assert answer.status_code in (400, 404) and answer.json()["sentence"], case
    assert guest.http.get("/api/games/nothing/exercises").status_code == 404


def test_the_page_lies_at_its_addresses(house: OpenHouse) -> None:
    guest = house.guest()
    for path in ("/exercises", "/exercises/day", "/exercises/sirius", "/exercises/sirius/12345678"):
        assert guest.http.get(path).status_code == 200, path
    assert guest.http.get("/exercises/nothing").status_code == 404

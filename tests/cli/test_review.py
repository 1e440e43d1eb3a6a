"""review on the command line."""

from pathlib import Path

import pytest

from command_line import Run


@pytest.fixture
def game(lumitheque: Run) -> str:
    told = lumitheque("random", "luminis", "--seats", "2", "--seed", "5", "--records")
    Path("game.json").write_text(told.out, encoding="utf-8")
    return "game.json"


def test_a_review_adds_up_as_json(lumitheque: Run, game: str) -> None:
    told = lumitheque("review", game, "--simulations", "2", "--threads", "1", "--json")
    assert told.status == 0 and told.err == ""
    review = told.json()
    assert (review["file"], review["line"], review["simulations"]) == (game, 1, 2)
    for seat in review["reviews"]:
        assert seat["start"] + seat["own"] + seat["others"] + seat["luck"] == seat["result"]
    again = lumitheque("review", "-", "--simulations", "2", "--threads", "2", "--json", stdin=Path(game).read_bytes())
    assert again.json()["reviews"] == review["reviews"]


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_review_is_told(lumitheque: Run, game: str, language: str) -> None:
    told = lumitheque("review", game, "--simulations", "2", "--known", "--lang", language)
    assert told.status == 0
    assert ("Chance et découvertes" if language == "fr" else "Luck and reveals") in told.out
    assert told.out.count("P1") > 1 and "%" in told.out


def test_time_chooses_the_simulations(lumitheque: Run, game: str) -> None:
    told = lumitheque("review", game, "--time", "0.5", "--seat", "1", "--json").json()
    assert told["simulations"] >= 8 and [one["seat"] for one in told["reviews"]] == [1]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--time", "2", "--simulations", "5"), "do not go together"),
        (("--simulations", "0"), "at least one"),
        (("--time", "-1"), "not a time"),
        (("--seat", "7", "--simulations", "2"), "there is no seat 7"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(
    lumitheque: Run, game: str, options: tuple[str, ...], says: str
) -> None:
    told = lumitheque("review", game, *options)
    assert told.status == 2 and says in told.err and told.err.count("\n") == 1


def test_a_game_that_goes_on_is_not_reviewed(lumitheque: Run) -> None:
    Path("new.json").write_text(lumitheque("new", "lumens", "--seed", "1").out, encoding="utf-8")
    told = lumitheque("review", "new.json", "--simulations", "2")
    assert told.status == 2 and "the game is not over" in told.err

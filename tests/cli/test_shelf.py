"""games, edition check, schema."""

import json
import re
from pathlib import Path

import jsonschema
import pytest

from command_line import HOUSE, Run, every_game
from lumitheque.cli.shelf import position_schema
from lumitheque.games import SHELF, find
from lumitheque.games.edition import load_edition
from lumitheque.languages import languages
from lumitheque.referee.checking import random_game, tell_state
from source_tree import ROOT

WITH_EDITIONS = [name for name in HOUSE if find(name).editions]


@pytest.mark.parametrize("language", languages())
def test_games_as_json(lumitheque: Run, language: str) -> None:
    told = {game["name"]: game for game in lumitheque("games", "--json", "--lang", language).json()}
    assert list(told) == list(SHELF)
    for name in HOUSE:
        game, words = find(name), find(name).words(language)
        assert told[name]["title"] == words["title"]
        assert told[name]["seats"] == list(game.seats)
        assert {option["name"]: option["default"] for option in told[name]["options"]} == game.settle(game.seats[0], {})
        for option, known in zip(told[name]["options"], game.options, strict=True):
            assert [value["value"] for value in option["values"]] == list(known.values)
            assert option["label"] == words["options"][known.name]["label"]
            assert list(option["defaults"]) == [str(seats) for seats in game.seats]
        assert [edition["name"] for edition in told[name]["editions"]] == list(game.editions)
        assert all(edition["reconstruction"] and len(edition["sha256"]) == 64 for edition in told[name]["editions"])


def test_games_for_people(lumitheque: Run) -> None:
    french, english = lumitheque("games", "--lang", "fr").out, lumitheque("games").out
    for name in HOUSE:
        assert find(name).words("fr")["title"] in french and find(name).words("en")["title"] in english
        assert all(option.name in english for option in find(name).options)
    assert "reconstitution" in french and "(reconstruction)" in english
    assert "On s’arrête quand les sacs sont vides (livret)" in french
    assert re.search(r"empty_bags\* +Stop when the bags are empty \(booklet\)", english)
    assert "10–15 min a round" in english and re.search(r"1 2 3\* 4\* .* \(booklet\)", english)


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "fr"),
        ({"LANG": "C.UTF-8"}, "fr"),
        ({"LANG": "POSIX"}, "fr"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": "fr_CA"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_MESSAGES": "en_US.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LUMITHEQUE_LANG": "fr"}, "fr"),
        ({"LANG": "fr_FR", "LC_ALL": "C", "LUMITHEQUE_LANG": "en"}, "en"),
    ],
)
def test_language(monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], language: str) -> None:
    from lumitheque.cli.speech import default_language

    for name in ("LUMITHEQUE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert default_language() == language


@pytest.mark.parametrize("game", WITH_EDITIONS)
def test_a_good_edition(lumitheque: Run, game: str) -> None:
    edition = load_edition(find(game))
    assert edition
    Path("mine.txt").write_text(edition.text, encoding="utf-8")
    for words in (["edition", "check", "mine.txt"], ["edition", "check", "mine.txt", "--game", game]):
        told = lumitheque(*words)
        assert told.status == 0
        assert find(game).words("en")["title"] in told.out and edition.sha256 in told.out and "mine" in told.out
        assert (f"{len(edition.cards)} cards" if edition.cards else "a board") in told.out


@pytest.mark.parametrize("game", WITH_EDITIONS)
def test_a_broken_edition_is_told_from_others(lumitheque: Run, game: str) -> None:
    """Its error is the one of the game that it was meant for, with file and line."""
    edition = load_edition(find(game))
    assert edition
    lines = edition.text.splitlines()
    place = len(lines) // 2
    lines[place] += ",,"
    Path("mine.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    told = lumitheque("edition", "check", "mine.txt")
    assert told.status == 2 and f"read as {game}" in told.err and "mine.txt" in told.err
    named = lumitheque("edition", "check", "mine.txt", "--game", game)
    assert named.status == 2 and re.search(r"mine\.txt, line \d+: ", named.err)


def test_a_game_without_editions(lumitheque: Run) -> None:
    Path("mine.txt").write_text("", encoding="utf-8")
    (game, *_) = set(HOUSE) - set(WITH_EDITIONS)
    assert "has no editions" in lumitheque("edition", "check", "mine.txt", "--game", game).err


@every_game
def test_schemas_are_fresh(lumitheque: Run, game: str) -> None:
    kept = ROOT / "docs" / "schemas" / f"{game}.json"
    fresh = lumitheque("schema", game).out
    assert kept.exists() and kept.read_text(encoding="utf-8") == fresh, f"lumitheque schema {game} -o {kept}"


@every_game
def test_positions_and_views_are_as_the_schema_says(game: str) -> None:
    schema = json.loads(position_schema(find(game)))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    play = random_game(game, find(game).seats[-1], "5")
    while play.decisions:
        state = tell_state(play, 0, [])
        for told in (state["position"], *state["views"].values()):
            validator.validate(told)
        for _ in range(min(len(play.decisions), 1 + len(play.decisions) // 10)):
            play.take_back()
    assert not validator.is_valid(state["position"] | {"more": 1})
    assert not validator.is_valid({})

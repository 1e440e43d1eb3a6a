"""Every game can be read about and told in French and in English."""

import re
import string
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from lumitheque.games import SHELF, Game, find
from lumitheque.games.game import Option
from lumitheque.games.speech import say_refusal
from lumitheque.languages import languages
from lumitheque.referee.referee import OUTSIDE_RULES

FACTS = {"title", "tagline", "aim", "players"}
TABLES = {"pieces", "moves", "phases", "rules", "endings"}
ANCHOR = re.compile(r'<a id="([^"]+)"></a>')

HOUSE = [game for game in SHELF.values() if game.package.startswith("lumitheque.")]  # not games that tests bring along
every_game = pytest.mark.parametrize("game", HOUSE, ids=lambda game: game.name)
every_language = pytest.mark.parametrize("language", languages())


def leaves(words: dict[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in words.items():
        if isinstance(value, dict):
            yield from leaves(value, f"{path}{key}.")
        else:
            yield path + key, value


def placeholders(text: Any) -> list[str]:
    return sorted(name for _, name, _, _ in string.Formatter().parse(str(text)) if name is not None)


def phases(game: Game) -> set[str]:
    """What `phase` can be in a position, but for the end."""
    homes = [sys.modules[place.__module__] for place in game.notation.Position.__mro__]
    (told, *_) = [home.PHASES for home in homes if hasattr(home, "PHASES")]
    return set(told) - {"over"}


def value_names(option: Option) -> set[str]:
    return {str(value).lower() for value in option.values}


@every_game
def test_both_languages_say_the_same(game: Game) -> None:
    french, english = (dict(leaves(game.words(language))) for language in ("fr", "en"))
    assert french.keys() == english.keys()
    for key, text in french.items():
        assert placeholders(text) == placeholders(english[key]), key


@every_game
@every_language
def test_everything_has_words(game: Game, language: str) -> None:
    words = game.words(language)
    assert words.keys() >= FACTS | TABLES
    assert set(words["rules"]) == set(game.rule_ids)
    assert set(words["endings"]) == set(filter(None, game.record.REASONS)) | set(OUTSIDE_RULES)
    assert set(words["phases"]) >= phases(game)
    assert set(words.get("instead", {})) in (set(), phases(game))


@every_game
@every_language
def test_every_option_has_words(game: Game, language: str) -> None:
    told = game.words(language).get("options", {})
    assert set(told) == {option.name for option in game.options}
    for option in game.options:
        assert told[option.name]["label"]
        assert told[option.name]["help"]
        numbers = all(type(value) is int for value in option.values)
        if "values" in told[option.name] or not numbers:  # plain numbers speak for themselves
            assert set(told[option.name]["values"]) == value_names(option), option.name


@every_game
@every_language
def test_every_rule_has_its_anchor(game: Game, language: str) -> None:
    assert sorted(ANCHOR.findall(game.page(language))) == sorted(game.rule_ids)


@every_game
@every_language
def test_every_game_has_an_aid(game: Game, language: str) -> None:
    aid = game.page(language, aid=True)
    assert aid.startswith("# ")
    assert len(aid.splitlines()) <= 40, "an aid fits on one card"


@every_game
def test_both_pages_name_the_same_options(game: Game) -> None:
    for option in game.options:
        for language in languages():
            assert f"`{option.name}`" in game.page(language), (option.name, language)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", SHELF.values(), ids=lambda game: game.name)
def test_variants_of_refusals_are_by_every_value_of_an_option(game: Game, language: str) -> None:
    values = {option.name: {str(value).lower() for value in option.values} for option in game.options}
    for rule_id, by_option in game.words(language).get("variants", {}).items():
        assert rule_id in game.rule_ids
        assert all(set(sentences) == values[option] for option, sentences in by_option.items())


def test_a_refusal_names_the_variant_that_is_played() -> None:
    sirius = find("sirius")
    said = {
        count: say_refusal(sirius, "SI-02", "fr", options=sirius.settle(2, {"directions": count})) for count in (4, 8)
    }
    assert said[4].endswith("sans diagonale.") and said[8].endswith("diagonales comprises.")
    assert "si la table" in say_refusal(sirius, "SI-02", "fr")

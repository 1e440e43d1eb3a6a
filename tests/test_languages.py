"""A language is a folder: what it lacks falls back and is counted, and every one there says the same things."""

from pathlib import Path
from typing import Any

import pytest
from scripts.page_words import TEMPLATE_TYPES, TYPES, write_template_types, write_types
from scripts.pseudo_locale import OPENS, write_pseudo_locale

from lumitheque.games import SHELF, find
from lumitheque.languages import (
    BASE,
    Catalogue,
    choose,
    choose_for_locale,
    fill,
    game_catalogues,
    house_catalogues,
    languages,
)
from lumitheque.languages.folders import MORE
from lumitheque.languages.messages import MessageError, parts_of
from lumitheque.server.catalogues import missing_words, word_folders

ALL = [*house_catalogues(), *(one for folder in word_folders() for one in game_catalogues(folder))]
OTHERS = [language for language in languages() if language != BASE]


def messages(words: Any, path: str = "") -> dict[str, str]:
    """Every message by its place."""
    if isinstance(words, str):
        return {path: words}
    inner = words.items() if isinstance(words, dict) else enumerate(words)
    return {place: text for key, value in inner for place, text in messages(value, f"{path}.{key}").items()}


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("catalogue", ALL, ids=lambda catalogue: catalogue.name)
def test_every_language_says_the_same_things(catalogue: Catalogue, language: str) -> None:
    base, other = messages(catalogue.words(BASE)), messages(catalogue.words(language))
    assert catalogue.missing(language) == 0
    assert other.keys() == base.keys()
    assert {place: parts_of(text) for place, text in other.items()} == {
        place: parts_of(text) for place, text in base.items()
    }


def test_a_folder_is_a_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With three words in it: the others come from the language that it falls back to, and are counted."""
    folder = tmp_path / "br"
    (folder / "games" / "sirius").mkdir(parents=True)
    facts = "name = 'Brezhoneg'\nfalls_back_to = 'fr'\nplural = 'n != 1'\nforms = ['one', 'other']\ndecimal = ','\n"
    (folder / "language.toml").write_text(facts)
    (folder / "server.toml").write_text("[faults]\ntoo_large = 'Re hir eo.'\n")
    (folder / "games" / "sirius" / "words.toml").write_text("title = 'Siriuz'\n[pieces]\nsun = 'heol'\n")
    monkeypatch.setenv(MORE, str(tmp_path))
    assert languages() == ("fr", "en", "br") or languages() == ("fr", "br", "en")
    assert choose("br-FR, en;q=0.5") == "br" and choose_for_locale("br_FR.UTF-8") == "br"
    said, french = Catalogue("server").words("br")["faults"], Catalogue("server").words("fr")["faults"]
    assert said["too_large"] == "Re hir eo." and said["too_slow"] == french["too_slow"]
    sirius = find("sirius")
    assert sirius.words("br")["title"] == "Siriuz" and sirius.words("br")["pieces"]["moon"] == "lune"
    assert sirius.page("br") == sirius.page("fr")
    assert missing_words("br") == sum(len(messages(one.words(BASE))) for one in ALL) - 3


def test_a_whole_language_lacks_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_pseudo_locale(tmp_path, "tlh")
    monkeypatch.setenv(MORE, str(tmp_path))
    assert missing_words("tlh") == 0
    for game in SHELF.values():
        if game.package.startswith("lumitheque."):
            assert game.page("tlh").count(OPENS) > 20 and game.words("tlh")["title"].startswith(OPENS)


@pytest.mark.parametrize(
    ("asked", "spoken"),
    [
        ("", "fr"),
        ("en", "en"),
        ("EN-gb", "en"),
        ("de, en;q=0.8, fr;q=0.9", "fr"),
        ("de,nl;q=0.5", "fr"),
        ("fr;q=0, en;q=0.1", "en"),
        ("*", "fr"),
        ("en;q=none", "fr"),
        ("x" * 10_000, "fr"),
        ("../../etc", "fr"),
    ],
)
def test_which_language_is_spoken(asked: str, spoken: str) -> None:
    assert choose(asked) == spoken


@pytest.mark.parametrize(
    ("message", "parts", "said"),
    [
        ("{name} : {move}", {"name": "Ada", "move": "c3"}, "Ada : c3"),
        ("{n, plural, one {# coup} other {# coups}}", {"n": 0}, "0 coup"),
        ("{n, plural, one {# coup} other {# coups}}", {"n": 2}, "2 coups"),
        ("{n, plural, =0 {rien} other {{n} pour {who}}}.", {"n": 0, "who": "Ada"}, "rien."),
        ("{n, plural, =0 {rien} other {{n} pour {who}}}.", {"n": 3, "who": "Ada"}, "3 pour Ada."),
        ("{on, select, true {oui} other {non}}", {"on": True}, "oui"),
        ("{on, select, true {oui} other {non}}", {"on": False}, "non"),
        ("Victoire de {name}", {"name": "Adhara"}, "Victoire d’Adhara"),
        ("Victoire de {name}", {"name": "Mamie"}, "Victoire de Mamie"),
        ("plus que {name}, de {n}", {"name": "Ysolde", "n": 8}, "plus qu’Ysolde, de 8"),
        ("n° {number}, #1", {"number": 3}, "n° 3, #1"),
    ],
)
def test_messages(message: str, parts: dict[str, Any], said: str) -> None:
    assert fill(message, "fr", parts) == said
    assert parts_of(message) == parts.keys()


@pytest.mark.parametrize("message", ["{", "{name", "}", "a } b", "{n, plural, one {x}}", "{n, count, other {x}}", "{}"])
def test_messages_that_cannot_be_read_are_told_so(message: str) -> None:
    with pytest.raises(MessageError):
        fill(message, "fr", {"n": 1, "name": "Ada"})


def test_the_pages_types_are_fresh() -> None:
    assert TYPES.read_text(encoding="utf-8") == write_types(), "run `make web-types`"
    assert TEMPLATE_TYPES.read_text(encoding="utf-8") == write_template_types(), "run `make web-types`"

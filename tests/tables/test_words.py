"""Why a command is denied, in French and English, with the same things to fill in."""

import ast

from lumitheque.languages.messages import parts_of
from lumitheque.tables import phrases, say_phrases
from lumitheque.tables.denied import WORDS
from source_tree import PACKAGE, parse


def codes() -> dict[str, set[str]]:
    """Every code that this room denies with, and the facts that it gives."""
    found: dict[str, set[str]] = {}
    for path in (PACKAGE / "tables").glob("*.py"):
        for node in ast.walk(parse(path)):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Denied":
                for code in [part.value for part in ast.walk(node.args[0]) if isinstance(part, ast.Constant)]:
                    found.setdefault(code, set()).update(word.arg or "" for word in node.keywords)
    return found


def test_every_denial_has_words() -> None:
    told = {language: WORDS.words(language)["denied"] for language in ("fr", "en")}
    assert told["fr"].keys() == told["en"].keys()
    given = {code: facts for code, facts in codes().items() if code != "refused"}  # has the sentence of its rule
    given = {code: facts for code, facts in given.items() if code not in ("open", "playing")}  # statuses
    assert given.keys() == told["fr"].keys()
    for code, sentence in told["fr"].items():
        assert parts_of(sentence) == parts_of(told["en"][code]) <= given[code], code
        assert sentence and told["en"][code]


def test_phrases_are_said_in_both_languages() -> None:
    assert say_phrases("fr").keys() == say_phrases("en").keys() == phrases()

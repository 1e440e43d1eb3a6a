"""The command line's own sentences, in French and English."""

import ast
import re
from typing import get_args

import pytest

from lumitheque.cli.speech import WORDS, Speech
from lumitheque.games.origins import Origin, ValueOrigin
from lumitheque.judging.shapes import Standing
from lumitheque.languages.messages import parts_of
from lumitheque.press.ordering import PARTS
from source_tree import PACKAGE, parse

CLI = PACKAGE / "cli"
KEY = re.compile("[a-z]+[.][a-z_]+")


def words(language: str) -> dict[str, str]:
    told = WORDS.words(language)
    return {f"{section}.{name}": text for section, entries in told.items() for name, text in entries.items()}


def told_by_guest_bots() -> set[str]:
    """The events that `guest-bot` tells while it plays."""
    calls = [
        node
        for path in (PACKAGE / "guest").glob("*.py")
        for node in ast.walk(parse(path))
        if isinstance(node, ast.Call)
    ]
    first = [call.args[0] for call in calls if getattr(call.func, "attr", "") == "_say"]
    return {f"guest.{argument.value}" for argument in first if isinstance(argument, ast.Constant)}


def test_both_languages_say_the_same() -> None:
    french, english = words("fr"), words("en")
    assert french.keys() == english.keys()
    for key, text in french.items():
        assert parts_of(text) == parts_of(english[key]), key


def test_every_sentence_is_said() -> None:
    sources = [parse(path) for path in CLI.glob("*.py")]
    texts = [node.value for tree in sources for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    said = {text for text in texts if isinstance(text, str) and KEY.fullmatch(text)}
    known = words("fr").keys()
    composed = {key for key in known if key.startswith(("edition.board_", "edition.deck_"))}
    composed |= {f"origins.{mark}" for mark in (*get_args(Origin), *get_args(ValueOrigin))}
    composed |= {f"print.{part}" for part in (*PARTS, "pdf")}
    composed |= {
        f"review.{column}" for column in ("start", "own", "others", "luck", "result", "slip", "mistake", "blunder")
    }
    composed |= {f"agents.{head}" for head in ("game", "seats", "against", "share", "interval")}
    composed |= {f"judge.{word}" for word in ("figure", "interval", "ours", "games", *get_args(Standing))}
    composed |= told_by_guest_bots()
    assert known - said == composed - said


@pytest.mark.parametrize(
    ("language", "said"), [("fr", ["0 coup", "1 coup", "2 coups"]), ("en", ["0 moves", "1 move", "2 moves"])]
)
def test_counting(language: str, said: list[str]) -> None:
    say = Speech(language)
    assert [say.count("game.moves", number) for number in range(3)] == said


def test_listing() -> None:
    assert Speech("fr").listed(["P1", "P2", "P3"]) == "P1, P2 et P3"
    assert Speech("en").listed(["P1"]) == "P1" and Speech("en").listed([]) == ""

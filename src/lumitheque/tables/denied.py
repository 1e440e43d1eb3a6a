"""Denied: a command that may not be obeyed, and why, in words for people."""

import functools
import tomllib
from pathlib import Path
from typing import Any

from lumitheque.games import find
from lumitheque.games.game import LANGUAGES
from lumitheque.games.speech import say_refusal


class Denied(Exception):
    """Nothing has happened. `code` says why; a refused move has its rule id and the game whose rule it is."""

    def __init__(self, code: str, rule_id: str | None = None, **facts: Any) -> None:
        super().__init__(code if rule_id is None else f"{code} {rule_id}")
        self.code, self.rule_id, self.facts = code, rule_id, facts

    def sentence(self, language: str) -> str:
        """For people, in one line."""
        if self.rule_id is not None:
            return say_refusal(find(self.facts["game"]), self.rule_id, language)
        told: str = words(language)["denied"][self.code]
        return told.format(**self.facts)


@functools.cache
def words(language: str) -> dict[str, Any]:
    """The sentences of this room: why a command is denied, and the quick phrases of the chat."""
    with (Path(__file__).parent / "words" / f"{language}.toml").open("rb") as file:
        return tomllib.load(file)


@functools.cache
def phrases() -> frozenset[str]:
    """The ids of the quick phrases."""
    return frozenset(words(LANGUAGES[0])["phrases"])

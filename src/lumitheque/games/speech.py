"""Sentences for people, from a game's words."""

from collections.abc import Mapping
from typing import Any

import msgspec

from lumitheque.games.game import Game, Option, Value


class Spoken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text in both languages."""

    fr: str
    en: str


def say_move(words: Mapping[str, Any], key: str, parts: Mapping[str, str]) -> str:
    """A move as a sentence. A part that begins with @ is the name of a piece."""
    named = {part: words["pieces"][text[1:]] if text.startswith("@") else text for part, text in parts.items()}
    sentence: str = words["moves"][key].format(**named)
    return sentence


def say_refusal(game: Game, rule_id: str, language: str) -> str:
    """Why a move is refused, in one line."""
    sentence: str = game.words(language)["rules"][rule_id]
    return sentence


def say_ending(game: Game, reason: str, language: str) -> str:
    sentence: str = game.words(language)["endings"][reason]
    return sentence


def say_value(game: Game, option: Option, value: Value, language: str) -> str:
    """A value of an option in words; plain numbers speak for themselves."""
    text = str(value).lower()
    words: dict[str, str] = game.words(language)["options"][option.name].get("values", {})
    return words.get(text, text)

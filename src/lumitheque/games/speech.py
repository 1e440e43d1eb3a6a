"""Sentences for people, from a game's words."""

from collections.abc import Mapping
from typing import Any

from lumitheque.games.game import Game, Option, Value


def say_move(words: Mapping[str, Any], key: str, parts: Mapping[str, str]) -> str:
    """A move as a sentence. A part that begins with @ is the name of a piece."""
    named = {part: words["pieces"][text[1:]] if text.startswith("@") else text for part, text in parts.items()}
    sentence: str = words["moves"][key].format(**named)
    return sentence


def say_refusal(
    game: Game,
    rule_id: str,
    language: str,
    phase: str | None = None,
    options: Mapping[str, Value] | None = None,
) -> str:
    """Why a move is refused, in one line. With a phase: what to do now, because the move belongs to another one. With
    options: the variant of the rule that is played, where `variants` in the game's words tells them apart."""
    words = game.words(language)
    sentence: str = words.get("instead", {}).get(phase) or _played(words, rule_id, options) or words["rules"][rule_id]
    return sentence


def _played(words: Mapping[str, Any], rule_id: str, options: Mapping[str, Value] | None) -> str | None:
    for option, sentences in words.get("variants", {}).get(rule_id, {}).items():
        if options is not None and option in options:
            found: str | None = sentences.get(str(options[option]).lower())
            return found
    return None


def say_ending(game: Game, reason: str, language: str) -> str:
    sentence: str = game.words(language)["endings"][reason]
    return sentence


def say_value(game: Game, option: Option, value: Value, language: str) -> str:
    """A value of an option in words; plain numbers speak for themselves."""
    text = str(value).lower()
    words: dict[str, str] = game.words(language)["options"][option.name].get("values", {})
    return words.get(text, text)

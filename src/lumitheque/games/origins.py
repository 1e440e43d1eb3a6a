"""Where the rules of a game come from: its `origins.toml`, read and checked.

A rule has one origin or several, the most important first. Each says which part of the rule it stands for:

    booklet    the booklet says so; `section` is the heading under which it does
    reading    the booklet's text allows it and allows something else; `other` is the other reading
    house      a rule of this house, where the booklet is silent
    elsewhere  a fact about the published game that its booklet does not give

The values of options and the facts on the box (age, minutes) have origins, too. What a source says, and the other
reading, are in `words/LANGUAGE/origins.toml`, under the rule's id and the source's number, counted from 1.
"""

import functools
import tomllib
from pathlib import Path
from typing import Any, Literal

import msgspec

from lumitheque.games.game import Game, GameError, Value

Origin = Literal["booklet", "reading", "house", "elsewhere"]
ValueOrigin = Literal["booklet", "reading", "other", "house"]  # `other`: the reading that is not ours
ANY = "any"  # stands for all values of an option


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where a rule, or a part of it, comes from."""

    origin: Origin
    section: str | None = None  # the heading in the booklet, as it is printed, perhaps with a number behind it
    says: str | None = None  # what comes from there; not needed where the booklet says the whole rule
    other: str | None = None  # of a reading: the other one

    def missing(self) -> list[str]:
        """What its origin asks for and is not told."""
        asked = {"booklet": ("section",), "reading": ("section", "says", "other")}.get(self.origin, ("says",))
        return [name for name in asked if getattr(self, name) is None]


class Booklet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    publisher: str
    sections: list[str]  # all headings that a source may name


class Origins(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    booklet: Booklet
    rules: dict[str, list[Source]]  # by rule id
    options: dict[str, dict[str, ValueOrigin]]  # by option and value
    facts: dict[str, Source]  # age, minutes

    def of_value(self, option: str, value: Value) -> ValueOrigin:
        told = self.options[option]
        return told.get(str(value).lower()) or told[ANY]


@functools.cache
def origins(game: Game, language: str) -> Origins | None:
    """Where the rules of a game come from; None for a game that does not say."""
    path = game.folder / "origins.toml"
    return _read(path, game.catalogue("origins").words(language)) if path.exists() else None


def _read(path: Path, words: dict[str, Any]) -> Origins:
    try:
        with path.open("rb") as file:
            told = msgspec.convert(tomllib.load(file), Origins)
    except (msgspec.ValidationError, tomllib.TOMLDecodeError) as error:
        raise GameError(f"{path}: {error}") from None
    rules = {
        rule: [_say(source, words.get(rule, {}).get(str(number), {})) for number, source in enumerate(sources, 1)]
        for rule, sources in told.rules.items()
    }
    facts = {name: _say(source, words.get(name, {})) for name, source in told.facts.items()}
    return Origins(told.booklet, rules, told.options, facts)


def _say(source: Source, words: dict[str, str]) -> Source:
    return msgspec.structs.replace(source, **words)

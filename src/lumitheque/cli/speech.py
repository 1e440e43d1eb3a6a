"""Chooses the language, and looks up the command line's own sentences."""

import os
from typing import Annotated, Any

from cyclopts import Parameter

from lumitheque.cli.errors import translate
from lumitheque.languages import BASE, Catalogue, choose_for_locale, fill, languages, read_language

WORDS = Catalogue("terminal")


def known(_: Any, language: str | None) -> None:
    """What --lang may be."""
    if language is not None and language not in languages():
        raise ValueError(f"{language!r} is not one of {', '.join(languages())}")


Language = Annotated[
    str | None,
    Parameter(
        name="--lang",
        validator=known,
        help=f"Language of what is said: {', '.join(languages())}; by default LUMITHEQUE_LANG, then the locale.",
    ),
]


def default_language() -> str:
    """LUMITHEQUE_LANG; else what the locale asks for (C and POSIX name no language)."""
    for name in ("LUMITHEQUE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return choose_for_locale(value)
    return BASE


class Speech:
    """The command line's sentences in one language: say("move.played", player="P1")."""

    def __init__(self, language: str | None = None) -> None:
        self.language = language or default_language()
        self._words = WORDS.words(self.language)

    def __call__(self, key: str, **parts: Any) -> str:
        section, _, name = key.partition(".")
        return fill(self._words[section][name], self.language, parts)

    def count(self, key: str, number: int) -> str:
        """Write a number of things."""
        return self(key, count=number)

    def decimal(self, number: str) -> str:
        """Write a number with this language's decimal sign."""
        return number.replace(".", read_language(self.language).decimal)

    def error(self, error: object) -> str:
        """Write an error, or the place in one, in this language."""
        return translate(str(error), self.language)

    def listed(self, things: list[str]) -> str:
        """Join things as a sentence does: P1, P2 and P3."""
        if len(things) < 2:
            return "".join(things)
        return f"{', '.join(things[:-1])} {self('join.and')} {things[-1]}"

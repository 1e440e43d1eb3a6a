"""Which language is spoken, and the command line's own sentences."""

import functools
import os
import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import Parameter

Language = Annotated[
    Literal["fr", "en"] | None,
    Parameter(name="--lang", help="Language of what is said: fr or en; by default LUMITHEQUE_LANG, then the locale."),
]


def default_language() -> str:
    """LUMITHEQUE_LANG; else French, unless the locale names another language (C and POSIX name none)."""
    for name in ("LUMITHEQUE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            spoken = value.split(".")[0].split("_")[0].lower()
            return "fr" if spoken in ("fr", "c", "posix") else "en"
    return "fr"


class Speech:
    """The command line's sentences in one language: say("move.played", player="P1")."""

    def __init__(self, language: str | None = None) -> None:
        self.language = language or default_language()
        self._words = _words(self.language)

    def __call__(self, key: str, **parts: Any) -> str:
        section, _, name = key.partition(".")
        sentence: str = self._words[section][name]
        return sentence.format(**parts)

    def count(self, key: str, number: int) -> str:
        """A number of things; the words give the singular and the plural."""
        section, _, name = key.partition(".")
        one, many = self._words[section][name]
        few = number < 2 if self.language == "fr" else number == 1  # 0 coup, but 0 moves
        return f"{number} {one if few else many}"

    def listed(self, things: list[str]) -> str:
        """P1, P2 and P3."""
        if len(things) < 2:
            return "".join(things)
        return f"{', '.join(things[:-1])} {self._words['join']['and']} {things[-1]}"


@functools.cache
def _words(language: str) -> dict[str, Any]:
    with (Path(__file__).parent / "words" / f"{language}.toml").open("rb") as file:
        return tomllib.load(file)

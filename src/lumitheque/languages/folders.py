"""Which languages there are: one for each folder with a `language.toml`."""

import functools
import gettext
import os
import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).parent
MORE = "LUMITHEQUE_LANGUAGES"  # one more folder of languages


class Elision(NamedTuple):
    """Words that lose their end before a part."""

    before: re.Pattern[str]  # how such a part begins
    words: dict[str, str]  # "de": "d’"


class LanguageFacts(NamedTuple):
    """What `language.toml` says."""

    code: str
    name: str  # in the language itself
    falls_back_to: str | None  # where words come from that it lacks; None: the base, which lacks none
    plural: Callable[[int], int]  # the place in `forms` for a number of things
    forms: tuple[str, ...]  # as Unicode's CLDR names them: one, few, many, other
    decimal: str  # the decimal point
    for_strangers: bool
    elision: Elision | None  # None: words stay as they are


def roots() -> tuple[Path, ...]:
    """Folders of languages, the house's own first."""
    more = os.environ.get(MORE)
    return (HERE, Path(more)) if more else (HERE,)


@functools.cache
def _found(roots: tuple[Path, ...]) -> dict[str, LanguageFacts]:
    paths = [path for root in roots for path in sorted(root.glob("*/language.toml"))]
    found = {path.parent.name: _read(path) for path in paths}
    return dict(sorted(found.items(), key=lambda item: (item[1].falls_back_to is not None, item[0])))


def _read(path: Path) -> LanguageFacts:
    told: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    return LanguageFacts(
        code=path.parent.name,
        name=told["name"],
        falls_back_to=told.get("falls_back_to"),
        plural=gettext.c2py(told["plural"]),
        forms=tuple(told["forms"]),
        decimal=told["decimal"],
        for_strangers=told.get("for_strangers", False),
        elision=_read_elision(told["elision"]) if "elision" in told else None,
    )


def _read_elision(told: dict[str, Any]) -> Elision:
    return Elision(re.compile(told["before"], re.IGNORECASE), told["words"])


def languages() -> tuple[str, ...]:
    """The codes of all languages, the base first."""
    return tuple(_found(roots()))


def read_language(code: str) -> LanguageFacts:
    """KeyError if there is no such language."""
    return _found(roots())[code]


def fallbacks(code: str) -> Iterator[str]:
    """A language, then those it falls back to, one after the other."""
    following: str | None = code
    while following is not None:
        yield following
        following = read_language(following).falls_back_to


def find_file(language: str, name: str, own: Path | None = None) -> Path | None:
    """A file of a language: in the folder of languages that a game brings along, or in one of the house's."""
    places = [root / language / name for root in roots()]
    if own is not None:
        places.insert(0, own / language / Path(name).name)
    return next((path for path in places if path.is_file()), None)


BASE = languages()[0]  # the language that every other one falls back to

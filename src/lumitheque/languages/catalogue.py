"""Words read from the folders of languages. A language that lacks a word takes it from the one it falls back to."""

import functools
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from lumitheque.languages.folders import BASE, HERE, fallbacks, find_file

Words = dict[str, Any]
NO_MESSAGES = ("language", "errors")  # facts; and errors, whose keys are their English text


class Catalogue(NamedTuple):
    """One TOML file per language: `name` is its path inside a language's folder, without the suffix.

    A game brings its own folder of languages along, `own`; there the file lies without the folders in its name.
    """

    name: str
    own: Path | None = None

    def words(self, language: str) -> Words:
        return _read(self, language).words

    def missing(self, language: str) -> int:
        """How many messages come from another language."""
        return _read(self, language).missing


class Merged(NamedTuple):
    words: Words
    missing: int


@functools.cache
def _read(catalogue: Catalogue, language: str) -> Merged:
    merged = Merged({}, 0)
    for code in fallbacks(language):
        path = find_file(code, f"{catalogue.name}.toml", catalogue.own)
        found = tomllib.loads(path.read_text(encoding="utf-8")) if path else {}
        merged = Merged(found, 0) if code == language else _complete(merged, found)
    return merged


def _complete(merged: Merged, other: Words) -> Merged:
    """Take over what is missing."""
    words, missing = dict(merged.words), merged.missing
    for key, value in other.items():
        if key not in words:
            words[key] = value
            missing += count(value)
        elif isinstance(value, dict) and isinstance(words[key], dict):
            words[key], missing = _complete(Merged(words[key], missing), value)
    return Merged(words, missing)


def count(words: Any) -> int:
    """How many messages there are."""
    if isinstance(words, str):
        return 1
    return sum(map(count, words.values() if isinstance(words, dict) else words))


def missing(catalogues: Iterable[Catalogue], language: str) -> int:
    """How many messages of all these a language takes from another."""
    return sum(catalogue.missing(language) for catalogue in catalogues)


def house_catalogues(folder: str = "") -> list[Catalogue]:
    """The house's own catalogues, or those in one folder: the base language has all of them."""
    root = HERE / BASE
    paths = sorted(root.glob(f"{folder}/*.toml" if folder else "**/*.toml"))
    names = [path.relative_to(root).with_suffix("").as_posix() for path in paths]
    return [Catalogue(name) for name in names if name not in NO_MESSAGES]


def game_catalogues(folder: Path) -> list[Catalogue]:
    """The catalogues in a game's folder."""
    own = folder / "words"
    return [Catalogue(f"games/{folder.name}/{path.stem}", own) for path in sorted((own / BASE).glob("*.toml"))]


@functools.cache
def read_text(name: str, language: str, own: Path) -> str:
    """A whole page: in this language, or in the first it falls back to that has the page."""
    for code in fallbacks(language):
        if path := find_file(code, name, own):
            return path.read_text(encoding="utf-8")
    raise FileNotFoundError(own / language / Path(name).name)

"""Errors in the language of the terminal. Code raises them in English; a language's errors.toml has them.

A key of the catalogue is an error's English text with {} for its parts, as in the source. Parts are translated in turn,
so an error inside an error is. What the catalogue lacks stays English.
"""

import functools
import re
import tomllib
from typing import NamedTuple

from lumitheque.languages.folders import find_file

CATALOGUE = "errors.toml"
PART = "{}"
PLACED = "{}: {}"  # where it is wrong, and what


class Pattern(NamedTuple):
    english: re.Pattern[str]
    sentence: str


def translate(message: str, language: str) -> str:
    """Translate an error message; what the catalogue lacks stays as it is."""
    for pattern in _patterns(language):
        if match := pattern.english.fullmatch(message):
            return pattern.sentence.format(*(translate(part, language) for part in match.groups()))
    place, colon, problem = message.partition(": ")  # most errors begin with where it is wrong
    if not colon:
        return message
    told = translate(place, language), translate(problem, language)
    return message if told == (place, problem) else _entries(language)[PLACED].format(*told)


@functools.cache
def _entries(language: str) -> dict[str, str]:
    """Read a language's catalogue: English to sentence."""
    path = find_file(language, CATALOGUE)
    if path is None:
        return {}
    with path.open("rb") as file:
        sections = tomllib.load(file)
    return {english: sentence for section in sections.values() for english, sentence in section.items()}


@functools.cache
def _patterns(language: str) -> list[Pattern]:
    """Compile a language's catalogue, the patterns with most text first: they say most."""
    entries = _entries(language)
    most_text_first = sorted(entries.keys() - {PLACED}, key=lambda english: (-len(english.replace(PART, "")), english))
    return [Pattern(_compile(english), entries[english]) for english in most_text_first]


def _compile(english: str) -> re.Pattern[str]:
    """Make a regular expression of an entry. A first part never holds ": ", so that `file: rest` is split instead."""
    first, *rest = map(re.escape, english.split(PART))
    parts = [r"((?:(?!: ).)*?)" if number == 0 and not first else "(.*?)" for number in range(len(rest))]
    return re.compile(first + "".join(part + text for part, text in zip(parts, rest, strict=True)), re.DOTALL)

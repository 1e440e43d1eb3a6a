"""Names that look alike: what cannot be seen is left out, and what Unicode calls confusable counts as the same."""

import functools
import unicodedata
from collections.abc import Mapping

import regex
from confusable_homoglyphs.confusables import confusables_data

UNSEEN = regex.compile(r"\p{Default_Ignorable_Code_Point}+")
TURNED = "\u200e"  # the data wraps what is written from right to left in these


def seen(text: str) -> str:
    """A text without what no font shows: fillers, joiners, variation selectors."""
    found: str = UNSEEN.sub("", text)
    return found


def twins(names: Mapping[str, str]) -> list[str]:
    """Whoever, of these people, has a name that can be taken for that of another."""
    bearers: dict[str, list[str]] = {}
    for person, name in names.items():
        for look in looks(name):
            bearers.setdefault(look, []).append(person)
    return sorted({person for alike in bearers.values() if len(alike) > 1 for person in alike})


@functools.lru_cache(maxsize=20_000)
def looks(name: str) -> frozenset[str]:
    """What a name looks like as it is written, and in small letters: two that share one of these look alike."""
    return frozenset((f"={_skeleton(name)}", f"~{_skeleton(name.casefold())}"))


def _skeleton(text: str) -> str:
    letters = unicodedata.normalize("NFKD", seen(text))
    shown = "".join(_prototype(part) for letter in letters for part in _prototype(letter))
    return "".join(letter for letter in shown if letter.isalnum())


@functools.cache
def _prototype(letter: str) -> str:
    """What stands for all that look like a letter: the one that most are said to look like; for m it is rn."""
    family, found = {letter}, [letter]
    while found:
        alike = {other["c"].strip(TURNED) for other in confusables_data.get(found.pop(), ())}
        found += alike - family
        family |= alike
    return max(family, key=lambda one: (len(one), len(confusables_data.get(one, ())), one))

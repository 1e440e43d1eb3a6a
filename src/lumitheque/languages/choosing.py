"""Which language somebody is spoken to in."""

import functools
from collections.abc import Iterable

from lumitheque.languages.folders import BASE, languages, read_language

LONGEST = 200  # characters of a header that are read


def choose(asked: str) -> str:
    """The best language for an Accept-Language header, or for a plain code; the base if none fits."""
    return _choose(asked[:LONGEST], languages())


@functools.lru_cache(1000)
def _choose(asked: str, known: tuple[str, ...]) -> str:
    return first_known(_by_weight(asked), known) or BASE


def _by_weight(asked: str) -> Iterable[str]:
    """The codes of `fr-CH, en;q=0.8`, most wanted first."""
    weighed = []
    for part in asked.split(","):
        code, _, weight = part.strip().partition(";q=")
        try:
            weighed.append((-float(weight or 1), code.strip()))
        except ValueError:
            continue
    return [code for weight, code in sorted(weighed, key=lambda one: one[0]) if weight < 0]


def first_known(codes: Iterable[str], known: tuple[str, ...]) -> str | None:
    """The first that there is a folder for: `pt-br` for pt-BR, else `pt`."""
    for code in codes:
        lowered = code.lower()
        for tried in (lowered, lowered.partition("-")[0]):
            if tried in known:
                return tried
    return None


def choose_for_locale(locale: str) -> str:
    """The language for a locale such as de_DE.UTF-8. C and POSIX name none: that is the base."""
    code = locale.partition(".")[0].replace("_", "-")
    if code.lower() in ("c", "posix"):
        return BASE
    strangers = (one for one in languages() if read_language(one).for_strangers)
    return first_known([code], languages()) or next(strangers, BASE)

"""The colours of the page, by day, by night and in greys.

`colours.json` has them: `make colours` reads them out of the page's styles. Where a style has a gradient, there are all
colours of it, in order.
"""

import functools
import json
from pathlib import Path

THEMES = ("day", "night")
HOUSE = "house"
RED, GREEN, BLUE = 0.2126, 0.7152, 0.0722  # how bright they look


@functools.cache
def _colours() -> dict[str, dict[str, list[list[str]]]]:
    told: dict[str, dict[str, list[list[str]]]] = json.loads(
        Path(__file__).with_name("colours.json").read_text(encoding="utf-8")
    )
    return told


class Palette:
    """The colours that a game is drawn with: its own, then those of the house."""

    def __init__(self, game: str, theme: str = "day", *, grey: bool = False) -> None:
        if theme not in THEMES:
            raise ValueError(f"theme {theme!r} is not one of {', '.join(THEMES)}")
        self.game, self.theme, self.grey = game, theme, grey
        self._own, self._house = _colours().get(game, {}), _colours()[HOUSE]

    def __call__(self, name: str) -> str:
        """One colour, such as #1c2747."""
        return self.all(name)[0]

    def all(self, name: str) -> list[str]:
        """Every colour of a gradient."""
        known = self._own if name in self._own else self._house
        return [self.tone(pair[THEMES.index(self.theme) % len(pair)]) for pair in known[name]]

    def tone(self, colour: str) -> str:
        """A colour of our own as this palette shows it."""
        return grey(colour) if self.grey else colour

    def mix(self, one: str, other: str, share: float) -> str:
        """So much of one colour in another."""
        pairs = zip(_parts(one), _parts(other), strict=True)
        return _written([a * share + b * (1 - share) for a, b in pairs])


def _parts(colour: str) -> list[int]:
    digits = colour.lstrip("#")
    if len(digits) < 6:
        digits = "".join(digit * 2 for digit in digits)
    return [int(digits[place : place + 2], 16) for place in (0, 2, 4)]


def _written(parts: list[float]) -> str:
    return "#" + "".join(f"{round(part):02x}" for part in parts)


def grey(colour: str) -> str:
    """A colour as a printer without colours shows it."""
    if not colour.startswith("#"):
        return colour
    red, green, blue = _parts(colour)
    return _written([RED * red + GREEN * green + BLUE * blue] * 3) + colour[7:]

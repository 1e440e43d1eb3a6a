"""Shapes that the page and Python share: `shapes.json` here, and in the `art` of a game or of what games share."""

import functools
import json
from pathlib import Path
from typing import Any

from lumitheque.art.svg import group, path

HERE = Path(__file__).parent
GAMES = HERE.parent / "games"


@functools.cache
def shapes_of(folder: str | None = None) -> dict[str, Any]:
    """The shapes of `luminis`, `pawns` …, as the page has them; without a name: those of the house."""
    place = GAMES / folder / "art" if folder else HERE
    told: dict[str, Any] = json.loads((place / "shapes.json").read_text(encoding="utf-8"))
    return told


def seat_shape(seat: int) -> str:
    """The mark of a seat, in a box from -10 to 10: disc, leaf, diamond, star, wave, ring."""
    shapes: list[str] = shapes_of()["seats"]
    return shapes[seat % len(shapes)]


def seat_mark(seat: int, x: float, y: float, size: float, fill: str, edge: str) -> str:
    mark = path(seat_shape(seat), fill=fill, stroke=edge, stroke_width=1, stroke_linejoin="round", fill_rule="evenodd")
    return group(mark, at=(x, y), scale=size / 20)

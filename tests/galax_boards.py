"""Games of Galax from drawn positions. Seat 0 is white unless said otherwise."""

from typing import Any

import lumitheque as lt
from lumitheque.games import find
from lumitheque.referee import Referee

# the page's first example: a sun among four
SUN_AMONG_FOUR = """
    6  .  .  .  .  .
    5  .  bM bT bM .
    4  .  .  .  bS .
    3  .  wS .  .  wT
       b  c  d  e  f
"""
# a moon that slips through
MOON_GOES_THROUGH = """
    10 .  .  .  bT .
    9  .  wM bM .  .
    8  .  .  .  .  .
    7  .  bS .  .  wS
       f  g  h  i  j
"""


def drawn(picture: str, turn: str = "white", options: dict[str, Any] | None = None, **more: Any) -> Referee:
    """A game from a drawn piece of the board: rows named on the left, columns below, all else empty."""
    *rows, columns = [line.split() for line in picture.strip().splitlines()]
    board = {
        column + row: piece
        for row, *pieces in rows
        for column, piece in zip(columns, pieces, strict=True)
        if piece != "."
    }
    position = {
        "phase": "play",
        "white": 0,
        "turn": turn,
        "board": board,
        "committed": ["white", "brown"],
        "faults": [],
    }
    position |= {"quiet": 0, "passes": 0, "progress": False, "ending": None}
    position |= {"mover": None, "steps": 0, "extra": False, "missed": [], **more}
    record = {
        "game": "galax",
        "rules": find("galax").rules_version,
        "seats": 2,
        "options": options or {},
        "position": position,
    }
    return lt.load(record)


def play(g: Referee, *texts: str) -> Referee:
    """Make several moves, each by the seat that is waiting."""
    for text in texts:
        g.play(text)
    return g


def takings(g: Referee) -> list[str]:
    return [text for text in g.legal() if text.startswith("x")]


def steps(g: Referee) -> list[str]:
    return [text for text in g.legal() if "-" in text]

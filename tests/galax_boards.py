"""Games of Galax from drawn positions. Seat 0 is white unless said otherwise."""

from typing import Any

from lumitheque.referee import Referee
from pawn_boards import pawn_game

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
    """A game from a drawn piece of the board."""
    within_a_turn = {"mover": None, "steps": 0, "extra": False, "missed": []}
    return pawn_game("galax", picture, turn, options or {}, **within_a_turn | more)


def play(g: Referee, *texts: str) -> Referee:
    """Make several moves, each by the seat that is waiting."""
    for text in texts:
        g.play(text)
    return g


def takings(g: Referee) -> list[str]:
    return [text for text in g.legal() if text.startswith("x")]


def steps(g: Referee) -> list[str]:
    return [text for text in g.legal() if "-" in text]

"""The game for a terminal."""

from collections.abc import Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from lueur.notation import write_lights, write_position
from lueur.record import CELLS, SIDE
from lumitheque.games.edition import Edition

SHAPES = "●♣◆★"  # by seat
INKS = ("bold #ffd75f", "bold #87d787", "bold #ff8787", "bold #d7afff")
TURN, CROWN = "▶", "♛"


def draw(edition: Edition | None, s: Any, viewer: int | None, words: Mapping[str, Any]) -> RenderableType:
    """The sky, and a line for every player."""
    letters = Text("   " + "".join(f"{chr(ord('a') + column):^4}" for column in range(SIDE)), style="dim")
    rows = [draw_row(s, row) for row in reversed(range(SIDE))]
    ending = write_position(edition, s, viewer).ending
    seats = [draw_seat(s, seat, ending.winners if ending else [], words) for seat in range(int(s.seats))]
    return Group(*rows, letters, Text(), *seats)


def draw_row(s: Any, row: int) -> Text:
    line = Text(f"{row + 1:2} ", style="dim")
    for cell in range(row * SIDE, (row + 1) * SIDE):
        owner = int(s.owner[cell]) - 1
        line.append(f" {SHAPES[owner]}{s.light[cell]} " if owner >= 0 else " ·  ", INKS[owner] if owner >= 0 else "dim")
    return line


def draw_seat(s: Any, seat: int, winners: list[int], words: Mapping[str, Any]) -> Text:
    mark = CROWN if seat in winners else TURN if not winners and s.turn == seat else " "
    owned = sum(int(s.owner[cell]) == seat + 1 for cell in range(CELLS))
    line = Text(f"{mark} {SHAPES[seat]} P{seat + 1}  {owned}", style=INKS[seat])
    hand = " ".join(map(str, write_lights(s.hand[seat]))) or "–"
    pieces = words["pieces"]
    return line.append(f"   {pieces['hand']}: {hand}   {pieces['bag']}: {s.left[seat]}", style="not bold default")

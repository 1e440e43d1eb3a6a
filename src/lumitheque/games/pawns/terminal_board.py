"""The board of Galax and Sirius for a terminal."""

from collections.abc import Collection, Mapping
from typing import Any

from rich.console import Group
from rich.text import Text

from lumitheque.games.pawns.board import BROWN, EMPTY, SIDE, WHITE, at_cell, seat_of
from lumitheque.games.pawns.texts import place_text

SIGNS = " ☼☾★♛"  # by kind; the letter after it says it without the sign
LETTERS = ".SMTC"
GROUNDS = ("on #2b2b3d", "on #35354a")
INKS = ("bold #f6efdc", "bold #d9a15b")
NO_MARKS: frozenset[int] = frozenset()


def cell_picture(s: Any, cell: int, marks: Collection[int]) -> Text:
    """Three characters: white pieces are capitals, brown ones small; a piece at fault carries an exclamation mark."""
    at = at_cell(cell)
    piece = int(s.board[at])
    ground = GROUNDS[(cell + cell // SIDE) % 2]
    if piece == EMPTY:
        return Text(" · ", style=f"#6c6c85 {ground}")
    letter = LETTERS[abs(piece)] if piece > 0 else LETTERS[abs(piece)].lower()
    mark = "!" if at in marks else " "
    return Text(f"{SIGNS[abs(piece)]}{letter}{mark}", style=f"{INKS[0] if piece > 0 else INKS[1]} {ground}")


def board_picture(s: Any, words: Mapping[str, Any], marks: Collection[int] = NO_MARKS) -> Group:
    pieces = words["pieces"]
    at_fault = {int(at) for at in s.faults[: s.fault_count]} | set(marks)
    columns = Text("    " + "".join(f" {chr(97 + column)} " for column in range(SIDE)), style="dim")
    lines = [columns]
    for row in reversed(range(SIDE)):
        line = Text(f" {row + 1:2} ", style="dim")
        for column in range(SIDE):
            line.append_text(cell_picture(s, row * SIDE + column, at_fault))
        line.append(f" {row + 1}", style="dim")
        lines.append(line)
    lines.append(columns.copy())
    for side, name, sample in ((WHITE, "white", "S M T C"), (BROWN, "brown", "s m t c")):
        seat = f"P{seat_of(s, side) + 1}"
        lines.append(Text(f"    {seat} {pieces[name]} ({sample}): {int(s.count[side])}", style=INKS[side]))
    legend = ", ".join(f"{LETTERS[i]} {pieces[name]}" for i, name in enumerate(("sun", "moon", "star", "champion"), 1))
    lines.append(Text(f"    {legend}", style="dim"))
    lines.append(Text("    S > M > T > S", style="dim"))
    if at_fault:
        lines.append(Text("    ! " + ", ".join(sorted(place_text(at) for at in at_fault)), style="bold red"))
    return Group(*lines)

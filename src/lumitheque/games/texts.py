"""Texts that all games spell alike: numbers, cells, players."""

import re
from collections.abc import Callable

NUMBER = "(?:0|[1-9][0-9]{0,8})"
CELL = f"[a-z]{NUMBER}"
PLAYER = f"P{NUMBER}"


def grammar(pattern: str) -> re.Pattern[str]:
    """A pattern in which NUMBER, CELL and PLAYER stand for what they are; the whole text must match."""
    for name, part in (("NUMBER", NUMBER), ("CELL", CELL), ("PLAYER", PLAYER)):
        pattern = pattern.replace(name, part)
    return re.compile(pattern, re.ASCII)


def read_cell(text: str, columns: int, rows: int, nowhere: int) -> int:
    """The number of a cell, row by row from a1; `nowhere` if the board has no such cell."""
    column, row = ord(text[0]) - ord("a"), int(text[1:]) - 1
    return row * columns + column if column < columns and 0 <= row < rows else nowhere


def write_cell(cell: int, columns: int) -> str:
    return f"{chr(ord('a') + cell % columns)}{cell // columns + 1}"


def read_player(text: str, nobody: int) -> int:
    """The seat of P1, P2 …; `nobody` for one that no game has."""
    seat = int(text[1:]) - 1
    return seat if 0 <= seat < nobody else nobody


class MoveTexts(dict[int, str]):
    """The texts of moves whose number says it all, written once: a list of legal moves is told at every turn."""

    def __init__(self, write: Callable[[int], str]) -> None:
        super().__init__()
        self._write = write

    def __missing__(self, move: int) -> str:
        text = self[move] = self._write(move)
        return text

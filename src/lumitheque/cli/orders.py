"""What a player types: an order in French or English, or moves."""

import re
from difflib import get_close_matches
from typing import NamedTuple

ORDERS = {
    "help": ("?", "aide", "help"),
    "moves": ("coups", "moves"),
    "show": ("carte", "table", "show"),
    "hint": ("conseil", "hint"),
    "undo": ("annuler", "undo"),
    "auto": ("auto",),
    "save": ("sauver", "save"),
    "resign": ("abandonner", "resign"),
    "quit": ("quitter", "quit", "exit"),
}
BETWEEN_MOVES = re.compile("[;,]")


class Order(NamedTuple):
    name: str
    rest: str  # what follows: a rule, the start of a move, a file


def read_order(line: str) -> Order | None:
    """Parse a line as an order; None if it is not one."""
    line = line.strip()
    if line.startswith("?"):
        line = f"? {line[1:]}"
    word, _, rest = line.partition(" ")
    for name, spellings in ORDERS.items():
        if word.casefold() in spellings:
            return Order(name, rest.strip())
    return None


def read_moves(line: str) -> list[str]:
    """Split a line into moves."""
    return [part.strip() for part in BETWEEN_MOVES.split(line) if part.strip()]


def meant_move(text: str, legal: list[str], listed: list[str]) -> str:
    """Find the legal move that is meant: as typed, by its number, or ignoring case and space. Else return the text."""
    if text in legal:
        return text
    if text.isascii() and text.isdecimal() and 0 < int(text[:9]) <= len(listed):
        return listed[int(text[:9]) - 1]
    alike = [move for move in legal if _bare(move) == _bare(text)]
    return alike[0] if len(alike) == 1 else text


def nearest_move(text: str, legal: list[str]) -> str | None:
    """Find a legal move that resembles the text, for a hint."""
    return next(iter(get_close_matches(text, legal, 1, 0.7)), None)


def _bare(text: str) -> str:
    return "".join(text.split()).casefold()

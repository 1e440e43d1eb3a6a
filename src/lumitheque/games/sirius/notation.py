"""Moves and positions of Sirius as text and JSON."""

from typing import Any

from lumitheque.games.edition import Edition, blank
from lumitheque.games.ending import Ending, tell_ending
from lumitheque.games.pawns.board import at_cell
from lumitheque.games.pawns.texts import (
    HUFF_TEXT,
    PawnPosition,
    board_fields,
    cell_number,
    cell_text,
    piece_word,
    read_board,
    read_lot,
    read_place,
    write_lot,
    write_place,
)
from lumitheque.games.sirius import rules
from lumitheque.games.sirius.record import EDITION, ENDS, HUFF, PASS, PLACE, REASONS
from lumitheque.games.texts import MoveTexts, grammar

NO_EDITION = blank(EDITION)
MOVE_TEXT = grammar("(CELL)([-x])(CELL)")

Position = PawnPosition


def read_move(edition: Edition | None, s: Any, text: str) -> int | None:
    """The number of a move, or None if the text says nothing."""
    if text == "pass":
        return PASS
    if match := MOVE_TEXT.fullmatch(text):
        return (cell_number(match[1]) * ENDS + cell_number(match[3])) * 2 + (match[2] == "x")
    if match := HUFF_TEXT.fullmatch(text):
        return HUFF + cell_number(match[1])
    return read_place(text, PLACE)


def write_move(edition: Edition | None, s: Any, move: int) -> str:
    return MOVE_TEXTS[move]


def move_text(move: int) -> str:
    if move >= PLACE:
        return write_place(move, PLACE)
    if move == PASS:
        return "pass"
    if move >= HUFF:
        return f"huff {cell_text(move - HUFF)}"
    start, goal = divmod(move // 2, ENDS)
    return f"{cell_text(start)}{'x' if move % 2 else '-'}{cell_text(goal)}"


MOVE_TEXTS = MoveTexts(move_text)


def describe_move(edition: Edition | None, s: Any, move: int) -> tuple[str, dict[str, str]]:
    """The sentence that says a move, and its parts."""
    if move >= PLACE:
        cell, kind = divmod(move - PLACE, 3)
        return "place", {"piece": piece_word(kind + 1), "cell": cell_text(cell)}
    if move == PASS:
        return "pass", {}
    if move >= HUFF:
        cell = move - HUFF
        return "huff", {"piece": piece_word(s.board[at_cell(cell)]), "cell": cell_text(cell)}
    start, goal = divmod(move // 2, ENDS)
    parts = {"piece": piece_word(s.board[at_cell(start)]), "from": cell_text(start), "to": cell_text(goal)}
    if move % 2:
        return "take", {**parts, "taken": piece_word(s.board[at_cell(goal)])}
    return "step", parts


def write_ending(edition: Edition | None, s: Any) -> Ending | None:
    return tell_ending(rules, REASONS, NO_EDITION, s, 2)


def write_position(edition: Edition | None, s: Any, viewer: int | None) -> PawnPosition:
    return PawnPosition(**board_fields(s, write_ending(edition, s)))


def read_position(edition: Edition | None, seats: int, options: Any, position: PawnPosition, out: Any) -> None:
    """Fill a blank record; GameError if there can be no such position."""
    rules.agree(out, options)
    read_board(position, out)


def write_outcome(edition: Edition | None, label: int, argument: int, values: list[int]) -> int | list[str]:
    return write_lot(label, values)


def read_outcome(edition: Edition | None, label: int, argument: int, outcome: Any) -> list[int]:
    return read_lot(label, outcome)

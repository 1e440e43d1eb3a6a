"""Moves of Lumens, and what chance gives, as text and JSON; positions are in position.py."""

from typing import Any

from lumitheque.games.edition import Edition
from lumitheque.games.game import GameError
from lumitheque.games.lumens.position import KIND_TEXTS, Position, read_position, write_ending, write_position
from lumitheque.games.lumens.record import FACES, FIRST_FACE, HIGH, LOT_BAG, NOWHERE, PASS, WIDE
from lumitheque.games.texts import MoveTexts, grammar, read_cell, write_cell

__all__ = [
    "Position",
    "describe_move",
    "read_move",
    "read_outcome",
    "read_position",
    "write_ending",
    "write_move",
    "write_outcome",
    "write_position",
]

START_TEXT = grammar("start=(NUMBER)")
PLACE_TEXT = grammar("(CELL)=(NUMBER)")


def read_move(edition: Edition | None, s: Any, text: str) -> int | None:
    """The number of a move, or None if the text says nothing."""
    if text == "pass":
        return PASS
    if match := START_TEXT.fullmatch(text):
        return FIRST_FACE + read_face(match[1])
    if match := PLACE_TEXT.fullmatch(text):
        return read_cell(match[1], WIDE, HIGH, NOWHERE) * FACES + read_face(match[2])
    return None


def read_face(text: str) -> int:
    """A face as a number, 0 if no token has it."""
    return int(text) if int(text) < FACES else 0


def write_move(edition: Edition | None, s: Any, move: int) -> str:
    return MOVE_TEXTS[move]


def move_text(move: int) -> str:
    if move == PASS:
        return "pass"
    if move >= FIRST_FACE:
        return f"start={move - FIRST_FACE}"
    cell, face = divmod(move, FACES)
    return f"{write_cell(cell, WIDE)}={face}"


MOVE_TEXTS = MoveTexts(move_text)


def describe_move(edition: Edition | None, s: Any, move: int) -> tuple[str, dict[str, str]]:
    """The sentence that says a move, and its parts."""
    if move == PASS:
        return "pass", {}
    if move >= FIRST_FACE:
        return "start", {"face": str(move - FIRST_FACE)}
    cell, face = divmod(move, FACES)
    return "place", {"cell": write_cell(cell, WIDE), "face": str(face)}


def write_outcome(edition: Edition | None, label: int, argument: int, values: list[int]) -> int | list[str]:
    """A place or a seat as a number, a bag as the list of its tokens."""
    return [KIND_TEXTS[kind] for kind in values] if label == LOT_BAG else values[0]


def read_outcome(edition: Edition | None, label: int, argument: int, outcome: Any) -> list[int]:
    if label == LOT_BAG:
        if not isinstance(outcome, list) or not all(kind in KIND_TEXTS[1:] for kind in outcome):
            raise GameError("the outcome of a bag is the list of its tokens, 1/6, 2/5 or 3/4, in the order of drawing")
        return [KIND_TEXTS.index(kind) for kind in outcome]
    if type(outcome) is not int:
        raise GameError("the outcome is a number: a start cell counted from 0, or a seat")
    return [outcome]

"""Moves and lots of La chasse aux fromages as text and JSON."""

from typing import Any

from lumitheque.games.edition import Edition
from lumitheque.games.fromages.position import RAT_NAMES, Position, write_ending, write_position
from lumitheque.games.fromages.reading import read_position
from lumitheque.games.fromages.record import (
    CARDS,
    CLOG,
    COLUMNS,
    DRAW_DISCARD,
    DRAW_PILE,
    ENDS,
    FLIP,
    FLUSH,
    LABELS,
    LOT_DEALER,
    LOT_RATS,
    LOT_WAY_UP,
    NOFLIP,
    NOWHERE,
    PASS,
    PLUMBER,
    PLUMBER_LOOKS,
    PUT,
    RATS,
    ROWS,
    SEATS,
    TOSS,
)
from lumitheque.games.game import GameError
from lumitheque.games.texts import MoveTexts, grammar, read_cell, read_player, write_cell

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

WORDS = {
    "draw pile": DRAW_PILE,
    "draw discard": DRAW_DISCARD,
    "pass": PASS,
    "toss": TOSS,
    "noflip": NOFLIP,
}
TEXTS = {move: text for text, move in WORDS.items()}
PLUMBER_TEXT = grammar("plumber (NUMBER)")
CELL_TEXT = grammar("(flush|flip) (CELL)")
PUT_TEXT = grammar("put (CELL) (up|down)")
CLOG_TEXT = grammar("clog (PLAYER) (CELL)")


def cell_number(text: str) -> int:
    return read_cell(text, COLUMNS, ROWS, NOWHERE)


def cell_text(cell: int) -> str:
    return write_cell(cell, COLUMNS)


def read_move(edition: Edition, s: Any, text: str) -> int | None:
    """The number of a move, or None if the text says nothing."""
    if text in WORDS:
        return WORDS[text]
    if match := PLUMBER_TEXT.fullmatch(text):
        number = int(match[1])
        return PLUMBER + (number - 1 if 1 <= number <= PLUMBER_LOOKS else PLUMBER_LOOKS)
    if match := CELL_TEXT.fullmatch(text):
        return (FLUSH if match[1] == "flush" else FLIP) + cell_number(match[2])
    if match := PUT_TEXT.fullmatch(text):
        return PUT + cell_number(match[1]) * 2 + (match[2] == "down")
    if match := CLOG_TEXT.fullmatch(text):
        return CLOG + read_player(match[1], SEATS) * ENDS + cell_number(match[2])
    return None


def write_move(edition: Edition, s: Any, move: int) -> str:
    return MOVE_TEXTS[move]


def move_text(move: int) -> str:
    if move in TEXTS:
        return TEXTS[move]
    if move < FLUSH:
        return f"plumber {move - PLUMBER + 1}"
    if move < PASS:
        return f"flush {cell_text(move - FLUSH)}"
    if move < CLOG:
        cell, way = divmod(move - PUT, 2)
        return f"put {cell_text(cell)} {'down' if way else 'up'}"
    if move < TOSS:
        seat, cell = divmod(move - CLOG, ENDS)
        return f"clog P{seat + 1} {cell_text(cell)}"
    return f"flip {cell_text(move - FLIP)}"


MOVE_TEXTS = MoveTexts(move_text)


def card_in_discard(edition: Edition, s: Any, depth: int) -> str:
    """The card under `depth` others of the discard pile, as it is called before the move."""
    at = int(s.discard_count) - 1 - depth
    return edition.cards[s.discard[at] - 1] if at >= 0 else "–"


def describe_move(edition: Edition, s: Any, move: int) -> tuple[str, dict[str, str]]:
    """The sentence that says a move, and its parts."""
    if move == DRAW_DISCARD:
        return "draw_discard", {"card": card_in_discard(edition, s, 0)}
    if move in TEXTS:
        return TEXTS[move].replace(" ", "_"), {}
    if move < FLUSH:
        return "plumber", {"card": card_in_discard(edition, s, move - PLUMBER)}
    if move < PASS:
        return "flush", {"cell": cell_text(move - FLUSH)}
    if move < CLOG:
        cell, way = divmod(move - PUT, 2)
        return ("put_down" if way else "put_up"), {"cell": cell_text(cell)}
    if move < TOSS:
        seat, cell = divmod(move - CLOG, ENDS)
        return "clog", {"cell": cell_text(cell), "player": f"P{seat + 1}"}
    return "flip", {"cell": cell_text(move - FLIP)}


def write_outcome(edition: Edition, label: int, argument: int, values: list[int]) -> int | list[int] | list[str]:
    """What chance gave: a seat, six rats, the ways up of the dealt cards, or cards from the bottom to the top."""
    if label == LOT_DEALER:
        return values[0]
    if label == LOT_WAY_UP:
        return list(values)
    if label == LOT_RATS:
        return [RAT_NAMES[rat] for rat in values]
    return [edition.cards[card - 1] for card in values]


def read_outcome(edition: Edition, label: int, argument: int, outcome: Any) -> list[int]:
    if label == LOT_DEALER:
        if type(outcome) is not int or not 0 <= outcome < SEATS:
            raise GameError(f"the outcome of 'dealer' is a seat, not {outcome!r}")
        return [outcome]
    if not isinstance(outcome, list):
        raise GameError(f"the outcome of '{LABELS[label]}' is a list, not {outcome!r}")
    if label == LOT_WAY_UP:
        if not all(type(way) is int and way in (0, 1) for way in outcome):
            raise GameError("the outcome of 'way up' is a list of 0 and 1, one for every dealt card")
        return list(outcome)
    names = RAT_NAMES if label == LOT_RATS else edition.cards
    for name in outcome:
        if name not in names:
            what = "rat" if label == LOT_RATS else "card"
            raise GameError(f"the outcome of '{LABELS[label]}' has {name!r}, which is no {what}")
    first = 0 if label == LOT_RATS else 1
    if len(outcome) > (RATS if label == LOT_RATS else CARDS):
        raise GameError(f"the outcome of '{LABELS[label]}' is too long")
    return [names.index(name) + first for name in outcome]

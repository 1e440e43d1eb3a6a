"""Moves, chance and positions of Luminis as text and JSON."""

import re
from bisect import bisect_right
from typing import Any

from lumitheque.games.edition import Edition
from lumitheque.games.ending import Ending
from lumitheque.games.game import GameError
from lumitheque.games.luminis.positions import Position, ending_of, position_of
from lumitheque.games.luminis.reading import PositionReader
from lumitheque.games.luminis.record import (
    AWAY,
    BONUS,
    BUILD,
    CARD_ENDS,
    CROWN,
    DISCARD,
    DRAW,
    FIRST_COLUMN,
    LAST_COLUMN,
    LOT_FIRST,
    LOT_THEFT,
    MIDDLE,
    NAMING,
    NO_COLUMN,
    NO_PILE,
    NO_SEAT,
    NO_SUCH_CARD,
    PASS,
    PILE_ENDS,
    PILES,
    STEALING,
)
from lumitheque.games.texts import NUMBER, PLAYER, read_player

__all__ = ["Position"]

CARD = r"([^\s@>]+)"
ON_PILE = re.compile(f"(pile|draw) ({NUMBER})")
IN_COLUMN = re.compile(f"(build|bonus|spire) {CARD}@(0|-?[1-9][0-9]{{0,8}})")
ONTO_PILE = re.compile(f"(discard|drop) {CARD}>({NUMBER})")
AT_PLAYER = re.compile(f"(name|steal) ({PLAYER})")
VERBS = ("pile", "draw", "build", "bonus", "spire", "discard", "drop", "name", "steal", "pass")
STARTS = (0, DRAW, BUILD, BONUS, CROWN, DISCARD, AWAY, NAMING, STEALING, PASS)  # ascending
FIRST_MOVES = dict(zip(VERBS, STARTS, strict=True))
# one spelling for what does not exist
NO_CARD_TEXT, NO_COLUMN_TEXT, NO_PILE_TEXT, NO_PLAYER_TEXT = "-", "99", "0", "P0"


def deck_of(edition: Edition | None) -> Edition:
    if edition is None:
        raise GameError("luminis is played with a deck")
    return edition


def card_number(edition: Edition | None, name: str) -> int:
    cards = deck_of(edition).cards
    return cards.index(name) if name in cards else NO_SUCH_CARD


def card_text(edition: Edition | None, card: int) -> str:
    return NO_CARD_TEXT if card == NO_SUCH_CARD else deck_of(edition).cards[card]


def pile_number(text: str) -> int:
    return int(text) - 1 if 1 <= int(text) <= PILES else NO_PILE


def pile_text(pile: int) -> str:
    return NO_PILE_TEXT if pile == NO_PILE else str(pile + 1)


def column_number(text: str) -> int:
    at = int(text) + MIDDLE
    return at - FIRST_COLUMN if FIRST_COLUMN <= at <= LAST_COLUMN else NO_COLUMN


def side_of(column: str) -> str:
    """Where a column lies, as the name of a piece: people do not know yet what is counted from where."""
    return "@middle" if column == "0" else "@left" if column.startswith("-") else "@right"


def column_text(column: int) -> str:
    return NO_COLUMN_TEXT if column == NO_COLUMN else str(column + FIRST_COLUMN - MIDDLE)


def player_text(seat: int) -> str:
    return NO_PLAYER_TEXT if seat == NO_SEAT else f"P{seat + 1}"


def read_move(edition: Edition | None, s: Any, text: str) -> int | None:
    """The number of a move, or None if the text says nothing."""
    if text == "pass":
        return PASS
    if match := ON_PILE.fullmatch(text):
        return FIRST_MOVES[match[1]] + pile_number(match[2])
    if match := IN_COLUMN.fullmatch(text):
        return FIRST_MOVES[match[1]] + column_number(match[3]) * CARD_ENDS + card_number(edition, match[2])
    if match := ONTO_PILE.fullmatch(text):
        return FIRST_MOVES[match[1]] + card_number(edition, match[2]) * PILE_ENDS + pile_number(match[3])
    if match := AT_PLAYER.fullmatch(text):
        return FIRST_MOVES[match[1]] + read_player(match[2], NO_SEAT)
    return None


def take_apart(edition: Edition | None, move: int) -> tuple[str, dict[str, str]]:
    """The verb of a move, and its parts as texts."""
    verb = VERBS[bisect_right(STARTS, move) - 1]
    rest = move - FIRST_MOVES[verb]
    if verb in ("pile", "draw"):
        return verb, {"pile": pile_text(rest)}
    if verb in ("build", "bonus", "spire"):
        column, card = divmod(rest, CARD_ENDS)
        return verb, {"card": card_text(edition, card), "column": column_text(column)}
    if verb in ("discard", "drop"):
        card, pile = divmod(rest, PILE_ENDS)
        return verb, {"card": card_text(edition, card), "pile": pile_text(pile)}
    return verb, {"player": player_text(rest)} if verb != "pass" else {}


def write_move(edition: Edition | None, s: Any, move: int) -> str:
    verb, parts = take_apart(edition, move)
    between = "@" if "column" in parts else ">"
    return f"{verb} {between.join(parts.values())}" if parts else verb


def describe_move(edition: Edition | None, s: Any, move: int) -> tuple[str, dict[str, str]]:
    """The sentence that says a move, and its parts."""
    verb, parts = take_apart(edition, move)
    if verb == "draw":
        pile = move - DRAW
        there = pile < PILES and s.height[pile] > 0
        parts["card"] = card_text(edition, int(s.piles[pile, s.height[pile] - 1])) if there else NO_CARD_TEXT
    if "column" in parts:
        parts["side"] = side_of(parts["column"])
    return verb, parts


def write_ending(edition: Edition | None, s: Any) -> Ending | None:
    return ending_of(deck_of(edition), s)


def write_position(edition: Edition | None, s: Any, viewer: int | None) -> Position:
    return position_of(deck_of(edition), s, viewer)


def read_position(edition: Edition | None, seats: int, options: Any, position: Position, out: Any) -> None:
    """Fill a blank record; GameError if there can be no such position."""
    PositionReader(deck_of(edition), seats, options, position, out).read()


def write_outcome(edition: Edition | None, label: int, argument: int, values: list[int]) -> int | str | list[str]:
    """What chance gave: a seat, a card, or cards in order."""
    if label == LOT_FIRST:
        return values[0]
    cards = [card_text(edition, card) for card in values]
    return cards[0] if label == LOT_THEFT else cards


def read_outcome(edition: Edition | None, label: int, argument: int, outcome: Any) -> list[int]:
    if label == LOT_FIRST:
        if type(outcome) is not int:
            raise GameError("the outcome of 'first' is a seat, such as 0")
        return [outcome]
    names = [outcome] if label == LOT_THEFT else outcome
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        expected = "a card, such as 'I-05'" if label == LOT_THEFT else "a list of cards, such as ['I-05', 'II-07']"
        raise GameError(f"the outcome is {expected}")
    for name in names:
        if card_number(edition, name) == NO_SUCH_CARD:
            raise GameError(f"there is no card {name[:40]!r} in this deck")
    return [card_number(edition, name) for name in names]

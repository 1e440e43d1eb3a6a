"""Moves, chance and positions as text and JSON."""

from typing import Any

import msgspec

from lueur import rules
from lueur.record import CELLS, EDITION, HAND, HIDDEN, LOT_FIRST, MOST, NOWHERE, NUMBERS, OVER, REASONS, SIDE
from lumitheque.games.edition import Edition, blank
from lumitheque.games.ending import Ending, tell_ending
from lumitheque.games.game import GameError
from lumitheque.games.texts import MoveTexts, grammar, read_cell, write_cell

PHASES = ("play", "over")
PLACE = grammar("(CELL)=(NUMBER)")
CELL = grammar("CELL")
Light = int | str  # or "?"


class Position(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    phase: str
    turn: int | None
    first: int
    board: dict[str, list[int]]  # by cell: whose, and how bright
    hands: list[list[Light]]
    bags: list[list[Light]]  # the last is drawn next
    spent: list[list[int]]  # the lights that each seat has placed
    ending: Ending | None


def read_move(edition: Edition | None, s: Any, text: str) -> int | None:
    """The number of a move, or None if the text says nothing."""
    match = PLACE.fullmatch(text)
    if not match:
        return None
    light = int(match[2])
    return read_cell(match[1], SIDE, SIDE, NOWHERE) * NUMBERS + (light if light <= MOST else 0)


def write_move(edition: Edition | None, s: Any, move: int) -> str:
    return MOVE_TEXTS[move]


MOVE_TEXTS = MoveTexts(lambda move: f"{write_cell(move // NUMBERS, SIDE)}={move % NUMBERS}")


def describe_move(edition: Edition | None, s: Any, move: int) -> tuple[str, dict[str, str]]:
    """The sentence that says a move, and its parts."""
    return "place", {"cell": write_cell(move // NUMBERS, SIDE), "light": str(move % NUMBERS)}


def write_ending(edition: Edition | None, s: Any) -> Ending | None:
    return tell_ending(rules, REASONS, blank(EDITION), s, int(s.seats))


def write_position(edition: Edition | None, s: Any, viewer: int | None) -> Position:
    seats = range(int(s.seats))
    lit = [cell for cell in range(CELLS) if s.light[cell]]
    return Position(
        phase=PHASES[s.phase],
        turn=None if s.phase == OVER else int(s.turn),
        first=int(s.first),
        board={write_cell(cell, SIDE): [int(s.owner[cell]) - 1, int(s.light[cell])] for cell in lit},
        hands=[write_lights(s.hand[seat]) for seat in seats],
        bags=[write_lights(s.bag[seat]) for seat in seats],
        spent=[spent_by(s, seat) for seat in seats],
        ending=write_ending(edition, s),
    )


def write_lights(lights: Any) -> list[Light]:
    return ["?" if light == HIDDEN else int(light) for light in lights if light]


def spent_by(s: Any, seat: int) -> list[int]:
    return [light for light in range(1, NUMBERS) if (int(s.spent[seat]) >> light) & 1]


def read_position(edition: Edition | None, seats: int, options: Any, position: Position, out: Any) -> None:
    """Fill a blank record; GameError if there can be no such position."""
    check_position(seats, position)
    out.seats, out.reach, out.first, out.turn = seats, options[0], position.first, position.turn or 0
    out.phase = PHASES.index(position.phase)
    for text, (owner, light) in position.board.items():
        cell = read_cell(text, SIDE, SIDE, NOWHERE)
        out.owner[cell], out.light[cell] = owner + 1, light
    for seat in range(seats):
        hand, bag = read_lights(position.hands[seat]), read_lights(position.bags[seat])
        out.hand[seat, : len(hand)] = sorted(hand)
        out.bag[seat, : len(bag)], out.left[seat] = bag, len(bag)
        out.spent[seat] = sum(1 << light for light in position.spent[seat])


def read_lights(lights: list[Light]) -> list[int]:
    return [HIDDEN if light == "?" else int(light) for light in lights]


def check_position(seats: int, position: Position) -> None:
    if not len(position.hands) == len(position.bags) == len(position.spent) == seats:
        raise GameError(f"hands, bags, spent: one for each of {seats} seats")
    if position.phase not in PHASES or (position.turn is None) != (position.phase == "over"):
        raise GameError(f"phase: {' or '.join(PHASES)}, and somebody's turn unless it is over")
    if not {position.first, position.turn or 0} <= set(range(seats)):
        raise GameError(f"turn and first: seats from 0 to {seats - 1}")
    for text, lit in position.board.items():
        if not CELL.fullmatch(text) or read_cell(text, SIDE, SIDE, NOWHERE) == NOWHERE:
            raise GameError(f"board: {text!r} is no cell of the sky")
        if len(lit) != 2 or lit[0] not in range(seats):
            raise GameError(f"board: {lit} on {text} is not a seat and a light")
    for seat in range(seats):
        check_lights(seats, seat, position)
    placed = [light for lights in position.spent for light in lights]
    if sorted(light for _, light in position.board.values()) != sorted(placed):
        raise GameError("board and spent: every light that was placed is on the sky, once")


def check_lights(seats: int, seat: int, position: Position) -> None:
    """XX-01: everybody has each light once, two of them in hand as long as there are that many."""
    each, hand, bag = int(rules.lights_each(seats)), position.hands[seat], position.bags[seat]
    lights = [*hand, *bag, *position.spent[seat]]
    known = [light for light in lights if light != "?"]
    if len(lights) != each or len(set(known)) != len(known) or not set(known) <= set(range(1, each + 1)):
        raise GameError(f"seat {seat}: hand, bag and spent have the lights 1 to {each}, each once")
    if len(hand) != min(HAND, len(hand) + len(bag)):
        raise GameError(f"seat {seat}: {HAND} lights in hand as long as there are that many")


def write_outcome(edition: Edition | None, label: int, argument: int, values: list[int]) -> int | list[int]:
    return values[0] if label == LOT_FIRST else values


def read_outcome(edition: Edition | None, label: int, argument: int, outcome: Any) -> list[int]:
    values = [outcome] if label == LOT_FIRST else outcome
    if not isinstance(values, list) or not all(type(value) is int for value in values):
        raise GameError("the outcome is a seat, or the list of lights in a bag, the first to be drawn last")
    return values

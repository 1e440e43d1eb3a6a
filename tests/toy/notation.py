"""Moves and positions of Three Lights as text and JSON."""

from typing import Any

import msgspec

from lumitheque.games.edition import Edition, blank
from lumitheque.games.ending import Ending, tell_ending
from lumitheque.games.game import GameError
from lumitheque.games.texts import grammar
from toy import rules
from toy.record import EDITION, HIDDEN, KEEP, LIGHTS, LOT_FIRST, NAME, NAMING, REASONS, SWAP

PHASES = ("choose", "name", "over")
CHOICES = (None, "keep", "swap", "?")
NAME_TEXT = grammar("name (NUMBER)")
Light = int | str  # or "?"


class Position(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    phase: str
    turn: int | None
    first: int
    hands: list[Light]
    deck: list[Light]  # last = top
    choices: list[str | None]
    named: list[int | None]
    ending: Ending | None


def read_move(edition: Edition | None, s: Any, text: str) -> int | None:
    """The number of a move, or None if the text says nothing."""
    if text in ("keep", "swap"):
        return KEEP if text == "keep" else SWAP
    match = NAME_TEXT.fullmatch(text)
    return (NAMING + int(match[1]) if int(match[1]) <= LIGHTS else NAMING) if match else None


def write_move(edition: Edition | None, s: Any, move: int) -> str:
    return ("keep", "swap")[move] if move < NAMING else f"name {move - NAMING}"


def describe_move(edition: Edition | None, s: Any, move: int) -> tuple[str, dict[str, str]]:
    """The sentence that says a move, and its parts."""
    return (("keep", "swap")[move], {}) if move < NAMING else ("name", {"light": str(move - NAMING)})


def write_ending(edition: Edition | None, s: Any) -> Ending | None:
    return tell_ending(rules, REASONS, blank(EDITION), s, int(s.seats))


def write_position(edition: Edition | None, s: Any, viewer: int | None) -> Position:
    seats = int(s.seats)
    return Position(
        phase=PHASES[s.phase],
        turn=int(s.turn) if s.phase == NAME else None,
        first=int(s.first),
        hands=write_lights(s.hands[:seats]),
        deck=write_lights(s.deck[: s.left]),
        choices=[CHOICES[choice] for choice in s.choices[:seats]],
        named=[int(light) or None for light in s.named[:seats]],
        ending=write_ending(edition, s),
    )


def write_lights(lights: Any) -> list[Light]:
    return ["?" if light == HIDDEN else int(light) for light in lights]


def read_position(edition: Edition | None, seats: int, options: Any, position: Position, out: Any) -> None:
    """Fill a blank record; GameError if there can be no such position."""
    lights = [HIDDEN if light == "?" else light for light in (*position.hands, *position.deck)]
    known = [light for light in lights if light != HIDDEN]
    if len(lights) != LIGHTS or len(set(known)) != len(known) or not set(known) <= set(range(1, LIGHTS + 1)):
        raise GameError(f"hands and deck: the lights are 1 to {LIGHTS}, each once")
    if not len(position.hands) == len(position.choices) == len(position.named) == seats:
        raise GameError(f"hands, choices, named: one for each of {seats} seats")
    if position.phase not in PHASES or not set(position.choices) <= set(CHOICES):
        raise GameError("phase or choices: not words of this game")
    out.seats, out.goal, out.first, out.turn = seats, options[0], position.first, position.turn or 0
    out.phase, out.left = PHASES.index(position.phase), len(position.deck)
    out.hands[:seats], out.deck[: out.left] = lights[:seats], lights[seats:]
    out.choices[:seats] = [CHOICES.index(choice) for choice in position.choices]
    out.named[:seats] = [light or 0 for light in position.named]


def write_outcome(edition: Edition | None, label: int, argument: int, values: list[int]) -> int | list[int]:
    return values[0] if label == LOT_FIRST else values


def read_outcome(edition: Edition | None, label: int, argument: int, outcome: Any) -> list[int]:
    values = [outcome] if label == LOT_FIRST else outcome
    if not isinstance(values, list) or not all(type(value) is int for value in values):
        raise GameError("an outcome is a seat, or a list of lights")
    return values

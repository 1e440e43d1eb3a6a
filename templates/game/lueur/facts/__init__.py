"""Why one move is better than another. Delete this folder, and reviews give no reasons."""

from typing import Any

from lueur.record import CELLS, NUMBERS, SIDE
from lueur.rules import place
from lumitheque.games.edition import Edition, record_from

Fact = tuple[str, dict[str, str], float]  # a key of `reasons.toml`, the parts of its message, how telling it is


def compare(
    edition: Edition | None, e: Any, v: Any, seat: int, made: int, best: int, line: list[tuple[int, int]]
) -> list[Fact]:
    """What the better of two moves brings and the other does not, by what a seat knows."""
    one, other = lights_after(v, seat, best), lights_after(v, seat, made)
    facts: list[Fact] = []
    if one > other:
        facts.append(("takes", {"best": str(one), "made": str(other)}, 50.0 + one - other))
    if free_around(v, best) < free_around(v, made) and best % NUMBERS <= made % NUMBERS:
        facts.append(("sheltered", {"light": str(best % NUMBERS)}, 30.0))
    if best % NUMBERS < made % NUMBERS:
        facts.append(("saves", {"light": str(made % NUMBERS)}, 20.0))
    return facts


def lights_after(v: Any, seat: int, move: int) -> int:
    """How many lights a seat has once it has moved."""
    after = record_from(v.tobytes(), v.dtype)
    place(after, seat, move // NUMBERS, move % NUMBERS)
    return sum(int(after.owner[cell] == seat + 1) for cell in range(CELLS))


def free_around(v: Any, move: int) -> int:
    """How many cells beside that of a move are free."""
    free, cell = 0, move // NUMBERS
    for other in range(CELLS):
        beside = abs(cell % SIDE - other % SIDE) + abs(cell // SIDE - other // SIDE) == 1
        free += int(beside and v.light[other] == 0)
    return free

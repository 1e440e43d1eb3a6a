"""What facts about suns, moons and stars are made of: names, ways to the far row, how near champions are."""

from typing import Any

from lumitheque.games.edition import record_from
from lumitheque.games.pawns.board import CHAMPION, EMPTY, NO_SIDE, OVER, PREY_OF, SIDE, WHITE, is_far_row, owner

Fact = tuple[str, dict[str, str], float]  # a key of `reasons.toml`, the parts of its message, how telling it is
Line = list[tuple[int, int]]  # seats and moves in turn, expected after the better move, which is the first of them

PLAIN = 60.0  # the weight of a fact that needs no further explanation
NAMES = ("", "sun", "moon", "star", "champion")
NEAR_FAR_ROW = 4  # rows: farther away nobody speaks of it


def outweighs(facts: list[Fact]) -> bool:
    """Whether there is a fact that says more than the line that a search expected."""
    return any(weight >= PLAIN for _, _, weight in facts)


def copied(s: Any) -> Any:
    return record_from(s.tobytes(), s.dtype)


def called(whose: str, piece: int) -> str:
    """A piece as a part of a message: `@its.moon`."""
    return f"@{whose}.{NAMES[abs(int(piece))]}"


def is_crown(s: Any, side: int, start: int, goal: int) -> bool:
    """Whether a piece of a side becomes a champion by this step."""
    return bool(is_far_row(side, goal)) and abs(int(s.board[start])) != CHAMPION


def rows_short(side: int, at: int) -> int:
    """How many rows a place is short of a side's far row."""
    row = (at >> 4) - 2
    return SIDE - 1 - row if side == WHITE else row


def takes_pawn(hunter: int, pawn: int) -> bool:
    """Whether such an enemy can take such a pawn by its kind, or as a champion."""
    return abs(hunter) == CHAMPION or int(PREY_OF[hunter + CHAMPION]) == pawn


def runs_free(s: Any, side: int, at: int) -> bool:
    """Whether a pawn has nothing before it that takes it and could still come into its way."""
    pawn, left = int(s.board[at]), rows_short(side, at)
    if pawn == EMPTY or abs(pawn) == CHAMPION or owner(pawn) != side:
        return False
    for i in range(int(s.count[1 - side])):
        other = int(s.cells[1 - side, i])
        ahead = left - rows_short(side, other)
        beside = abs((other & 15) - (at & 15))
        if ahead >= 0 and beside <= ahead + 1 and takes_pawn(int(s.board[other]), pawn):
            return False
    return True


def nearest_runner(s: Any, side: int) -> int:
    """The place of the pawn of a side that runs free and is nearest to its far row; 0 if none near it does."""
    found, fewest = 0, NEAR_FAR_ROW + 1
    for i in range(int(s.count[side])):
        at = int(s.cells[side, i])
        left = rows_short(side, at)
        if 0 < left < fewest and runs_free(s, side, at):
            found, fewest = at, left
    return found


def nearest_prey(s: Any, side: int) -> int:
    """Steps between a champion of a side and the enemy nearest to any; 0 if it has none."""
    nearest = 0
    for i in range(int(s.count[side])):
        at = int(s.cells[side, i])
        if abs(int(s.board[at])) != CHAMPION:
            continue
        for j in range(int(s.count[1 - side])):
            other = int(s.cells[1 - side, j])
            far = max(abs((at >> 4) - (other >> 4)), abs((at & 15) - (other & 15)))
            nearest = far if nearest == 0 else min(nearest, far)
    return nearest


def has_won(s: Any, side: int) -> bool:
    return bool(s.phase == OVER and s.winner == side)


def is_drawn(s: Any) -> bool:
    return bool(s.phase == OVER and s.winner == NO_SIDE)

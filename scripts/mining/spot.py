"""Spot: a decision and what came of it, as facts that the themes of a game name.

Everything in it is what one seat knows, as its `view` writes it; positions are JSON, moves are texts.
"""

from typing import Any, NamedTuple

Line = list[tuple[int, str]]  # seat and move


class Spot(NamedTuple):
    seat: int
    e: Any  # the edition, as the rules see it
    edition: Any  # as notation reads it
    legal: list[str]
    before: dict[str, Any]
    moves: list[str]  # the best ones of the whole turn
    after: dict[str, Any]
    line: Line  # what is expected to follow
    end: dict[str, Any]  # after that line
    tempting: str  # the best move that is different in effect
    answer: Line  # what the others do about it
    regret: dict[str, Any]  # the position after that

    @property
    def others_next(self) -> list[str]:
        """What the others are expected to do after the best moves."""
        return [move for seat, move in self.line if seat != self.seat]

    @property
    def others_else(self) -> list[str]:
        """What the others do after the tempting move."""
        return [move for seat, move in self.answer if seat != self.seat]

    @property
    def wins(self) -> bool:
        """Whether the game is over with the best moves, and this seat has won."""
        ending = self.after["ending"]
        return ending is not None and self.seat in ending["winners"]

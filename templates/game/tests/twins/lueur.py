"""Slow reference, rule by rule (XX-…), written without a look at the engine."""

from __future__ import annotations

import re
from typing import Any

CELLS = [f"{column}{row}" for row in "1234" for column in "abcd"]
MOVE = re.compile(r"([a-z](?:0|[1-9][0-9]{0,8}))=(0|[1-9][0-9]{0,8})", re.ASCII)


class LueurTwin:
    def __init__(self, seats: int, options: dict[str, Any], chance: list[list[Any]], cards: Any) -> None:
        self.seats, self.chance = seats, []
        self.around = options.get("reach", "cross") == "star"
        told = dict(chance)
        self.bags = [list(told[f"bag {seat}"]) for seat in range(seats)]  # XX-01, XX-02
        self.hands = [sorted([bag.pop(), bag.pop()]) for bag in self.bags]
        self.spent: list[set[int]] = [set() for _ in range(seats)]
        self.board: dict[str, list[int]] = {}  # whose, and how bright
        self.first = told["first"]
        self.turn: int | None = self.first

    def waiting(self) -> list[int]:
        return [] if self.turn is None else [self.turn]

    def legal(self, seat: int) -> list[str]:
        if seat != self.turn:
            return []
        return [f"{cell}={light}" for cell in CELLS if cell not in self.board for light in self.hands[seat]]

    def refusal(self, seat: int, text: str) -> str | None:
        match = MOVE.fullmatch(text)
        if not match or seat != self.turn:
            return "XX-00"
        if int(match[2]) not in self.hands[seat]:
            return "XX-03"
        return "XX-04" if match[1] not in CELLS or match[1] in self.board else None

    def neighbours(self, cell: str) -> list[str]:
        """XX-05: the four cells beside a cell, or all eight around it."""
        far = {other: (abs(ord(other[0]) - ord(cell[0])), abs(int(other[1]) - int(cell[1]))) for other in CELLS}
        wanted = {(0, 1), (1, 0), (1, 1)} if self.around else {(0, 1), (1, 0)}
        return [other for other in CELLS if far[other] in wanted]

    def play(self, seat: int, text: str) -> None:
        cell, light = text.split("=", maxsplit=1)[0], int(text.split("=")[1])
        self.hands[seat].remove(light)
        self.spent[seat].add(light)
        self.board[cell] = [seat, light]
        for other in self.neighbours(cell):
            if other in self.board and self.board[other][1] < light:
                self.board[other][0] = seat
        if self.bags[seat]:  # XX-06
            self.hands[seat] = sorted([*self.hands[seat], self.bags[seat].pop()])
        following = (seat + 1) % self.seats
        self.turn = following if self.hands[following] else None  # XX-07

    def ending(self) -> dict[str, Any] | None:
        if self.turn is not None:
            return None
        points = [sum(owner == seat for owner, _ in self.board.values()) for seat in range(self.seats)]
        winners = [seat for seat in range(self.seats) if points[seat] == max(points)]
        return {"reason": "full", "points": points, "winners": winners}

    def position(self) -> dict[str, Any]:
        return {
            "phase": "over" if self.turn is None else "play",
            "turn": self.turn,
            "first": self.first,
            "board": {cell: self.board[cell] for cell in CELLS if cell in self.board},
            "hands": self.hands,
            "bags": self.bags,
            "spent": [sorted(lights) for lights in self.spent],
            "ending": self.ending(),
        }

    def view(self, viewer: int | None) -> dict[str, Any]:
        """One's own hand is seen, and nobody's bag."""
        hands = [hand if seat == viewer else ["?"] * len(hand) for seat, hand in enumerate(self.hands)]
        return self.position() | {"hands": hands, "bags": [["?"] * len(bag) for bag in self.bags]}

"""Pipe cards and sewer networks of the slow second Fromages."""

from typing import Any

START_SIDES = {"right", "bottom"}  # FR-05
HOME_SIDES = {"left", "top"}  # FR-05
FORMS = {  # FR-02: openings of a card that stands upright
    "elbow_tr": {"top", "right"},
    "elbow_tl": {"top", "left"},
    "straight_v": {"top", "bottom"},
    "straight_h": {"left", "right"},
    "tee_h": {"left", "right", "top"},
    "tee_v": {"top", "bottom", "right"},
    "cross": {"top", "right", "bottom", "left"},
}
OPPOSITE = {"top": "bottom", "bottom": "top", "left": "right", "right": "left"}
STEPS = {"top": (0, 1), "right": (1, 0), "bottom": (0, -1), "left": (-1, 0)}  # column, row; row 1 is at the bottom


def turn_by_180(sides: set[str]) -> set[str]:
    return {OPPOSITE[side] for side in sides}


def neighbour(cell: str, side: str) -> str:
    columns, rows = STEPS[side]
    return chr(ord(cell[0]) + columns) + str(int(cell[1:]) + rows)


class Deck:
    """FR-04: what is printed on the cards of an edition."""

    def __init__(self, cards: list[dict[str, str]]) -> None:
        self.ids = [card["id"] for card in cards]
        self.sides = {card["id"]: FORMS[card["form"]] for card in cards}
        self.cheese = {card["id"]: int(card["cheese"]) for card in cards}
        self.clogged = {card["id"] for card in cards if card["clogged"] == "yes"}

    def can_turn(self, card: str) -> bool:
        """FR-02: straights and the cross have one way to lie."""
        return turn_by_180(self.sides[card]) != self.sides[card]


class Network:
    """The cards of one player: cell -> {"card", "up", "turned", "cover"}, without start and home (FR-07, FR-24)."""

    def __init__(self, deck: Deck, little: bool) -> None:
        self.deck = deck
        self.columns = "abcd" if little else "abc"
        self.start = "a3"
        self.home = "d1" if little else "c1"
        self.pipes: dict[str, dict[str, Any]] = {}

    def cells(self, rows: str = "123") -> list[str]:
        """The cells without start and home, row by row from a1; with rows "321" in the order of dealing."""
        every = [column + row for row in rows for column in self.columns]
        return [cell for cell in every if cell not in (self.start, self.home)]

    def face_down(self) -> list[str]:
        return [cell for cell in self.cells() if not self.pipes[cell]["up"]]

    def openings(self, cell: str) -> set[str]:
        """The open sides of a cell; face-down cards join nothing (FR-20)."""
        if cell == self.start:
            return START_SIDES
        if cell == self.home:
            return HOME_SIDES
        pipe = self.pipes.get(cell)
        if pipe is None or not pipe["up"]:
            return set()
        sides = self.deck.sides[pipe["card"]]
        return turn_by_180(sides) if pipe["turned"] else sides

    def reached(self, home_stops: bool) -> set[str]:
        """The cells joined to the start (FR-20); with `stop` nothing is reached by way of the home (FR-05)."""
        found = {self.start}
        to_visit = [self.start]
        while to_visit:
            cell = to_visit.pop()
            if cell == self.home and home_stops:
                continue
            for side in self.openings(cell):
                other = neighbour(cell, side)
                if OPPOSITE[side] in self.openings(other) and other not in found:
                    found.add(other)
                    to_visit.append(other)
        return found

    def is_home(self) -> bool:
        """FR-20."""
        return self.home in self.reached(home_stops=True)

    def can_be_clogged(self, card: str, cell: str) -> bool:
        """FR-13: a face-up, uncovered pipe with the same openings as the clogged card, which may be turned."""
        pipe = self.pipes.get(cell)
        if pipe is None or not pipe["up"] or pipe["cover"] is not None:
            return False
        sides = self.deck.sides[card]
        return self.openings(cell) in (sides, turn_by_180(sides))

    def score(self, has_cheese: bool, home_stops: bool) -> int:
        """FR-22."""
        total = 5 if has_cheese else 0
        reached = self.reached(home_stops)
        for cell in self.cells():
            pipe = self.pipes[cell]
            if not pipe["up"]:
                total -= 1
            elif cell in reached and pipe["cover"] is None:
                total += self.deck.cheese[pipe["card"]]
        return total

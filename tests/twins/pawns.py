"""What the slow references of Galax and Sirius share: cells, move texts, set-up, half-turns, endings.

Rule ids are those of the rule digests. Everything is dicts, sets and loops: meant to be read, not to be fast.
"""

from __future__ import annotations

import copy
import functools
import re
from collections.abc import Iterable
from typing import Any

COLUMNS = "abcdefghij"
CELLS = [f"{column}{row}" for row in range(1, 11) for column in COLUMNS]
SIDES = ["white", "brown"]
LETTER = {"white": "w", "brown": "b"}
OTHER = {"white": "brown", "brown": "white"}
HOME_ROWS = {"white": [1, 2, 3], "brown": [8, 9, 10]}
FAR_ROW = {"white": 10, "brown": 1}
PAWNS_OF_A_KIND = 10
TAKES = {"T": "S", "M": "T", "S": "M"}  # GX-03, SI-04: star takes sun, moon takes star, sun takes moon
ORTHOGONAL = [(1, 0), (-1, 0), (0, 1), (0, -1)]
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]

NUMBER = r"(?:0|[1-9][0-9]{0,8})"
CELL = rf"([a-z]{NUMBER})"
FORMS = {
    "place": rf"{CELL}=([SMT])",
    "step": rf"{CELL}-{CELL}",
    "capture": rf"{CELL}x{CELL}",
    "take": rf"x{CELL}",
    "huff": rf"huff {CELL}",
    "stop": r"stop",
    "pass": r"pass",
}


def read(text: Any, forms: Iterable[str]) -> list[str] | None:
    """The form of a move text and its parts, or None when it has none of these forms."""
    if not isinstance(text, str):
        return None
    for form in forms:
        match = re.fullmatch(FORMS[form], text)
        if match:
            return [form, *match.groups()]
    return None


def row_of(cell: str) -> int:
    return int(cell[1:])


@functools.cache
def shifted(cell: str, across: int, up: int) -> str | None:
    """The cell so far away, or None when that is off the board."""
    column = COLUMNS.index(cell[0]) + across
    row = row_of(cell) + up
    if 0 <= column < 10 and 1 <= row <= 10:
        return f"{COLUMNS[column]}{row}"
    return None


@functools.cache
def touching(cell: str, directions: int) -> list[str]:
    """The cells one step away, in eight directions or in four (GX-04, SI-02)."""
    ways = ORTHOGONAL + DIAGONAL if directions == 8 else ORTHOGONAL
    around = [shifted(cell, across, up) for across, up in ways]
    return [near for near in around if near is not None]


def in_order(cells: Iterable[str]) -> list[str]:
    """Row by row from a1."""
    return sorted(cells, key=CELLS.index)


class PawnsTwin:
    """Colours, set-up, half-turns and endings. A subclass adds the moves of its game."""

    prefix = "XX"
    setup_rule = "XX-01"
    defaults: dict[str, Any] = {}

    def __init__(self, seats: int, options: dict, chance: list[list], cards: Any = None) -> None:
        assert seats == 2
        self.options = {**self.defaults, **options}
        self.chance = copy.deepcopy(chance)
        self.white: int = self.draw("white")
        self.board: dict[str, str] = {}
        self.phase = "setup"
        self.turn: str | None = None
        self.faults: set[str] = set()
        self.quiet = 0
        self.passes = 0
        self.progress = False
        self.ended: dict | None = None
        if self.options["setup"] == "open":
            self.turn = "white"
        if self.options["setup"] in ("random", "random_mirrored"):
            self.place_at_random()
            self.begin_play()

    # Chance and sides

    def draw(self, label: str) -> Any:
        """The next recorded chance event, which must be the one asked for."""
        found, outcome = self.chance.pop(0)
        assert found == label, f"chance {found!r} where {label!r} was due"
        return outcome

    def seat_of(self, side: str) -> int:
        return self.white if side == "white" else 1 - self.white

    def side_of(self, seat: int) -> str:
        return "white" if seat == self.white else "brown"

    def own_cells(self, side: str) -> list[str]:
        return [cell for cell in CELLS if self.board.get(cell, "..")[0] == LETTER[side]]

    def is_own(self, cell: str, side: str) -> bool:
        return cell in self.board and self.board[cell][0] == LETTER[side]

    def is_enemy(self, cell: str, side: str) -> bool:
        return self.is_own(cell, OTHER[side])

    def is_champion(self, cell: str) -> bool:
        return self.board[cell][1] == "C"

    def is_empty(self, cell: str | None) -> bool:
        """For a cell of the board, or None for what lies off it."""
        return cell is not None and cell not in self.board

    def directions(self) -> list[tuple[int, int]]:
        """GX-04, SI-02: eight ways, or four."""
        return ORTHOGONAL + DIAGONAL if self.options["directions"] == 8 else ORTHOGONAL

    def neighbours(self, cell: str) -> list[str]:
        return touching(cell, self.options["directions"])

    # Set-up: GX-01, GX-02, SI-01

    def place_at_random(self) -> None:
        """GX-02: letters from a to j, row by row upwards; mirrored, a1 and a10 hold the same kind."""
        letters = self.draw("white pawns")
        for cell, kind in zip(self.home_cells("white"), letters, strict=True):
            self.board[cell] = "w" + kind
        if self.options["setup"] == "random_mirrored":
            for cell in self.home_cells("white"):
                self.board[f"{cell[0]}{11 - row_of(cell)}"] = "b" + self.board[cell][1]
            return
        letters = self.draw("brown pawns")
        for cell, kind in zip(self.home_cells("brown"), letters, strict=True):
            self.board[cell] = "b" + kind

    def home_cells(self, side: str) -> list[str]:
        return [cell for cell in CELLS if row_of(cell) in HOME_ROWS[side]]

    def has_committed(self, side: str) -> bool:
        if self.phase != "setup":
            return True
        return len(self.own_cells(side)) == 3 * PAWNS_OF_A_KIND

    def setup_refusal(self, side: str, text: str) -> str | None:
        move = read(text, ["place"])
        if move is None:
            return f"{self.prefix}-00"
        _, cell, kind = move
        pawns = [self.board[own] for own in self.own_cells(side)]
        if pawns.count(LETTER[side] + kind) >= PAWNS_OF_A_KIND:
            return self.setup_rule
        if cell in self.board or cell not in self.home_cells(side):
            return self.setup_rule
        return None

    def place(self, side: str, text: str) -> None:
        move = read(text, ["place"])
        assert move is not None
        _, cell, kind = move
        self.board[cell] = LETTER[side] + kind
        if self.options["setup"] == "open" and self.has_committed("white"):
            self.turn = "brown"
        if self.has_committed("white") and self.has_committed("brown"):
            self.begin_play()

    def begin_play(self) -> None:
        self.phase = "play"
        self.turn = "white"

    # Half-turns and endings: GX-12 to GX-15, SI-09 to SI-11

    def end_half_turn(self, faults: set[str]) -> None:
        """Two passes first, then patience, then the turn comes to the other side, whose huffs these faults are."""
        assert self.turn is not None
        self.quiet = 0 if self.progress else self.quiet + 1
        self.progress = False
        self.faults = set()
        if self.passes == 2:
            self.finish("passes", None)
            return
        if self.quiet >= self.options["patience"]:
            self.finish("patience", self.adjudicated())
            return
        self.turn = OTHER[self.turn]
        self.faults = set(faults)
        self.judge_champions()

    def adjudicated(self) -> str | None:
        """GX-14: more pieces, then more champions, then drawn. None is a draw."""
        if self.options["adjudicate"] == "draw":
            return None
        pieces = {side: len(self.own_cells(side)) for side in SIDES}
        champions = {side: len([c for c in self.own_cells(side) if self.is_champion(c)]) for side in SIDES}
        for count in (pieces, champions):
            if count["white"] != count["brown"]:
                return "white" if count["white"] > count["brown"] else "brown"
        return None

    def judge_champions(self) -> None:
        """GX-15, SI-11: one champion against one champion, and the side to move can neither take nor huff."""
        if sorted(self.board.values()) != ["bC", "wC"]:
            return
        if not self.faults and not self.can_take_in_this_turn():
            self.finish("champions", None)

    def judge_last_piece(self) -> None:
        """GX-12, SI-09: the side to move has just taken or huffed."""
        assert self.turn is not None
        if not self.own_cells(OTHER[self.turn]):
            self.finish("last_piece", self.turn)

    def huff(self, cell: str) -> None:
        """Remove one piece at fault. Which faults are left is for the game to say."""
        del self.board[cell]
        self.progress = True
        self.judge_last_piece()

    def finish(self, reason: str, winner: str | None) -> None:
        winners = [0, 1] if winner is None else [self.seat_of(winner)]
        points = [1 / len(winners) if seat in winners else 0 for seat in (0, 1)]
        self.ended = {"reason": reason, "points": points, "winners": winners}
        self.phase = "over"
        self.turn = None
        self.faults = set()

    # What a game adds

    def can_take_in_this_turn(self) -> bool:
        raise NotImplementedError

    def play_refusal(self, side: str, text: str) -> str | None:
        raise NotImplementedError

    def play_move(self, side: str, text: str) -> None:
        raise NotImplementedError

    def candidates(self, side: str) -> list[str]:
        raise NotImplementedError

    # What the comparison calls

    def waiting(self) -> list[int]:
        if self.phase == "over":
            return []
        if self.turn is not None:
            return [self.seat_of(self.turn)]
        return [seat for seat in (0, 1) if not self.has_committed(self.side_of(seat))]

    def refusal(self, seat: int, text: str) -> str | None:
        if seat not in self.waiting():
            return f"{self.prefix}-00"
        if self.phase == "setup":
            return self.setup_refusal(self.side_of(seat), text)
        return self.play_refusal(self.side_of(seat), text)

    def legal(self, seat: int) -> list[str]:
        if seat not in self.waiting():
            return []
        if self.phase == "setup":
            texts = [f"{cell}={kind}" for cell in CELLS for kind in "SMT"]
        else:
            texts = self.candidates(self.side_of(seat))
        return [text for text in texts if self.refusal(seat, text) is None]

    def play(self, seat: int, text: str) -> None:
        if self.phase == "setup":
            self.place(self.side_of(seat), text)
        else:
            self.play_move(self.side_of(seat), text)

    def ending(self) -> dict | None:
        return copy.deepcopy(self.ended)

    def position(self) -> dict:
        return {
            "phase": self.phase,
            "white": self.white,
            "turn": self.turn,
            "board": {cell: self.board[cell] for cell in CELLS if cell in self.board},
            "committed": [side for side in SIDES if self.has_committed(side)],
            "faults": in_order(self.faults),
            "quiet": self.quiet,
            "passes": self.passes,
            "progress": self.progress,
            "ending": self.ending(),
        }

    def view(self, seat: int | None) -> dict:
        """GX-02: in a secret set-up a seat sees its own pawns only, a spectator none."""
        seen = self.position()
        if self.phase == "setup" and self.options["setup"] == "secret":
            mine = None if seat is None else LETTER[self.side_of(seat)]
            seen["board"] = {cell: piece for cell, piece in seen["board"].items() if piece[0] == mine}
        return seen

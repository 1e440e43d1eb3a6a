"""Slow reference of Galax, rule by rule (GX-…)."""

from __future__ import annotations

from typing import Any

from .pawns import CELLS, FAR_ROW, LETTER, TAKES, PawnsTwin, in_order, read, row_of

FORMS_OF_PLAY = ["step", "take", "huff", "stop", "pass"]


class GalaxTwin(PawnsTwin):
    prefix = "GX"
    setup_rule = "GX-02"
    defaults = {"setup": "secret", "directions": 8, "captures": "by_hand", "patience": 100, "adjudicate": "draw"}

    def __init__(self, seats: int, options: dict, chance: list[list], cards: Any = None) -> None:
        self.clear_turn()
        super().__init__(seats, options, chance, cards)

    def clear_turn(self) -> None:
        self.mover: str | None = None  # the piece that stepped in the running turn
        self.steps = 0  # how many more steps it may make
        self.extra = False  # GX-10: one more turn is owed
        self.missed: set[str] = set()  # own pieces at fault so far in this half-turn

    # Taking and stepping

    def kind_refusal(self, taker: str, target: str) -> str | None:
        """GX-03, GX-07: why the piece on one cell may not take the enemy on another."""
        kind, prey = self.board[taker][1], self.board[target][1]
        if kind == "C":
            return None
        if prey == "C":
            return "GX-07"
        return None if TAKES[kind] == prey else "GX-03"

    def takings(self, side: str, cell: str) -> list[str]:
        """GX-05: enemies that touch the piece on this cell and are vulnerable to it."""
        touching = [near for near in self.neighbours(cell) if self.is_enemy(near, side)]
        return [near for near in touching if self.kind_refusal(cell, near) is None]

    def can_step(self, cell: str) -> bool:
        return any(self.is_empty(near) for near in self.neighbours(cell))

    def any_can_step(self, side: str) -> bool:
        return any(self.can_step(cell) for cell in self.own_cells(side))

    def can_take_in_this_turn(self) -> bool:
        """GX-15: one champion against one; could it take after its first or its second step?"""
        assert self.turn is not None
        side = self.turn
        (start,) = self.own_cells(side)
        (enemy,) = [cell for cell in self.board if self.is_enemy(cell, side)]
        for first in self.neighbours(start):
            if first == enemy:
                continue
            if enemy in self.neighbours(first):
                return True
            for second in self.neighbours(first):
                if second != enemy and enemy in self.neighbours(second):
                    return True
        return False

    # Refusals, in the digest's order of checks

    def play_refusal(self, side: str, text: str) -> str | None:
        move = read(text, FORMS_OF_PLAY)
        if move is None:
            return "GX-00"
        if move[0] == "step":
            return self.step_refusal(side, move[1], move[2])
        if move[0] == "take":
            return self.take_refusal(side, move[1])
        if move[0] == "huff":
            return None if move[1] in self.faults else "GX-11"
        if move[0] == "stop":
            return "GX-13" if self.mover is None else None
        return "GX-13" if self.mover is not None or self.any_can_step(side) else None

    def step_refusal(self, side: str, start: str, goal: str) -> str | None:
        if not self.is_own(start, side):
            return "GX-04"
        if goal not in self.neighbours(start):
            return "GX-04"
        begins = self.mover is None or self.extra
        goes_on = self.mover == start and self.steps > 0
        if not begins and not goes_on:
            return "GX-09"
        return None if self.is_empty(goal) else "GX-04"

    def take_refusal(self, side: str, cell: str) -> str | None:
        if self.options["captures"] == "automatic":
            return "GX-11"
        if not self.is_enemy(cell, side):
            return "GX-05"
        if self.mover is None or cell not in self.neighbours(self.mover):
            return "GX-05"
        return self.kind_refusal(self.mover, cell)

    def candidates(self, side: str) -> list[str]:
        texts = ["stop", "pass"] + [f"huff {cell}" for cell in CELLS] + [f"x{cell}" for cell in CELLS]
        for start in self.own_cells(side):
            texts += [f"{start}-{goal}" for goal in self.neighbours(start)]
        return texts

    # Playing

    def play_move(self, side: str, text: str) -> None:
        move = read(text, FORMS_OF_PLAY)
        assert move is not None
        if move[0] == "step":
            self.step(side, move[1], move[2])
        elif move[0] == "take":
            self.take(move[1])
        elif move[0] == "huff":
            self.huff_one(move[1])
        elif move[0] == "pass":
            self.passes += 1
            self.end_turn(side)
        else:
            self.end_turn(side)
        if self.phase != "over" and self.turn == side and self.mover is not None and not self.anything_left(side):
            self.end_turn(side)  # GX-13: by itself

    def step(self, side: str, start: str, goal: str) -> None:
        self.faults = set()  # GX-11: the first step ends the right to huff
        self.passes = 0
        self.leave_mover(side)
        began_as_champion = self.is_champion(start)
        begins = self.mover is None or self.extra
        self.steps = 1 if begins and began_as_champion else 0  # GX-09
        self.extra = False
        self.board[goal] = self.board.pop(start)
        self.mover = goal
        if start in self.missed:  # GX-11: the fault follows the piece
            self.missed = (self.missed - {start}) | {goal}
        if not began_as_champion and row_of(goal) == FAR_ROW[side]:
            self.board[goal] = LETTER[side] + "C"  # GX-06, GX-08: before the taking
            self.extra = True  # GX-10
            self.progress = True
        if self.options["captures"] == "automatic":
            for cell in self.takings(side, goal):
                self.take(cell)

    def leave_mover(self, side: str) -> None:
        """GX-11: the piece that stepped is at fault if it leaves takings undone, step by step."""
        if self.mover is not None and self.takings(side, self.mover):
            self.missed.add(self.mover)

    def take(self, cell: str) -> None:
        del self.board[cell]
        self.progress = True
        self.judge_last_piece()

    def huff_one(self, cell: str) -> None:
        """GX-11: each piece at fault may be huffed, one move each. GX-15 is judged again."""
        self.faults.remove(cell)
        self.huff(cell)
        if self.phase != "over":
            self.judge_champions()

    def anything_left(self, side: str) -> bool:
        """GX-13: a taking to make, a second step with an empty goal, an extra turn in which some piece can step."""
        assert self.mover is not None
        if self.takings(side, self.mover):
            return True
        if self.steps > 0 and self.can_step(self.mover):
            return True
        return self.extra and self.any_can_step(side)

    def end_turn(self, side: str) -> None:
        """The half-turn is over; what its side missed is what the other may huff."""
        self.leave_mover(side)
        faults = self.missed
        self.clear_turn()
        self.end_half_turn(faults)

    def finish(self, reason: str, winner: str | None) -> None:
        self.clear_turn()
        super().finish(reason, winner)

    def position(self) -> dict:
        seen = super().position()
        seen["mover"] = self.mover
        seen["steps"] = self.steps
        seen["extra"] = self.extra
        seen["missed"] = in_order(self.missed)
        return seen

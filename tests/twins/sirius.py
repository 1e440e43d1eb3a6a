"""Slow reference of Sirius, rule by rule (SI-…)."""

from __future__ import annotations

from .pawns import CELLS, FAR_ROW, LETTER, TAKES, PawnsTwin, read, row_of, shifted


class SiriusTwin(PawnsTwin):
    prefix = "SI"
    setup_rule = "SI-01"
    defaults = {
        "setup": "secret",
        "directions": 8,
        "champion_safe": True,
        "champion_takes": "everything",
        "champion_path": "straight",
        "captures": "huff",
        "patience": 100,
        "adjudicate": "draw",
    }

    # Where a piece can go

    def reach(self, start: str) -> set[str]:
        """SI-02, SI-07: the cells within reach, whatever stands on them; blocked between is out of reach."""
        near = set(self.neighbours(start))
        if not self.is_champion(start):
            return near
        if self.options["champion_path"] == "bent":
            return near | self.reach_bent(start)
        far = set()
        for across, up in self.directions():
            between = shifted(start, across, up)
            goal = shifted(start, 2 * across, 2 * up)
            if goal is not None and self.is_empty(between):
                far.add(goal)
        return near | far

    def reach_bent(self, start: str) -> set[str]:
        """SI-07: two single steps, the first onto an empty cell, ending on another cell than it began."""
        goals = set()
        for between in self.neighbours(start):
            if self.is_empty(between):
                goals |= set(self.neighbours(between))
        return goals - {start}

    def taking_refusal(self, taker: str, target: str) -> str | None:
        """SI-04, SI-05: why the piece on one cell may not take the enemy on another."""
        kind, prey = self.board[taker][1], self.board[target][1]
        if kind != "C" and prey != "C":
            return None if TAKES[kind] == prey else "SI-04"
        if kind != "C":
            return "SI-04" if self.options["champion_safe"] else None
        if prey != "C" and self.options["champion_takes"] == "champions_only":
            return "SI-05"
        return None

    def takers(self, side: str) -> set[str]:
        """Cells of the pieces of a side that can take something now (SI-08)."""
        able = set()
        for start in self.own_cells(side):
            for goal in self.reach(start):
                if self.is_enemy(goal, side) and self.taking_refusal(start, goal) is None:
                    able.add(start)
        return able

    def can_move(self, side: str) -> bool:
        """SI-10: can any piece move, by taking or not?"""
        if self.takers(side):
            return True
        return any(self.is_empty(goal) for start in self.own_cells(side) for goal in self.reach(start))

    def can_take_in_this_turn(self) -> bool:
        assert self.turn is not None
        return bool(self.takers(self.turn))

    # Refusals, in the digest's order of checks

    def play_refusal(self, side: str, text: str) -> str | None:
        move = read(text, ["step", "capture", "huff", "pass"])
        if move is None:
            return "SI-00"
        if move[0] == "huff":
            return None if move[1] in self.faults else "SI-08"
        if move[0] == "pass":
            return "SI-10" if self.can_move(side) else None
        return self.move_refusal(side, move[1], move[2], marked=move[0] == "capture")

    def move_refusal(self, side: str, start: str, goal: str, marked: bool) -> str | None:
        if not self.is_own(start, side):
            return "SI-02"
        if goal not in self.reach(start):
            return "SI-07" if self.is_champion(start) else "SI-02"
        if self.is_own(goal, side):
            return "SI-03"
        takes = self.is_enemy(goal, side)
        if takes and self.taking_refusal(start, goal) is not None:
            return self.taking_refusal(start, goal)
        if marked != takes:
            return "SI-03"
        if not takes and self.options["captures"] == "enforced" and self.takers(side):
            return "SI-08"
        return None

    def candidates(self, side: str) -> list[str]:
        """Every text that could be legal: no piece goes further than two cells."""
        texts = ["pass"] + [f"huff {cell}" for cell in CELLS]
        for start in self.own_cells(side):
            for across in (-2, -1, 0, 1, 2):
                for up in (-2, -1, 0, 1, 2):
                    goal = shifted(start, across, up)
                    if goal is not None:
                        texts += [f"{start}-{goal}", f"{start}x{goal}"]
        return texts

    # Playing

    def play_move(self, side: str, text: str) -> None:
        move = read(text, ["step", "capture", "huff", "pass"])
        assert move is not None
        if move[0] == "huff":
            self.huff_one(move[1])
        elif move[0] == "pass":
            self.passes += 1
            self.end_half_turn(set())
        else:
            self.move_piece(side, move[1], move[2])

    def huff_one(self, cell: str) -> None:
        """SI-08: one piece only, so nothing is left at fault. SI-11 is judged again."""
        self.faults = set()
        self.huff(cell)
        if self.phase != "over":
            self.judge_champions()

    def move_piece(self, side: str, start: str, goal: str) -> None:
        at_fault: set[str] = set()
        if self.options["captures"] == "huff":
            at_fault = self.takers(side)  # SI-08: judged on the board as it is now, after any huff
        takes = goal in self.board
        piece = self.board.pop(start)
        if piece[1] != "C" and row_of(goal) == FAR_ROW[side]:
            piece = LETTER[side] + "C"  # SI-06
            self.progress = True
        self.board[goal] = piece
        self.passes = 0
        self.faults = set()
        if takes:
            self.progress = True
            at_fault = set()  # SI-08: one taking made clears everything
            self.judge_last_piece()
        if self.phase == "over":
            return
        if start in at_fault:  # SI-08: the fault follows the piece that moved
            at_fault = (at_fault - {start}) | {goal}
        self.end_half_turn(at_fault)

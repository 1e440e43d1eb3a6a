"""Lumens, a slow and plain reference: every function says which rule it follows (LU-..)."""

import re
from typing import Any

# LU-03: the printed rows go from the top of the board to its bottom; a letter is a room, a dot a passage.
MAP_TWO = [
    "AA..BBBBB..CC",
    "AA..B.B.B..CC",
    ".............",
    ".DD..EEE..FF.",
    ".DDD.EEE.FFF.",
    ".DD..EEE..FF.",
    ".............",
    "GG..H.H.H..II",
    "GG..HHHHH..II",
]

MAP_MORE = [
    "AAA.BBB.CCC.DDD",
    "AA..BBB.CCC..DD",
    "A...B.....C...D",
    "...............",
    "...............",
    ".EE.........GG.",
    ".EEE..FFF..GGG.",
    ".EEE..FFF..GGG.",
    ".EEE..FFF..GGG.",
    ".EE.........GG.",
    "...............",
    "...............",
    "H...I.....J...K",
    "HH..III.JJJ..KK",
    "HHH.III.JJJ.KKK",
]

KINDS = ["1/6", "2/5", "3/4"]  # LU-01
STARTS = {2: ["a1", "m9"], 3: ["a8", "o15", "o1"], 4: ["a1", "a15", "o15", "o1"]}  # LU-04, clockwise
DEFAULTS = {"end": "empty_bags", "places": "lot"}  # LU-17, LU-04
NUMBER = "(0|[1-9][0-9]{0,8})"


def faces_of(token: str) -> list[int]:
    """The two faces of a token written like 1/6."""
    return [int(part) for part in token.split("/")]


class LumensTwin:
    """One game of Lumens, replayed from recorded chance."""

    def __init__(self, seats: int, options: dict, chance: list[list], cards: Any = None) -> None:
        self.seats = seats
        self.options = {**DEFAULTS, **options}
        self.chance = chance
        self.used = 0
        self.rows = MAP_TWO if seats == 2 else MAP_MORE
        self.height = len(self.rows)
        self.width = len(self.rows[0])
        self.centre = "E" if seats == 2 else "F"
        self.phase = "start"
        self.turn: int | None = None
        self.first: int | None = None
        self.board: dict[str, list[list]] = {}
        self.result: dict | None = None
        # LU-04: the first seat's place by lot, or the first one; the others follow clockwise.
        place = self.next_chance("place") if self.options["places"] == "lot" else 0
        assert place in range(seats), place
        self.starts = [STARTS[seats][(place + seat) % seats] for seat in range(seats)]
        # LU-01, LU-05: 24 tokens in the order of drawing; the first is the start token.
        self.bags: list[list[str]] = []
        for seat in range(seats):
            bag = list(self.next_chance(f"bag {seat}"))
            assert sorted(bag) == sorted(KINDS * 8), bag
            self.bags.append(bag)
        self.hands: list[str | None] = [bag.pop(0) for bag in self.bags]
        self.chosen: list[int | None] = [None] * seats
        self.home_right = [True] * seats
        self.out = [False] * seats

    def next_chance(self, label: str) -> Any:
        """Take the next recorded chance event, which must carry this label."""
        assert self.used < len(self.chance), f"no chance left for {label}"
        found, outcome = self.chance[self.used]
        assert found == label, f"chance {found} where {label} was due"
        self.used += 1
        return outcome

    # --- the board -------------------------------------------------------------------------------------------------

    def name(self, column: int, row: int) -> str:
        """The text of a cell; columns and rows count from 1."""
        return "abcdefghijklmnopqrstuvwxyz"[column - 1] + str(row)

    def cells(self) -> list[str]:
        """All cells, row by row from a1."""
        return [self.name(x, y) for y in range(1, self.height + 1) for x in range(1, self.width + 1)]

    def place_of(self, cell: str) -> tuple[int, int]:
        """Column and row of a readable cell text, whether it exists or not."""
        return "abcdefghijklmnopqrstuvwxyz".index(cell[0]) + 1, int(cell[1:])

    def on_board(self, column: int, row: int) -> bool:
        """Whether there is such a cell (LU-03)."""
        return 1 <= column <= self.width and 1 <= row <= self.height

    def room(self, cell: str) -> str:
        """The letter of the cell's room, or a dot."""
        column, row = self.place_of(cell)
        return self.rows[self.height - row][column - 1]

    def ways(self, seat: int, cell: str) -> list[bool]:
        """One entry per own visible token at the exact distance (LU-07): whether its way is free (LU-08)."""
        column, row = self.place_of(cell)
        found = []
        for dx, dy in [(1, 0), (-1, 0), (0, 1), (0, -1)]:
            for distance in range(1, 7):
                x, y = column + dx * distance, row + dy * distance
                if not self.on_board(x, y):
                    continue
                pile = self.board.get(self.name(x, y), [])
                if not pile or pile[-1][0] != seat or pile[-1][2] != distance:
                    continue
                between = [self.name(column + dx * i, row + dy * i) for i in range(1, distance)]
                found.append(not any(self.board.get(c) for c in between))
        return found

    # --- whose decision, which moves -------------------------------------------------------------------------------

    def waiting(self) -> list[int]:
        """The seats that have to decide now."""
        if self.phase == "start":
            return [seat for seat in range(self.seats) if self.chosen[seat] is None]
        return [] if self.turn is None else [self.turn]

    def legal(self, seat: int) -> list[str]:
        """Every move text that is not refused."""
        candidates = [f"start={face}" for face in range(1, 7)]
        candidates += [f"{cell}={face}" for cell in self.cells() for face in range(1, 7)]
        return [text for text in candidates if self.refusal(seat, text) is None]

    def refusal(self, seat: int, text: str) -> str | None:
        """None, or the first rule that the move breaks, in the digest's order of checks."""
        start = re.fullmatch("start=" + NUMBER, text)
        put = re.fullmatch("([a-z]" + NUMBER + ")=" + NUMBER, text)
        if seat not in self.waiting():
            return "LU-00"
        if self.phase == "start":
            if not start:
                return "LU-00"
            return None if int(start[1]) in faces_of(self.hands[seat]) else "LU-05"
        if text == "pass":
            return "LU-14"
        if not put:
            return "LU-00"
        return self.refuse_placing(seat, put[1], int(put[3]))

    def refuse_placing(self, seat: int, cell: str, face: int) -> str | None:
        """The checks of a placement, one after the other."""
        if face not in faces_of(self.hands[seat]):
            return "LU-13"
        if not self.on_board(*self.place_of(cell)):
            return "LU-07"
        if cell in self.starts and cell != self.starts[seat]:
            return "LU-11"
        if len(self.board.get(cell, [])) >= 2:
            return "LU-10"
        if cell == self.starts[seat] and self.home_right[seat]:
            return None  # LU-12
        ways = self.ways(seat, cell)
        if not ways:
            return "LU-07"
        return None if any(ways) else "LU-08"

    # --- playing ---------------------------------------------------------------------------------------------------

    def play(self, seat: int, text: str) -> None:
        """Carry out a legal move."""
        assert self.refusal(seat, text) is None, (seat, text, self.refusal(seat, text))
        where, face = text.split("=")
        if where == "start":
            self.chosen[seat] = int(face)
            if not self.waiting():
                self.reveal()
            return
        self.board.setdefault(where, []).append([seat, self.hands[seat], int(face)])
        if where == self.starts[seat]:
            self.home_right[seat] = False  # LU-12, by right or by counting
        self.draw(seat)
        if self.options["end"] == "empty_bags" and self.nobody_draws():
            self.finish()
        else:
            self.next_turn(seat)

    def reveal(self) -> None:
        """LU-05, LU-06: all start tokens at once, a second token each, then the first player by lot."""
        for seat in range(self.seats):
            self.board[self.starts[seat]] = [[seat, self.hands[seat], self.chosen[seat]]]
            self.draw(seat)
        self.first = self.next_chance("first")
        assert self.first in range(self.seats), self.first
        self.phase = "play"
        self.next_turn(self.first - 1)

    def draw(self, seat: int) -> None:
        """LU-15."""
        self.hands[seat] = self.bags[seat].pop(0) if self.bags[seat] else None

    def nobody_draws(self) -> bool:
        """LU-17, empty_bags: no player still in has a token in the bag."""
        return all(self.out[seat] or not self.bags[seat] for seat in range(self.seats))

    def next_turn(self, last: int) -> None:
        """LU-16 clockwise, LU-14 judged when the turn comes, LU-17 when nobody can place."""
        for step in range(1, self.seats + 1):
            seat = (last + step) % self.seats
            if self.out[seat] or self.hands[seat] is None:
                continue
            self.turn = seat
            if any(self.refusal(seat, f"{cell}={face}") is None for cell in self.cells() for face in range(1, 7)):
                return
            self.out[seat] = True
            if self.options["end"] == "empty_bags" and self.nobody_draws():
                break
        self.finish()

    # --- the count -------------------------------------------------------------------------------------------------

    def strength(self, seat: int, room: str) -> int:
        """LU-18: own top tokens' faces in the room."""
        tops = [pile[-1] for cell, pile in self.board.items() if self.room(cell) == room]
        return sum(face for owner, _, face in tops if owner == seat)

    def room_points(self, strengths: list[int]) -> list[int]:
        """LU-18, LU-19, LU-20."""
        ranks = sorted({value for value in strengths if value > 0}, reverse=True)
        points = [0] * self.seats
        for seat in range(self.seats):
            if ranks and strengths[seat] == ranks[0]:
                points[seat] = 4
            elif len(ranks) > 1 and strengths[seat] == ranks[1]:
                if self.seats > 2 and strengths.count(ranks[0]) == 1:
                    points[seat] = 2
        return points

    def finish(self) -> None:
        """LU-17 has ended the game: count rooms, then LU-21."""
        self.phase = "over"
        self.turn = None
        rooms = {}
        for letter in sorted(set("".join(self.rows)) - {"."}):
            strengths = [self.strength(seat, letter) for seat in range(self.seats)]
            rooms[letter] = {"strength": strengths, "points": self.room_points(strengths)}
        points = [sum(room["points"][seat] for room in rooms.values()) for seat in range(self.seats)]
        tied = [seat for seat in range(self.seats) if points[seat] == max(points)]
        centre = rooms[self.centre]["strength"]
        best = max(centre[seat] for seat in tied)
        winners = [seat for seat in tied if centre[seat] == best]
        self.result = {"reason": "counted", "points": points, "winners": winners, "rooms": rooms}

    # --- what can be seen ------------------------------------------------------------------------------------------

    def ending(self) -> dict | None:
        """None while the game runs."""
        if self.result is None:
            return None
        rooms = {
            letter: {"strength": list(room["strength"]), "points": list(room["points"])}
            for letter, room in self.result["rooms"].items()
        }
        return {
            "reason": self.result["reason"],
            "points": list(self.result["points"]),
            "winners": list(self.result["winners"]),
            "rooms": rooms,
        }

    def left(self, seat: int, hand_known: bool) -> dict[str, int]:
        """8 of each, less what lies on the board (covered tokens too), less the hand token if known."""
        rest = dict.fromkeys(KINDS, 8)
        for pile in self.board.values():
            for owner, token, _ in pile:
                if owner == seat:
                    rest[token] -= 1
        hand = self.hands[seat]
        if hand_known and hand is not None:
            rest[hand] -= 1
        return rest

    def position(self) -> dict:
        """Everything."""
        board = {cell: [list(token) for token in self.board[cell]] for cell in self.cells() if self.board.get(cell)}
        return {
            "phase": self.phase,
            "turn": self.turn,
            "first": self.first,
            "starts": list(self.starts),
            "board": board,
            "hands": list(self.hands),
            "chosen": list(self.chosen),
            "bags": [list(bag) for bag in self.bags],
            "left": [self.left(seat, True) for seat in range(self.seats)],
            "home_right": list(self.home_right),
            "out": list(self.out),
            "ending": self.ending(),
        }

    def view(self, seat: int | None) -> dict:
        """What this seat (None: a spectator) knows."""
        seen = self.position()
        if self.phase == "over":
            return seen
        seen["bags"] = [["?"] * len(bag) for bag in self.bags]
        for other in range(self.seats):
            if other == seat:
                continue
            if seen["hands"][other] is not None:
                seen["hands"][other] = "?"
            if self.phase == "start" and seen["chosen"][other] is not None:
                seen["chosen"][other] = "?"
            seen["left"][other] = self.left(other, False)
        return seen

"""Games of Lumens from positions in one line, and from bags that are told."""

from collections.abc import Iterator
from typing import Any

import lumitheque as lt
from lumitheque.games import find
from lumitheque.referee import Referee

COLOURS = "YGRV"  # yellow, green, red, violet: seats 0 to 3
KINDS = ("1/6", "2/5", "3/4")
STARTS = {2: ["a1", "m9"], 3: ["a8", "o15", "o1"], 4: ["a1", "a15", "o15", "o1"]}
FULL_BAG = [kind for kind in KINDS for _ in range(8)]

# yellow's only light is a 1 in the corner, and both its neighbours are full
WALLED_IN = "a2=G2,G2 b1=G2,G2"
STUCK = f"a1=Y6,Y1 {WALLED_IN}"

Pile = list[list[Any]]


def kind_of(face: int) -> str:
    return KINDS[min(face, 7 - face) - 1]


def read_board(text: str) -> dict[str, Pile]:
    """`a1=Y3 d4=G1,Y6`: yellow shows 3 on a1; on d4 yellow's 6 covers green's 1."""
    board = {}
    for part in text.split():
        cell, pile = part.split("=")
        board[cell] = [[COLOURS.index(token[0]), kind_of(int(token[1])), int(token[1])] for token in pile.split(",")]
    return board


def spare_cells(board: dict[str, Pile]) -> Iterator[str]:
    """Cells in the three rows from 6 to 8 that are not in use."""
    return iter([cell for row in "867" for column in "bcdefghijkl" if (cell := column + row) not in board])


def take_apart(board: dict[str, Pile], seat: int, hand: str | None, in_bag: int | None) -> list[str]:
    """The bag of a seat: what is not in use; of that, all but `in_bag` tokens are put on spare cells, two by two."""
    used = [kind for pile in board.values() for owner, kind, _ in pile if owner == seat] + [hand] * (hand is not None)
    rest = [kind for kind in KINDS for _ in range(8 - used.count(kind))]
    bag, spent = (rest, []) if in_bag is None else (rest[:in_bag], rest[in_bag:])
    cells = spare_cells(board)
    for i in range(0, len(spent), 2):
        board[next(cells)] = [[seat, kind, int(kind[0])] for kind in spent[i : i + 2]]
    return bag


def table(
    text: str,
    seats: int = 2,
    turn: int = 0,
    hands: tuple[str | None, ...] = ("1/6",) * 4,
    in_bag: dict[int, int] | None = None,
    end: str = "empty_bags",
    **more: Any,
) -> Referee:
    """A game in play: the board as told, a 1 on each start that is not, `in_bag` tokens in the bags, or all others."""
    board = read_board(text)
    for seat, start in enumerate(STARTS[seats]):
        board.setdefault(start, [[seat, "1/6", 1]])
    bags = [take_apart(board, seat, hands[seat], (in_bag or {}).get(seat)) for seat in range(seats)]
    position = {
        "phase": "play",
        "turn": turn,
        "first": 0,
        "starts": STARTS[seats],
        "board": board,
        "hands": list(hands[:seats]),
        "chosen": [board[start][0][2] for start in STARTS[seats]],
        "bags": bags,
        "left": [{kind: bag.count(kind) for kind in KINDS} for bag in bags],
        "home_right": [len(board[start]) == 1 for start in STARTS[seats]],
        "out": [False] * seats,
        "ending": None,
    }
    return lt.load(as_record(seats, end) | {"position": position | more})


def as_record(seats: int, end: str = "empty_bags") -> dict[str, Any]:
    return {"game": "lumens", "rules": find("lumens").rules_version, "seats": seats, "options": {"end": end}}


def bag(*first: str) -> list[str]:
    """All tokens of a seat, these drawn first."""
    rest = FULL_BAG.copy()
    for kind in first:
        rest.remove(kind)
    return [*first, *rest]


def dealt(*bags: list[str], place: int = 0, first: int = 0, end: str = "empty_bags") -> Referee:
    """A game from its beginning, with told bags."""
    lots = [["place", place], *([f"bag {seat}", order] for seat, order in enumerate(bags)), ["first", first]]
    return lt.load(as_record(len(bags), end) | {"chance": lots})


def cells(g: Referee) -> set[str]:
    """Where the seat that is waiting may place."""
    return {text.split("=")[0] for text in g.legal()}


def tell_random_game(seed: int, seats: int, end: str) -> Referee:
    """A game played to its end; each move depends on the seed alone."""
    g = lt.new("lumens", seats=seats, seed=f"{seed:x}", options={"end": end})
    step = seed
    while waiting := g.waiting():
        moves = g.legal(waiting[0])
        step = (step * 1103515245 + 12345) % 2**31
        g.play(moves[(step >> 8) % len(moves)], waiting[0])
    return g

"""Boards of Lumens made anew: mirrored, and the borders of their rooms moved, cell by cell."""

import random

Map = list[list[str]]  # rows of letters, the top one first; a dot is a passage
EDITS = 60  # tries to move a border, for each side
SMALLEST, LARGEST = 3, 12  # cells of a room


def redraw(text: str, dice: random.Random) -> str:
    """The same two sides, drawn anew. The room in the middle keeps its nine cells (LU-03)."""
    out: list[str] = []
    rows: Map = []
    for line in [*text.splitlines(), ""]:
        is_row = bool(line) and not line.startswith("#") and "player" not in line
        if is_row:
            rows.append(list(line))
            continue
        out += ["".join(row) for row in _redraw_side(rows, dice)] if rows else []
        rows = []
        if line and not line.startswith("#"):
            out.append(line)
    return "\n".join(out) + "\n"


def _redraw_side(rows: Map, dice: random.Random) -> Map:
    if dice.random() < 0.5:
        rows = [row[::-1] for row in rows]
    if dice.random() < 0.5:
        rows = rows[::-1]
    middle = rows[len(rows) // 2][len(rows[0]) // 2]
    for _ in range(EDITS):
        y, x = dice.randrange(len(rows)), dice.randrange(len(rows[0]))
        letter = rows[y][x]
        if letter == ".":
            grow(rows, y, x, middle)
        elif letter != middle:
            shrink(rows, y, x)
    return _rename(rows, dice)


def grow(rows: Map, y: int, x: int, middle: str) -> None:
    """Make a passage part of the only room that it touches, unless that is full, or the one in the middle."""
    beside = {rows[b][a] for b, a in neighbours(rows, y, x)} - {"."}
    around = {rows[b][a] for b in range(y - 1, y + 2) for a in range(x - 1, x + 2) if inside(rows, b, a)} - {"."}
    if len(around) == 1 and beside == around and middle not in around:
        (letter,) = around
        if len(cells_of(rows, letter)) < LARGEST:
            rows[y][x] = letter


def shrink(rows: Map, y: int, x: int) -> None:
    """Make a cell of a room a passage, unless the room would fall apart or be too small."""
    letter = rows[y][x]
    rows[y][x] = "."
    left = cells_of(rows, letter)
    if len(left) < SMALLEST or not in_one_piece(left):
        rows[y][x] = letter


def in_one_piece(cells: set[tuple[int, int]]) -> bool:
    todo, seen = [next(iter(cells))], set[tuple[int, int]]()
    while todo:
        y, x = todo.pop()
        if (y, x) in cells and (y, x) not in seen:
            seen.add((y, x))
            todo += [(y + 1, x), (y - 1, x), (y, x + 1), (y, x - 1)]
    return seen == cells


def cells_of(rows: Map, letter: str) -> set[tuple[int, int]]:
    return {(y, x) for y, row in enumerate(rows) for x, one in enumerate(row) if one == letter}


def neighbours(rows: Map, y: int, x: int) -> list[tuple[int, int]]:
    beside = [(y + 1, x), (y - 1, x), (y, x + 1), (y, x - 1)]
    return [(b, a) for b, a in beside if inside(rows, b, a)]


def inside(rows: Map, y: int, x: int) -> bool:
    return 0 <= y < len(rows) and 0 <= x < len(rows[0])


def _rename(rows: Map, dice: random.Random) -> Map:
    """Give the rooms other letters."""
    letters = sorted({one for row in rows for one in row} - {"."})
    named = dict(zip(letters, dice.sample(letters, len(letters)), strict=True)) | {".": "."}
    return [[named[one] for one in row] for row in rows]

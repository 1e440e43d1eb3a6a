"""The palace of Lumens and its lamps, as SVG. A cell is 1 wide in the palace, a lamp lies in a box from -50 to 50."""

import math
from collections.abc import Iterable, Sequence

from lumitheque.art.palette import Palette
from lumitheque.art.shapes import seat_shape
from lumitheque.art.svg import circle, group, linear, path, rect, tag, text

PIPS, BESIDE = 40.5, 0.46  # how far from the middle pips are, and how far from each other, in radians
PATTERNS = (None, "22 6", "9 7", "22 6 5 6")  # of the rims of covered lamps, by seat
PASSAGE = "."
LETTERS = "abcdefghijklmno"

Map = Sequence[str]  # rows from the far one to row 1, a letter for a room, a dot for a passage


def lamp(seat: int, face: int | str | None, palette: Palette, *, covered: bool = False) -> str:
    """A round lamp: its glass has shape and colour of the seat, its rim as many pips as the numeral says."""
    glass = palette(f"glass-{seat}")
    bronze = circle(0, 0, 47, fill=palette("bronze"), stroke=palette("bronze-edge"), stroke_width=2.5)
    if covered:
        return group(
            bronze, circle(0, 0, 42, fill="none", stroke=glass, stroke_width=7, stroke_dasharray=PATTERNS[seat])
        )
    scale = 3.7 if seat == 0 else 3.5
    pips = [(math.pi / 2 + (i - (face - 1) / 2) * BESIDE) for i in range(face)] if isinstance(face, int) else []
    return group(
        bronze,
        path(seat_shape(seat), fill=glass, transform=f"scale({scale})"),
        circle(0, 0, 25, fill=glass, stroke=palette.mix(glass, "#ffffff", 0.55), stroke_width=2),
        path("M-26-22A34 34 0 0 1 12-32", fill="none", stroke="#ffffff8c", stroke_width=3, stroke_linecap="round"),
        *(circle(PIPS * math.cos(angle), PIPS * math.sin(angle), 4.4, fill=glass) for angle in pips),
        text("?" if face is None else str(face), 0, 17, 50, palette.tone("#1d1409"), serif=True, bold=True),
        class_="lamp",
    )


def spot(rows: int, cell: str) -> tuple[int, int]:
    """The upper left corner of a cell."""
    return LETTERS.index(cell[0]), rows - int(cell[1:])


def cells_of(plan: Map, letter: str) -> list[tuple[int, int]]:
    return [(x, y) for y, row in enumerate(plan) for x, room in enumerate(row) if room == letter]


def floor_of(plan: Map, letter: str) -> str:
    return "".join(f"M{x} {y}h1v1h-1z" for x, y in cells_of(plan, letter))


def walls_of(plan: Map, letter: str) -> str:
    """Every edge of a room behind which another room or a passage begins."""
    inside, walls = set(cells_of(plan, letter)), ""
    for x, y in sorted(inside):
        for neighbour, wall in (
            ((x, y - 1), f"M{x} {y}h1"),
            ((x, y + 1), f"M{x} {y + 1}h1"),
            ((x - 1, y), f"M{x} {y}v1"),
            ((x + 1, y), f"M{x + 1} {y}v1"),
        ):
            walls += "" if neighbour in inside else wall
    return walls


def letters_of(plan: Map) -> list[str]:
    return sorted({room for row in plan for room in row} - {PASSAGE})


def definitions(palette: Palette) -> dict[str, str]:
    """Parquet and stone, which the palace is laid with."""
    return {"lumens-parquet": parquet(palette), "lumens-stone": stone(palette)}


def parquet(palette: Palette) -> str:
    other = palette("oak-other")
    boards = "M0 0h2M0 1h2M0 0v2M1 0v2M0 .33h1M0 .67h1M1 1.33h1M1 1.67h1M1.33 0v1M1.67 0v1M.33 1v1M.67 1v1"
    laid = "rotate(45) scale(.354)"
    return tag(
        "pattern",
        rect(0, 0, 2, 2, fill=palette("oak")),
        rect(0, 0, 1, 1, fill=other),
        rect(1, 1, 1, 1, fill=other),
        path(boards, fill="none", stroke=palette("oak-joint"), stroke_width=0.05),
        id="lumens-parquet",
        width=2,
        height=2,
        patternUnits="userSpaceOnUse",
        patternTransform=laid,
    )


def stone(palette: Palette) -> str:
    way = {"x1": "0", "y1": "0", "x2": "1", "y2": "1"}
    return linear("lumens-stone", [palette("stone-far"), palette("stone-near")], **way)


def palace(plan: Map, palette: Palette, free: set[tuple[int, int]] | None = None) -> Iterable[str]:
    """Parquet in the passages, stone in the rooms, walls of light; the letter of a room on a `free` cell of it."""
    wide, high = len(plan[0]), len(plan)
    yield rect(0, 0, wide, high, fill="url(#lumens-parquet)")
    for letter in letters_of(plan):
        yield path(floor_of(plan, letter), fill="url(#lumens-stone)")
    joints = "".join(f"M{x} 0v{high}" for x in range(1, wide)) + "".join(f"M0 {y}h{wide}" for y in range(1, high))
    yield path(joints, stroke=palette("cell-line"), stroke_width=0.025, class_="cells", data_cells=str(wide * high))
    for letter in letters_of(plan):
        cells = cells_of(plan, letter)
        x, y = next((cell for cell in cells if free is None or cell in free), cells[0])
        walls = walls_of(plan, letter)
        yield path(walls, fill="none", stroke=palette("wall"), stroke_width=0.2, opacity=0.13, stroke_linecap="round")
        yield path(walls, fill="none", stroke=palette("wall"), stroke_width=0.045, stroke_linecap="round")
        yield text(letter, x + 0.09, y + 0.36, 0.34, palette("sign"), serif=True, bold=True, anchor="start")


def start_mark(seat: int, x: float, y: float, ink: str, *, several: bool = False) -> str:
    """Where a seat starts: a dashed square with its mark; a neutral one where it depends on the seats."""
    dash = rect(
        -0.43, -0.43, 0.86, 0.86, rx=0.12, fill="none", stroke=ink, stroke_width=0.05, stroke_dasharray="0.18 0.1"
    )
    mark = "" if several else path(seat_shape(seat), fill=ink, transform="scale(0.026)")
    return group(dash, mark, at=(x + 0.5, y + 0.5), class_="start")

"""Sheets of paper: how pieces lie on them, how a board is cut into tiles. All lengths are millimetres.

A sheet is told to Typst piece by piece, each at its place. Every piece has a name, which the PDF carries along for
screen readers; the tests measure pieces by it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from lumitheque.games.game import GameError
from lumitheque.press.markup import quoted
from lumitheque.press.ordering import Paper

SIDES, HEAD, FOOT = 5.0, 5.0, 8.0  # what printers leave white, and a line of words below
TICK, AWAY = 3.0, 0.8  # how long a mark to cut along is, and how far from the cut
HAIR = "0.15mm + luma(90)"


@dataclass
class Sheet:
    """One side of a sheet of paper, as Typst source."""

    paper: Paper
    lines: list[str] = field(default_factory=list)

    def put(self, x: float, y: float, content: str) -> None:
        self.lines.append(f"#place(dx: {x:.3f}mm, dy: {y:.3f}mm, {content})")

    def image(self, file: str, name: str, x: float, y: float, width: float, height: float, turn: int = 0) -> None:
        drawn = f"image({quoted(file)}, width: {width:.3f}mm, height: {height:.3f}mm, alt: {quoted(name)})"
        self.put(x, y, f"rotate({turn}deg, {drawn})" if turn else drawn)

    def line(self, x: float, y: float, to_x: float, to_y: float, stroke: str = HAIR) -> None:
        way = f"start: ({x:.3f}mm, {y:.3f}mm), end: ({to_x:.3f}mm, {to_y:.3f}mm)"
        self.lines.append(f"#place(line({way}, stroke: {stroke}))")

    def words(self, said: str, x: float | None = None, size: float = 7.5) -> None:
        """The line below everything."""
        y = self.paper.height - FOOT + 2.4
        told = f"text(size: {size}pt, fill: luma(60), {quoted(said)})"
        self.put(SIDES + 3 if x is None else x, y, told)

    def typst(self) -> str:
        size = f"width: {self.paper.width}mm, height: {self.paper.height}mm"
        return "\n".join([f"#page({size}, margin: 0mm)[", *self.lines, "]", ""])


class Place(NamedTuple):
    """Where a piece lies on a sheet: its left upper corner after cutting."""

    sheet: int
    x: float
    y: float


@dataclass(frozen=True)
class Grid:
    """Pieces of one size in rows and columns, with `gap` between them."""

    paper: Paper
    width: float
    height: float
    gap: float

    def __post_init__(self) -> None:
        if self.columns < 1 or self.rows < 1:
            size = f"{self.width:g} × {self.height:g} mm"
            raise GameError(f"the paper is too small for pieces of {size}: choose a larger one, such as --paper a3")

    @property
    def columns(self) -> int:
        return int((self.paper.width - 2 * SIDES) // (self.width + self.gap) + 1e-9)

    @property
    def rows(self) -> int:
        return int((self.paper.height - HEAD - FOOT) // (self.height + self.gap) + 1e-9)

    @property
    def left(self) -> float:
        return (self.paper.width - self.columns * (self.width + self.gap) + self.gap) / 2

    @property
    def top(self) -> float:
        free = self.paper.height - HEAD - FOOT - self.rows * (self.height + self.gap) + self.gap
        return HEAD + free / 2

    def places(self, count: int) -> Iterator[Place]:
        each = self.columns * self.rows
        for number in range(count):
            sheet, place = divmod(number, each)
            row, column = divmod(place, self.columns)
            yield Place(sheet, self.left + column * (self.width + self.gap), self.top + row * (self.height + self.gap))

    def mirrored(self, place: Place, flip: str) -> Place:
        """Where the back of a piece lies when the sheet is turned over its long or its short edge."""
        if flip == "long":
            return place._replace(x=self.paper.width - place.x - self.width)
        return place._replace(y=self.paper.height - place.y - self.height)

    def mark(self, sheet: Sheet, places: Sequence[Place]) -> None:
        """Marks to cut along, outside of all pieces of a sheet."""
        lefts, tops = {one.x for one in places}, {one.y for one in places}
        right, bottom = max(lefts) + self.width + AWAY + self.gap / 2, max(tops) + self.height + AWAY + self.gap / 2
        left, top = min(lefts) - AWAY - self.gap / 2, min(tops) - AWAY - self.gap / 2
        for x in sorted(lefts | {x + self.width for x in lefts}):
            sheet.line(x, top - TICK, x, top)
            sheet.line(x, bottom, x, bottom + TICK)
        for y in sorted(tops | {y + self.height for y in tops}):
            sheet.line(left - TICK, y, left, y)
            sheet.line(right, y, right + TICK, y)


class Tile(NamedTuple):
    """A part of a board that fits on a sheet: cells from column and row on, so many of each."""

    across: int
    down: int
    column: int
    row: int
    columns: int
    rows: int


class Tiling(NamedTuple):
    paper: Paper  # turned on its side if fewer sheets will do
    across: int
    down: int
    tiles: list[Tile]


def tile(cells: tuple[int, int], cell: float, rim: float, paper: Paper) -> Tiling:
    """Cut a board between its cells, so that every cell lies whole on one sheet; on as few sheets as can be."""
    found = []
    for turned in (paper, Paper(paper.height, paper.width)):
        room = (turned.width - 2 * (SIDES + TICK), turned.height - HEAD - FOOT - 2 * TICK)
        spans = [spans_of(count, cell, rim, space) for count, space in zip(cells, room, strict=True)]
        if all(spans):
            found.append((turned, spans))
    if not found:
        raise GameError(f"the paper is too small for cells of {cell:g} mm: choose a larger one, such as --paper a3")
    turned, (columns, rows) = min(found, key=lambda one: len(one[1][0]) * len(one[1][1]))
    tiles = [
        Tile(across, down, column, row, wide, high)
        for down, (row, high) in enumerate(rows)
        for across, (column, wide) in enumerate(columns)
    ]
    return Tiling(turned, len(columns), len(rows), tiles)


def spans_of(count: int, cell: float, rim: float, room: float) -> list[tuple[int, int]]:
    """Cells as evenly spread over sheets as can be: where each sheet begins, and how many it has."""
    for sheets in range(1, count + 1):
        sizes = [count // sheets + (number < count % sheets) for number in range(sheets)]
        rims = [rim * ((number == 0) + (number == sheets - 1)) for number in range(sheets)]
        if all(size * cell + edge <= room for size, edge in zip(sizes, rims, strict=True)):
            return [(sum(sizes[:number]), size) for number, size in enumerate(sizes)]
    return []

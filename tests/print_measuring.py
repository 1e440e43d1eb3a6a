"""Measures the pieces of a printed game in the PDF: where each drawing is clipped on its page, by its spoken name."""

import io
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from pypdf import PdfReader

MILLIMETRE = 72 / 25.4  # in points

NUMBERS = rb"((?:-?[\d.]+\s+)*)"
OPERATION = re.compile(NUMBERS + rb"\b(cm|m|l|q|Q|W|n|f|S|B|s|b)\*?(?=\s|$)|/MCID (\d+)")

Matrix = tuple[float, float, float, float, float, float]
Box = tuple[float, float, float, float]  # left, bottom, right, top
PLAIN: Matrix = (1, 0, 0, 1, 0, 0)


class Piece(NamedTuple):
    """A drawing on a page, in millimetres from the lower left corner."""

    page: int
    name: str
    x: float
    y: float
    width: float
    height: float


def times(one: Matrix, other: Matrix) -> Matrix:
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m)


def pieces_of(pdf: bytes) -> list[Piece]:
    """Every drawing that has a spoken name."""
    reader = PdfReader(io.BytesIO(pdf))
    names = dict(_figures(reader))
    found = []
    for number, page in enumerate(reader.pages):
        for mark, box in _marked_boxes(page):
            name = names.get((page.indirect_reference.idnum, mark))
            if name is not None:
                x, y, to_x, to_y = (length / MILLIMETRE for length in box)
                found.append(Piece(number, name, x, y, to_x - x, to_y - y))
    return found


def _figures(reader: PdfReader) -> Iterator[tuple[tuple[int, int], str]]:
    """Page and mark of every figure with words in its place."""
    waiting = [(reader.trailer["/Root"]["/StructTreeRoot"], None)]
    while waiting:
        node, page = waiting.pop()
        node = node.get_object()
        page = node.raw_get("/Pg") if "/Pg" in node else page
        kids = node.get("/K", [])
        for kid in kids if isinstance(kids, list) else [kids]:
            inner = kid.get_object()
            if isinstance(inner, dict) and inner.get("/Type") != "/MCR":
                waiting.append((inner, page))
            elif "/Alt" in node:
                mark = int(inner["/MCID"]) if isinstance(inner, dict) else int(inner)
                where = inner.raw_get("/Pg") if isinstance(inner, dict) and "/Pg" in inner else page
                yield (where.idnum, mark), str(node["/Alt"])


def _marked_boxes(page: Any) -> Iterator[tuple[int, Box]]:
    """The clip around each marked drawing, in points on the page: that of the place that Typst gave it, where it has
    one, and that of the drawing itself."""
    matrix, clip, mark = PLAIN, None, None
    stack: list[tuple[Matrix, Box | None]] = []
    points: list[tuple[float, float]] = []
    for found in OPERATION.finditer(page.get_contents().get_data()):
        numbers, operator = [float(number) for number in (found[1] or b"").split()], found[2]
        if found[3]:
            mark = int(found[3])
        elif operator == b"q":
            stack.append((matrix, clip))
        elif operator == b"Q":
            matrix, clip = stack.pop()
        elif operator == b"cm" and len(numbers) == 6:
            a, b, c, d, e, f = numbers
            matrix = times((a, b, c, d, e, f), matrix)
        elif operator in {b"m", b"l"} and len(numbers) == 2:  # not letters of a name
            points.append((numbers[0], numbers[1]))
        elif operator == b"W":
            inner = _box(points, matrix)
            clip = _both(clip, inner) if clip and mark is not None else inner
            if mark is not None:
                yield mark, clip
                mark = None
        else:  # a path ends
            points = []


def _both(one: Box, other: Box) -> Box:
    return max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])


def _box(points: list[tuple[float, float]], matrix: Matrix) -> Box:
    a, b, c, d, e, f = matrix
    xs = [a * x + c * y + e for x, y in points]
    ys = [b * x + d * y + f for x, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def fonts_of(pdf: bytes) -> dict[str, bool]:
    """Every font, and whether it is embedded."""
    found = {}
    for page in PdfReader(io.BytesIO(pdf)).pages:
        for font in page["/Resources"].get("/Font", {}).values():
            inner = font.get_object()["/DescendantFonts"][0].get_object()
            about = inner["/FontDescriptor"]
            found[str(inner["/BaseFont"])] = any(f"/FontFile{kind}" in about for kind in ("", "2", "3"))
    return found

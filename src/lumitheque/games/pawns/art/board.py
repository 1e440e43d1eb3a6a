"""The board of Galax and Sirius as SVG: a frame with letters and numbers, cells, discs."""

from collections.abc import Iterable, Mapping
from typing import Any

from lumitheque.art.palette import Palette
from lumitheque.art.svg import Picture, circle, group, linear, path, rect, text
from lumitheque.games.pawns.art.discs import disc
from lumitheque.games.pawns.board import SIDE

CELL, RIM = 100, 62
ACROSS = SIDE * CELL
WHOLE = ACROSS + 2 * RIM
LETTERS = "abcdefghij"
KINDS = {"S": "sun", "M": "moon", "T": "star", "C": "champion"}
STARS = ((12, 18), (31, 42), (47, 9), (63, 55), (78, 27), (88, 71), (22, 66), (55, 83), (7, 91), (95, 44))  # in percent


def board(game: str, palette: Palette, *, sky: bool) -> Picture:
    """The empty board: a night sky in a frame of walnut, or limestone in bronze."""
    picture = Picture(WHOLE, WHOLE, left=-RIM, top=-RIM)
    frame, ground = f"{game}-frame", f"{game}-ground"
    picture.define(
        **{
            frame: linear(frame, palette.all("frame"), x1=0, y1=0, x2=1, y2=1),
            ground: linear(ground, palette.all("ground-art")[-3 if sky else -2 :], x1=0, y1=0, x2=1, y2=1),
        }
    )
    picture.add(
        rect(-RIM, -RIM, WHOLE, WHOLE, rx=14, fill=f"url(#{frame})"),
        rect(0, 0, ACROSS, ACROSS, fill=f"url(#{ground})", stroke=palette("metal"), stroke_width=4),
        *(stars(palette) if sky else ()),
        *squares(palette),
        *coordinates(palette("metal-text")),
    )
    return picture


def stars(palette: Palette) -> Iterable[str]:
    colours = palette.all("ground-art")
    for (x, y), colour in zip(STARS, colours, strict=False):
        yield circle(x * 10, y * 10, 3, fill=colour)


def squares(palette: Palette) -> Iterable[str]:
    """Every second cell a little lighter, then the grooves between all."""
    odd = [(column, row) for row in range(SIDE) for column in range(SIDE) if (column + row) % 2]
    yield path("".join(f"M{x * CELL} {y * CELL}h{CELL}v{CELL}h-{CELL}z" for x, y in odd), fill=palette("odd"))
    lines = "".join(f"M{at} 0V{ACROSS}M0 {at}H{ACROSS}" for at in range(CELL, ACROSS, CELL))
    yield path(lines, stroke=palette("groove"), stroke_width=1.5, class_="cells", data_cells=f"{SIDE * SIDE}")


def coordinates(ink: str) -> Iterable[str]:
    """Letters above and below, numbers at both sides."""
    for place in range(SIDE):
        middle = place * CELL + CELL / 2
        for at in (-RIM / 2, ACROSS + RIM / 2):
            yield text(LETTERS[place], middle, at + 11, 32, ink, serif=True)
            yield text(str(SIDE - place), at, middle + 11, 32, ink, serif=True)


def spot(cell: str) -> tuple[float, float]:
    """The middle of a cell."""
    return LETTERS.index(cell[0]) * CELL + CELL / 2, (SIDE - int(cell[1:])) * CELL + CELL / 2


def set_out(picture: Picture, position: Any, palette: Palette) -> None:
    """Discs on their cells; whoever may be huffed has a dashed ring."""
    for cell, piece in position.board.items():
        picture.add(group(disc(piece[0], piece[1], palette), at=spot(cell), scale=0.92))
    for cell in position.faults:
        x, y = spot(cell)
        prey = palette("prey")
        picture.add(circle(x, y, 45, fill="none", stroke=prey, stroke_width=6, stroke_dasharray="14 8", class_="fault"))


def say_board(position: Any, pieces: Mapping[str, str]) -> str:
    """The board in words: what stands where, side by side and kind by kind."""
    told = []
    for side, colour in (("w", "white"), ("b", "brown")):
        kinds = []
        for kind, name in KINDS.items():
            cells = [cell for cell, piece in position.board.items() if piece == side + kind]
            kinds += [f"{pieces[name]} {' '.join(cells)}"] if cells else []
        told.append(f"{pieces[colour]}: {', '.join(kinds) or '–'}")
    return "; ".join(told)

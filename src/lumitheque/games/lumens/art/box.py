"""What lies in the box of Lumens, at its real size."""

from lumitheque.art.boxes import Board, Box, Drawing, ScorePad, Token, Tokens
from lumitheque.art.palette import Palette
from lumitheque.art.shapes import seat_shape
from lumitheque.art.svg import circle, group, path, rect, text
from lumitheque.games.edition import Edition
from lumitheque.games.lumens.art import lamps
from lumitheque.games.lumens.art.picture import plan_of
from lumitheque.games.lumens.edition import HEADINGS
from lumitheque.games.lumens.position import KIND_TEXTS, record_of
from lumitheque.games.lumens.record import EACH, HIGH, NOWHERE, ROOMS, SEATS, STARTS, WIDE

CELL, RIM, TOKEN, PAWN = 26.0, 9.0, 22.0, (22.0, 28.0)  # mm
EDGE = RIM / CELL  # in cells


def box(edition: Edition | None, palette: Palette) -> Box:
    """Both sides of the board, 24 tokens for each colour, a pawn for each start, and a pad for the rooms."""
    e = record_of(edition)
    boards = [board(plan_of(e, side), side, palette) for side in range(len(HEADINGS))]
    faces = [
        Token(f"{seat + 1}: {kind}", light(seat, int(kind[0]), palette), light(seat, int(kind[-1]), palette))
        for seat in range(SEATS)
        for kind in KIND_TEXTS[1:]
        for _ in range(EACH)
    ]
    pawns = [Token(f"{seat + 1}", pawn(seat, palette)) for seat in range(SEATS)]
    tokens = (Tokens("tokens", TOKEN, TOKEN, faces), Tokens("starts", *PAWN, pawns, round=False, standing=True))
    rooms = lamps.letters_of(plan_of(e, 1))
    assert len(rooms) == ROOMS
    return Box(boards=boards, tokens=tokens, score=ScorePad(rooms, [f"P{seat + 1}" for seat in range(SEATS)]))


def board(plan: lamps.Map, side: int, palette: Palette) -> Board:
    """A side of the board: the palace in a rim with letters and numbers, and a mark on every start."""
    wide, high, ink = len(plan[0]), len(plan), palette("soft")
    starts = sorted({lamps.spot(high, cell_text(cell)) for row in starts_of(side) for cell in row})
    drawn = [rect(-EDGE, -EDGE, wide + 2 * EDGE, high + 2 * EDGE, fill=palette("surface"))]
    drawn += lamps.palace(plan, palette, {(x, y) for y in range(high) for x in range(wide)} - set(starts))
    drawn += [lamps.start_mark(0, x, y, palette("lamp"), several=True) for x, y in starts]
    drawn.append(rect(0, 0, wide, high, fill="none", stroke=palette("bronze"), stroke_width=0.06))
    for x in range(wide):
        drawn += [text(lamps.LETTERS[x], x + 0.5, y, 0.22, ink) for y in (-0.1, high + 0.25)]
    for y in range(high):
        drawn += [text(str(high - y), x, y + 0.58, 0.22, ink) for x in (-EDGE / 2, wide + EDGE / 2)]
    defs = tuple(lamps.definitions(palette).items())
    drawing = Drawing("".join(drawn), (-EDGE, -EDGE, wide + 2 * EDGE, high + 2 * EDGE), defs)
    return Board(HEADINGS[side], drawing, wide * CELL + 2 * RIM, high * CELL + 2 * RIM, (wide, high), CELL)


def starts_of(side: int) -> list[list[int]]:
    """LU-04: the start cells on a side of the board, for each number of players."""
    rows = STARTS[:1] if side == 0 else STARTS[1:]
    return [[cell for cell in row if cell != NOWHERE] for row in rows]


def cell_text(cell: int) -> str:
    return f"{lamps.LETTERS[cell % WIDE]}{cell // HIGH + 1}"


def light(seat: int, face: int, palette: Palette) -> Drawing:
    """One face of a token; the bronze goes on beyond the cut."""
    rim = circle(0, 0, 55, fill=palette("bronze"))
    return Drawing(rim + lamps.lamp(seat, face, palette), (-50, -50, 100, 100))


def pawn(seat: int, palette: Palette) -> Drawing:
    """One half of a folded start pawn."""
    glass = path(seat_shape(seat), fill=palette(f"glass-{seat}"), stroke=palette("bronze"), stroke_width=0.8)
    ground = rect(0, 0, 100, 127.27, fill=palette("surface"), stroke=palette("bronze"), stroke_width=4)
    return Drawing(ground + group(glass, at=(50, 62), scale=3.6), (0, 0, 100, 127.27))

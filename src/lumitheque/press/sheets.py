"""The sheets of a game: cards, tokens, stand-ups, boards."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from lumitheque.art.boxes import Board, Deck, Drawing, Token, Tokens
from lumitheque.art.svg import Picture
from lumitheque.press.ordering import PAPERS, PrintOrder
from lumitheque.press.paper import FOOT, HEAD, SIDES, TICK, Grid, Place, Sheet, Tile, Tiling, tile

BLEED = 2.0  # mm that a card is printed beyond its edges
BESIDE = 4.0  # mm between tokens
FOOT_TAB = 8.0  # mm: what a stand-up stands on
CUT, FOLD = "0.2mm + luma(120)", '(paint: luma(110), thickness: 0.2mm, dash: "dashed")'

Say = Callable[..., str]  # a message of printing.toml


class Files:
    """The drawings of a document, each once."""

    def __init__(self) -> None:
        self.by_text: dict[str, str] = {}

    def keep(self, svg: str) -> str:
        """The name that Typst finds a drawing by."""
        return self.by_text.setdefault(svg, f"d{len(self.by_text)}.svg")

    def all(self) -> dict[str, bytes]:
        return {name: text.encode() for text, name in self.by_text.items()}


def size_text(width: float, height: float) -> str:
    return f"{width:.0f} × {height:.0f} mm"


# --- cards -----------------------------------------------------------------------------------------------------------


def deck_sheets(deck: Deck, order: PrintOrder, files: Files, say: Say) -> Iterator[Sheet]:
    """Faces, and after each sheet of them their backs if both sides are printed."""
    paper, scale = PAPERS[order.paper], order.scale
    grid = Grid(paper, deck.width * scale, deck.height * scale, 2 * BLEED)
    placed = list(zip(grid.places(len(deck.cards)), deck.cards, strict=True))
    last = placed[-1][0].sheet + 1
    for number, lying in groupby(placed, key=lambda one: one[0].sheet):
        here = list(lying)
        faces, backs = Sheet(paper), Sheet(paper)
        for place, card in here:
            bleed = BLEED * card.face.box[2] / grid.width
            put(faces, files.keep(card.face.svg(bleed, card.ground)), card.name, place, grid)
            if card.back is not None:
                turned = grid.mirrored(place, order.flip)
                back = files.keep(card.back.svg(bleed, card.back_ground))
                put(backs, back, say("back", name=card.name), turned, grid, 180 if order.flip == "short" else 0)
        places = [place for place, _ in here]
        told = {"number": number + 1, "of": last, "size": size_text(grid.width, grid.height)}
        grid.mark(faces, places)
        faces.words(say("cards", **told))
        yield faces
        if order.duplex and any(card.back for _, card in here):
            grid.mark(backs, [grid.mirrored(place, order.flip) for place in places])
            backs.words(say("backs", **told))
            yield backs


def put(sheet: Sheet, file: str, name: str, place: Place, grid: Grid, turn: int = 0) -> None:
    """A card with its bleed."""
    size = (grid.width + 2 * BLEED, grid.height + 2 * BLEED)
    sheet.image(file, name, place.x - BLEED, place.y - BLEED, *size, turn)


# --- tokens ----------------------------------------------------------------------------------------------------------


def token_sheets(tokens: Tokens, order: PrintOrder, files: Files, say: Say) -> Iterator[Sheet]:
    """Tokens to be glued on card; those with two faces have the others on a sheet of their own, glued behind."""
    if tokens.standing:
        yield from standing_sheets(tokens, order, files, say)
        return
    paper = PAPERS[order.paper]
    grid = Grid(paper, tokens.width * order.scale, tokens.height * order.scale, BESIDE)
    placed = list(zip(grid.places(len(tokens.tokens)), tokens.tokens, strict=True))
    last = placed[-1][0].sheet + 1
    for number, lying in groupby(placed, key=lambda one: one[0].sheet):
        here = list(lying)
        told = {"number": number + 1, "of": last, "size": size_text(grid.width, grid.height)}
        yield faces_of(here, grid, tokens, files, say("tokens", **told))
        if any(token.back for _, token in here):
            backs = [
                (grid.mirrored(place, order.flip), Token(say("back", name=token.name), token.back))
                for place, token in here
                if token.back
            ]
            turn = 180 if order.flip == "short" else 0
            yield faces_of(backs, grid, tokens, files, say("token_backs", **told), turn)


def faces_of(
    here: Sequence[tuple[Place, Token]], grid: Grid, tokens: Tokens, files: Files, said: str, turn: int = 0
) -> Sheet:
    """A sheet of tokens with a line to cut along around each."""
    sheet = Sheet(grid.paper)
    for place, token in here:
        bleed = 1.0 * token.face.box[2] / grid.width
        drawn = files.keep(token.face.svg(bleed))
        size = (grid.width + 2, grid.height + 2)
        sheet.image(drawn, token.name, place.x - 1, place.y - 1, *size, turn)
        outline = (
            f"circle(radius: {grid.width / 2:.3f}mm"
            if tokens.round
            else f"rect(width: {grid.width:.3f}mm, height: {grid.height:.3f}mm"
        )
        sheet.put(place.x, place.y, f"{outline}, stroke: {CUT})")
    sheet.words(said)
    return sheet


def standing_sheets(tokens: Tokens, order: PrintOrder, files: Files, say: Say) -> Iterator[Sheet]:
    """Stand-ups: a foot, the drawing upside down, the drawing, a foot; dashed lines are folded."""
    scale = order.scale
    wide, high, tab = tokens.width * scale, tokens.height * scale, FOOT_TAB * scale
    grid = Grid(PAPERS[order.paper], wide, 2 * (high + tab), BESIDE)
    placed = list(zip(grid.places(len(tokens.tokens)), tokens.tokens, strict=True))
    for _, lying in groupby(placed, key=lambda one: one[0].sheet):
        sheet = Sheet(grid.paper)
        for place, token in lying:
            drawn, x, y = files.keep(token.face.svg()), place.x, place.y
            sheet.image(drawn, say("back", name=token.name), x, y + tab, wide, high, 180)
            sheet.image(drawn, token.name, x, y + tab + high, wide, high)
            sheet.put(x, y, f"rect(width: {wide:.3f}mm, height: {grid.height:.3f}mm, stroke: {CUT})")
            for fold in (tab, tab + high, tab + 2 * high):
                sheet.line(x, y + fold, x + wide, y + fold, FOLD)
        sheet.words(say("standing", size=size_text(wide, high)))
        yield sheet


# --- boards ----------------------------------------------------------------------------------------------------------


def board_sheets(board: Board, order: PrintOrder, files: Files, say: Say, name: str) -> Iterator[Sheet]:
    """A board on as few sheets as can be, cut between its cells, with marks where the sheets meet."""
    scale = order.scale
    cell, rim = board.cell * scale, (board.width - board.cells[0] * board.cell) / 2 * scale
    tiling = tile(board.cells, cell, rim, PAPERS[order.paper])
    for one in tiling.tiles:
        sheet = Sheet(tiling.paper)
        left, right = (rim if one.across == 0 else 0.0), (rim if one.across == tiling.across - 1 else 0.0)
        above, below = (rim if one.down == 0 else 0.0), (rim if one.down == tiling.down - 1 else 0.0)
        wide, high = one.columns * cell + left + right, one.rows * cell + above + below
        x = (tiling.paper.width - wide) / 2
        y = HEAD + (tiling.paper.height - HEAD - FOOT - high) / 2
        part = part_of(board.drawing, board, one, (left, right, above, below), scale)
        cells = say("cells", first=cell_name(one, board, 0), last=cell_name(one, board, 1))
        sheet.image(files.keep(part), f"{name}, {cells}", x, y, wide, high)
        joints(sheet, one, tiling, (x, y, wide, high))
        place = {"across": one.across + 1, "down": one.down + 1, "columns": tiling.across, "rows": tiling.down}
        sheet.words(say("board", name=name, cell=f"{cell:.0f}", cells=cells, **place), SIDES + 14)
        little_map(sheet, one, tiling)
        yield sheet


def part_of(drawing: Drawing, board: Board, one: Tile, rims: tuple[float, ...], scale: float) -> str:
    """The part of a board that a sheet has, as a file of its own."""
    left, top, wide, high = drawing.box
    unit = wide / board.width  # of the drawing in a millimetre of the unscaled board
    rim = (board.width - board.cells[0] * board.cell) / 2
    before_left, after_right, above, below = (edge / scale for edge in rims)
    from_left = 0.0 if before_left else rim + one.column * board.cell
    from_top = 0.0 if above else rim + one.row * board.cell
    size = (one.columns * board.cell + before_left + after_right, one.rows * board.cell + above + below)
    assert high > 0
    picture = Picture(
        size[0] * unit, size[1] * unit, left=left + from_left * unit, top=top + from_top * unit, defs=dict(drawing.defs)
    )
    picture.add(drawing.inside)
    return picture.svg()


def cell_name(one: Tile, board: Board, end: int) -> str:
    """The lower left or the upper right cell of a tile."""
    column = one.column + (one.columns - 1 if end else 0)
    row = one.row if end else one.row + one.rows - 1
    return f"{chr(ord('a') + column)}{board.cells[1] - row}"


def joints(sheet: Sheet, one: Tile, tiling: Tiling, box: tuple[float, float, float, float]) -> None:
    """Marks at the corners to cut along, and triangles in the margin where the next sheet is glued to this one."""
    x, y, wide, high = box
    for at in (x, x + wide):
        sheet.line(at, y - TICK, at, y - 0.5)
        sheet.line(at, y + high + 0.5, at, y + high + TICK)
    for at in (y, y + high):
        sheet.line(x - TICK, at, x - 0.5, at)
        sheet.line(x + wide + 0.5, at, x + wide + TICK, at)
    middle_x, middle_y = x + wide / 2, y + high / 2
    if one.across > 0:
        wedge(sheet, [(x - TICK, middle_y - 2), (x - TICK, middle_y + 2), (x - 0.3, middle_y)])
    if one.across < tiling.across - 1:
        right = x + wide
        wedge(sheet, [(right + TICK, middle_y - 2), (right + TICK, middle_y + 2), (right + 0.3, middle_y)])
    if one.down > 0:
        wedge(sheet, [(middle_x - 2, y - TICK), (middle_x + 2, y - TICK), (middle_x, y - 0.3)])
    if one.down < tiling.down - 1:
        low = y + high
        wedge(sheet, [(middle_x - 2, low + TICK), (middle_x + 2, low + TICK), (middle_x, low + 0.3)])


def wedge(sheet: Sheet, points: Sequence[tuple[float, float]]) -> None:
    told = ", ".join(f"({x:.3f}mm, {y:.3f}mm)" for x, y in points)
    sheet.lines.append(f"#place(polygon(fill: luma(120), {told}))")


def little_map(sheet: Sheet, one: Tile, tiling: Tiling) -> None:
    """Which of the sheets this is."""
    step = min(10 / tiling.across, 5.5 / tiling.down)
    left, top = SIDES + 2, sheet.paper.height - FOOT + 1.2
    for down in range(tiling.down):
        for across in range(tiling.across):
            fill = "luma(90)" if (across, down) == (one.across, one.down) else "none"
            size = f"width: {step:.3f}mm, height: {step:.3f}mm"
            sheet.put(left + across * step, top + down * step, f"rect({size}, fill: {fill}, stroke: 0.15mm + luma(90))")

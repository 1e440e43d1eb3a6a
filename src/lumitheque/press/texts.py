"""The sheets with words: the cover, rules, aids, score pads, as Typst source."""

import io
from collections.abc import Sequence

from lumitheque.art.boxes import Box, ScorePad
from lumitheque.press.markup import quoted, typst
from lumitheque.press.ordering import PAPERS, Paper, PrintOrder
from lumitheque.press.paper import Sheet
from lumitheque.press.sheets import Files, Say, size_text

SANS, SERIF, MONO = "Atkinson Hyperlegible Next", "Fraunces", "DejaVu Sans Mono"
TEXT, LARGE = 10.0, 16.0  # points
AID = (95.0, 134.0)  # mm: two by two on A4
QR = "code.svg"
SAMPLES = 5


def preamble(order: PrintOrder, title: str) -> str:
    """What holds for the whole document."""
    size = LARGE if order.large else TEXT
    ink = "luma(20)" if order.grey else 'rgb("#2b211a")'
    return f"""
#set document(title: {quoted(title)}, author: "Lumithèque")
#set text(font: ("{SANS}", "{MONO}"), size: {size}pt, lang: "{order.language}", fill: {ink}, hyphenate: true)
#set par(justify: false, leading: 0.62em, spacing: 0.9em)
#show heading: set text(font: "{SERIF}", weight: "bold")
#show heading.where(level: 1): set text(size: 1.9em)
#show heading.where(level: 2): set text(size: 1.25em)
#show heading: set block(above: 1.3em, below: 0.6em)
#show raw: set text(font: "{MONO}", size: 1.06em)
#show emph: set text(font: "{SERIF}", style: "normal")
"""


def set_page(paper: Paper, margin: float, columns: int = 1, foot: str = "") -> str:
    told = f"width: {paper.width}mm, height: {paper.height}mm, margin: {margin}mm, columns: {columns}"
    footer = (
        f", footer: align(center, text(size: 0.75em, fill: luma(90), {quoted(foot)} + context counter(page).display()))"
    )
    return f"#set page({told}{footer if foot else ', footer: none'})\n"


def code_file(address: str) -> bytes:
    """A QR code as SVG."""
    import segno  # noqa: PLC0415 - slow to import

    out = io.BytesIO()
    segno.make(address, error="m").save(out, kind="svg", border=2, xmldecl=False, svgns=True)
    return out.getvalue()


def entering(order: PrintOrder) -> str | None:
    """Where somebody enters a game that was played with the printed box."""
    return f"{order.house.rstrip('/')}/study?game={order.game.name}" if order.house else None


def cover(order: PrintOrder, box: Box, parts: Sequence[str], files: Files, say: Say) -> str:
    """What is in the document, how it is printed, a line to measure, and the code of the house."""
    words, paper = order.game.words(order.language), PAPERS[order.paper]
    lines = [set_page(paper, 18), samples(box, files)]
    lines.append(f'#text(font: "{SERIF}", weight: "bold", size: 2.8em, {quoted(words["title"])})\n')
    lines.append(f"#emph({quoted(words['tagline'])})\n")
    items = [f"[#{quoted(one)}]" for one in contents(order, box, parts, say)]
    lines.append(f"#heading(level: 2)[#{quoted(say('contents'))}]\n#list({', '.join(items)})\n")
    advice = [say("full_size"), say("card"), *([say("turn", edge=say(f"edge_{order.flip}"))] if order.duplex else [])]
    advice += [say("grey_advice")] if order.grey else []
    lines.append(
        f"#heading(level: 2)[#{quoted(say('how'))}]\n#list({', '.join(f'[#{quoted(one)}]' for one in advice)})\n"
    )
    lines.append(ruler(say))
    if order.edition is not None:
        key = "reconstruction" if order.edition.is_reconstruction else "edition"
        lines.append(f"#v(1em)\n#text(size: 0.85em, {quoted(say(key, name=order.edition.name))})\n")
    lines.append(code(order, say))
    return "\n".join(lines)


def samples(box: Box, files: Files) -> str:
    """Some pieces across the top, to look at."""
    drawn = [card.face for deck in box.decks for card in deck.cards]
    drawn += [] if drawn else [token.face for tokens in box.tokens if not tokens.standing for token in tokens.tokens]
    different = list({drawing.inside: drawing for drawing in drawn}.values())
    step = max(1, len(different) // SAMPLES)
    images = [f"image({quoted(files.keep(one.svg()))}, height: 26mm)" for one in different[step // 2 :: step][:SAMPLES]]
    row = f"stack(dir: ltr, spacing: 1fr, {', '.join(images)})"
    return f"#pdf.artifact(block(width: 100%, {row}))\n#v(1.5em)\n" if images else ""


def ruler(say: Say) -> str:
    """Ten centimetres."""
    ticks = "".join(
        f"#place(dx: {mm}mm, line(start: (0mm, 0mm), end: (0mm, {6 if mm % 50 == 0 else 4}mm), stroke: 0.3mm))"
        for mm in range(0, 101, 10)
    )
    bar = "#place(line(length: 100mm, stroke: 0.3mm))"
    measure = f"#v(1em)\n#block(height: 9mm, width: 100mm, breakable: false)[{bar}{ticks}]\n"
    return f"{measure}#text(size: 0.85em, {quoted(say('ruler'))})\n"


def code(order: PrintOrder, say: Say) -> str:
    """The code that leads to the page where a game is entered, and the address under it."""
    address = entering(order)
    if address is None:
        return ""
    drawn = f"image({quoted(QR)}, width: 32mm, alt: {quoted(address)})"
    said = f"[#strong({quoted(say('enter'))})\\\n#text(size: 0.8em, {quoted(address)})]"
    return f"#v(1em)\n#grid(columns: (32mm, 1fr), gutter: 5mm, align: horizon, {drawn}, {said})\n"


def contents(order: PrintOrder, box: Box, parts: Sequence[str], say: Say) -> list[str]:
    """What the document has, with sizes."""
    scale, told = order.scale, []
    if "board" in parts:
        for board in box.boards:
            size, cell = size_text(board.width * scale, board.height * scale), f"{board.cell * scale:.0f}"
            told.append(say("has_board", name=board_name(board.name, say), size=size, cell=cell))
    if "cards" in parts:
        for deck in box.decks:
            size = size_text(deck.width * scale, deck.height * scale)
            told.append(say("has_cards", count=len(deck.cards), size=size))
    if "tokens" in parts:
        for one in box.tokens:
            size = size_text(one.width * scale, one.height * scale)
            told.append(say(f"has_{one.name}", count=len(one.tokens), size=size))
    return told + [say(f"has_{part}") for part in parts if part in {"aid", "score", "rules"}]


def board_name(name: str, say: Say) -> str:
    return say(f"name_{name.replace(' ', '_').replace('-', '_')}")


def rules(order: PrintOrder) -> str:
    """The booklet: the rules in our own words, in two columns; in one where they are large."""
    title = order.game.words(order.language)["title"]
    narrow = 1 if order.large else 2
    page = set_page(PAPERS[order.paper], 15, narrow, f"{title} · ")
    small = "" if order.large else "#set text(size: 9pt)\n"
    return f"{page}{small}{typst(order.game.page(order.language))}\n"


def aid(order: PrintOrder) -> str:
    """The aid on a card, once for each player, with marks to cut along."""
    paper, scale = PAPERS[order.paper], order.scale
    wide, high = AID[0] * scale, AID[1] * scale
    across, down = max(1, int((paper.width - 10) // wide)), max(1, int((paper.height - 14) // high))
    each = across * down
    text = typst(order.game.page(order.language, aid=True))
    size = 9.4 * scale
    sheets = []
    left, top = (paper.width - across * wide) / 2, (paper.height - down * high) / 2
    for first in range(0, order.game.seats[-1], each):
        sheet = Sheet(paper)
        for place in range(min(each, order.game.seats[-1] - first)):
            row, column = divmod(place, across)
            x, y = left + column * wide, top + row * high
            sheet.put(
                x, y, f"rect(width: {wide:.3f}mm, height: {high:.3f}mm, stroke: 0.2mm + luma(120), inset: 4mm, aid)"
            )
        sheets.append(sheet.typst())
    fitted = "\n".join(
        [
            f"#let aid = [#set text(size: {size:.2f}pt)",
            "#set par(leading: 0.55em, spacing: 0.75em)",
            f"#show heading: set text(size: {1.5 * size:.2f}pt)",
            "#show heading: set block(above: 0.4em, below: 0.7em)",
            text,
            "]\n",
        ]
    )
    return set_page(paper, 0) + fitted + "".join(sheets)


def score(order: PrintOrder, pad: ScorePad, say: Say) -> str:
    """A pad: names, a line for each thing that is counted, the total; several on a sheet."""
    paper, large = PAPERS[order.paper], order.large
    title = order.game.words(order.language)["title"]
    columns = ", ".join(["1.2fr", *["1fr"] * len(pad.columns)])
    height = "11mm" if large else "8mm" if len(pad.rows) < 8 else "7mm"
    head = [say("player"), *pad.columns]
    body = [[label, *[""] * len(pad.columns)] for label in ["", *pad.rows, *([say("total")] if pad.total else [])]]
    cells = ", ".join(f"[#{quoted(cell)}]" if cell else "[]" for row in [head, *body] for cell in row)
    table = f"table(columns: ({columns}), rows: {height}, stroke: 0.4pt + luma(120), align: center + horizon, {cells})"
    name = f'#text(font: "{SERIF}", weight: "bold", size: 1.3em, {quoted(title)})'
    date = f'#text(size: 0.85em, {quoted(say("date"))} + " ____________")'
    one = f"#block(breakable: false)[{name} #h(1fr) {date}\n#v(0.3em)\n#{table}]"
    times = 1 if large else max(1, int((paper.height - 50) // ((len(body) + 3) * (8 if len(pad.rows) < 8 else 7))))
    return set_page(paper, 14) + "\n#v(1fr)\n".join([one] * times) + "\n" + code(order, say)

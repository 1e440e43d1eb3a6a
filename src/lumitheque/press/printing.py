"""A game as one PDF. It takes seconds of a processor: not on an event loop."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from lumitheque.art.boxes import Box
from lumitheque.games.game import GameError
from lumitheque.languages import Catalogue, fill
from lumitheque.press import sheets, texts
from lumitheque.press.fonts import ADVICE, font_folder
from lumitheque.press.ordering import PrintOrder, box_of, check, wanted

WORDS = Catalogue("printing")
MAIN = "main.typ"

Progress = Callable[[str], None]


def say(language: str, key: str, **parts: Any) -> str:
    return fill(WORDS.words(language)["print"][key], language, parts)


def print_game(order: PrintOrder, progress: Progress = lambda _: None) -> bytes:
    """The PDF; GameError if the order cannot be carried out. `progress` is told of each part as it begins."""
    check(order)
    box = box_of(order)
    source, files = compose(order, box, progress)
    progress("pdf")
    return compile_typst({MAIN: source.encode(), **files})


def compose(order: PrintOrder, box: Box, progress: Progress) -> tuple[str, dict[str, bytes]]:
    """The document as Typst source, and the drawings that it refers to."""
    parts, files, speak = wanted(order, box), sheets.Files(), partial(say, order.language)
    title = order.game.words(order.language)["title"]
    written = [texts.preamble(order, title), texts.cover(order, box, parts, files, speak)]
    for part in parts:
        progress(part)
        written += part_of(part, order, box, files, speak)
    address = texts.entering(order)
    code = {texts.QR: texts.code_file(address)} if address else {}
    return "\n".join(written), files.all() | code


def part_of(part: str, order: PrintOrder, box: Box, files: sheets.Files, speak: sheets.Say) -> Iterator[str]:
    """The Typst source of one of PARTS."""
    if part == "board":
        for board in box.boards:
            name = texts.board_name(board.name, speak)
            yield from (one.typst() for one in sheets.board_sheets(board, order, files, speak, name))
    elif part == "cards":
        for deck in box.decks:
            yield from (one.typst() for one in sheets.deck_sheets(deck, order, files, speak))
    elif part == "tokens":
        for tokens in box.tokens:
            yield from (one.typst() for one in sheets.token_sheets(tokens, order, files, speak))
    elif part == "aid":
        yield texts.aid(order)
    elif part == "score" and box.score is not None:
        yield texts.score(order, box.score, speak)
    elif part == "rules":
        yield texts.rules(order)


def compile_typst(files: dict[str, bytes]) -> bytes:
    try:
        import typst  # noqa: PLC0415 - an extra, imported when it is used
    except ImportError:
        raise GameError(f"printing needs an extra: {ADVICE}") from None
    fonts = [str(font_folder())]
    told: bytes = typst.compile(files, font_paths=fonts, ignore_system_fonts=True)  # type: ignore[call-overload]  # files by name
    return told


def count_pages(pdf: bytes) -> int:
    """How many pages a PDF of ours has, as its tree of pages says."""
    found = re.findall(rb"/Type\s*/Pages.{0,400}?/Count\s+(\d+)", pdf, re.DOTALL)
    return max(map(int, found), default=0)

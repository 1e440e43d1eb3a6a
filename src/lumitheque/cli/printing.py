"""print: a game as a PDF, to be cut out."""

import sys
from contextlib import nullcontext
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from lumitheque.cli.referee import EditionFile, GameName
from lumitheque.cli.speech import Language, Speech

if TYPE_CHECKING:
    from lumitheque.press.ordering import PrintOrder

What = Annotated[
    str | None,
    Parameter(metavar="PARTS", help="What to print: board,cards,tokens,aid,score,rules; everything if not said."),
]
House = Annotated[
    str | None,
    Parameter(
        metavar="URL", help="A house's address: a QR code leads to the page where a game just played is entered."
    ),
]


def print_out(
    game: GameName,
    /,
    *,
    edition: EditionFile = None,
    what: What = None,
    paper: Annotated[Literal["a4", "a3", "letter"], Parameter(help="The paper.")] = "a4",
    duplex: Annotated[bool, Parameter(help="Print backs on the other side of the sheet.")] = False,
    flip: Annotated[
        Literal["long", "short"], Parameter(help="The edge over which the printer turns a sheet.")
    ] = "long",
    large: Annotated[bool, Parameter(help="Large print: pieces and words a third larger.")] = False,
    grey: Annotated[bool, Parameter(help="Without colours.")] = False,
    house: House = None,
    output: Annotated[
        str | None,
        Parameter(name=("--output", "-o"), metavar="FILE", help="The PDF; GAME.pdf if not said, - is stdout."),
    ] = None,
    lang: Language = None,
) -> None:
    """Print a game: boards, cards, tokens, score pads, aids and rules as a PDF.

    It needs the extra `print`: pip install 'lumitheque[print]'.
    """
    from lumitheque.cli.reading import spare_the_compiler
    from lumitheque.games import find

    spare_the_compiler(0)
    from lumitheque.games.edition import load_edition
    from lumitheque.press.ordering import PrintOrder, read_what

    say, found = Speech(lang), find(game)
    board = load_edition(found, edition)
    order = PrintOrder(
        found, board, read_what(what), paper, duplex, flip, large, grey, language=say.language, house=house
    )
    _write(order, output or f"{game}.pdf", say)


def _write(order: "PrintOrder", output: str, say: Speech) -> None:
    """Make the PDF, telling a terminal what is being done, and write it."""
    from rich.console import Console

    from lumitheque.cli.reading import STANDARD, write_bytes
    from lumitheque.cli.telling import Screen
    from lumitheque.press.printing import count_pages, print_game

    errors = Console(stderr=True, markup=False)
    with errors.status("…") if errors.is_terminal else nullcontext() as status:
        pdf = print_game(order, lambda part: status.update(say(f"print.{part}")) if status else None)
    if output == STANDARD:
        sys.stdout.buffer.write(pdf)
        return
    write_bytes(output, pdf)
    Screen().print(say("print.done", file=output, count=count_pages(pdf)))

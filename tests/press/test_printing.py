"""Printed games, measured in the PDF: every card, token and cell of a board is there once, at its size."""

import io
import os
import re
import time
from collections import Counter
from typing import Any

import pytest
from pypdf import PdfReader

from lumitheque.art.boxes import Box
from lumitheque.games import SHELF, Game, GameError, find
from lumitheque.games.edition import load_edition, read_edition
from lumitheque.press.ordering import LARGER, PAPERS, PrintOrder, box_of
from lumitheque.press.printing import count_pages, print_game
from lumitheque.press.sheets import BLEED
from print_measuring import Piece, fonts_of, pieces_of

ALL = [name for name, game in SHELF.items() if game.package.startswith("lumitheque.")]
SMOKE = ["luminis", "lumens"]
GAMES = ALL if os.environ.get("LUMITHEQUE_TEST_ALL") else SMOKE
EXACT = 0.2  # mm
LONGEST = 10.0  # seconds
BOARD = re.compile(r"(.+), ([a-z])(\d+) to ([a-z])(\d+)")


def order(name: str, **wishes: Any) -> PrintOrder:
    game: Game = find(name)
    return PrintOrder(game, load_edition(game), language="en", **wishes)


def printed(wanted: PrintOrder) -> tuple[Box, list[Piece], bytes]:
    begun = time.perf_counter()
    pdf = print_game(wanted)
    assert time.perf_counter() - begun <= LONGEST
    return box_of(wanted), pieces_of(pdf), pdf


def sized(pieces: list[Piece], width: float, height: float) -> list[Piece]:
    return [one for one in pieces if abs(one.width - width) <= EXACT and abs(one.height - height) <= EXACT]


@pytest.mark.parametrize("game", [name for name in GAMES if name in {"luminis", "fromages"}])
def test_every_card_is_there_once_with_its_back_behind_it(game: str) -> None:
    box, pieces, _ = printed(order(game, what=("cards",), duplex=True))
    paper = PAPERS["a4"]
    for deck in box.decks:
        cards = sized(pieces, deck.width + 2 * BLEED, deck.height + 2 * BLEED)
        assert Counter(one.name for one in cards) == Counter(
            name for card in deck.cards for name in (card.name, f"{card.name}, back")
        )
        faces = {one.name: one for one in cards}
        for card in deck.cards:
            face, back = faces[card.name], faces[f"{card.name}, back"]
            assert back.page == face.page + 1
            assert abs(back.x - (paper.width - face.x - face.width)) <= EXACT
            assert abs(back.y - face.y) <= EXACT


@pytest.mark.parametrize("game", GAMES)
def test_every_token_is_there_once(game: str) -> None:
    if not box_of(order(game)).tokens:
        with pytest.raises(GameError, match="has no tokens"):
            print_game(order(game, what=("tokens",)))
        return
    box, pieces, _ = printed(order(game, what=("tokens",)))
    for tokens in box.tokens:
        around = 0 if tokens.standing else 2
        found = Counter(one.name for one in sized(pieces, tokens.width + around, tokens.height + around))
        expected = Counter(one.name for one in tokens.tokens)
        expected += Counter(f"{one.name}, back" for one in tokens.tokens if one.back or tokens.standing)
        assert found == expected


@pytest.mark.parametrize("game", [name for name in GAMES if name not in {"luminis", "fromages"}])
@pytest.mark.parametrize(("paper", "large"), [("a4", False), ("letter", True)])
def test_every_cell_of_a_board_lies_whole_on_one_sheet(game: str, paper: str, large: bool) -> None:
    box, pieces, pdf = printed(order(game, what=("board",), paper=paper, large=large))
    scale, cells = LARGER if large else 1, Counter[tuple[str, str, int]]()
    pages = PdfReader(io.BytesIO(pdf)).pages
    for piece in pieces:
        told = BOARD.fullmatch(piece.name)
        assert told, piece.name
        columns, rows = range(ord(told[2]), ord(told[4]) + 1), range(int(told[3]), int(told[5]) + 1)
        cells.update((told[1], chr(column), row) for column in columns for row in rows)
        side = next(one for one in box.boards if named(one.name) == told[1])
        rim = (side.width - side.cells[0] * side.cell) / 2
        across = rim * ((columns[0] == ord("a")) + (columns[-1] == ord("a") + side.cells[0] - 1))
        along = rim * ((rows[0] == 1) + (rows[-1] == side.cells[1]))
        assert abs(piece.width - (len(columns) * side.cell + across) * scale) <= EXACT
        assert abs(piece.height - (len(rows) * side.cell + along) * scale) <= EXACT
        sheet = pages[piece.page].mediabox
        assert piece.x >= 4.5
        assert piece.x + piece.width <= float(sheet.width) / 72 * 25.4 - 4.5
    assert set(cells.values()) == {1}
    assert len(cells) == sum(side.cells[0] * side.cells[1] for side in box.boards)


def named(board: str) -> str:
    return {"board": "Board", "2 players": "Board for 2 players", "3-4 players": "Board for 3 and 4 players"}[board]


@pytest.mark.parametrize("game", GAMES)
def test_the_whole_box_has_its_fonts_its_pages_and_a_way_to_the_house(game: str) -> None:
    wanted = order(game, house="https://games.example/", grey=True)
    _, pieces, pdf = printed(wanted)
    fonts = fonts_of(pdf)
    assert fonts
    assert all(fonts.values())
    reader = PdfReader(io.BytesIO(pdf))
    assert count_pages(pdf) == len(reader.pages)
    assert f"https://games.example/study?game={game}" in {one.name for one in pieces}
    title = wanted.game.words("en")["title"]
    assert reader.metadata is not None
    assert reader.metadata.title == title
    words = " ".join("".join(page.extract_text() for page in reader.pages).split())
    assert title in words
    numbers = set(re.findall(r"\b[A-Z]{2}-\d\d\b", words))
    assert {rule for rule in wanted.game.rule_ids if not rule.endswith("-00")} <= numbers


def test_backs_over_the_short_edge_stand_on_their_heads() -> None:
    pieces = pieces_of(print_game(order("luminis", what=("cards",), duplex=True, flip="short")))
    faces = {one.name: one for one in pieces}
    face, back = faces["I-01"], faces["I-01, back"]
    assert abs(back.x - face.x) <= EXACT
    assert abs(back.y - (PAPERS["a4"].height - face.y - face.height)) <= EXACT


def test_somebodys_own_edition_is_printed_as_it_is() -> None:
    """Names of strangers are texts, whatever is in them."""
    game = find("luminis")
    text = (game.folder / "editions" / "reconstruction.csv").read_text(encoding="utf-8")
    text = text.replace("I-01,", '#image(x)"]$<svg&,', 1)
    edition = read_edition(game, text, "own.csv", '"#panic()\\')
    pdf = print_game(PrintOrder(game, edition, what=("cards",), language="en"))
    pieces = pieces_of(pdf)
    assert len(pieces) == len(edition.cards)
    assert '#image(x)"]$<svg&' in {one.name for one in pieces}
    assert '"#panic()\\' in PdfReader(io.BytesIO(pdf)).pages[0].extract_text()


@pytest.mark.parametrize(
    ("wishes", "said"),
    [
        ({"what": ("board",)}, "luminis has no board; it has: cards, aid, rules"),
        ({"what": ("cups",)}, "'cups' is not one of board, cards"),
        ({"paper": "a7"}, "'a7' is not one of a4, a3, letter"),
        ({"flip": "up"}, "'up' is not one of long, short"),
        ({"house": "games.example"}, "is not an address such as"),
    ],
)
def test_what_cannot_be_meant_is_said_in_one_line(wishes: dict[str, Any], said: str) -> None:
    with pytest.raises(GameError, match=said) as caught:
        print_game(order("luminis", **wishes))
    assert "\n" not in str(caught.value)

"""What lies in the boxes of Galax and Sirius, at its real size."""

from lumitheque.art.boxes import Board, Box, Drawing, Token, Tokens
from lumitheque.art.palette import Palette
from lumitheque.art.svg import circle
from lumitheque.games.pawns.art.board import CELL, RIM, WHOLE, board
from lumitheque.games.pawns.art.discs import CHAMPION, WOODS, disc
from lumitheque.games.pawns.board import EACH, SIDE

SQUARE, TOKEN = 30.0, 24.0  # mm
MILLIMETRE = SQUARE / CELL


def box(game: str, palette: Palette, *, sky: bool) -> Box:
    """The board, and thirty pawns for each side, with a champion on the back."""
    picture = board(game, palette, sky=sky)
    frame = Drawing("".join(picture.body), (-RIM, -RIM, WHOLE, WHOLE), tuple(picture.defs.items()))
    size = WHOLE * MILLIMETRE
    boards = [Board("board", frame, size, size, (SIDE, SIDE), SQUARE)]
    tokens = [
        Token(f"{side}{kind}", pawn(side, kind, palette), pawn(side, CHAMPION, palette))
        for side in WOODS
        for kind in "SMT"
        for _ in range(EACH)
    ]
    return Box(boards=boards, tokens=[Tokens("pawns", TOKEN, TOKEN, tokens)])


def pawn(side: str, kind: str, palette: Palette) -> Drawing:
    """One face of a disc; its edge goes on beyond the cut."""
    half = 50 if kind == CHAMPION else 43.5  # a halo needs room
    rim = circle(0, 0, half + 8, fill=palette(f"{WOODS[side]}-edge"))
    return Drawing(rim + disc(side, kind, palette), (-half, -half, 2 * half, 2 * half))

"""What lies in the box of Galax, at its real size."""

from lumitheque.art.boxes import Box
from lumitheque.art.palette import Palette
from lumitheque.games.edition import Edition
from lumitheque.games.pawns.art import box as pawns


def box(edition: Edition | None, palette: Palette) -> Box:
    return pawns.box("galax", palette, sky=True)

"""A position of Sirius as a picture: limestone and bronze."""

from collections.abc import Mapping
from typing import Any

from lumitheque.art.palette import Palette
from lumitheque.art.svg import Picture
from lumitheque.games.edition import Edition
from lumitheque.games.pawns.art.board import board, say_board, set_out
from lumitheque.games.sirius.notation import write_position


def draw(edition: Edition | None, s: Any, viewer: int | None, words: Mapping[str, Any], palette: Palette) -> Picture:
    position = write_position(edition, s, viewer)
    picture = board("sirius", palette, sky=False)
    set_out(picture, position, palette)
    picture.said = say_board(position, words["pieces"])
    return picture

"""A game of Galax for a terminal."""

from collections.abc import Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from lumitheque.games.edition import Edition
from lumitheque.games.galax import reach
from lumitheque.games.galax.record import NOBODY
from lumitheque.games.pawns.board import PLAY
from lumitheque.games.pawns.terminal_board import INKS, board_picture
from lumitheque.games.pawns.texts import SIDES, place_text


def turn_picture(s: Any, words: Mapping[str, Any]) -> Text:
    """Whose turn it is; once a piece has stepped: where it is, what it may take, and whether a step is owed."""
    side, mover = int(s.turn), int(s.mover)
    parts = [f"    > {words['pieces'][SIDES[side]]}"]
    if mover != NOBODY:
        prey = reach.prey_around(s, mover)
        parts.append(place_text(mover))
        parts += [f"x{place_text(reach.touched(mover, prey, i))}" for i in range(prey.bit_count())]
        parts += ["+1"] if s.steps or s.extra else []
    return Text(" ".join(parts), style=INKS[side])


def draw(edition: Edition | None, s: Any, viewer: int | None, words: Mapping[str, Any]) -> RenderableType:
    board = board_picture(s, words, {int(at) for at in s.missed[: s.missed_count]})
    return Group(board, turn_picture(s, words)) if s.phase == PLAY else board

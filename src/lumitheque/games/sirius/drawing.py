"""A game of Sirius for a terminal."""

from collections.abc import Mapping
from typing import Any

from rich.console import RenderableType

from lumitheque.games.edition import Edition
from lumitheque.games.pawns.terminal_board import board_picture


def draw(edition: Edition | None, s: Any, viewer: int | None, words: Mapping[str, Any]) -> RenderableType:
    return board_picture(s, words)

"""A game of Three Lights for a terminal."""

from collections.abc import Mapping
from typing import Any

from rich.console import Group
from rich.text import Text

from lumitheque.games.edition import Edition
from toy.notation import write_position


def draw(edition: Edition | None, s: Any, viewer: int | None, words: Mapping[str, Any]) -> Group:
    told = write_position(edition, s, viewer)
    lines = [Text(f"{words['pieces']['deck']}: {len(told.deck)}", style="dim")]
    for seat, (light, choice, named) in enumerate(zip(told.hands, told.choices, told.named, strict=True)):
        lines.append(Text(f"P{seat + 1}  ({light})  {choice or '-'}  {named or '-'}", style="bold yellow"))
    return Group(*lines)

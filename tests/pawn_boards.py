"""Games of Sirius (or Galax) from drawn positions. Seat 0 is white."""

from typing import Any

import lumitheque as lt
from lumitheque.games import find
from lumitheque.referee import Referee


def read_picture(picture: str) -> dict[str, str]:
    """A drawn piece of the board: rows named on the left, columns below, all else empty."""
    *rows, columns = [line.split() for line in picture.strip().splitlines()]
    return {
        column + row: piece
        for row, *pieces in rows
        for column, piece in zip(columns, pieces, strict=True)
        if piece != "."
    }


def pawn_game(game: str, picture: str, turn: str, options: dict[str, Any], **more: Any) -> Referee:
    position = {
        "phase": "play",
        "white": 0,
        "turn": turn,
        "board": read_picture(picture),
        "committed": ["white", "brown"],
        "faults": [],
        "quiet": 0,
        "passes": 0,
        "progress": False,
        "ending": None,
        **more,
    }
    record = {"game": game, "rules": find(game).rules_version, "seats": 2, "options": options, "position": position}
    return lt.load(record)

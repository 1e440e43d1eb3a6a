"""Tables of Galax and Sirius that begin in a position of the test's own choice."""

from typing import Any

import lumitheque as lt
from web.browsing import Visit

WHITE, BROWN = 0, 1  # seats


def begin(guest: Visit, game: str, board: dict[str, str], turn: str = "white", **more: Any) -> str:
    """Somebody plays both sides at one device, and nothing is left to chance."""
    options = {"setup": "random", **more.pop("options", {})}
    position = lt.new(game, 2, 7, options).position() | {"board": board, "white": WHITE, "turn": turn}
    terms = {"position": position}
    return guest.open_table(game, options=options, **({"sit": [WHITE, BROWN], "bots": {}} | more), terms=terms)


def play(guest: Visit, table: str, seat: int, *moves: str) -> None:
    command = {"do": "play", "seat": seat, "moves": list(moves)}
    guest.ask("POST", f"/api/tables/{table}/commands", {"command": command})

"""How a game ended: a reason, points per seat, and who won."""

from types import ModuleType
from typing import Any

import msgspec
import numpy as np


class Ending(msgspec.Struct, omit_defaults=True):
    reason: str
    points: list[int | float]
    winners: list[int]  # several share a victory or a draw
    rooms: dict[str, dict[str, list[int]]] | None = None  # Lumens: how each room was counted


def tell_ending(rules: ModuleType, reasons: tuple[str, ...], e: Any, s: Any, seats: int) -> Ending | None:
    """The ending of a state, or None while the game goes on."""
    reason = int(rules.ending(e, s))
    if not reason:
        return None
    points = np.zeros(seats, np.float64)
    rules.points(e, s, points)
    winners = int(rules.winners(e, s))
    return Ending(
        reason=reasons[reason],
        points=[int(share) if share == int(share) else float(share) for share in points],
        winners=[seat for seat in range(seats) if (winners >> seat) & 1],
    )

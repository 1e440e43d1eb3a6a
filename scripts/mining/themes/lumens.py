"""What an exercise of Lumens is about, by facts of its position."""

from scripts.mining.spot import Spot

from lumitheque.games.lumens.record import CELLS, HIGH, PASSAGE, WIDE
from lumitheque.games.texts import read_cell

LARGE_SEATS = 3  # so many seats play on the large side
FEW = 6  # tokens in a bag


def themes(spot: Spot) -> list[str]:
    """Name the themes, the most telling first; at least one."""
    move = spot.moves[0]
    if move.startswith("start="):
        return ["face"]
    cell, _, face = move.partition("=")
    room, side = room_of(spot, cell), side_of(spot)
    lead, was = leads(spot, spot.after, room), leads(spot, spot.before, room)
    covered = spot.before["board"].get(cell)
    found = {
        "count_out": room != PASSAGE and lead and not was,
        "centre": room == int(spot.e.centre[side]),
        "cover": bool(covered) and covered[-1][0] != spot.seat,
        "defend": room != PASSAGE and was and not leads(spot, spot.regret, room),
        "home": cell == spot.before["starts"][spot.seat],
        "face": spot.tempting.partition("=")[0] == cell,
        "way": room == PASSAGE,
        "small": face in ("1", "2") and room != PASSAGE,
        "late": len(spot.before["bags"][spot.seat]) < FEW,
    }
    return [name for name, holds in found.items() if holds] or ["room"]


def side_of(spot: Spot) -> int:
    return int(len(spot.before["starts"]) >= LARGE_SEATS)


def room_of(spot: Spot, cell: str) -> int:
    return int(spot.e.room[side_of(spot), read_cell(cell, WIDE, HIGH, CELLS - 1)])


def strengths(spot: Spot, position: dict[str, dict[str, list[list[int]]]], room: int) -> list[int]:
    """LU-18: the sum of the numbers that each seat shows in a room."""
    sums = [0] * len(spot.before["starts"])
    for cell, tokens in position["board"].items():
        seat, _, face = tokens[-1]
        if room_of(spot, cell) == room:
            sums[seat] += face
    return sums


def leads(spot: Spot, position: dict[str, dict[str, list[list[int]]]], room: int) -> bool:
    """Whether this seat alone is strongest in a room."""
    sums = strengths(spot, position, room)
    return sums[spot.seat] > max(one for seat, one in enumerate(sums) if seat != spot.seat)

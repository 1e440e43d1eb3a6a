"""What an exercise of Sirius is about, by facts of its position."""

from scripts.mining.spot import Spot

FAR_ROW = {"w": "10", "b": "1"}


def themes(spot: Spot) -> list[str]:
    """Name the themes, the most telling first; at least one."""
    found = {
        "last_piece": spot.wins,
        "huff": spot.moves[0].startswith("huff"),
        "bait": is_bait(spot),
        "promotion": promotes(spot, spot.moves[-1]),
        "far_row": any(promotes(spot, move) for move in spot.others_else),
        "forgo": not takes(spot.moves[-1]) and any(map(takes, spot.legal)),
        "choice": takes(spot.moves[-1]) and sum(map(takes, spot.legal)) > 1,
        "take": takes(spot.moves[-1]),
        "champion": mover(spot, spot.moves[-1])[1:] == "C",
        "rescue": not takes(spot.moves[-1]) and is_spared(spot),
    }
    return [name for name, holds in found.items() if holds] or ["step"]


def takes(move: str) -> bool:
    return "x" in move


def is_spared(spot: Spot) -> bool:
    """Whether the others take nothing after the best moves, and something after the tempting one."""
    return any(map(takes, spot.others_else)) and not any(map(takes, spot.others_next))


def mover(spot: Spot, move: str) -> str:
    """The piece that makes a move, where it still stands as before; "" if nobody does."""
    piece: str = spot.before["board"].get(move.replace("x", "-").split("-")[0], "")
    return piece


def promotes(spot: Spot, move: str) -> bool:
    """Whether a pawn reaches the far row with this move."""
    piece, goal = mover(spot, move), move.replace("x", "-").split("-")[-1]
    return bool(piece) and piece[1] != "C" and goal[1:] == FAR_ROW[piece[0]]


def is_bait(spot: Spot) -> bool:
    """Nothing is taken; the other has to take, and is taken in turn or huffed."""
    if takes(spot.moves[-1]) or len(spot.line) < 2:
        return False
    (first, theirs), (second, mine) = spot.line[:2]
    return first != spot.seat == second and takes(theirs) and takes(mine)

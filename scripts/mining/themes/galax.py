"""What an exercise of Galax is about, by facts of its position."""

from scripts.mining.spot import Spot

FAR_ROW = {"w": "10", "b": "1"}
CHAIN = 2  # takings in one turn


def themes(spot: Spot) -> list[str]:
    """Name the themes, the most telling first; at least one."""
    steps = [move for move in spot.moves if "-" in move]
    taken = sum(map(takes, spot.moves))
    found = {
        "last_piece": spot.wins,
        "huff": spot.moves[0].startswith("huff"),
        "chain": taken >= CHAIN,
        "promotion": bool(steps) and promotes(spot, steps[0]),
        "two_steps": len(steps) > 1,
        "far_row": any(promotes(spot, move) for move in spot.others_else),
        "champion": bool(steps) and piece_of(spot, steps[0])[1:] == "C",
        "hunt": taken == 1,
        "shelter": taken == 0 and loss(spot.others_else) > loss(spot.others_next),
    }
    return [name for name, holds in found.items() if holds] or ["approach"]


def takes(move: str) -> bool:
    return move.startswith("x")


def loss(moves: list[str]) -> int:
    return sum(map(takes, moves))


def piece_of(spot: Spot, step: str) -> str:
    piece: str = spot.before["board"].get(step.split("-", maxsplit=1)[0], "")
    return piece


def promotes(spot: Spot, step: str) -> bool:
    piece, goal = piece_of(spot, step), step.rsplit("-", maxsplit=1)[-1]
    return "-" in step and bool(piece) and piece[1] != "C" and goal[1:] == FAR_ROW[piece[0]]

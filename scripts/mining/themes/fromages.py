"""What an exercise of La chasse aux fromages is about, by facts of its position."""

from scripts.mining.spot import Spot


def themes(spot: Spot) -> list[str]:
    """Name the themes, the most telling first; at least one."""
    verbs = [move.split(" ")[0] for move in spot.moves]
    first, last = spot.moves[0], spot.moves[-1]
    found = {
        "way_home": has_cheese(spot, spot.after) and not has_cheese(spot, spot.before),
        "race": spot.regret["cheese"] not in (None, spot.seat) and spot.before["cheese"] is None,
        "clog": "clog" in verbs,
        "plumber": "plumber" in verbs,
        "flush": "flush" in verbs,
        "leave_or_turn": verbs[-1] in ("flip", "noflip") or verbs[0] == "toss",
        "half_turn": first.startswith("put ") and spot.tempting.split(" ")[:2] == first.split(" ")[:2],
        "discard": first == "draw discard",
        "unknown": first == "draw pile",
        "place": last.startswith("put "),
    }
    return [name for name, holds in found.items() if holds] or ["turn"]


def has_cheese(spot: Spot, position: dict[str, object]) -> bool:
    return position["cheese"] == spot.seat

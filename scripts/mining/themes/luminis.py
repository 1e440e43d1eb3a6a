"""What an exercise of Luminis is about, by facts of its position."""

from scripts.mining.spot import Spot

from lumitheque.games.luminis.notation import card_number


def themes(spot: Spot) -> list[str]:
    """Name the themes, the most telling first; at least one."""
    first = spot.moves[0]
    verb, _, rest = first.partition(" ")
    card = rest.partition("@")[0]
    builds = [move for move in spot.legal if move.startswith("build ")]
    found = {
        "spire": verb == "spire" or spot.wins,
        "discard": any(move.startswith("discard ") for move in spot.moves),
        "theft": verb in ("name", "steal") or (verb == "build" and steals(spot, card)),
        "bonus": verb == "bonus",
        "race": any(move.startswith("spire ") for move in spot.others_else),
        "column": verb == "build" and spot.tempting.startswith(f"build {card}@"),
        "base": verb == "build" and card.startswith("I-"),
        "rise": verb == "build" and not card.startswith("I-"),
        "patience": verb == "draw" and bool(builds),
        "draw": verb == "draw" and not builds,
        "keep": verb == "drop",
        "search": verb == "pile",
    }
    return [name for name, holds in found.items() if holds] or ["turn"]


def steals(spot: Spot, card: str) -> bool:
    return bool(spot.e.theft[card_number(spot.edition, card)])


def effect(move: str) -> str:
    """What a move is without the pile that a discarded card goes to: a matter of taste, mostly."""
    return move.partition(">")[0]

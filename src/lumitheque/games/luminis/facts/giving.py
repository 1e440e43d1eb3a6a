"""Cards given up: what pays for another, what is dropped, and who takes from whom."""

from typing import Any

from lumitheque.games.luminis.facts.racing import KIND_NAMES, feeds, gives, price_of, race_of
from lumitheque.games.luminis.record import CARD_ENDS, DISCARD, KINDS, NAMING, PAY, PILE_ENDS, STEAL, STEALING

Fact = tuple[str, dict[str, str], float]  # as in the package


def card_and_pile(move: int) -> tuple[int, int]:
    return (move - DISCARD) // PILE_ENDS % CARD_ENDS, (move - DISCARD) % PILE_ENDS


def discards(e: Any, v: Any, seat: int, made: int, best: int) -> list[Fact]:
    """LM-14, LM-19: which card goes, and onto which pile."""
    (card, pile), (other, elsewhere) = card_and_pile(best), card_and_pile(made)
    if card == other:
        return covered(e, v, seat, pile, elsewhere)
    kind = race_of(e, v, seat).kind
    facts: list[Fact] = []
    kept, lost = feeds(e, other, kind), feeds(e, card, kind)
    if kept > lost:
        facts.append(("keeps_wanted", {"count": str(kept - lost), "kind": KIND_NAMES[kind]}, 56.0))
    if v.phase == PAY and left_to_pay(e, v, card) < left_to_pay(e, v, other):
        parts = {"best": str(left_to_pay(e, v, card)), "made": str(left_to_pay(e, v, other))}
        facts.append(("pays_more", parts, 52.0))
    if price_of(e, v, seat, other) < price_of(e, v, seat, card):
        parts = {"kept": str(price_of(e, v, seat, other)), "given": str(price_of(e, v, seat, card))}
        facts.append(("keeps_cheaper", parts, 47.0))
    if gives(e, other) > gives(e, card):
        facts.append(("keeps_more", {"best": str(gives(e, card)), "made": str(gives(e, other))}, 45.0))
    elif int(e.level[other]) > int(e.level[card]):
        facts.append(("keeps_level", {"level": f"@level.{int(e.level[other])}"}, 44.0))
    return facts


def left_to_pay(e: Any, v: Any, card: int) -> int:
    """LM-14: what is missing when this card has been discarded."""
    return sum(max(0, int(v.missing[kind]) - 2 * int(e.centre[card, kind])) for kind in range(KINDS))


def covered(e: Any, v: Any, seat: int, pile: int, elsewhere: int) -> list[Fact]:
    """The same card onto another pile: what it covers there."""
    after = (seat + 1) % int(v.seats)
    theirs, mine = race_of(e, v, after, own=False).kind, race_of(e, v, seat).kind
    if on_top(e, v, pile, theirs) > on_top(e, v, elsewhere, theirs):
        return [("covers_theirs", {"player": f"P{after + 1}"}, 55.0)]
    if on_top(e, v, elsewhere, mine) > on_top(e, v, pile, mine):
        return [("covers_own", {}, 54.0)]
    return []


def on_top(e: Any, v: Any, pile: int, kind: int) -> int:
    """The resources of a kind on the top card of a pile."""
    high = int(v.height[pile])
    return feeds(e, int(v.piles[pile, high - 1]), kind) if high > 0 else 0


def thefts(e: Any, v: Any, made: int, best: int) -> list[Fact]:
    """LM-16: who may take a card, and from whom."""
    first = STEALING if v.phase == STEAL else NAMING
    chosen, other = best - first, made - first
    one, another = race_of(e, v, chosen, own=False), race_of(e, v, other, own=False)
    parts = {"player": f"P{chosen + 1}", "other": f"P{other + 1}"}
    if v.phase == STEAL:
        if one.need < another.need:
            return [("steals_from_leader", parts, 60.0)]
        if int(v.held[chosen]) > int(v.held[other]):
            return [("fuller_hand", parts, 50.0)]
        return []
    return [("names_farther", parts, 60.0)] if one.need > another.need else []

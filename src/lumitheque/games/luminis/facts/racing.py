"""What a cathedral of Luminis has and lacks on the way to a spire, read off a view."""

from typing import Any, NamedTuple

from lumitheque.games.edition import record_from
from lumitheque.games.luminis.hands import delete_card, insert_card
from lumitheque.games.luminis.placing import (
    can_crown,
    first_open,
    lacking,
    last_open,
    open_level,
    plus,
    printed,
    standing_means,
)
from lumitheque.games.luminis.record import KINDS, SPIRE_LEVEL
from lumitheque.games.luminis.rules import stand
from lumitheque.games.luminis.skill.race import crown_means, sort_hand, total
from lumitheque.games.luminis.skill.taste import has_three

KIND_NAMES = ("square", "circle", "triangle")


class Race(NamedTuple):
    """How far a seat is on its way."""

    need: int  # resources that the nearest spire still lacks
    kind: int  # of what it lacks most; if it lacks nothing, of what it costs most
    three: bool  # a level III card stands
    ready: bool  # a spire can be paid and placed
    playable: int  # cards of the hand that can be placed without discards; 0 for the hands of others


def copied(s: Any) -> Any:
    return record_from(s.tobytes(), s.dtype)


def largest(amounts: Any) -> int:
    """The kind of which there is most."""
    best = 0
    for kind in range(KINDS):
        if amounts[kind] > amounts[best]:
            best = kind
    return best


def race_of(e: Any, s: Any, seat: int, own: bool = True) -> Race:
    """How far a seat is on its way. With `own`, its hand is known."""
    means = plus(printed(s.permanent, seat), crown_means(e, s, seat))
    need, kind = 99, 0
    for i in range(int(s.spire_count)):
        cost = printed(e.cost, int(s.spires[i]))
        lacks = lacking(means, cost)
        if total(lacks) < need:
            need, kind = int(total(lacks)), largest(lacks if total(lacks) > 0 else cost)
    playable = int(sort_hand(e, s, seat)[0]).bit_count() if own else 0
    return Race(need, kind, bool(has_three(s, seat)), can_end(e, s, seat), playable)


def can_end(e: Any, s: Any, seat: int) -> bool:
    """LM-17: whether a seat could place a spire if it were its turn."""
    for at in range(int(first_open(s, seat)), int(last_open(s, seat)) + 1):
        if open_level(s, seat, at) == SPIRE_LEVEL:
            for i in range(int(s.spire_count)):
                if can_crown(e, s, seat, int(s.spires[i]), at):
                    return True
    return False


def price_at(e: Any, s: Any, seat: int, card: int, at: int) -> int:
    """LM-14: the resources that a card lacks in a column, to be paid by discards."""
    return int(total(lacking(standing_means(e, s, seat, at), printed(e.cost, card))))


def price_of(e: Any, s: Any, seat: int, card: int) -> int:
    """What the permanent resources leave to be paid for a card, wherever it may stand."""
    return int(total(lacking(printed(s.permanent, seat), printed(e.cost, card))))


def with_built(e: Any, s: Any, seat: int, card: int, at: int, from_hand: bool) -> Any:
    """A view with a card placed; what was discarded for it is still in the hand."""
    after = copied(s)
    if from_hand:
        delete_card(after.hands[seat], int(after.held[seat]), card)
        after.held[seat] -= 1
    stand(e, after, seat, card, at)
    return after


def with_drawn(s: Any, seat: int, card: int) -> Any:
    """A view with a card taken into the hand."""
    after = copied(s)
    insert_card(after.hands[seat], int(after.held[seat]), card)
    after.held[seat] += 1
    return after


def gives(e: Any, card: int) -> int:
    """All resources in the centre of a card."""
    return int(total(printed(e.centre, card)))


def feeds(e: Any, card: int, kind: int) -> int:
    """The resources of one kind in the centre of a card."""
    return int(e.centre[card, kind])

"""Why one move of Luminis is better than another: resources, the price of a card, level III, the spire, the hand.

racing.py   what a cathedral has and lacks
giving.py   cards given up: discards, thefts
"""

from typing import Any, NamedTuple

from lumitheque.games.edition import Edition
from lumitheque.games.luminis.facts.giving import discards, thefts
from lumitheque.games.luminis.facts.racing import (
    KIND_NAMES,
    Race,
    feeds,
    gives,
    price_at,
    price_of,
    race_of,
    with_built,
    with_drawn,
)
from lumitheque.games.luminis.judging import column_of
from lumitheque.games.luminis.placing import printed
from lumitheque.games.luminis.record import (
    BONUS,
    BUILD,
    CARD_ENDS,
    CROWN,
    DISCARD,
    DRAW,
    DROP,
    KEPT,
    NAME,
    PASS,
    PAY,
    SPIRE_LEVEL,
    STEAL,
    TURN,
)
from lumitheque.games.luminis.skill.race import total
from lumitheque.games.luminis.skill.taste import open_arrows

Fact = tuple[str, dict[str, str], float]  # a key of `reasons.toml`, the parts of its message, how telling it is


class Done(NamedTuple):
    """A turn's move, and what its seat has after it."""

    move: int
    card: int
    builds: bool
    at: int  # the column of a card that is built
    price: int  # resources that are paid by discards
    race: Race


def compare(
    edition: Edition | None, e: Any, v: Any, seat: int, made: int, best: int, line: list[tuple[int, int]]
) -> list[Fact]:
    """What the better of two moves brings and the other does not."""
    if v.phase in (PAY, DROP):
        return discards(e, v, seat, made, best)
    if v.phase in (NAME, STEAL):
        return thefts(e, v, made, best)
    if v.phase != TURN or PASS in (made, best):
        return []
    if CROWN <= best < DISCARD:
        return [] if CROWN <= made < DISCARD else [("wins", {}, 100.0)]
    if CROWN <= made < DISCARD:
        return []
    now, one, other = race_of(e, v, seat), done(e, v, seat, best), done(e, v, seat, made)
    facts = [*towards_spire(now, one, other), *prices(e, v, seat, one, other), *signs(e, v, seat, one, other)]
    if not one.builds:
        facts += draws(e, v, seat, now, one, other)
    elif one.card == other.card:
        facts += places(e, v, seat, one, other)
    return facts


def done(e: Any, v: Any, seat: int, move: int) -> Done:
    if move < BUILD:
        pile = move - DRAW
        card = int(v.piles[pile, v.height[pile] - 1])
        return Done(move, card, False, 0, 0, race_of(e, with_drawn(v, seat, card), seat))
    card, at = (move - BUILD) % CARD_ENDS, int(column_of(move))
    price = price_at(e, v, seat, card, at)
    after = with_built(e, v, seat, card, at, move < BONUS)
    return Done(move, card, True, at, price, race_of(e, after, seat))


def called(kind: int, count: int) -> dict[str, str]:
    """So many resources of a kind, as parts of a message."""
    return {"count": str(count), "kind": KIND_NAMES[kind]}


def towards_spire(now: Race, one: Done, other: Done) -> list[Fact]:
    """LM-17: what the nearest spire still lacks, and a place for it."""
    facts: list[Fact] = []
    if one.race.ready and not other.race.ready:
        facts.append(("ready", {}, 90.0))
    if one.race.three and not other.race.three:
        facts.append(("first_three", {}, 66.0))
    if one.builds and one.race.need < other.race.need and one.race.need < now.need:
        parts = {"best": str(one.race.need), "made": str(other.race.need)}
        facts.append(("nearer", parts, 60.0 + (5.0 if one.race.need < 5 else 0.0)))
    if one.race.playable > other.race.playable:
        parts = {"best": str(one.race.playable), "made": str(other.race.playable)}
        facts.append(("playable", parts, 41.0))
    return facts


def prices(e: Any, v: Any, seat: int, one: Done, other: Done) -> list[Fact]:
    """LM-12, LM-14: what a card costs, and what it gives in every turn to come."""
    if other.builds and other.price > one.price and one.builds:
        kind = "cheaper" if one.price > 0 else "free_instead"
        return [(kind, {"best": str(one.price), "made": str(other.price)}, 61.0), *gains(e, one, other)]
    if other.builds and other.price > 0 and not one.builds:
        return [("dear", {"count": str(other.price)}, 58.0)]
    if one.builds and not other.builds:
        parts = {"count": str(gives(e, one.card)), "price": str(one.price)}
        kind = "builds_now" if one.price == 0 else "worth_paying"
        full: list[Fact] = [("full_hand", {}, 57.0)] if int(v.held[seat]) >= KEPT else []
        return [*full, (kind, parts, 54.0 if one.price == 0 else 50.0)]
    return gains(e, one, other) if one.builds and other.builds else []


def gains(e: Any, one: Done, other: Done) -> list[Fact]:
    """LM-12: resources in the centres of two cards."""
    if gives(e, one.card) > gives(e, other.card):
        return [("gives_more", {"best": str(gives(e, one.card)), "made": str(gives(e, other.card))}, 48.0)]
    if e.level[one.card] > e.level[other.card] and e.level[one.card] < SPIRE_LEVEL:
        return [("higher", {"level": f"@level.{int(e.level[one.card])}"}, 44.0)]
    return []


def signs(e: Any, v: Any, seat: int, one: Done, other: Done) -> list[Fact]:
    """LM-16: the theft sign of a card that is built."""
    if not other.builds or e.theft[other.card] == 0 or (one.builds and e.theft[one.card] == 1):
        return []
    if int(v.seats) == 2:
        return [("theft_own", {}, 52.0)] if int(v.held[seat]) > 1 else []
    return [("theft", {}, 47.0)]


def draws(e: Any, v: Any, seat: int, now: Race, one: Done, other: Done) -> list[Fact]:
    """LM-09: the cards on the piles, which everybody sees."""
    facts: list[Fact] = []
    if other.builds and other.price == 0 and feeds(e, other.card, now.kind) == 0:
        facts.append(("feeds_nothing", {"kind": KIND_NAMES[now.kind]}, 38.0))
    wanted, instead = feeds(e, one.card, now.kind), 0 if other.builds else feeds(e, other.card, now.kind)
    if wanted > instead:
        facts.append(("draws_wanted", called(now.kind, wanted), 53.0))
    elif not other.builds and gives(e, one.card) > gives(e, other.card):
        parts = {"best": str(gives(e, one.card)), "made": str(gives(e, other.card))}
        facts.append(("draws_more", parts, 43.0))
    alike = not other.builds and e.level[other.card] == SPIRE_LEVEL - 1
    if not now.three and not alike and e.level[one.card] == SPIRE_LEVEL - 1 and not holds_three(e, v, seat):
        facts.append(("draws_three", {}, 51.0))
    if not other.builds:
        lacks, others = price_of(e, v, seat, one.card), price_of(e, v, seat, other.card)
        if lacks < others:
            facts.append(("draws_cheaper", {"best": str(lacks), "made": str(others)}, 42.0))
        facts += denied(e, v, seat, one, other)
    return facts


def denied(e: Any, v: Any, seat: int, one: Done, other: Done) -> list[Fact]:
    """What a card left on a pile would bring to the next player."""
    after = (seat + 1) % int(v.seats)
    theirs = race_of(e, v, after, own=False)
    count = feeds(e, one.card, theirs.kind)
    if count < 2 or count <= feeds(e, other.card, theirs.kind):
        return []
    return [("denies", {"player": f"P{after + 1}", **called(theirs.kind, count)}, 37.0)]


def holds_three(e: Any, v: Any, seat: int) -> bool:
    """Whether a hand has a level III card."""
    return any(int(e.level[v.hands[seat, i]]) == SPIRE_LEVEL - 1 for i in range(int(v.held[seat])))


def places(e: Any, v: Any, seat: int, one: Done, other: Done) -> list[Fact]:
    """LM-13: the same card in another column."""
    here, there = int(open_arrows(e, v, seat, one.card, one.at)), int(open_arrows(e, v, seat, other.card, other.at))
    if here > there and total(printed(e.top, one.card)) > 0:
        return [("lights_more", {"best": str(here), "made": str(there)}, 46.0)]
    return []

"""What a learner is told of a game of Luminis, and the moves that can ever be legal with a deck.

Cathedrals are planes. A card that can be seen elsewhere is told as its number in the deck and what is printed on it.
"""

import itertools
from typing import Any

import numpy as np

from lumitheque.games.luminis.record import (
    AWAY,
    BONUS,
    BONUSES,
    BUILD,
    CARD_ENDS,
    CARDS,
    CROWN,
    DISCARD,
    DRAW,
    FIRST_COLUMN,
    HAND,
    KINDS,
    LAST_COLUMN,
    NAMING,
    PASS,
    PAY,
    PILE_ENDS,
    PILES,
    SEATS,
    SHOWN,
    SPIRE_LEVEL,
    STEALING,
    WIDE,
)
from lumitheque.games.observation import Channel, Fact, clear, tell_number, tell_one, tell_whom
from lumitheque.games.rule import rule

ARROWS = 5
CARD = 3 + 3 * KINDS + ARROWS  # bytes of a card
PHASES = 7
OWNERS = ("own", *(f"{n} after" for n in range(1, SEATS)))  # seats in their order, the own first
CHANNELS = tuple(
    Channel(f"cathedral, {owner}", "the number of the card that stands there, from 1; level I is row 0, column 0 is 34")
    for owner in OWNERS
)
PLANES = (len(CHANNELS), SPIRE_LEVEL, WIDE)
PRINTED = "number from 1, level, cost, centre and top (squares, circles, triangles each), arrows left to right, theft"
EACH_SEAT = 5 + KINDS
FACTS = (
    Fact("phase", PHASES, "one of: choose_pile, turn, pay, name, steal, drop, over"),
    Fact("turn", SEATS, "whose turn it is, the own seat first"),
    Fact("acting", SEATS, "who decides, the own seat first"),
    *(
        fact
        for owner in OWNERS
        for fact in (
            Fact(f"in play, {owner}", 1, "1 if there is such a seat"),
            Fact(f"held, {owner}", 1, "cards in hand"),
            Fact(f"permanent, {owner}", KINDS, "permanent resources: squares, circles, triangles"),
            Fact(f"left, {owner}", 1, "the leftmost column of level I; 35 before the first card"),
            Fact(f"right, {owner}", 1, "the rightmost one; 33 before the first card"),
            Fact(f"first, {owner}", 1, "1 for the first player"),
        )
    ),
    *(Fact(f"hand {i + 1}", CARD, f"a card of the own hand: {PRINTED}") for i in range(HAND)),
    *(Fact(f"pile {i + 1}", CARD, "its top card, likewise") for i in range(PILES)),
    *(Fact(f"spire {i + 1}", CARD, "one still to be had, likewise") for i in range(SHOWN)),
    Fact("bonus", CARD, "the bonus card on top, likewise"),
    Fact("paying", CARD, "the card on its way, likewise"),
    Fact("paying at", 1, "its column, as `left`"),
    Fact("missing", KINDS, "what is still to be paid: squares, circles, triangles"),
    Fact("height", PILES, "cards in each pile"),
    Fact("level one", PILES, "1 for a pile that still has level I cards, while piles are searched"),
    Fact("to take", 1, "level I cards that the acting seat still has to take"),
    Fact("quiet", 1, "turns in a row without a placement"),
    *(
        Fact(f"may hold, {owner}", CARDS, "1 for each card that may be in its hand, by its number")
        for owner in OWNERS[1:]
    ),
    Fact("seats", 4, "how many play, one of: 2, 3, 4, 5"),
    Fact("game", 1, "the option: 0 for basic, 1 for advanced"),
    Fact("support", 1, "the option: 0 for column, 1 for pyramid"),
)


@rule
def tell_cathedrals(v, seat, out, n):
    """A plane per seat."""
    end, seats = clear(out, n, SEATS * SPIRE_LEVEL * WIDE), int(v.seats)
    for turn in range(seats):
        other = (seat + turn) % seats
        for at in range(max(0, int(v.left[other])), int(v.right[other]) + 1):
            for row in range(int(v.tall[other, at])):
                out[n + row * WIDE + at] = v.cathedral[other, at, row]
        n += SPIRE_LEVEL * WIDE
    return end


@rule
def tell_card(e, card, out, n):
    """A card by its number and what is printed on it."""
    n = tell_number(out, n, card + 1)
    n = tell_number(out, n, int(e.level[card]))
    for kind in range(KINDS):
        out[n + kind] = e.cost[card, kind]
        out[n + KINDS + kind] = e.centre[card, kind]
        out[n + 2 * KINDS + kind] = e.top[card, kind]
    n += 3 * KINDS
    for arrow in range(ARROWS):
        out[n + arrow] = (int(e.arrows[card]) >> arrow) & 1
    return tell_number(out, n + ARROWS, int(e.theft[card]))


@rule
def tell_card_if(e, there, card, out, n):
    """A card, or zeroes."""
    return tell_card(e, card, out, n) if there else clear(out, n, CARD)


@rule
def tell_seat(v, other, out, n):
    """What everybody knows of a seat besides its cathedral."""
    n = tell_number(out, n, 1)
    n = tell_number(out, n, int(v.held[other]))
    for kind in range(KINDS):
        n = tell_number(out, n, int(v.permanent[other, kind]))
    n = tell_number(out, n, int(v.left[other]))
    n = tell_number(out, n, int(v.right[other]))
    return tell_number(out, n, int(other == v.first))


@rule
def tell_cards(e, v, seat, out, n):
    """The own hand, the tops of piles, the spires, the bonus card, the card on its way."""
    for i in range(HAND):
        there = i < v.held[seat]
        n = tell_card_if(e, there, int(v.hands[seat, i]), out, n)
    for pile in range(PILES):
        high = int(v.height[pile])
        n = tell_card_if(e, high > 0, int(v.piles[pile, max(0, high - 1)]), out, n)
    for i in range(SHOWN):
        n = tell_card_if(e, i < v.spire_count, int(v.spires[i]), out, n)
    n = tell_card_if(e, v.bonus < BONUSES, int(e.bonus[min(int(v.bonus), BONUSES - 1)]), out, n)
    n = tell_card_if(e, v.phase == PAY, int(v.paying), out, n)
    n = tell_number(out, n, int(v.paying_at))
    for kind in range(KINDS):
        n = tell_number(out, n, int(v.missing[kind]))
    return n


@rule
def tell_holders(v, seat, out, n):
    """Which cards may be in each of the other hands."""
    seats, row = int(v.seats), v.holders[seat]
    for turn in range(1, SEATS):
        other, part = (seat + turn) % seats, out[n : n + CARDS]
        for card in range(CARDS):
            part[card] = (int(row[card]) >> other) & int(turn < seats)
        n += CARDS
    return n


@rule
def tell_piles(v, out, n):
    """How high they are, and what is known of those that are searched."""
    for pile in range(PILES):
        out[n + pile] = v.height[pile]
        out[n + PILES + pile] = v.level_one[pile]
    n = tell_number(out, n + 2 * PILES, int(v.to_take))
    return tell_number(out, n, int(v.quiet))


@rule
def observe(e, v, seat, out):
    """Write what a seat is told; v is its view. Returns how many bytes."""
    seats = int(v.seats)
    n = tell_cathedrals(v, seat, out, 0)
    n = tell_one(out, n, int(v.phase), PHASES)
    n = tell_whom(out, n, seat, int(v.turn), seats, SEATS)
    n = tell_whom(out, n, seat, int(v.acting), seats, SEATS)
    for turn in range(seats):
        n = tell_seat(v, (seat + turn) % seats, out, n)
    n = clear(out, n, (SEATS - seats) * EACH_SEAT)
    n = tell_cards(e, v, seat, out, n)
    n = tell_piles(v, out, n)
    n = tell_holders(v, seat, out, n)
    n = tell_one(out, n, seats - 2, 4)
    n = tell_number(out, n, int(v.game))
    return tell_number(out, n, int(v.support))


def actions(e: Any) -> Any:
    """Ascending: spires only crown, bonus cards are the deck's, and a pass. A deck decides which card is which."""
    columns = range(LAST_COLUMN - FIRST_COLUMN + 1)
    spires, bonus = sorted(e.spires.tolist()), sorted(e.bonus.tolist())
    cards = [card for card in range(CARDS) if card not in spires]

    def placed(first: int, which: list[int]) -> list[int]:
        return [first + column * CARD_ENDS + card for column in columns for card in which]

    def put_away(first: int) -> list[int]:
        return [first + card * PILE_ENDS + pile for card, pile in itertools.product(cards, range(PILES))]

    placements = [*placed(BUILD, cards), *placed(BONUS, bonus), *placed(CROWN, spires)]
    players = [first + seat for first in (NAMING, STEALING) for seat in range(SEATS)]
    piles = [first + pile for first in (0, DRAW) for pile in range(PILES)]
    return np.array([*piles, *placements, *put_away(DISCARD), *put_away(AWAY), *players, PASS], np.int32)

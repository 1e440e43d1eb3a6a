"""What a learner is told of the cheese hunt, and the moves that can ever be legal in it.

Networks are planes of four columns and three rows. A card that can be seen elsewhere is told as what is printed on it.
"""

import itertools
from typing import Any

import numpy as np

from lumitheque.games.fromages.network import open_sides
from lumitheque.games.fromages.record import (
    CARDS,
    CELL_OF,
    CELLS,
    CLASSIQUE,
    CLOG,
    COLUMNS,
    DRAW_DISCARD,
    DRAW_PILE,
    ENDS,
    FLIP,
    FLUSH,
    HIDDEN,
    HOMES,
    NOFLIP,
    PASS,
    PLACES,
    PLUMBER,
    PLUMBER_LOOKS,
    PUT,
    ROWS,
    SEATS,
    START,
    TOSS,
    TOUT_PETITS,
)
from lumitheque.games.observation import Channel, Fact, clear, tell_number, tell_one, tell_whom
from lumitheque.games.rule import rule

OWNERS = ("own", *(f"{n} after" for n in range(1, SEATS)))  # seats in their order, the own first
EACH_NETWORK = 8  # planes
CHANNELS = tuple(
    channel
    for owner in OWNERS
    for channel in (
        Channel(f"down, {owner}", "1 where a card lies face down"),
        Channel(f"top, {owner}", "1 where a card that lies face up is open above"),
        Channel(f"right, {owner}", "likewise on the right"),
        Channel(f"bottom, {owner}", "likewise below"),
        Channel(f"left, {owner}", "likewise on the left"),
        Channel(f"cheese, {owner}", "the cheese on a card that lies face up"),
        Channel(f"clogged, {owner}", "1 where a card that lies face up is a clogged pipe itself"),
        Channel(f"covered, {owner}", "1 where a clogged pipe lies on the card"),
    )
)
PLANES = (len(CHANNELS), ROWS, COLUMNS)
CARD = 6
PRINTED = "open above, right, below, left when upright; cheese, 1 if clogged; all 0 if there is none or it is hidden"
ZERO_POINTS = 100  # a total may be below nothing
FACTS = (
    Fact("phase", 5, "one of: turn, held, replaced, flipping, over"),
    Fact("turn", SEATS, "whose turn it is, the own seat first"),
    Fact("dealer", SEATS, "who dealt, the own seat first"),
    Fact("cheese taken", SEATS, "who has the 5-point cheese of this round, the own seat first"),
    Fact("held from", 4, "where the card in hand was, one of: nowhere, pile, discard, plumber"),
    Fact("held", CARD, f"the card in hand: {PRINTED}"),
    Fact("replaced", CARD, "the clogged pipe that left the network, likewise"),
    *(
        Fact(f"discard {i + 1}", CARD, "a card of the discard pile from the top, likewise")
        for i in range(PLUMBER_LOOKS)
    ),
    Fact("pile count", 1, "cards in the draw pile"),
    Fact("discard count", 1, "cards in the discard pile"),
    Fact("seen", CARDS, "1 for each card, by its number, in the discard pile or out of the round"),
    Fact("tile", 3, "one of: none, plumber, toilet"),
    Fact("may decline", 1, "1 if turning a card over is a choice"),
    Fact("quiet", 1, "turns in a row that turned over or replaced no face-down card"),
    Fact("passes", 1, "in a row"),
    Fact("round", 1, "its number, the first is 1"),
    Fact("rounds", 1, "the option: how many there are"),
    Fact("total", SEATS, f"points of the rounds played, from {ZERO_POINTS} on, the own first; 0 for no such seat"),
    Fact("seats", 5, "how many play, one of: 2, 3, 4, 5, 6"),
    Fact("game", 1, "the option: 0 for classique, 1 for tout_petits"),
    Fact("home", 1, "the option: 0 for through, 1 for stop"),
)


@rule
def tell_place(e, v, other, place, out, n):
    """What lies on one place: a byte in each of the eight planes that begin at n."""
    at, card = n + int(CELL_OF[v.game, place]), int(v.cards[other, place])
    up = int(v.up[other, place])
    sides = int(open_sides(e, v, other, place))
    out[at] = 1 - up
    for side in range(4):
        out[at + (1 + side) * CELLS] = (sides >> side) & 1
    out[at + 5 * CELLS] = int(e.cheese[card]) * up
    out[at + 6 * CELLS] = int(e.clogged[card]) * up
    out[at + 7 * CELLS] = int(v.covers[other, place] != 0)


@rule
def tell_networks(e, v, seat, out):
    """Eight planes for every seat."""
    seats = int(v.seats)
    clear(out, 0, SEATS * EACH_NETWORK * CELLS)
    for turn in range(seats):
        for place in range(PLACES[v.game]):
            tell_place(e, v, (seat + turn) % seats, place, out, turn * EACH_NETWORK * CELLS)
    return SEATS * EACH_NETWORK * CELLS


@rule
def tell_card(e, card, out, n):
    """What is printed on a card; nothing on card 0."""
    sides = int(e.sides[card])
    for side in range(4):
        out[n + side] = (sides >> side) & 1
    out[n + 4] = e.cheese[card]
    out[n + 5] = e.clogged[card]
    return n + CARD


@rule
def tell_cards(e, v, out, n):
    """The card in hand, the one that left the network, and those on top of the discard pile."""
    n = tell_card(e, int(v.held), out, n)
    n = tell_card(e, int(v.replaced), out, n)
    for depth in range(PLUMBER_LOOKS):
        i = int(v.discard_count) - 1 - depth
        n = tell_card(e, int(v.discard[i]) if i >= 0 else HIDDEN, out, n)
    return n


@rule
def tell_piles(v, out, n):
    """How high they are, and which cards cannot come any more."""
    n = tell_number(out, n, int(v.pile_count))
    n = tell_number(out, n, int(v.discard_count))
    part = out[n : n + CARDS]
    for i in range(CARDS):
        part[i] = v.gone[i + 1]
    for i in range(int(v.discard_count)):
        part[int(v.discard[i]) - 1] = 1
    return n + CARDS


@rule
def tell_totals(v, seat, out, n):
    """The points of the rounds played."""
    seats = int(v.seats)
    for turn in range(seats):
        total = ZERO_POINTS
        for number in range(int(v.rounds)):
            total += int(v.scores[number, (seat + turn) % seats])
        n = tell_number(out, n, total)
    return clear(out, n, SEATS - seats)


@rule
def tell_round(v, out, n):
    """Where the round stands."""
    n = tell_one(out, n, int(v.tile), 3)
    n = tell_number(out, n, int(v.may_decline))
    n = tell_number(out, n, int(v.quiet))
    n = tell_number(out, n, int(v.passes))
    n = tell_number(out, n, int(v.round_number))
    return tell_number(out, n, int(v.rounds))


@rule
def observe(e, v, seat, out):
    """Write what a seat is told; v is its view. Returns how many bytes."""
    seats = int(v.seats)
    n = tell_networks(e, v, seat, out)
    n = tell_one(out, n, int(v.phase), 5)
    n = tell_whom(out, n, seat, int(v.turn), seats, SEATS)
    n = tell_whom(out, n, seat, int(v.dealer), seats, SEATS)
    n = tell_whom(out, n, seat, int(v.cheese), seats, SEATS)
    n = tell_one(out, n, int(v.held_from), 4)
    n = tell_cards(e, v, out, n)
    n = tell_piles(v, out, n)
    n = tell_round(v, out, n)
    n = tell_totals(v, seat, out, n)
    n = tell_one(out, n, seats - 2, 5)
    n = tell_number(out, n, int(v.game))
    return tell_number(out, n, int(v.home))


def actions(e: Any) -> Any:
    """Ascending, on the cells where cards lie in one of the two games."""
    cells = [cell for cell in range(CELLS) if cell != START and cell != HOMES[TOUT_PETITS]]
    joined = [cell for cell in range(CELLS) if cell in CELL_OF[CLASSIQUE]]  # only there pipes are clogged
    draws = [DRAW_PILE, DRAW_DISCARD, *range(PLUMBER, PLUMBER + PLUMBER_LOOKS)]
    puts = [PUT + cell * 2 + way for cell, way in itertools.product(cells, range(2))]
    clogs = [CLOG + seat * ENDS + cell for seat, cell in itertools.product(range(SEATS), joined)]
    flushes, flips = [FLUSH + cell for cell in joined], [FLIP + cell for cell in cells]
    return np.array([*draws, *flushes, PASS, *puts, *clogs, TOSS, *flips, NOFLIP], np.int32)

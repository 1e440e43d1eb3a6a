"""The set-up of Luminis: spires, piles, and the search for level I cards."""

from lumitheque.games.chance import NO_ARGUMENT, lot, shuffle
from lumitheque.games.luminis.hands import enter, insert_card
from lumitheque.games.luminis.record import (
    ADVANCED,
    BONUSES,
    CARDS,
    CHOOSE_PILE,
    LOT_DECK,
    LOT_FIRST,
    LOT_PILE,
    LOT_SPIRES,
    MIDDLE,
    PILES,
    SPIRE_LEVEL,
    TURN,
    UNKNOWN,
)
from lumitheque.games.rule import rule


@rule
def agree(s, seats, options):
    """Write the table's size and house rules into its state, and empty cathedrals."""
    s.seats = seats
    s.pile_count = min(seats + 1, 4) if seats < 5 else PILES  # LM-06
    s.game, s.support = options[0], options[1]
    s.bonus = 0 if s.game == ADVANCED else BONUSES
    for seat in range(seats):
        s.left[seat], s.right[seat] = MIDDLE + 1, MIDDLE - 1


@rule
def lay_spires(e, s, chance):
    """LM-05: four by lot, three with 2 players."""
    order, n = s.holders[0], len(e.spires)  # a row that is free until cards are taken
    for i in range(n):
        order[i] = e.spires[i]
    shuffle(chance, LOT_SPIRES, NO_ARGUMENT, order, n)
    s.spire_count = 3 if s.seats == 2 else 4
    for i in range(int(s.spire_count)):
        insert_card(s.spires, i, int(order[i]))
    for i in range(n):
        order[i] = 0


@rule
def is_set_aside(e, s, card):
    """LM-05, LM-18: spires, and in the advanced game the bonus cards, are no part of the deck."""
    if e.level[card] == SPIRE_LEVEL:
        return True
    return s.game == ADVANCED and card == e.bonus[e.level[card] - 1]


@rule
def holds_level_one(e, s, pile):
    for i in range(int(s.height[pile])):
        if e.level[s.piles[pile, i]] == 1:
            return True
    return False


@rule
def gather_deck(e, s, cards):
    """LM-06: the cards that go into the piles; returns how many."""
    n = 0
    for card in range(CARDS):
        if not is_set_aside(e, s, card):
            cards[n] = card
            n += 1
    return n


@rule
def deal_piles(e, s, chance):
    """LM-06: one card after the other, onto one pile after the other."""
    order = s.holders[0]  # a row that is free until cards are taken
    n = gather_deck(e, s, order)
    shuffle(chance, LOT_DECK, NO_ARGUMENT, order, n)
    for i in range(n):
        pile = i % int(s.pile_count)
        s.piles[pile, s.height[pile]] = order[i]
        s.height[pile] += 1
        order[i] = 0
    for pile in range(int(s.pile_count)):
        s.level_one[pile] = int(holds_level_one(e, s, pile))


@rule
def setup(e, s, seats, options, chance):
    """A blank record becomes the beginning of a game."""
    agree(s, seats, options)
    lay_spires(e, s, chance)
    s.first = lot(chance, LOT_FIRST, seats)  # LM-08
    deal_piles(e, s, chance)
    s.phase, s.turn, s.acting, s.to_take = CHOOSE_PILE, s.first, s.first, 4


@rule
def take_level_ones(e, s, seat, cards, high):
    """LM-07: the first level I cards from the top go into a hand; returns how many cards are left."""
    for i in range(high - 1, -1, -1):
        if s.to_take > 0 and e.level[cards[i]] == 1:
            enter(s, seat, int(cards[i]))
            s.to_take -= 1
            cards[i] = UNKNOWN
    left = 0
    for i in range(high):
        card, cards[i] = int(cards[i]), 0
        if card != UNKNOWN:
            cards[left] = card
            left += 1
    return left


@rule
def search(e, s, seat, pile, chance):
    """LM-07: a player takes level I cards from a pile, which is then shuffled."""
    left = take_level_ones(e, s, seat, s.piles[pile], int(s.height[pile]))
    s.height[pile] = left
    shuffle(chance, LOT_PILE, pile + 1, s.piles[pile], left)
    s.level_one[pile] = int(holds_level_one(e, s, pile))
    if s.to_take == 0:
        end_search(s, seat)


@rule
def end_search(s, seat):
    """LM-07: the next player takes five cards, the others six; then the first turn begins."""
    s.turn = (seat + 1) % int(s.seats)
    s.acting = s.turn
    s.to_take = 5 if seat == s.first else 6
    if s.turn == s.first:
        s.phase, s.to_take = TURN, 0
        for pile in range(PILES):
            s.level_one[pile] = 0

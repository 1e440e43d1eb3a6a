"""What a seat knows of a game of Luminis, and worlds that agree with it."""

from lumitheque.games.chance import below, scramble
from lumitheque.games.luminis.dealing import is_set_aside
from lumitheque.games.luminis.hands import looks_on, row_of, take_up
from lumitheque.games.luminis.placing import can_pay_on
from lumitheque.games.luminis.record import (
    CARDS,
    CHOOSE_PILE,
    HAND,
    KINDS,
    NO_CARD,
    OVER,
    PAY,
    PILES,
    SHOWN,
    SPIRE_LEVEL,
    UNKNOWN,
    VIEWERS,
    WIDE,
)
from lumitheque.games.rule import rule

# --- view -----------------------------------------------------------------------------------------------------------


@rule
def view_cards(s, seat, out):
    """Tops and heights of piles, the own hand, the size of the others and what may be in them; all when it is over."""
    row, over = row_of(seat), s.phase == OVER
    for pile in range(int(s.pile_count)):
        high = int(s.height[pile])
        out.height[pile] = high
        for i in range(high):
            out.piles[pile, i] = s.piles[pile, i] if over or i == high - 1 else UNKNOWN
    for other in range(int(s.seats)):
        out.held[other] = s.held[other]
        for i in range(int(s.held[other])):
            out.hands[other, i] = s.hands[other, i] if over or other == seat else UNKNOWN
    for card in range(CARDS):
        out.holders[row, card] = s.holders[row, card]


@rule
def view_cathedrals(s, out):
    for seat in range(int(s.seats)):
        for at in range(WIDE):
            out.tall[seat, at] = s.tall[seat, at]
            for row in range(int(s.tall[seat, at])):
                out.cathedral[seat, at, row] = s.cathedral[seat, at, row]
        out.left[seat], out.right[seat] = s.left[seat], s.right[seat]
        for kind in range(KINDS):
            out.permanent[seat, kind] = s.permanent[seat, kind]


@rule
def view(e, s, seat, out):
    """Write what a seat knows into a blank record."""
    view_cards(s, seat, out)
    view_cathedrals(s, out)
    for i in range(SHOWN):
        out.spires[i] = s.spires[i]
    for pile in range(PILES):
        out.level_one[pile] = s.level_one[pile]
    for kind in range(KINDS):
        out.missing[kind] = s.missing[kind]
    out.spire_count, out.bonus, out.to_take = s.spire_count, s.bonus, s.to_take
    out.paying, out.paying_at, out.phase, out.turn, out.acting = s.paying, s.paying_at, s.phase, s.turn, s.acting
    out.first, out.quiet, out.reason, out.winners = s.first, s.quiet, s.reason, s.winners
    out.seats, out.pile_count, out.game, out.support = s.seats, s.pile_count, s.game, s.support


# --- imagine --------------------------------------------------------------------------------------------------------


@rule
def mark_known(s, row, known):
    """Mark in `known` the cards that a viewer can place: tops, cathedrals, the card on its way, and all hands."""
    for card in range(CARDS):
        known[card] = int(s.holders[row, card] != 0)
    if s.phase == PAY:
        known[s.paying] = 1
    for pile in range(int(s.pile_count)):
        if s.height[pile] > 0:
            known[s.piles[pile, s.height[pile] - 1]] = 1
    for seat in range(int(s.seats)):
        for i in range(int(s.held[seat])):
            if s.hands[seat, i] != UNKNOWN:
                known[s.hands[seat, i]] = 1
        for at in range(WIDE):
            for level in range(SPIRE_LEVEL):
                if s.cathedral[seat, at, level] != NO_CARD:
                    known[s.cathedral[seat, at, level] - 1] = 1


@rule
def gather_unknown(e, s, known, pool):
    """All other cards of the deck: those under the tops. Returns how many."""
    n = 0
    for card in range(CARDS):
        if known[card] == 0 and not is_set_aside(e, s, card):
            pool[n] = card
            n += 1
    return n


@rule
def pick(e, pool, n, of_level_one):
    """Take out of pool[:n] its last card that is (or is not) of level I; the last one fills its place."""
    i = n - 1
    while (e.level[pool[i]] == 1) != of_level_one:
        i -= 1
    card = int(pool[i])
    pool[i] = pool[n - 1]
    return card


@rule
def keep_level_ones(e, s, chance, pool, n):
    """LM-07: while piles are searched it is known which hold level I cards: no such card goes into one that holds none,
    and one at least into each of the others. Returns how many cards are left."""
    for pile in range(int(s.pile_count)):
        hidden = int(s.height[pile]) - 1
        if s.level_one[pile] == 0:
            for i in range(hidden):
                s.piles[pile, i] = pick(e, pool, n, False)
                n -= 1
        elif e.level[s.piles[pile, hidden]] != 1:
            s.piles[pile, below(chance, hidden)] = pick(e, pool, n, True)
            n -= 1
    return n


@rule
def imagine_piles(e, s, row, chance):
    """Deal the unknown cards under the tops of the piles; two rows of `holders`, free so far, serve as paper."""
    known, pool = s.holders[(row + 1) % VIEWERS], s.holders[(row + 2) % VIEWERS]
    mark_known(s, row, known)
    n = gather_unknown(e, s, known, pool)
    scramble(chance, pool, n)
    if s.phase == CHOOSE_PILE:
        n = keep_level_ones(e, s, chance, pool, n)
    for pile in range(int(s.pile_count)):
        for i in range(int(s.height[pile])):
            if s.piles[pile, i] == UNKNOWN:
                n -= 1
                s.piles[pile, i] = pool[n]


@rule
def room_among(v, s, seats):
    """How many cards are still missing in the hands of these seats, given as bits."""
    room = 0
    for seat in range(int(v.seats)):
        if (seats >> seat) & 1:
            room += int(v.held[seat]) - int(s.held[seat])
    return room


@rule
def pick_hand(v, s, seats, chance):
    """One of these seats by lot, likelier the more cards its hand still lacks."""
    lot = below(chance, room_among(v, s, seats))
    for seat in range(int(v.seats)):
        if (seats >> seat) & 1:
            lot -= int(v.held[seat]) - int(s.held[seat])
            if lot < 0:
                return seat
    return 0


@rule
def swap_in(v, s, seats, card, chance):
    """All these hands are full: the card takes the place of another by lot, which is returned."""
    seat = below(chance, int(v.seats))
    while not (seats >> seat) & 1 or s.held[seat] == 0:
        seat = below(chance, int(v.seats))
    i = below(chance, int(s.held[seat]))
    other = int(s.hands[seat, i])
    for j in range(i, int(s.held[seat]) - 1):
        s.hands[seat, j] = s.hands[seat, j + 1]
    s.held[seat] -= 1
    take_up(s, seat, card)
    return other


@rule
def imagine_hands(v, s, row, seat, chance):
    """Every card seen going to another hand lies in one of those that may hold it, and all hands have their size."""
    pool, n = s.holders[(row + 1) % VIEWERS], 0
    for other in range(int(v.seats)):
        if other != seat:
            s.held[other] = 0
            for i in range(HAND):
                s.hands[other, i] = 0
    for card in range(CARDS):
        if v.holders[row, card] != 0:
            pool[n] = card
            n += 1
    scramble(chance, pool, n)
    for i in range(n):
        card = int(pool[i])
        while room_among(v, s, int(v.holders[row, card])) == 0:
            card = swap_in(v, s, int(v.holders[row, card]), card, chance)
        take_up(s, pick_hand(v, s, int(v.holders[row, card]), chance), card)


@rule
def imagine_rows(s, row):
    """Suppose of the others that they know of a card what this viewer knows, and where it is if this viewer has it."""
    for viewer in range(VIEWERS):
        if viewer == row:
            continue
        for card in range(CARDS):
            s.holders[viewer, card] = 0
        if not looks_on(s, viewer):
            continue
        for seat in range(int(s.seats)):
            for i in range(int(s.held[seat])):
                card = int(s.hands[seat, i])
                seats = int(s.holders[row, card]) | 1 << seat
                if viewer != seat:
                    s.holders[viewer, card] = seats & ~(1 << viewer)


@rule
def imagine(e, v, seat, chance, out):
    """Make of `out`, a copy of a seat's view v, a whole world that agrees with it."""
    row = row_of(seat)
    if v.phase != OVER:
        imagine_piles(e, out, row, chance)
        imagine_hands(v, out, row, seat, chance)
        while v.phase == PAY and not can_pay_on(e, out):  # what was announced could be covered: such a deal exists
            imagine_hands(v, out, row, seat, chance)
    imagine_rows(out, row)

"""Cards going into hands and out of them, and what everybody has seen of it."""

from lumitheque.games.chance import choose
from lumitheque.games.luminis.record import BYSTANDERS, CARDS, LOT_THEFT, VIEWERS
from lumitheque.games.rule import SPECTATOR, rule


@rule
def row_of(seat):
    """The row of `holders` of a viewer."""
    return BYSTANDERS if seat == SPECTATOR else seat


@rule
def looks_on(s, viewer):
    """Whether a row of `holders` is somebody's in this game."""
    return viewer < s.seats or viewer == BYSTANDERS


@rule
def insert_card(hand, held, card):
    """Put a card into an ascending list of `held`."""
    i = held
    while i > 0 and hand[i - 1] > card:
        hand[i] = hand[i - 1]
        i -= 1
    hand[i] = card


@rule
def delete_card(hand, held, card):
    """Take a card out of an ascending list of `held`; the freed end is zero."""
    i = 0
    while hand[i] != card:
        i += 1
    while i < held - 1:
        hand[i] = hand[i + 1]
        i += 1
    hand[i] = 0


@rule
def holds(s, seat, card):
    for i in range(int(s.held[seat])):
        if s.hands[seat, i] == card:
            return True
    return False


@rule
def take_up(s, seat, card):
    insert_card(s.hands[seat], int(s.held[seat]), card)
    s.held[seat] += 1


@rule
def give_up(s, seat, card):
    delete_card(s.hands[seat], int(s.held[seat]), card)
    s.held[seat] -= 1


@rule
def enter(s, seat, card):
    """LM-08, LM-09: a card enters a hand before everybody's eyes."""
    take_up(s, seat, card)
    for viewer in range(VIEWERS):
        if viewer != seat and looks_on(s, viewer):
            s.holders[viewer, card] = 1 << seat


@rule
def leave(s, seat, card):
    """A card leaves a hand before everybody's eyes. True if somebody was not sure that it was there."""
    give_up(s, seat, card)
    news = False
    for viewer in range(VIEWERS):
        if viewer != seat and looks_on(s, viewer):
            news = news or s.holders[viewer, card] != 1 << seat
            s.holders[viewer, card] = 0
    return news


@rule
def can_take(s, thief):
    """LM-16: there is a hand other than their own to take from."""
    for other in range(int(s.seats)):
        if other != thief and s.held[other] > 0:
            return True
    return False


@rule
def suspect(s, viewer, thief, victim):
    """What others know after an unseen theft: whatever may be with the victim may be with the thief too, and is not
    with the victim if that hand is empty now."""
    for card in range(CARDS):
        seats = int(s.holders[viewer, card])
        if (seats >> victim) & 1:
            seats |= 1 << thief
            if s.held[victim] == 0:
                seats -= 1 << victim
            s.holders[viewer, card] = seats


@rule
def steal(s, thief, victim, chance):
    """LM-16: one card at random goes from hand to hand; only these two see it."""
    card = choose(chance, LOT_THEFT, s.hands[victim], int(s.held[victim]))
    give_up(s, victim, card)
    take_up(s, thief, card)
    for viewer in range(VIEWERS):
        if viewer == thief:
            s.holders[viewer, card] = 0
        elif viewer == victim:
            s.holders[viewer, card] = 1 << thief
        elif looks_on(s, viewer):
            suspect(s, viewer, thief, victim)

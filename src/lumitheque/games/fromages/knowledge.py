"""What a seat knows of the cheese hunt: all but face-down cards, the draw pile, and what another drew from it."""

from lumitheque.games.chance import below, scramble
from lumitheque.games.fromages.network import can_turn
from lumitheque.games.fromages.record import CARDS, CLASSIQUE, FROM_PILE, HIDDEN, OVER, PLACES, RATS, SEATS
from lumitheque.games.fromages.rounds import take_from_pile
from lumitheque.games.rule import rule


@rule
def knows_held(s, seat):
    """Whether a seat knows the card in hand: from the draw pile, only the one who drew it does."""
    return s.held_from != FROM_PILE or seat == s.turn


@rule
def view_networks(s, out):
    """The cards that lie face up and what lies on them; all cards when the game is over."""
    for seat in range(int(s.seats)):
        for place in range(PLACES[s.game]):
            if s.up[seat, place] == 1 or s.phase == OVER:
                out.cards[seat, place] = s.cards[seat, place]
                out.turned[seat, place] = s.turned[seat, place]
            out.up[seat, place] = s.up[seat, place]
            out.covers[seat, place] = s.covers[seat, place]


@rule
def view_piles(s, out):
    """The discard pile, the cards out of the round, and the height of the draw pile."""
    for i in range(CARDS):
        out.discard[i] = s.discard[i]
        out.gone[i + 1] = s.gone[i + 1]
        if s.phase == OVER:
            out.pile[i] = s.pile[i]
    out.pile_count, out.discard_count = s.pile_count, s.discard_count


@rule
def view_rounds(s, out):
    """The rats, the points and arrivals of the rounds played, and the cards that lay face down at their ends."""
    for number in range(int(s.rounds)):
        out.arrivals[number] = s.arrivals[number]
    for seat in range(SEATS):
        for number in range(int(s.rounds)):
            out.scores[number, seat] = s.scores[number, seat]
            for place in range(PLACES[CLASSIQUE]):
                out.history[number, seat, place] = s.history[number, seat, place]
    for seat in range(RATS):
        out.rats[seat] = s.rats[seat]


@rule
def view(e, s, seat, out):
    """Write what a seat knows into a blank record."""
    view_networks(s, out)
    view_piles(s, out)
    view_rounds(s, out)
    if knows_held(s, seat):
        out.held = s.held
    out.held_from, out.replaced, out.may_decline = s.held_from, s.replaced, s.may_decline
    out.tile, out.cheese, out.phase, out.turn = s.tile, s.cheese, s.phase, s.turn
    out.dealer, out.round_number, out.passes, out.quiet = s.dealer, s.round_number, s.passes, s.quiet
    out.reason, out.seats, out.game, out.home, out.rounds = s.reason, s.seats, s.game, s.home, s.rounds


@rule
def strike_out(out, card):
    """A card that can be seen is none of the unseen ones."""
    if card != HIDDEN:
        out.pile[card - 1] = HIDDEN


@rule
def strike_out_networks(out):
    for seat in range(int(out.seats)):
        for place in range(PLACES[out.game]):
            strike_out(out, int(out.cards[seat, place]))
            strike_out(out, int(out.covers[seat, place]))


@rule
def collect_unseen(out):
    """Make the draw pile of all the cards that are to be seen nowhere, in order; returns its height in the view."""
    height = int(out.pile_count)
    for i in range(CARDS):
        out.pile[i] = i + 1
    for i in range(CARDS):
        strike_out(out, int(out.discard[i]))
        if out.gone[i + 1] == 1:
            strike_out(out, i + 1)
    strike_out(out, int(out.held))
    strike_out(out, int(out.replaced))
    strike_out_networks(out)
    out.pile_count = 0
    for i in range(CARDS):
        card = out.pile[i]
        out.pile[i] = HIDDEN
        if card != HIDDEN:
            out.pile[out.pile_count] = card
            out.pile_count += 1
    return height


@rule
def imagine(e, v, seat, chance, out):
    """Make of `out`, a copy of a seat's view v, a whole world that agrees with it."""
    if v.phase == OVER:
        return
    height = collect_unseen(out)
    scramble(chance, out.pile, int(out.pile_count))
    for owner in range(int(v.seats)):
        for place in range(PLACES[v.game]):
            if v.up[owner, place] == 0:
                card = take_from_pile(out)
                out.cards[owner, place] = card
                out.turned[owner, place] = below(chance, 2) if can_turn(e, card) else 0
    if out.pile_count > height:  # somebody else holds a card from the draw pile
        out.held = take_from_pile(out)

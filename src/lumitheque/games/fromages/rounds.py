"""Cards on the table, and the rounds: dealing, turns that end, rounds that end, the end of the game."""

from lumitheque.games.chance import NO_ARGUMENT, coins, shuffle
from lumitheque.games.fromages.network import can_turn, has_face_down, is_home, round_points
from lumitheque.games.fromages.record import (
    CARDS,
    CLASSIQUE,
    DEALING,
    HIDDEN,
    LOT_DECK,
    LOT_RENEW,
    LOT_WAY_UP,
    NO_TILE,
    NOBODY,
    OVER,
    PASSES,
    PATIENCE,
    PATIENCE_TURNS,
    PLACES,
    PLUMBER_UP,
    ROUNDS_PLAYED,
    TURN,
    WAY_HOME,
)
from lumitheque.games.rule import rule


@rule
def take_from_pile(s):
    """Take the top card of the draw pile."""
    s.pile_count -= 1
    card = int(s.pile[s.pile_count])
    s.pile[s.pile_count] = HIDDEN
    return card


@rule
def take_from_discard(s, depth):
    """FR-17: take the card that lies under `depth` others of the discard pile; those keep their order."""
    s.discard_count -= 1
    at = int(s.discard_count) - depth
    card = int(s.discard[at])
    for i in range(at, int(s.discard_count)):
        s.discard[i] = s.discard[i + 1]
    s.discard[s.discard_count] = HIDDEN
    return card


@rule
def lay_on_discard(s, card):
    s.discard[s.discard_count] = card
    s.discard_count += 1


@rule
def renew_pile(s, chance):
    """FR-19: the discard pile except its top card is shuffled into a new draw pile."""
    last = int(s.discard_count) - 1
    for i in range(last):
        s.pile[i] = s.discard[i]
        s.discard[i] = HIDDEN
    shuffle(chance, LOT_RENEW, NO_ARGUMENT, s.pile, last)
    s.pile_count = last
    s.discard[0] = s.discard[last]
    s.discard[last] = HIDDEN
    s.discard_count = 1


@rule
def lay_down(s, seat, place, card, up, turned):
    """A card takes its place in a network, uncovered."""
    s.cards[seat, place] = card
    s.up[seat, place] = up
    s.turned[seat, place] = turned
    s.covers[seat, place] = HIDDEN


@rule
def collect_cards(s):
    """FR-18: all cards come back into the draw pile before each round."""
    for i in range(CARDS):
        s.pile[i] = i + 1
        s.discard[i] = HIDDEN
        s.gone[i + 1] = 0
    s.pile_count = CARDS
    s.discard_count = 0


@rule
def deal(e, s, chance):
    """FR-07, FR-08: face-down cards for all, each one way up or the other by chance, and one for the discard pile."""
    shuffle(chance, LOT_DECK, NO_ARGUMENT, s.pile, CARDS)
    each = PLACES[s.game]
    ways = s.discard  # free until the cards are dealt
    coins(chance, LOT_WAY_UP, ways, int(s.seats) * each)
    for i in range(int(s.seats) * each):
        card = take_from_pile(s)
        turned = int(ways[i] == 1 and can_turn(e, card))
        lay_down(s, i // each, int(DEALING[s.game, i % each]), card, 0, turned)
        ways[i] = HIDDEN
    lay_on_discard(s, take_from_pile(s))


@rule
def begin_turn(s, seat):
    s.turn = seat
    s.phase = TURN
    s.may_decline = 0


@rule
def begin_round(e, s, chance):
    """FR-06 to FR-09: the cards are dealt, and the dealer begins."""
    collect_cards(s)
    deal(e, s, chance)
    s.round_number += 1
    s.tile = PLUMBER_UP if s.game == CLASSIQUE else NO_TILE
    s.cheese = NOBODY
    s.quiet, s.passes = 0, 0
    begin_turn(s, int(s.dealer))


@rule
def end_game(s, reason):
    begin_turn(s, NOBODY)
    s.phase = OVER
    s.reason = reason


@rule
def write_down(e, s, seat):
    """FR-22: a seat's points of the round, and the cards that it left face down."""
    number = int(s.round_number) - 1
    s.scores[number, seat] = round_points(e, s, seat)
    for place in range(PLACES[CLASSIQUE]):
        if s.up[seat, place] == 0:
            s.history[number, seat, place] = s.cards[seat, place]


@rule
def end_round(e, s, chance):
    """FR-22, FR-23: everybody counts; the deal moves left, or the game is over."""
    s.arrivals[int(s.round_number) - 1] = int(s.cheese) + 1
    for seat in range(int(s.seats)):
        write_down(e, s, seat)
    if s.round_number == s.rounds:
        end_game(s, ROUNDS_PLAYED)
    else:
        s.dealer = (int(s.dealer) + 1) % int(s.seats)
        begin_round(e, s, chance)


@rule
def reason_to_stop(s):
    """FR-19, FR-21, FR-26: all cards of the player are face up, everybody has passed, or nothing new comes; else 0."""
    if s.game == CLASSIQUE and not has_face_down(s, int(s.turn)):
        return ROUNDS_PLAYED
    if s.passes >= s.seats:
        return PASSES
    return PATIENCE if s.quiet >= PATIENCE_TURNS[s.game] * int(s.seats) else 0


@rule
def end_turn(e, s, chance):
    """The next player's turn, unless the round is over; the little ones' game is drawn then."""
    reason = reason_to_stop(s)
    if reason == 0:
        begin_turn(s, (int(s.turn) + 1) % int(s.seats))
    elif s.game == CLASSIQUE:
        end_round(e, s, chance)
    else:
        end_game(s, reason)


@rule
def look_for_the_way_home(e, s, seat):
    """FR-20, FR-25: the first who is home takes the big cheese; of the little ones, the game."""
    if s.game == CLASSIQUE and s.cheese != NOBODY:
        return
    if is_home(e, s, seat):
        if s.game == CLASSIQUE:
            s.cheese = seat
        else:
            end_game(s, WAY_HOME)

"""La chasse aux fromages, by the booklet of Lumos; the rule ids are those of the rule pages."""

from lumitheque.games.chance import NO_ARGUMENT, lot, shuffle
from lumitheque.games.fromages.network import can_turn, fits_on, is_clogging, is_home, place_of
from lumitheque.games.fromages.record import (
    CELL_OF,
    CLASSIQUE,
    CLOG,
    DRAW_DISCARD,
    DRAW_PILE,
    ENDS,
    FLIP,
    FLIPPING,
    FLUSH,
    FROM_PILE,
    HELD,
    LOT_DEALER,
    LOT_RATS,
    NOBODY,
    NOFLIP,
    OVER,
    PASS,
    PLACES,
    PLUMBER,
    PLUMBER_LOOKS,
    PLUMBER_UP,
    PUT,
    RATS,
    REPLACED,
    TOILET_UP,
    TOSS,
    TURN,
    WAY_HOME,
)
from lumitheque.games.fromages.rounds import begin_round, end_turn
from lumitheque.games.fromages.turns import begin_with, flip, loose_card, play_card, put, shows_something
from lumitheque.games.rule import NOT_NOW, rule


@rule
def agree(s, seats, options):
    """Write the players and the house rules of this table into its state."""
    s.seats = seats
    s.game, s.home, s.rounds = options[0], options[1], options[2]


@rule
def setup(e, s, seats, options, chance):
    """A blank record becomes the beginning of a game (FR-06, FR-09)."""
    agree(s, seats, options)
    for rat in range(RATS):
        s.rats[rat] = rat
    shuffle(chance, LOT_RATS, NO_ARGUMENT, s.rats, RATS)
    for rat in range(seats, RATS):
        s.rats[rat] = 0
    s.dealer = lot(chance, LOT_DEALER, seats)
    begin_round(e, s, chance)


@rule
def waiting(e, s):
    """The seat that may act now, as a bit."""
    return 0 if s.phase == OVER else 1 << int(s.turn)


@rule
def can_draw_from_pile(s):
    """FR-10, FR-19: there is a draw pile, or a discard pile to make one of."""
    return s.pile_count > 0 or s.discard_count > 1


@rule
def can_flush(s, seat, place):
    """FR-18: the toilet is up, and a clogged pipe lies on the own card."""
    return s.tile == TOILET_UP and s.covers[seat, place] != 0


@rule
def plumber_offers(s):
    """FR-17: how many cards of the discard pile the plumber has to offer."""
    return min(PLUMBER_LOOKS, int(s.discard_count)) if s.tile == PLUMBER_UP else 0


@rule
def turn_moves(s, seat, out):
    """FR-10, FR-17 to FR-19: how a turn can begin."""
    n = 0
    if can_draw_from_pile(s):
        out[n] = DRAW_PILE
        n += 1
    if s.discard_count > 0:
        out[n] = DRAW_DISCARD
        n += 1
    for depth in range(plumber_offers(s)):
        out[n] = PLUMBER + depth
        n += 1
    for place in range(PLACES[s.game]):
        if can_flush(s, seat, place):
            out[n] = FLUSH + int(CELL_OF[s.game, place])
            n += 1
    if n == 0:
        out[n] = PASS
        n += 1
    return n


@rule
def put_moves(e, s, out):
    """FR-02, FR-11: every own place, and every way up that looks different."""
    n = 0
    ways = 2 if can_turn(e, int(s.held)) else 1
    for place in range(PLACES[s.game]):
        for way in range(ways):
            out[n] = PUT + int(CELL_OF[s.game, place]) * 2 + way
            n += 1
    return n


@rule
def clog_moves(e, s, seat, out, n):
    """FR-13: every opponent's pipe on which the loose card fits."""
    card = loose_card(s)
    if not is_clogging(e, s, card):
        return n
    for victim in range(int(s.seats)):
        if victim == seat:
            continue
        for place in range(PLACES[CLASSIQUE]):
            if fits_on(e, s, card, victim, place):
                out[n] = CLOG + victim * ENDS + int(CELL_OF[CLASSIQUE, place])
                n += 1
    return n


@rule
def card_moves(e, s, seat, out):
    """FR-11 to FR-14: what can be done with the loose card."""
    n = put_moves(e, s, out) if s.phase == HELD else 0
    n = clog_moves(e, s, seat, out, n)
    if s.phase == REPLACED or s.held_from == FROM_PILE:
        out[n] = TOSS
        n += 1
    return n


@rule
def flip_moves(s, seat, out):
    """FR-12, FR-13: the own cards that can be turned over, and whether none need be."""
    n = 0
    for place in range(PLACES[s.game]):
        if s.up[seat, place] == 0:
            out[n] = FLIP + int(CELL_OF[s.game, place])
            n += 1
    if s.may_decline == 1:
        out[n] = NOFLIP
        n += 1
    return n


@rule
def legal_moves(e, s, seat, out):
    """Every legal move of a seat, ascending; returns how many."""
    if s.phase == OVER or seat != s.turn:
        return 0
    if s.phase == TURN:
        return turn_moves(s, seat, out)
    if s.phase == FLIPPING:
        return flip_moves(s, seat, out)
    return card_moves(e, s, seat, out)


@rule
def belongs_to_phase(s, move):
    if move < PUT:
        return s.phase == TURN
    if move < CLOG:
        return s.phase == HELD
    if move < FLIP:
        return s.phase in (HELD, REPLACED)
    return s.phase == FLIPPING


@rule
def refuse_passing(s, seat):
    """FR-19: only a player who can do nothing passes."""
    if s.discard_count > 0 or s.pile_count > 0:
        return 19
    for place in range(PLACES[s.game]):
        if can_flush(s, seat, place):
            return 19
    return 0


@rule
def refuse_beginning(s, seat, move):
    """FR-10, FR-17 to FR-19: whether a turn can begin like this."""
    if move == DRAW_PILE:
        return 0 if can_draw_from_pile(s) else 19
    if move == DRAW_DISCARD:
        return 0 if s.discard_count > 0 else 10
    if move < FLUSH:
        return 0 if move - PLUMBER < plumber_offers(s) else 17
    if move == PASS:
        return refuse_passing(s, seat)
    place = place_of(s, move - FLUSH)
    return 0 if place != NOBODY and can_flush(s, seat, place) else 18


@rule
def refuse_putting(e, s, move):
    """FR-11, then FR-02."""
    if place_of(s, (move - PUT) // 2) == NOBODY:
        return 11
    return 2 if (move - PUT) % 2 == 1 and not can_turn(e, int(s.held)) else 0


@rule
def refuse_clogging(e, s, seat, move):
    """FR-13, after the seat that is not in the game."""
    victim, place = (move - CLOG) // ENDS, place_of(s, (move - CLOG) % ENDS)
    if victim >= s.seats:
        return NOT_NOW
    if victim == seat or place == NOBODY:
        return 13
    card = loose_card(s)
    return 0 if is_clogging(e, s, card) and fits_on(e, s, card, victim, place) else 13


@rule
def refuse_flipping(s, seat, move):
    """FR-12: turning over an own face-down card, or declining to."""
    if move == NOFLIP:
        return 0 if s.may_decline == 1 else 12
    place = place_of(s, move - FLIP)
    return 0 if place != NOBODY and s.up[seat, place] == 0 else 12


@rule
def refusal(e, s, seat, move):
    """0 if a seat may make this move, else the number of the first rule that it breaks."""
    if s.phase == OVER or seat != s.turn or not belongs_to_phase(s, move):
        return NOT_NOW
    if move < PUT:
        return refuse_beginning(s, seat, move)
    if move < CLOG:
        return refuse_putting(e, s, move)
    if move < TOSS:
        return refuse_clogging(e, s, seat, move)
    if move == TOSS:
        return 14 if s.phase == HELD and s.held_from != FROM_PILE else 0
    return refuse_flipping(s, seat, move)


@rule
def make_move(e, s, seat, move, chance):
    """Do what a move says. True if the turn is over with it."""
    if move < PUT:
        return begin_with(s, seat, move, chance)
    if move < CLOG:
        return put(e, s, seat, place_of(s, (move - PUT) // 2), (move - PUT) % 2)
    if move < FLIP:
        return play_card(s, seat, move)
    flip(e, s, seat, move)
    return True


@rule
def apply_move(e, s, seat, move, chance):
    """Make a legal move. True if it showed something that was hidden."""
    shown, number = shows_something(s, seat, move), int(s.round_number)
    s.passes = s.passes + 1 if move == PASS else 0
    if make_move(e, s, seat, move, chance) and s.phase != OVER:
        end_turn(e, s, chance)
    return shown or s.round_number != number or s.phase == OVER  # FR-22: at the end of a round all cards are shown


@rule
def ending(e, s):
    """0 while the game goes on, else the number of its reason."""
    return int(s.reason)


@rule
def total(s, seat):
    """FR-23: the points of a seat in all rounds."""
    points = 0
    for number in range(int(s.rounds)):
        points += int(s.scores[number, seat])
    return points


@rule
def winners(e, s):
    """FR-19, FR-23, FR-25: the highest total, the one who is home, or all who share the draw; as bits."""
    bits, best = 0, -1000
    for seat in range(int(s.seats)):
        if s.reason == WAY_HOME:
            worth = int(is_home(e, s, seat))
        else:
            worth = total(s, seat)
        if worth > best:
            bits, best = 0, worth
        if worth == best:
            bits |= 1 << seat
    return bits if s.phase == OVER else 0


@rule
def points(e, s, out):
    """FR-23: the totals; the little ones' points are 1 for the winner, or an equal share of the draw."""
    bits, share = winners(e, s), 0.0
    if s.game != CLASSIQUE and bits != 0:
        share = 1.0 if s.reason == WAY_HOME else 1.0 / int(s.seats)
    for seat in range(int(s.seats)):
        out[seat] = float(total(s, seat)) if s.game == CLASSIQUE else share * ((bits >> seat) & 1)

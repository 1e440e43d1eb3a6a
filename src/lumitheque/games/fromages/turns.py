"""What the moves do: drawing, the tile, putting a card into the network, clogging, turning over."""

from lumitheque.games.fromages.network import has_face_down, has_target, place_of
from lumitheque.games.fromages.record import (
    CLOG,
    DRAW_DISCARD,
    DRAW_PILE,
    ENDS,
    FLIP,
    FLIPPING,
    FLUSH,
    FROM_DISCARD,
    FROM_NOWHERE,
    FROM_PILE,
    FROM_PLUMBER,
    HELD,
    HIDDEN,
    NOFLIP,
    PASS,
    PLUMBER,
    PLUMBER_UP,
    PUT,
    REPLACED,
    TOILET_UP,
    TOSS,
)
from lumitheque.games.fromages.rounds import (
    lay_down,
    lay_on_discard,
    look_for_the_way_home,
    renew_pile,
    take_from_discard,
    take_from_pile,
)
from lumitheque.games.rule import rule


@rule
def loose_card(s):
    """The card to be played: the one in hand, or the clogged pipe just replaced."""
    return int(s.held) if s.phase == HELD else int(s.replaced)


@rule
def shows_something(s, seat, move):
    """Whether a move by itself shows a hidden card to anybody."""
    unseen = s.phase == HELD and s.held_from == FROM_PILE  # only the player who drew it has seen it
    if PUT <= move < CLOG:
        return unseen or s.up[seat, place_of(s, (move - PUT) // 2)] == 0
    return unseen or move == DRAW_PILE or FLIP <= move < NOFLIP


@rule
def hold(s, card, source):
    s.phase, s.held, s.held_from = HELD, card, source


@rule
def let_go(s):
    """The loose card leaves the hand; returns it."""
    card = loose_card(s)
    s.held, s.held_from, s.replaced = HIDDEN, FROM_NOWHERE, HIDDEN
    return card


@rule
def flush(s, seat, place):
    """FR-18: the clogged pipe on the own card leaves the round."""
    s.tile = PLUMBER_UP
    s.gone[s.covers[seat, place]] = 1
    s.covers[seat, place] = HIDDEN


@rule
def begin_with(s, seat, move, chance):
    """FR-10, FR-17 to FR-19: a card is drawn, the tile is turned, or the turn is passed. True if that was the turn."""
    if move == DRAW_PILE:
        if s.pile_count == 0:
            renew_pile(s, chance)
        hold(s, take_from_pile(s), FROM_PILE)
    elif move == DRAW_DISCARD:
        hold(s, take_from_discard(s, 0), FROM_DISCARD)
    elif move < FLUSH:
        s.tile = TOILET_UP
        hold(s, take_from_discard(s, move - PLUMBER), FROM_PLUMBER)
    else:
        if move < PASS:
            flush(s, seat, place_of(s, move - FLUSH))
        s.quiet += 1
        return True
    return False


@rule
def put(e, s, seat, place, way):
    """FR-11, FR-16: the card in hand replaces an own card and what lies on it. True if that ends the turn."""
    leaving, cover, was_up = int(s.cards[seat, place]), int(s.covers[seat, place]), int(s.up[seat, place])
    lay_down(s, seat, place, let_go(s), 1, way)
    s.quiet = s.quiet + 1 if was_up == 1 else 0  # FR-26
    look_for_the_way_home(e, s, seat)
    if cover != HIDDEN:
        lay_on_discard(s, leaving)
        leaving = cover
    if has_target(e, s, seat, leaving):
        s.phase, s.replaced = REPLACED, leaving
        return False
    lay_on_discard(s, leaving)
    return True


@rule
def play_card(s, seat, move):
    """FR-12, FR-13: the loose card is laid on an opponent's, or on the discard pile. True if that ends the turn."""
    drawn, card = s.phase == HELD, let_go(s)
    if move == TOSS:
        lay_on_discard(s, card)
    else:
        s.covers[(move - CLOG) // ENDS, place_of(s, (move - CLOG) % ENDS)] = card
    if not drawn:
        return True
    if has_face_down(s, seat):
        s.phase, s.may_decline = FLIPPING, int(move != TOSS)
        return False
    s.quiet += 1
    return True


@rule
def flip(e, s, seat, move):
    """FR-12, FR-13: an own card is turned over in place, or not."""
    if move == NOFLIP:
        s.quiet += 1
    else:
        s.up[seat, place_of(s, move - FLIP)] = 1
        s.quiet = 0  # FR-26
        look_for_the_way_home(e, s, seat)

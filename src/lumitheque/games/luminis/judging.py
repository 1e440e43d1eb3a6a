"""What is legal in Luminis, and which rule an illegal move breaks."""

from lumitheque.games.luminis.hands import can_take, holds
from lumitheque.games.luminis.placing import (
    can_afford_bonus,
    can_cover,
    can_crown,
    first_open,
    fits,
    is_useful,
    last_open,
    list_bonuses,
    list_builds,
    list_spires,
)
from lumitheque.games.luminis.record import (
    AWAY,
    BONUS,
    BONUSES,
    BUILD,
    CARD_ENDS,
    CARDS,
    CHOOSE_PILE,
    COLUMN_ENDS,
    CROWN,
    DISCARD,
    DRAW,
    DROP,
    FIRST_COLUMN,
    NAME,
    NAMING,
    OVER,
    PASS,
    PAY,
    PILE_ENDS,
    STEAL,
    STEALING,
    TURN,
)
from lumitheque.games.rule import NOT_NOW, rule


@rule
def list_draws(s, out):
    """LM-09: every pile that is not empty."""
    n = 0
    for pile in range(int(s.pile_count)):
        if s.height[pile] > 0:
            out[n] = DRAW + pile
            n += 1
    return n


@rule
def list_turn(e, s, seat, out):
    """A draw or a placement (LM-10, LM-17, LM-18); LM-20: a pass if there is neither."""
    n = list_draws(s, out)
    n = list_builds(e, s, seat, BUILD, CARD_ENDS, out, n)
    n = list_bonuses(e, s, seat, BONUS, CARD_ENDS, out, n)
    n = list_spires(e, s, seat, CROWN, CARD_ENDS, out, n)
    if n == 0:
        out[n] = PASS
        n += 1
    return n


@rule
def list_discards(e, s, seat, out):
    """LM-14, LM-19: each card that may go, onto each pile."""
    n = 0
    first_move = DISCARD if s.phase == PAY else AWAY
    for i in range(int(s.held[seat])):
        card = int(s.hands[seat, i])
        if s.phase == DROP or is_useful(e, s, card):
            for pile in range(int(s.pile_count)):
                out[n] = first_move + card * PILE_ENDS + pile
                n += 1
    return n


@rule
def can_be_chosen(s, seat, other):
    """LM-16: whether the other may be named as thief, or taken from."""
    if other == seat:
        return False
    return can_take(s, other) if s.phase == NAME else s.held[other] > 0


@rule
def list_players(s, seat, out):
    n = 0
    first_move = NAMING if s.phase == NAME else STEALING
    for other in range(int(s.seats)):
        if can_be_chosen(s, seat, other):
            out[n] = first_move + other
            n += 1
    return n


@rule
def list_piles(s, out):
    """LM-07: every pile that still holds a level I card."""
    n = 0
    for pile in range(int(s.pile_count)):
        if s.level_one[pile] == 1:
            out[n] = pile
            n += 1
    return n


@rule
def legal_moves(e, s, seat, out):
    """Every legal move of a seat, ascending; returns how many."""
    if s.phase == OVER or seat != s.acting:
        return 0
    if s.phase == TURN:
        return list_turn(e, s, seat, out)
    if s.phase == PAY or s.phase == DROP:
        return list_discards(e, s, seat, out)
    if s.phase == CHOOSE_PILE:
        return list_piles(s, out)
    return list_players(s, seat, out)


@rule
def phase_of(move):
    """The phase that a move belongs to."""
    if move < DRAW:
        return CHOOSE_PILE
    if move < DISCARD or move == PASS:
        return TURN
    if move < NAMING:
        return PAY if move < AWAY else DROP
    return NAME if move < STEALING else STEAL


@rule
def placing_rule(move):
    """LM-10, LM-17, LM-18: the rule of a card from the hand, a spire, a bonus card."""
    if move < BONUS:
        return 10
    return 18 if move < CROWN else 17


@rule
def is_spire_shown(s, card):
    for i in range(int(s.spire_count)):
        if s.spires[i] == card:
            return True
    return False


@rule
def is_at_hand(e, s, seat, kind, card):
    """Whether a card is there to be placed: from the hand, as a spire, as the top bonus card."""
    if kind == 10:
        return holds(s, seat, card)
    if kind == 17:
        return is_spire_shown(s, card)
    return s.bonus < BONUSES and card == e.bonus[s.bonus]


@rule
def refuse_placing(e, s, seat, kind, card, at):
    """The card, then its place, then its price."""
    if not is_at_hand(e, s, seat, kind, card):
        return kind
    if not fits(s, seat, int(e.level[card]), at):
        return 11
    if kind == 10:
        paid = can_cover(e, s, seat, card, at)
    elif kind == 17:
        paid = can_crown(e, s, seat, card, at)
    else:
        paid = can_afford_bonus(e, s, seat, card)
    return 0 if paid else kind


@rule
def column_of(move):
    """The column of a placement; NO_COLUMN is out of everybody's reach."""
    return (move - BUILD) // CARD_ENDS % COLUMN_ENDS + FIRST_COLUMN


@rule
def refuse_pass(e, s, seat):
    """LM-20: only who can neither draw nor place may pass."""
    for pile in range(int(s.pile_count)):
        if s.height[pile] > 0:
            return 20
    for at in range(first_open(s, seat), last_open(s, seat) + 1):
        for card in range(CARDS):
            for kind in (10, 17, 18):
                if refuse_placing(e, s, seat, kind, card, at) == 0:
                    return 20
    return 0


@rule
def refuse_discard(e, s, seat, move):
    """LM-14, LM-19: a card of the hand, useful while paying, onto a pile that there is."""
    card, pile = (move - DISCARD) // PILE_ENDS % CARD_ENDS, (move - DISCARD) % PILE_ENDS
    good = pile < s.pile_count and holds(s, seat, card)
    if s.phase == DROP:
        return 0 if good else 19
    return 0 if good and is_useful(e, s, card) else 14


@rule
def refuse_player(s, seat, move):
    other = move - NAMING if move < STEALING else move - STEALING
    if other >= s.seats:
        return NOT_NOW
    return 0 if can_be_chosen(s, seat, other) else 16


@rule
def refusal(e, s, seat, move):
    """0 if a seat may make this move, else the number of the first rule that it breaks."""
    if s.phase == OVER or seat != s.acting or phase_of(move) != s.phase:
        return NOT_NOW
    if move < DRAW:
        return 0 if move < s.pile_count and s.level_one[move] == 1 else 7
    if move < BUILD:
        return 0 if move - DRAW < s.pile_count and s.height[move - DRAW] > 0 else 9
    if move < DISCARD:
        return refuse_placing(e, s, seat, placing_rule(move), (move - BUILD) % CARD_ENDS, column_of(move))
    if move == PASS:
        return refuse_pass(e, s, seat)
    return refuse_discard(e, s, seat, move) if move < NAMING else refuse_player(s, seat, move)

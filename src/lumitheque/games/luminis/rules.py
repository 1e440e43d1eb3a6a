"""Luminis: turns, payment, theft and end; the rule ids are those of the rule pages."""

from lumitheque.games.luminis.dealing import agree, search, setup
from lumitheque.games.luminis.hands import can_take, enter, leave, steal
from lumitheque.games.luminis.judging import column_of, legal_moves, refusal
from lumitheque.games.luminis.placing import lacking, printed, standing_means
from lumitheque.games.luminis.record import (
    BONUS,
    BUILD,
    CARD_ENDS,
    CROWN,
    DISCARD,
    DRAW,
    DROP,
    EXHAUSTED,
    KEPT,
    KINDS,
    NAME,
    NAMING,
    NOBODY,
    OVER,
    PASS,
    PATIENCE,
    PAY,
    PILE_ENDS,
    SPIRE,
    SPIRE_LEVEL,
    STEAL,
    STEALING,
    TURN,
    WIDE,
)
from lumitheque.games.rule import rule

__all__ = ["agree", "apply_move", "ending", "legal_moves", "points", "refusal", "setup", "waiting", "winners"]


@rule
def waiting(e, s):
    """The seat that has to decide, as bits."""
    return 0 if s.phase == OVER else 1 << int(s.acting)


@rule
def level_threes(s, seat):
    n = 0
    for at in range(WIDE):
        n += int(s.tall[seat, at] >= SPIRE_LEVEL - 1)
    return n


@rule
def rank(s, seat):
    """LM-21: level III cards first, then permanent resources of all kinds together (never a hundred thousand)."""
    squares, circles, triangles = printed(s.permanent, seat)
    return level_threes(s, seat) * 100_000 + squares + circles + triangles


@rule
def leaders(s):
    """LM-21: the seats ranked highest, as bits."""
    best, bits = -1, 0
    for seat in range(int(s.seats)):
        mine = rank(s, seat)
        if mine > best:
            best, bits = mine, 0
        if mine == best:
            bits |= 1 << seat
    return bits


@rule
def finish(s, reason, seats):
    s.phase, s.turn, s.acting = OVER, NOBODY, NOBODY
    s.reason, s.winners = reason, seats


@rule
def end_turn(s):
    """LM-19, then LM-21, then the next player."""
    s.acting = s.turn
    if s.held[s.turn] > KEPT:
        s.phase = DROP
    elif s.quiet >= PATIENCE * int(s.seats):
        finish(s, EXHAUSTED, leaders(s))
    else:
        s.phase, s.turn = TURN, (int(s.turn) + 1) % int(s.seats)
        s.acting = s.turn


@rule
def stand(e, s, seat, card, at):
    """A card takes its place for good (LM-10), and its centre serves from now on (LM-12)."""
    level = int(e.level[card])
    s.cathedral[seat, at, level - 1] = card + 1
    s.tall[seat, at] = level
    s.left[seat], s.right[seat] = min(int(s.left[seat]), at), max(int(s.right[seat]), at)
    for kind in range(KINDS):
        s.permanent[seat, kind] += e.centre[card, kind]


@rule
def somebody_can_take(s, seat):
    """LM-16: whether there is a player to name."""
    for other in range(int(s.seats)):
        if other != seat and can_take(s, other):
            return True
    return False


@rule
def place(e, s, seat):
    """The card on its way is paid for and placed. A spire wins (LM-17), a theft sign names a thief (LM-16)."""
    card, at = int(s.paying), int(s.paying_at)
    s.paying, s.paying_at, s.quiet = 0, 0, 0
    stand(e, s, seat, card, at)
    if e.level[card] == SPIRE_LEVEL:
        finish(s, SPIRE, 1 << seat)
    elif e.theft[card] == 1 and somebody_can_take(s, seat):
        s.phase = NAME
    else:
        end_turn(s)


@rule
def go_on(e, s, seat):
    """LM-14: the card on its way is placed as soon as nothing is missing."""
    if s.missing[0] == 0 and s.missing[1] == 0 and s.missing[2] == 0:
        place(e, s, seat)
    else:
        s.phase = PAY


@rule
def announce(e, s, seat, card, at):
    """LM-10: what permanent and local resources leave to be paid. True if the card was not known to be in that hand."""
    missing = lacking(standing_means(e, s, seat, at), printed(e.cost, card))
    s.missing[0], s.missing[1], s.missing[2] = missing[0], missing[1], missing[2]
    return leave(s, seat, card)


@rule
def lay_on_pile(s, card, pile):
    s.piles[pile, s.height[pile]] = card
    s.height[pile] += 1


@rule
def pay_with(e, s, card):
    """LM-14: twice the centre of a card goes to what is missing; the surplus is lost (LM-15)."""
    for kind in range(KINDS):
        s.missing[kind] = max(0, int(s.missing[kind]) - 2 * int(e.centre[card, kind]))


@rule
def draw(s, seat, pile):
    """LM-09: the top card of a pile. True if that uncovers another."""
    s.height[pile] -= 1
    enter(s, seat, int(s.piles[pile, s.height[pile]]))
    s.piles[pile, s.height[pile]] = 0
    s.quiet += 1
    end_turn(s)
    return s.height[pile] > 0


@rule
def take_away(s, card):
    """LM-17: a spire leaves the middle of the table."""
    left = 0
    for i in range(int(s.spire_count)):
        spire, s.spires[i] = int(s.spires[i]), 0
        if spire != card:
            s.spires[left] = spire
            left += 1
    s.spire_count = left


@rule
def place_card(e, s, seat, move):
    """A card goes on its way to its place. True if that shows anything."""
    card, at, news = (move - BUILD) % CARD_ENDS, column_of(move), False
    if move < BONUS:
        news = announce(e, s, seat, card, at)
    elif move < CROWN:
        s.bonus += 1  # LM-18: the next is there at once
    else:
        take_away(s, card)
    s.paying, s.paying_at = card, at
    go_on(e, s, seat)
    return news


@rule
def put_away(e, s, seat, move):
    """LM-14, LM-19: a card goes onto a pile. True if it was not known to be in that hand."""
    card, pile = (move - DISCARD) // PILE_ENDS % CARD_ENDS, (move - DISCARD) % PILE_ENDS
    news = leave(s, seat, card)
    lay_on_pile(s, card, pile)
    if s.phase == PAY:
        pay_with(e, s, card)
        go_on(e, s, seat)
    else:
        end_turn(s)
    return news


@rule
def make_move(e, s, seat, move):
    """A move without chance. True if it showed something that was hidden."""
    if move < BUILD:
        return draw(s, seat, move - DRAW)
    if move < DISCARD:
        return place_card(e, s, seat, move)
    if move < NAMING:
        return put_away(e, s, seat, move)
    if move == PASS:
        s.quiet += 1
        end_turn(s)
    else:
        s.phase, s.acting = STEAL, move - NAMING  # LM-16
    return False


@rule
def apply_move(e, s, seat, move, chance):
    """Make a legal move. True if it showed something that was hidden: everything is open when the game is over."""
    theft, news = STEALING <= move < PASS, True
    if move < DRAW:
        search(e, s, seat, move, chance)
    elif not theft:
        news = make_move(e, s, seat, move)
    thief, victim = seat, move - STEALING
    if s.phase == NAME and s.seats == 2:  # LM-16: it happens by itself
        theft, thief, victim = True, 1 - seat, seat
    if theft:
        steal(s, thief, victim, chance)
        end_turn(s)
    return news or theft or s.phase == OVER


@rule
def ending(e, s):
    """0 while the game goes on, else the number of its reason."""
    return int(s.reason)


@rule
def winners(e, s):
    """The seats that win or share the victory, as bits."""
    return int(s.winners)


@rule
def points(e, s, out):
    """1 for the winner, or equal shares of it."""
    count = 0
    for seat in range(int(s.seats)):
        count += (int(s.winners) >> seat) & 1
    for seat in range(int(s.seats)):
        out[seat] = 1.0 / count if (int(s.winners) >> seat) & 1 else 0.0

"""Where a card may stand and what it may be paid with. Resources go about in threes: squares, circles, triangles."""

from lumitheque.games.luminis.record import (
    BONUSES,
    FIRST_COLUMN,
    LAST_COLUMN,
    LEFT,
    PYRAMID,
    RIGHT,
    SPIRE_LEVEL,
    UP,
    UP_LEFT,
    UP_RIGHT,
)
from lumitheque.games.rule import rule

# LM-13: the five neighbours that may have an arrow at a place: how far aside, how far below, and that arrow
ASIDE = (-1, 1, -1, 0, 1)
BELOW = (0, 0, 1, 1, 1)
ARROW = (RIGHT, LEFT, UP_RIGHT, UP, UP_LEFT)


@rule
def printed(zone, card):
    """One zone of a card."""
    return int(zone[card, 0]), int(zone[card, 1]), int(zone[card, 2])


@rule
def plus(a, b):
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


@rule
def twice(a):
    return 2 * a[0], 2 * a[1], 2 * a[2]


@rule
def covers(means, cost):
    """LM-15: kinds are never exchanged for one another."""
    return means[0] >= cost[0] and means[1] >= cost[1] and means[2] >= cost[2]


@rule
def lacking(means, cost):
    """What is still missing of each kind."""
    return max(0, cost[0] - means[0]), max(0, cost[1] - means[1]), max(0, cost[2] - means[2])


@rule
def first_open(s, seat):
    """LM-11: the leftmost column that has an open place."""
    return max(FIRST_COLUMN, int(s.left[seat]) - 1)


@rule
def last_open(s, seat):
    return min(LAST_COLUMN, int(s.right[seat]) + 1)


@rule
def open_level(s, seat, at):
    """The level of the open place of a column."""
    return int(s.tall[seat, at]) + 1


@rule
def is_propped(s, seat, at):
    """LM-11, pyramid: beside the card straight below stands another of its level; not asked of level I and spires."""
    below = int(s.tall[seat, at])
    if s.support != PYRAMID or below == 0 or below == SPIRE_LEVEL - 1:
        return True
    return s.tall[seat, at - 1] >= below or s.tall[seat, at + 1] >= below


@rule
def fits(s, seat, level, at):
    """LM-11, LM-17: whether a card of this level may stand in this column."""
    if at < first_open(s, seat) or at > last_open(s, seat):
        return False
    return open_level(s, seat, at) == level and is_propped(s, seat, at)


@rule
def local_means(e, s, seat, at):
    """LM-13: the top zones of all neighbours with an arrow at the open place of a column."""
    squares, circles, triangles = 0, 0, 0
    row = int(s.tall[seat, at])
    for i in range(2 if row == 0 else 5):
        card = int(s.cathedral[seat, at + ASIDE[i], row - BELOW[i]]) - 1
        if card >= 0 and int(e.arrows[card]) & ARROW[i]:
            squares += int(e.top[card, 0])
            circles += int(e.top[card, 1])
            triangles += int(e.top[card, 2])
    return squares, circles, triangles


@rule
def standing_means(e, s, seat, at):
    """LM-12, LM-13: what a seat's cathedral gives for the open place of a column."""
    return plus(printed(s.permanent, seat), local_means(e, s, seat, at))


@rule
def hand_means(e, s, seat):
    """LM-14: twice the centres of the whole hand."""
    squares, circles, triangles = 0, 0, 0
    for i in range(int(s.held[seat])):
        card = int(s.hands[seat, i])
        squares += int(e.centre[card, 0])
        circles += int(e.centre[card, 1])
        triangles += int(e.centre[card, 2])
    return 2 * squares, 2 * circles, 2 * triangles


@rule
def price_from_hand(e, card):
    """LM-10: a card cannot help to pay for itself. Where the means count it in the hand, the price counts it too."""
    return plus(printed(e.cost, card), twice(printed(e.centre, card)))


@rule
def can_cover(e, s, seat, card, at):
    """LM-14: whether a card of the hand can be paid there. Kind by kind the whole hand tells: a discard lowers what is
    missing by all that it takes from the hand, so whichever useful card goes first, the others still cover the rest."""
    means = plus(standing_means(e, s, seat, at), hand_means(e, s, seat))
    return covers(means, price_from_hand(e, card))


@rule
def can_crown(e, s, seat, card, at):
    """LM-17: permanent and local resources only."""
    return covers(standing_means(e, s, seat, at), printed(e.cost, card))


@rule
def can_afford_bonus(e, s, seat, card):
    """LM-18: permanent resources only."""
    return covers(printed(s.permanent, seat), printed(e.cost, card))


@rule
def is_useful(e, s, card):
    """LM-14: a discard must give at least one of a kind still missing."""
    for kind in range(3):
        if s.missing[kind] > 0 and e.centre[card, kind] > 0:
            return True
    return False


@rule
def can_pay_on(e, s):
    """LM-14: whether the hand of who is paying covers what is still missing. It always does."""
    missing = (int(s.missing[0]), int(s.missing[1]), int(s.missing[2]))
    return covers(hand_means(e, s, int(s.acting)), missing)


@rule
def levels_in_hand(e, s, seat):
    """The levels of the cards in a hand, as bits."""
    bits = 0
    for i in range(int(s.held[seat])):
        bits |= 1 << int(e.level[s.hands[seat, i]])
    return bits


@rule
def list_builds(e, s, seat, first_move, stride, out, n):
    """LM-10: every card of the hand in every column where it fits and can be covered."""
    levels, in_hand = levels_in_hand(e, s, seat), hand_means(e, s, seat)
    for at in range(first_open(s, seat), last_open(s, seat) + 1):
        level = open_level(s, seat, at)
        if not (levels >> level) & 1 or not is_propped(s, seat, at):
            continue
        means = plus(standing_means(e, s, seat, at), in_hand)
        for i in range(int(s.held[seat])):
            card = int(s.hands[seat, i])
            if e.level[card] == level and covers(means, price_from_hand(e, card)):
                out[n] = first_move + (at - FIRST_COLUMN) * stride + card
                n += 1
    return n


@rule
def list_bonuses(e, s, seat, first_move, stride, out, n):
    """LM-18: the top bonus card in every column where it fits."""
    if s.bonus == BONUSES:
        return n
    card = int(e.bonus[s.bonus])
    if can_afford_bonus(e, s, seat, card):
        for at in range(first_open(s, seat), last_open(s, seat) + 1):
            if fits(s, seat, int(e.level[card]), at):
                out[n] = first_move + (at - FIRST_COLUMN) * stride + card
                n += 1
    return n


@rule
def list_spires(e, s, seat, first_move, stride, out, n):
    """LM-17: every visible spire above every level III card where it can be paid."""
    for at in range(first_open(s, seat), last_open(s, seat) + 1):
        if open_level(s, seat, at) != SPIRE_LEVEL:
            continue
        means = standing_means(e, s, seat, at)
        for i in range(int(s.spire_count)):
            card = int(s.spires[i])
            if covers(means, printed(e.cost, card)):
                out[n] = first_move + (at - FIRST_COLUMN) * stride + card
                n += 1
    return n

"""The race: how far a seat of Luminis is on its way to a spire."""

from typing import NamedTuple

from lumitheque.games.luminis.placing import (
    first_open,
    is_propped,
    lacking,
    last_open,
    levels_in_hand,
    local_means,
    open_level,
    plus,
    printed,
    standing_means,
)
from lumitheque.games.luminis.record import PAY, SPIRE_LEVEL, UP
from lumitheque.games.rule import rule


class Pace(NamedTuple):
    """What counts how much on the way to a spire; fitted."""

    turn: float  # to be next
    need: float  # each resource missing for the nearest spire,
    need_squared: float  # the first ones missing counting more
    second_need: float  # for the second nearest
    near: float  # hardly anything is missing,
    near_three: float  # and there is a place for the spire
    three: float  # a level III card stands
    two: float  # places for a first level III card
    width: float  # level I cards
    permanent: float  # each resource of any kind
    lacking: float  # each that is missing for a first level III card
    card: float  # each card in the hand,
    crowd: float  # beyond four,
    centre: float  # its resources,
    gain: float  # those that the nearest spire needs
    now: float  # a card that can be placed now without discards, soon, later; and what it gives to the nearest spire
    now_gain: float
    soon: float
    soon_gain: float
    later: float
    later_gain: float
    three_now: float  # there is a first level III card in the hand that can be placed now, soon, later, much later
    three_soon: float
    three_later: float
    three_far: float


PACE = Pace(
    turn=0.232,
    need=-0.565,
    need_squared=0.213,
    second_need=-0.088,
    near=1.77,
    near_three=2.54,
    three=0.138,
    two=0.150,
    width=0.174,
    permanent=0.063,
    lacking=0.002,
    card=-0.123,
    crowd=-0.067,
    centre=0.102,
    gain=0.115,
    now=0.180,
    now_gain=0.089,
    soon=0.144,
    soon_gain=0.009,
    later=0.045,
    later_gain=0.005,
    three_now=0.198,
    three_soon=0.286,
    three_later=0.219,
    three_far=0.114,
)

SOON, LATER = 2, 5  # resources missing
USUAL_THREE = (4, 4, 4)  # what a level III card costs at most
NEEDLESS = 15  # more than that missing makes no difference


@rule
def total(a):
    return a[0] + a[1] + a[2]


@rule
def common(a, b):
    """What two amounts have in common, kind by kind."""
    return min(a[0], b[0]) + min(a[1], b[1]) + min(a[2], b[2])


@rule
def most(a, b):
    return max(a[0], b[0]), max(a[1], b[1]), max(a[2], b[2])


@rule
def sort_hand(e, s, seat):
    """The cards of a hand (bits by their place in it) that can be placed without discards now, soon, and later."""
    now, soon, later, levels = 0, 0, 0, levels_in_hand(e, s, seat)
    for at in range(first_open(s, seat), last_open(s, seat) + 1):
        level = open_level(s, seat, at)
        if not (levels >> level) & 1 or not is_propped(s, seat, at):
            continue
        means = standing_means(e, s, seat, at)
        for i in range(int(s.held[seat])):
            card = int(s.hands[seat, i])
            if e.level[card] == level:
                missing = total(lacking(means, printed(e.cost, card)))
                now |= int(missing == 0) << i
                soon |= int(missing <= SOON) << i
                later |= int(missing <= LATER) << i
    return now, soon & ~now, later & ~soon


@rule
def crown_means(e, s, seat):
    """The most that local resources give above a level III card."""
    means = (0, 0, 0)
    for at in range(int(s.left[seat]), int(s.right[seat]) + 1):
        if s.tall[seat, at] == SPIRE_LEVEL - 1:
            means = most(means, local_means(e, s, seat, at))
    return means


@rule
def towers(s, seat):
    """How many columns are two cards tall, and how many three."""
    twos, threes = 0, 0
    for at in range(int(s.left[seat]), int(s.right[seat]) + 1):
        twos += int(s.tall[seat, at] == SPIRE_LEVEL - 2)
        threes += int(s.tall[seat, at] == SPIRE_LEVEL - 1)
    return twos, threes


@rule
def upwards(e, card):
    """What a card gives to the place straight above it."""
    return printed(e.top, card) if int(e.arrows[card]) & UP else (0, 0, 0)


@rule
def missing_for_three(e, s, seat, permanent):
    """What permanent resources lack of the level III card in the hand that is least out of reach, or of any."""
    best = lacking(permanent, USUAL_THREE)
    i = int(s.held[seat]) - 1
    while i >= 0 and e.level[s.hands[seat, i]] == SPIRE_LEVEL - 1:
        need = lacking(permanent, printed(e.cost, int(s.hands[seat, i])))
        if total(need) < total(best):
            best = need
        i -= 1
    return best


@rule
def spire_needs(e, s, means):
    """What is missing for the nearest spire, and how much for the nearest that needs something else."""
    best, second = lacking(means, printed(e.cost, int(s.spires[0]))), NEEDLESS
    for i in range(1, int(s.spire_count)):
        need = lacking(means, printed(e.cost, int(s.spires[i])))
        if total(need) < total(best):
            best, second = need, total(best)
        elif need != best:
            second = min(second, total(need))
    return best, second


@rule
def card_worth(e, card, ease, need, w):
    """What a card in the hand is worth; ease: 3 if it can be placed now, 2 soon, 1 later."""
    centre = printed(e.centre, card)
    gain = common(centre, need)
    worth = w.card + w.centre * total(centre) + w.gain * gain
    if ease == 3:
        return worth + w.now + w.now_gain * gain
    if ease == 2:
        return worth + w.soon + w.soon_gain * gain
    return worth + w.later + w.later_gain * gain if ease == 1 else worth


@rule
def hand_worth(e, s, seat, need, crowned, w):
    """What the hand promises."""
    now, soon, later = sort_hand(e, s, seat)
    held, easiest_three = int(s.held[seat]), -1
    worth = w.crowd * max(0, held - 4)
    for i in range(held):
        card = int(s.hands[seat, i])
        ease = 3 * ((now >> i) & 1) + 2 * ((soon >> i) & 1) + ((later >> i) & 1)
        worth += card_worth(e, card, ease, need, w)
        if e.level[card] == SPIRE_LEVEL - 1:
            easiest_three = max(easiest_three, ease)
    if crowned or easiest_three < 0:
        return worth
    return worth + (w.three_far, w.three_later, w.three_soon, w.three_now)[easiest_three]


@rule
def standing(e, s, seat, w):
    """How far a seat is (log odds), a card on its way counted as placed; and whether it misses anything for a spire."""
    permanent, (twos, threes) = printed(s.permanent, seat), towers(s, seat)
    if s.phase == PAY and seat == s.turn:
        permanent = plus(permanent, printed(e.centre, int(s.paying)))
        threes += int(e.level[s.paying] == SPIRE_LEVEL - 1)
    need, second = spire_needs(e, s, plus(permanent, crown_means(e, s, seat)))
    missing = min(NEEDLESS, total(need))
    near = 1.0 / (1.0 + missing)
    worth = w.need * missing + w.need_squared * missing * missing / NEEDLESS + w.second_need * second
    worth += w.near * near + w.permanent * total(permanent)
    worth += w.width * (int(s.right[seat]) - int(s.left[seat])) + hand_worth(e, s, seat, need, threes > 0, w)
    if threes > 0:
        return worth + w.three + w.near_three * near, missing
    worth += w.two * min(twos, 2) + w.lacking * total(missing_for_three(e, s, seat, permanent))
    return worth, missing + 1

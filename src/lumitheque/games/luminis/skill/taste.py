"""Temptation: how good a move of Luminis looks at a glance."""

from typing import NamedTuple

from lumitheque.games.luminis.judging import column_of
from lumitheque.games.luminis.placing import covers, hand_means, lacking, plus, printed, standing_means
from lumitheque.games.luminis.record import (
    BUILD,
    CARD_ENDS,
    DISCARD,
    DRAW,
    KEPT,
    LEFT,
    NAMING,
    PASS,
    PILE_ENDS,
    RIGHT,
    SPIRE_LEVEL,
    STEALING,
    UP,
    UP_LEFT,
    UP_RIGHT,
)
from lumitheque.games.luminis.skill.race import common, crown_means, missing_for_three, total, upwards
from lumitheque.games.rule import rule


class Taste(NamedTuple):
    """What counts how much; fitted."""

    centre: float  # to build a card: each resource of any kind
    wanted: float  # each that a spire within reach asks for
    helps: float  # each that is missing for a first level III card
    finishing: float  # nothing is missing for a spire any more
    one: float  # of level I, II, III
    two: float
    three: float
    first_three: float  # the first of level III
    missing: float  # each resource that must be paid by discards
    pays: float  # if there are any
    local: float  # each arrow with each resource, where a card may come to stand
    crown: float  # wanted resources at the place of the spire
    theft: float
    draw_centre: float  # a card to be drawn: its resources
    draw_wanted: float
    draw_helps: float
    draw_dear: float  # what is missing for it now
    draw_two: float
    draw_three: float
    draw_first: float  # it is of level III and the seat has none
    draw_held: float  # for each card in the hand
    draw_full: float  # the hand is full
    give_centre: float  # a card to be given up
    give_wanted: float
    give_level: float
    give_next: float  # covering a card that the next player wants
    give_own: float  # covering a card that the seat itself wants


TASTE = Taste(
    centre=0.126,
    wanted=0.564,
    helps=0.336,
    finishing=3.78,
    one=0.907,
    two=0.751,
    three=0.597,
    first_three=0.653,
    missing=-0.280,
    pays=-2.22,
    local=0.033,
    crown=0.541,
    theft=-1.33,
    draw_centre=0.273,
    draw_wanted=2.02,
    draw_helps=0.448,
    draw_dear=-0.204,
    draw_two=-0.231,
    draw_three=0.128,
    draw_first=0.846,
    draw_held=-0.092,
    draw_full=-3.79,
    give_centre=-0.177,
    give_wanted=-0.873,
    give_level=-0.275,
    give_next=0.623,
    give_own=-0.438,
)

CROWNING = 20.0
RICHES = 0.1  # each permanent resource of another player, when somebody may take a card


@rule
def has_three(s, seat):
    for at in range(int(s.left[seat]), int(s.right[seat]) + 1):
        if s.tall[seat, at] >= SPIRE_LEVEL - 1:
            return True
    return False


@rule
def appetite(e, s, seat, means):
    """For each kind how much it is wanted, from 0 to 1: by the spires that need it, the nearest above all."""
    held, nearness = hand_means(e, s, seat), 0.0
    squares, circles, triangles = 0.0, 0.0, 0.0
    for i in range(int(s.spire_count)):
        cost = printed(e.cost, int(s.spires[i]))
        need = lacking(means, cost)
        hope = max(0.0, total(need) - 0.25 * common(held, cost))
        near = 1.0 / (1.0 + hope * hope)
        nearness += near
        squares += near * (need[0] > 0)
        circles += near * (need[1] > 0)
        triangles += near * (need[2] > 0)
    return squares / nearness, circles / nearness, triangles / nearness


@rule
def fed(means, hunger):
    return means[0] * hunger[0] + means[1] * hunger[1] + means[2] * hunger[2]


@rule
def open_arrows(e, s, seat, card, at):
    """How many arrows of a card in a column would point at places that are not yet taken."""
    arrows, level = int(e.arrows[card]), int(e.level[card])
    left, right = int(s.tall[seat, at - 1]), int(s.tall[seat, at + 1])
    count = int(arrows & UP != 0)
    count += int(arrows & LEFT != 0 and left < level) + int(arrows & RIGHT != 0 and right < level)
    return count + int(arrows & UP_LEFT != 0 and left <= level) + int(arrows & UP_RIGHT != 0 and right <= level)


@rule
def can_finish(e, s, means):
    """Whether these means pay one of the spires."""
    for i in range(int(s.spire_count)):
        if covers(means, printed(e.cost, int(s.spires[i]))):
            return True
    return False


@rule
def weigh_placing(e, s, seat, card, at, w):
    level, crowned, centre = int(e.level[card]), has_three(s, seat), printed(e.centre, card)
    if level == SPIRE_LEVEL:
        return CROWNING
    means = plus(printed(s.permanent, seat), crown_means(e, s, seat))
    hunger = appetite(e, s, seat, means)
    weight = w.centre * total(centre) + w.wanted * fed(centre, hunger) + w.theft * int(e.theft[card])
    missing = total(lacking(standing_means(e, s, seat, at), printed(e.cost, card)))
    weight += w.missing * missing + w.pays * int(missing > 0)
    if level == SPIRE_LEVEL - 1:
        top = upwards(e, card)
        weight += w.three + w.crown * fed(top, hunger) + w.first_three * (not crowned)
        centre = plus(centre, top)
    else:
        weight += w.local * total(printed(e.top, card)) * open_arrows(e, s, seat, card, at)
        weight += w.one if level == 1 else w.two
        if not crowned:
            return weight + w.helps * common(centre, missing_for_three(e, s, seat, printed(s.permanent, seat)))
    return weight + w.finishing * can_finish(e, s, plus(means, centre))


@rule
def weigh_draw(e, s, seat, card, w):
    permanent, centre, level = printed(s.permanent, seat), printed(e.centre, card), int(e.level[card])
    held, crowned = int(s.held[seat]), has_three(s, seat)
    weight = w.draw_centre * total(centre) + w.draw_wanted * fed(centre, appetite(e, s, seat, permanent))
    weight += w.draw_dear * total(lacking(permanent, printed(e.cost, card)))
    weight += w.draw_held * held + w.draw_full * int(held >= KEPT)
    if level == SPIRE_LEVEL - 1:
        lone = not crowned and (held == 0 or e.level[s.hands[seat, held - 1]] < level)
        return weight + w.draw_three + w.draw_first * lone
    if level == 2:
        weight += w.draw_two
    return weight if crowned else weight + w.draw_helps * common(centre, missing_for_three(e, s, seat, permanent))


@rule
def weigh_giving(e, s, seat, card, pile, w):
    """LM-14, LM-19: a card that goes onto a pile, and the card that it covers."""
    hunger, centre = appetite(e, s, seat, printed(s.permanent, seat)), printed(e.centre, card)
    weight = w.give_wanted * fed(centre, hunger) + w.give_level * int(e.level[card]) + w.give_centre * total(centre)
    if s.height[pile] > 0:
        covered = printed(e.centre, int(s.piles[pile, s.height[pile] - 1]))
        after = (seat + 1) % int(s.seats)
        next_hunger = appetite(e, s, after, printed(s.permanent, after))
        weight += w.give_next * fed(covered, next_hunger) + w.give_own * fed(covered, hunger)
    return weight


@rule
def weigh_with(e, s, seat, move, w):
    if move < DRAW:
        return 0.0
    if move < BUILD:
        return weigh_draw(e, s, seat, int(s.piles[move - DRAW, s.height[move - DRAW] - 1]), w)
    if move < DISCARD:
        return weigh_placing(e, s, seat, (move - BUILD) % CARD_ENDS, column_of(move), w)
    if move < NAMING:
        return weigh_giving(e, s, seat, (move - DISCARD) // PILE_ENDS % CARD_ENDS, (move - DISCARD) % PILE_ENDS, w)
    if move < STEALING:  # LM-16: the poorest may take, and from the richest
        return -RICHES * total(printed(s.permanent, move - NAMING))
    return RICHES * total(printed(s.permanent, move - STEALING)) if move < PASS else 0.0

"""How tempting a move looks, by what it does to the own network and to those of others."""

from lumitheque.games.fromages.network import place_of
from lumitheque.games.fromages.record import (
    CLASSIQUE,
    CLOG,
    DRAW_DISCARD,
    DRAW_PILE,
    ENDS,
    FLIP,
    FLUSH,
    NOBODY,
    NOFLIP,
    PASS,
    PLUMBER,
    PUT,
    REPLACED,
    STOP,
    TOSS,
)
from lumitheque.games.fromages.skill.laying import TOSSING, best_laying, outlook, tempts_to_lay
from lumitheque.games.fromages.skill.paths import cheese_on, part_in_ways, reach, survey
from lumitheque.games.fromages.turns import loose_card
from lumitheque.games.rule import rule

# In the same measure as what tempts in laying.py.
PILE = (1.33, 3.0)  # by game: what a card from the draw pile brings, on average
TILE = 0.12  # the plumber is spent
FLUSHING = 0.49  # for each cheese uncovered
NO_FLIP = -0.9
ON_THE_WAY, ON_THE_WAY_RACING = 0.1, (1.1, 3.0)  # to turn over a card that all the ways home lack
CLOGGING, CLOGGING_DISTANT = 0.36, 0.06  # for each cheese covered


@rule
def harm(e, s, victim, cell):
    """FR-13: how tempting it is to clog an opponent's pipe."""
    ways, _, ones, twos, _ = survey(e, s, victim)
    reached = (reach(ways, CLASSIQUE, s.home == STOP) >> cell) & 1
    return cheese_on(1 << cell, ones, twos) * (CLOGGING if reached else CLOGGING_DISTANT)


@rule
def weigh_beginning(e, s, seat, move):
    """FR-10, FR-17 to FR-19: how tempting it is to begin the turn like this."""
    if move in (DRAW_PILE, PASS):
        return 0.0
    if move >= FLUSH:
        return FLUSHING * int(e.cheese[s.cards[seat, place_of(s, move - FLUSH)]]) - PILE[s.game]
    network = survey(e, s, seat)
    depth = 0 if move == DRAW_DISCARD else move - PLUMBER
    most, _ = best_laying(e, s, network, int(s.discard[s.discard_count - 1 - depth]))
    return most - outlook(s, network, network[4]) - PILE[s.game] - (TILE if move >= PLUMBER else 0.0)


@rule
def weigh_card(e, s, seat, move):
    """FR-11 to FR-13: how tempting it is to do this with the loose card."""
    harmful = harm(e, s, (move - CLOG) // ENDS, (move - CLOG) % ENDS) if CLOG <= move < TOSS else 0.0
    if s.phase == REPLACED:
        return harmful
    network = survey(e, s, seat)
    if move < CLOG:
        return tempts_to_lay(e, s, network, loose_card(s), (move - PUT) // 2, (move - PUT) % 2)
    return outlook(s, network, network[4]) + TOSSING[s.game] + harmful


@rule
def weigh_flip(e, s, seat, move):
    """FR-12: how tempting it is to turn this card over."""
    if move == NOFLIP:
        return NO_FLIP
    part = part_in_ways(survey(e, s, seat)[0], move - FLIP, int(s.game))
    return part * (ON_THE_WAY_RACING[s.game] if s.cheese == NOBODY else ON_THE_WAY)


@rule
def weigh_move(e, s, seat, move):
    """How tempting a move is, compared with the others."""
    if move < PUT:
        return weigh_beginning(e, s, seat, move)
    if move < FLIP:
        return weigh_card(e, s, seat, move)
    return weigh_flip(e, s, seat, move)

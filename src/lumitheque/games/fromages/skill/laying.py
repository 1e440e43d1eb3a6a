"""Laying a card into the own network: how tempting every way to do it is, and how a turn will probably end."""

import numpy as np

from lumitheque.games.fromages.network import GRID, apart, can_turn
from lumitheque.games.fromages.record import (
    CELL_OF,
    CLASSIQUE,
    FLIPPING,
    FROM_PILE,
    HELD,
    NOBODY,
    PLACES,
    STOP,
)
from lumitheque.games.fromages.skill.paths import (
    ALL_SIDES,
    MISSING,
    cheese_on,
    closeness,
    reach,
    sides_of,
    survey,
    table_of,
)
from lumitheque.games.real import exp
from lumitheque.games.rule import rule

# What tempts, each in the same measure: a move is e times as tempting as another that it exceeds by 1.
REACHED_CHEESE, REACHED_EARLY = 0.78, -0.11  # for each cheese that counts, and once more for every card face down
DISTANT_CHEESE = 0.06
CLOSE_EARLY = 0.17  # for each card that the way home lacks less, and every card face down
UNCOVERED = (0.56, -0.2)  # by game: a trap less, and a turn nearer to the end; for the little ones, one chance less
TOSSING = (0.76, 2.6)  # by game; a card is turned over
PRIZE = 4.1  # to be at home first: a chance that goes by the cards that are lacking
RIVALS = exp(4.5)
RACE = np.array([exp(odds) for odds in table_of((9.6, 4.3, 1.7, 0.0, -1.7, -3.4, -5.1), 0.29)])
FIRST_HOME = PRIZE * RACE / (RACE + RIVALS)
LITTLE_CLOSE = 5.5  # the little ones: for each card that the way home lacks less


@rule
def outlook(s, network, down):
    """How tempting a network is to somebody who had so many cards face down before."""
    ways, _, ones, twos, _ = network
    reached = reach(ways, int(s.game), s.home == STOP)
    close = closeness(ways, reached, int(s.game))
    if s.game != CLASSIQUE:
        return LITTLE_CLOSE * MISSING[close]
    tempting = cheese_on(reached, ones, twos) * (REACHED_CHEESE + REACHED_EARLY * down)
    tempting += cheese_on(GRID & ~reached, ones, twos) * DISTANT_CHEESE + MISSING[close] * CLOSE_EARLY * down
    return tempting + (FIRST_HOME[close] if s.cheese == NOBODY else 0.0)


@rule
def with_card(e, network, card, cell, way):
    """A network after a card was laid on a cell."""
    ways, up, ones, twos, down = network
    bit, cheese = 1 << cell, int(e.cheese[card])
    ways = ways & ~(ALL_SIDES << cell) | apart(sides_of(e, card, way)) << cell
    down -= 1 - ((up >> cell) & 1)
    return ways, up | bit, ones & ~bit | (cheese & 1) << cell, twos & ~bit | (cheese >> 1) << cell, down


@rule
def tempts_to_lay(e, s, network, card, cell, way):
    """How tempting it is to lay a card on a cell of the own network."""
    after = with_card(e, network, card, cell, way)
    return outlook(s, after, network[4]) + UNCOVERED[s.game] * (network[4] - after[4])


@rule
def best_laying(e, s, network, card):
    """The most tempting way to lay a card: how tempting, and as cell * 2 + way up."""
    most, best = -100.0, 0
    for place in range(PLACES[s.game]):
        cell = int(CELL_OF[s.game, place])
        for way in range(2 if can_turn(e, card) else 1):
            tempting = tempts_to_lay(e, s, network, card, cell, way)
            if tempting > most:
                most, best = tempting, cell * 2 + way
    return most, best


@rule
def with_one_up(network):
    """A network after a card was turned over: nobody knows which pipe that will be."""
    ways, up, ones, twos, down = network
    return ways, up, ones, twos, max(0, down - 1)


@rule
def after_turn(e, s, seat):
    """A network as it will probably be at the end of the turn: the card in hand is laid, or one is turned over."""
    network = survey(e, s, seat)
    if seat != s.turn or (s.phase != HELD and s.phase != FLIPPING):
        return network
    if s.phase == FLIPPING:
        return with_one_up(network)
    most, best = best_laying(e, s, network, int(s.held))
    if s.held_from == FROM_PILE and outlook(s, network, network[4]) + TOSSING[s.game] > most:
        return with_one_up(network)
    return with_card(e, network, int(s.held), best // 2, best % 2)

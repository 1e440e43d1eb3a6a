"""How one's own moves go on in a rehearsal: by what rehearsals found good before.

Fitted to 60,000 decisions with three and four players, each rehearsed thousands of times against players who look one
turn ahead. A player who just moved like this would be about as strong as those.
"""

from lumitheque.games.fromages.network import GRID, can_turn, place_of
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
    HELD,
    HOMES,
    NOBODY,
    NOFLIP,
    PASS,
    PLACES,
    PLUMBER,
    PUT,
    STOP,
    TOSS,
    TURN,
)
from lumitheque.games.fromages.skill.foresight import best_rival, counted
from lumitheque.games.fromages.skill.laying import with_card
from lumitheque.games.fromages.skill.paths import COUNT, cheese_on, ease, part_in_ways, reach, survey
from lumitheque.games.fromages.turns import loose_card
from lumitheque.games.real import log
from lumitheque.games.rule import rule

# Only differences count. What ends in _EARLY counts by the share of the own cards that are face down.
CHEESE, CHEESE_EARLY = 3.27, -3.29  # for each that the rat reaches,
DISTANT = -1.53  # and each that it does not
CELL, CELL_EARLY = 0.52, 0.28  # for each cell that the rat reaches
WAY, WAY_EARLY, WAY_TAKEN = 5.83, 5.25, 1.94  # by the logarithm of how easy the way home is; the big cheese is gone
FIRST, EVEN = 1.09, 0.1  # to be home first, and when that is an even chance
UNCOVERED, UNCOVERED_EARLY = 3.16, -1.11  # to lay a card on a face-down one
FLIPPED, FLIPPED_EARLY = 5.54, 4.19  # to turn one over
GIFT = -1.8  # for each cheese on the card that goes to the discard pile
ENDING, AHEAD = 1.34, 0.96  # to end the round, and to be ahead then
CLOGGING, HARM, HARM_DISTANT = 2.47, 4.46, 1.09  # with a card that was replaced: as such, and for each cheese covered
HARM_HELD, HARM_HELD_DISTANT = 2.81, 0.82  # with the card in hand
TAKING, TAKING_EARLY, GAIN, TILE = -8.41, -2.88, 1.23, -2.26  # a card from the discard pile; the plumber is spent
FLUSHING = -4.3
ON_THE_WAY, BESIDE, NO_FLIP = 8.67, -2.62, -6.8  # the card that the ways home lack; beside what the rat reaches


@rule
def promise(s, network, early):
    """How promising a network is."""
    ways, _, ones, twos, _ = network
    reached = reach(ways, CLASSIQUE, s.home == STOP)
    worth = cheese_on(reached, ones, twos) * (CHEESE + CHEESE_EARLY * early)
    worth += cheese_on(GRID & ~reached, ones, twos) * DISTANT + int(COUNT[reached]) * (CELL + CELL_EARLY * early)
    easy = 1.0 if (reached >> HOMES[CLASSIQUE]) & 1 else ease(ways)
    if s.cheese != NOBODY:
        return worth + WAY_TAKEN * log(easy)
    return worth + (WAY + WAY_EARLY * early) * log(easy) + FIRST * easy / (easy + EVEN)


@rule
def plan_end(e, s, network):
    """FR-21: how good it is to end the round with such a network."""
    ahead = counted(s, int(s.turn), network) > best_rival(e, s)
    return ENDING + (AHEAD if ahead else 0.0)


@rule
def plan_laying(e, s, network, card, cell, way):
    """How good it is to lay a card on a cell of the own network."""
    after, early = with_card(e, network, card, cell, way), network[4] / PLACES[CLASSIQUE]
    worth = promise(s, after, early)
    if (network[1] >> cell) & 1:
        return worth + GIFT * int(e.cheese[s.cards[s.turn, place_of(s, cell)]])
    worth += UNCOVERED + UNCOVERED_EARLY * early
    return worth + plan_end(e, s, after) if after[4] == 0 else worth


@rule
def plan_best_laying(e, s, network, card):
    most = -1000.0
    for place in range(PLACES[CLASSIQUE]):
        for way in range(2 if can_turn(e, card) else 1):
            most = max(most, plan_laying(e, s, network, card, int(CELL_OF[CLASSIQUE, place]), way))
    return most


@rule
def plan_beginning(e, s, network, move):
    """FR-10, FR-17 to FR-19: how good it is to begin the turn like this."""
    if move in (DRAW_PILE, PASS):
        return 0.0
    if move >= FLUSH:
        return FLUSHING
    early, depth = network[4] / PLACES[CLASSIQUE], 0 if move == DRAW_DISCARD else move - PLUMBER
    gain = plan_best_laying(e, s, network, int(s.discard[s.discard_count - 1 - depth])) - promise(s, network, early)
    return TAKING + TAKING_EARLY * early + GAIN * gain + (TILE if move >= PLUMBER else 0.0)


@rule
def covered(e, s, move, near, far):
    """FR-13: what clogging a pipe covers, by whether the rat reached it."""
    ways, _, ones, twos, _ = survey(e, s, (move - CLOG) // ENDS)
    cell = (move - CLOG) % ENDS
    reached = (reach(ways, CLASSIQUE, s.home == STOP) >> cell) & 1
    return cheese_on(1 << cell, ones, twos) * (near if reached else far)


@rule
def plan_card(e, s, network, move):
    """FR-11 to FR-13: how good it is to do this with the loose card."""
    if move < CLOG:
        return plan_laying(e, s, network, loose_card(s), (move - PUT) // 2, (move - PUT) % 2)
    if s.phase != HELD:
        return CLOGGING + covered(e, s, move, HARM, HARM_DISTANT) if move < TOSS else 0.0
    early = network[4] / PLACES[CLASSIQUE]
    worth = promise(s, network, early) + FLIPPED + FLIPPED_EARLY * early
    worth += covered(e, s, move, HARM_HELD, HARM_HELD_DISTANT) if move < TOSS else GIFT * int(e.cheese[s.held])
    if network[4] == 1:
        ways, up, ones, twos, _ = network
        worth += plan_end(e, s, (ways, up, ones, twos, 0))
    return worth


@rule
def plan_flip(s, network, move):
    """FR-12: how good it is to turn this card over."""
    if move == NOFLIP:
        return NO_FLIP
    cell, reached = move - FLIP, reach(network[0], CLASSIQUE, s.home == STOP)
    beside = ((reached << 1 | reached >> 1 | reached << 4 | reached >> 4) >> cell) & 1
    return BESIDE * beside + (ON_THE_WAY * part_in_ways(network[0], cell, CLASSIQUE) if s.cheese == NOBODY else 0.0)


@rule
def planned_move(e, s, moves, n):
    """The best move by the plan."""
    network, best, most = survey(e, s, int(s.turn)), 0, -1000.0
    for i in range(n):
        move = int(moves[i])
        if move == PLUMBER:  # the top of the discard pile is to be had without the tile
            continue
        if s.phase == TURN:
            worth = plan_beginning(e, s, network, move)
        elif s.phase == FLIPPING:
            worth = plan_flip(s, network, move)
        else:
            worth = plan_card(e, s, network, move)
        if worth > most:
            best, most = move, worth
    return best

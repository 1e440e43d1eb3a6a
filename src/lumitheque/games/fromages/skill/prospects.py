"""What a round will bring each seat, and what that means for the victory.

The numbers are fitted to games of players who look one turn ahead, against themselves; distances that hardly occur are
extended. Face-down cards are never looked at, and a turn is judged as if it were over: what the card in hand is good
for is in the network already.
"""

import math

import numpy as np

from lumitheque.games.fromages.network import GRID
from lumitheque.games.fromages.record import CLASSIQUE, NOBODY, PLACES, STOP, TURN
from lumitheque.games.fromages.skill.laying import after_turn
from lumitheque.games.fromages.skill.paths import COUNT, MISSING, cheese_on, closeness, reach, survey, table_of
from lumitheque.games.real import exp
from lumitheque.games.rule import rule

# The race home: log odds by the cards that the way lacks and the number of such ways; a turn later is so much worse.
RACE = (
    np.array([exp(odds) for odds in table_of((20.0, 4.29, 1.72, 0.0, -1.7, -3.4, -5.1), 0.29)]),
    np.array([exp(odds) for odds in table_of((20.0, 4.54, 2.15, 0.0, -2.0, -4.0, -6.0), 0.25)]),
)  # by game
DELAY = (1.24, 1.5)
FLIPPED_RACE = (1.0, 0.9)  # for a card that is turned over and not known yet
NOBODY_HOME = (6.12, -1.48)  # log odds that nobody gets there, and per turn to the end of the round

# The points of a round besides the big cheese; what ends in _TIME, once more for every turn left in the round.
ROUND, ROUND_TIME = 0.17, 1.72
REACHED, REACHED_TIME = 0.93, -0.113  # for each cheese that counts now
DISTANT, DISTANT_TIME = -0.04, 0.056  # for each cheese that the rat does not reach yet
TRAP, TRAP_TIME = -0.93, 0.012
CLOSE, CLOSE_TIME = 0.11, 0.109  # for each card that the way home lacks less: ways lead to cheeses, too
WAITING = -1.59
FLIPPED = 0.42  # for a card that is turned over and not known yet
BIG_CHEESE = 5.0  # FR-22

# How far totals can still shift: as variance, now, per turn left in this round, per round to come.
SPREAD, SPREAD_TIME = 0.6, 1.45
SPREAD_ROUND = (0.0, 0.0, 10.8, 17.5, 20.1, 25.9, 27.2)  # by seats
DEALER_EDGE = 4.0  # FR-09: points of a dealer more than the last player's


@rule
def waits(s, seat):
    """How much of a turn around the table a seat waits for its next turn."""
    seats, begun = int(s.seats), int(s.phase != TURN)
    return ((seat - int(s.turn) - begun + seats) % seats) / seats


@rule
def down_count(s, seat):
    """FR-22: the traps of a seat."""
    down = PLACES[s.game]
    for place in range(PLACES[s.game]):
        down -= int(s.up[seat, place])
    return down


@rule
def time_left(s, down):
    """FR-21: turns around the table until somebody can have all cards face up; the seat at turn has so many down."""
    if down == 0:
        return 0.0
    least = down + waits(s, int(s.turn))
    for seat in range(int(s.seats)):
        if seat != s.turn:
            least = min(least, down_count(s, seat) + waits(s, seat))
    return least


@rule
def network_of(e, s, seat, at_turn):
    """A network as it will be when this turn is over, if that of the seat at turn will be like this."""
    return at_turn if seat == s.turn else survey(e, s, seat)


@rule
def flipped(s, network):
    """Whether a card of a network will be turned over in this turn: it is neither face up nor face down then."""
    return PLACES[s.game] - int(COUNT[network[1]]) - network[4]


@rule
def race(e, s, left, at_turn, out):
    """FR-20, FR-25: each seat's chance to be the first at home."""
    together = exp(NOBODY_HOME[0] + NOBODY_HOME[1] * left) if s.game == CLASSIQUE else 0.0
    for seat in range(int(s.seats)):
        network = network_of(e, s, seat, at_turn)
        close = closeness(network[0], reach(network[0], int(s.game), True), int(s.game))
        hurry = FLIPPED_RACE[s.game] * flipped(s, network) - DELAY[s.game] * waits(s, seat)
        out[seat] = RACE[s.game][close] * exp(hurry)
        together += out[seat]
    for seat in range(int(s.seats)):
        out[seat] /= together


@rule
def points_ahead(s, seat, network, left):
    """What a seat's network will count at the end of the round, without the big cheese."""
    ways, _, ones, twos, down = network
    reached = reach(ways, CLASSIQUE, s.home == STOP)
    inside, outside = cheese_on(reached, ones, twos), cheese_on(GRID & ~reached, ones, twos)
    if left == 0.0:
        return 1.0 * (inside - down)
    worth = ROUND + ROUND_TIME * left + WAITING * waits(s, seat) + FLIPPED * flipped(s, network)
    worth += inside * (REACHED + REACHED_TIME * left) + outside * (DISTANT + DISTANT_TIME * left)
    worth += MISSING[closeness(ways, reached, CLASSIQUE)] * (CLOSE + CLOSE_TIME * left)
    return worth + down * (TRAP + TRAP_TIME * left)


@rule
def points_so_far(s, seat):
    """FR-23: the points of the rounds that have been counted."""
    total = 0
    for number in range(int(s.round_number) - 1):
        total += int(s.scores[number, seat])
    return total


@rule
def edge_to_come(s, seat):
    """What a seat will have from being early at play in the rounds to come."""
    seats, edge = int(s.seats), 0.0
    for number in range(int(s.round_number), int(s.rounds)):
        dealer = int(s.dealer) + number - int(s.round_number) + 1
        edge -= DEALER_EDGE * ((seat - dealer) % seats) / seats
    return edge


@rule
def share_out(out, seats):
    """Logarithms of odds become chances, together 1."""
    most, together = out[0], 0.0
    for seat in range(1, seats):
        most = max(most, out[seat])
    for seat in range(seats):
        out[seat] = exp(out[seat] - most)
        together += out[seat]
    for seat in range(seats):
        out[seat] /= together


@rule
def hopes(e, s, out):
    """FR-23: each seat's hope of the highest total."""
    at_turn = after_turn(e, s, int(s.turn))
    left = time_left(s, at_turn[4])
    if s.cheese == NOBODY:
        race(e, s, left, at_turn, out)
    spread = SPREAD + SPREAD_TIME * left + SPREAD_ROUND[s.seats] * (int(s.rounds) - int(s.round_number))
    for seat in range(int(s.seats)):
        big = out[seat] if s.cheese == NOBODY else 1.0 * int(s.cheese == seat)
        worth = points_so_far(s, seat) + edge_to_come(s, seat) + BIG_CHEESE * big
        worth += points_ahead(s, seat, network_of(e, s, seat, at_turn), left)
        out[seat] = worth / math.sqrt(spread)
    share_out(out, int(s.seats))


@rule
def hopes_of_little_ones(e, s, out):
    """FR-25: each seat's hope to be the first at home."""
    race(e, s, 0.0, after_turn(e, s, int(s.turn)), out)

"""What somebody who looks one turn ahead does: the hopes of prospects.py at the end of the turn, only quicker.

Notes are taken of every network once; a move changes one of them.
"""

import math

from lumitheque.games.chance import below
from lumitheque.games.fromages.network import GRID, place_of
from lumitheque.games.fromages.record import (
    CLASSIQUE,
    CLOG,
    DRAW_DISCARD,
    DRAW_PILE,
    ENDS,
    FLIP,
    FLUSH,
    HELD,
    HOMES,
    NOBODY,
    NOFLIP,
    PASS,
    PLACES,
    PLUMBER,
    PUT,
    SEATS,
    STOP,
    TOSS,
)
from lumitheque.games.fromages.skill.laying import TOSSING, best_laying, outlook, with_card, with_one_up
from lumitheque.games.fromages.skill.paths import MISSING, cheese_on, closeness, part_in_ways, reach, survey
from lumitheque.games.fromages.skill.prospects import (
    BIG_CHEESE,
    CLOSE,
    CLOSE_TIME,
    DELAY,
    DISTANT,
    DISTANT_TIME,
    FLIPPED,
    FLIPPED_RACE,
    NOBODY_HOME,
    RACE,
    REACHED,
    REACHED_TIME,
    SPREAD,
    SPREAD_ROUND,
    SPREAD_TIME,
    TRAP,
    TRAP_TIME,
    WAITING,
    edge_to_come,
    points_so_far,
)
from lumitheque.games.fromages.turns import loose_card
from lumitheque.games.real import exp
from lumitheque.games.rule import rule

# Notes on a seat: worth now, and per turn left; weight in the race; points if the round ended; turns to end it.
NOW, PER_TURN, RACING, COUNTED, TURNS = 0, 1, 2, 3, 4
NOTES = (5, SEATS)
ON_THE_WAY = 0.001  # which card is turned over hardly matters to them


@rule
def counting(s, seat, reached, cheeses, down):
    """FR-20, FR-22: the points of a seat if the round ended with so much; the one at turn may be home first."""
    home = s.cheese == NOBODY and seat == s.turn and (reached >> HOMES[CLASSIQUE]) & 1 == 1
    return points_so_far(s, seat) + cheeses - down + (5 if home or s.cheese == seat else 0)


@rule
def counted(s, seat, network):
    """The points of a seat if the round ended with such a network."""
    ways, _, ones, twos, down = network
    reached = reach(ways, CLASSIQUE, s.home == STOP)
    return counting(s, seat, reached, cheese_on(reached, ones, twos), down)


@rule
def best_rival(e, s):
    """What the best of the others would have if the round ended."""
    best = -1000
    for seat in range(int(s.seats)):
        if seat != s.turn:
            best = max(best, counted(s, seat, survey(e, s, seat)))
    return best


@rule
def note(s, seat, network, notes):
    """Take notes of a network, as they count when the turn is over."""
    ways, _, ones, twos, down = network
    reached = reach(ways, CLASSIQUE, s.home == STOP)
    inside, outside = cheese_on(reached, ones, twos), cheese_on(GRID & ~reached, ones, twos)
    close, seats = closeness(ways, reached, CLASSIQUE), int(s.seats)
    wait = ((seat - int(s.turn) - 1 + seats) % seats) / seats
    worth = points_so_far(s, seat) + edge_to_come(s, seat) + (BIG_CHEESE if s.cheese == seat else 0.0)
    worth += WAITING * wait + REACHED * inside + DISTANT * outside + CLOSE * MISSING[close] + TRAP * down
    notes[NOW, seat] = worth
    notes[PER_TURN, seat] = (
        REACHED_TIME * inside + DISTANT_TIME * outside + CLOSE_TIME * MISSING[close] + TRAP_TIME * down
    )
    notes[RACING, seat] = RACE[CLASSIQUE][close] * exp(-DELAY[CLASSIQUE] * wait) if s.cheese == NOBODY else 0.0
    notes[COUNTED, seat] = counting(s, seat, reached, inside, down)
    notes[TURNS, seat] = down + wait


@rule
def hope_going_on(s, notes):
    """The hope of the seat at turn if the round goes on."""
    seats, left, racing = int(s.seats), notes[TURNS, 0], 0.0
    for seat in range(seats):
        left = min(left, notes[TURNS, seat])
        racing += notes[RACING, seat]
    racing += exp(NOBODY_HOME[0] + NOBODY_HOME[1] * left)
    togo = int(s.rounds) - int(s.round_number)
    spread, together = math.sqrt(SPREAD + SPREAD_TIME * left + SPREAD_ROUND[s.seats] * togo), 0.0
    mine = notes[NOW, s.turn] + left * notes[PER_TURN, s.turn] + BIG_CHEESE * notes[RACING, s.turn] / racing
    for seat in range(seats):
        theirs = notes[NOW, seat] + left * notes[PER_TURN, seat] + BIG_CHEESE * notes[RACING, seat] / racing
        together += exp((theirs - mine) / spread)
    return 1.0 / together


@rule
def hope_ending(s, notes):
    """The same if the round ends with this turn."""
    togo, mine, together = int(s.rounds) - int(s.round_number), notes[COUNTED, s.turn], 0.0
    if togo == 0:
        for seat in range(int(s.seats)):
            if notes[COUNTED, seat] > mine:
                return 0.0
            together += 1.0 if notes[COUNTED, seat] == mine else 0.0
        return 1.0 / together
    spread = math.sqrt(SPREAD + SPREAD_TIME * PLACES[CLASSIQUE] + SPREAD_ROUND[s.seats] * (togo - 1))
    mine += edge_to_come(s, int(s.turn))
    for seat in range(int(s.seats)):
        together += exp((notes[COUNTED, seat] + edge_to_come(s, seat) - mine) / spread)
    return 1.0 / together


@rule
def hope_with(s, network, unknown, notes):
    """The hope with such a network at the end of the turn, a card of it being turned over and unknown or not."""
    note(s, int(s.turn), network, notes)
    if network[4] == 0:
        return hope_ending(s, notes)
    if unknown:
        notes[NOW, s.turn] += FLIPPED
        notes[RACING, s.turn] *= exp(FLIPPED_RACE[CLASSIQUE])
    return hope_going_on(s, notes)


@rule
def hope_with_card(e, s, network, card, drawn, notes):
    """The hope with a card to lay; one that was drawn from the pile need not be laid."""
    most, best = best_laying(e, s, network, card)
    if drawn and outlook(s, network, network[4]) + TOSSING[CLASSIQUE] > most:
        return hope_with(s, with_one_up(network), True, notes)
    return hope_with(s, with_card(e, network, card, best // 2, best % 2), False, notes)


@rule
def flushed(e, s, network, cell):
    """FR-18: the own network without the clogged pipe on a cell."""
    ways, up, ones, twos, down = network
    cheese = int(e.cheese[s.cards[s.turn, place_of(s, cell)]])
    return ways, up, ones | (cheese & 1) << cell, twos | (cheese >> 1) << cell, down


@rule
def foresee_beginning(e, s, network, move, notes, chance):
    """FR-10, FR-17 to FR-19: the hope of somebody who begins the turn like this."""
    if move == DRAW_PILE:
        if s.pile_count == 0:
            return hope_with(s, with_one_up(network), True, notes)
        return hope_with_card(e, s, network, int(s.pile[below(chance, int(s.pile_count))]), True, notes)
    if move == PASS:
        return hope_with(s, network, False, notes)
    if move >= FLUSH:
        return hope_with(s, flushed(e, s, network, move - FLUSH), False, notes)
    depth = 0 if move == DRAW_DISCARD else move - PLUMBER
    return hope_with_card(e, s, network, int(s.discard[s.discard_count - 1 - depth]), False, notes)


@rule
def foresee_clogging(e, s, network, unknown, move, notes):
    """FR-13: the hope of somebody who clogs this pipe of another."""
    victim, kept = (move - CLOG) // ENDS, ~(1 << ((move - CLOG) % ENDS))
    ways, up, ones, twos, down = survey(e, s, victim)
    note(s, victim, (ways, up, ones & kept, twos & kept, down), notes)
    hope = hope_with(s, network, unknown, notes)
    note(s, victim, (ways, up, ones, twos, down), notes)
    return hope


@rule
def foresee_card(e, s, network, move, notes):
    """FR-11 to FR-13: the hope of somebody who does this with the loose card."""
    if move < CLOG:
        after = with_card(e, network, loose_card(s), (move - PUT) // 2, (move - PUT) % 2)
        return hope_with(s, after, False, notes)
    unknown = s.phase == HELD and network[4] > 0
    after = with_one_up(network) if unknown else network
    if move == TOSS:
        return hope_with(s, after, unknown, notes)
    return foresee_clogging(e, s, after, unknown, move, notes)


@rule
def foresee(e, s, network, move, notes, chance):
    if move < PUT:
        return foresee_beginning(e, s, network, move, notes, chance)
    if move < FLIP:
        return foresee_card(e, s, network, move, notes)
    if move == NOFLIP:
        return hope_with(s, network, False, notes)
    part = part_in_ways(network[0], move - FLIP, CLASSIQUE)
    return hope_with(s, with_one_up(network), True, notes) + ON_THE_WAY * part


@rule
def foreseen_move(e, s, moves, n, notes, chance):
    """The move after which the seat at turn hopes most."""
    for seat in range(int(s.seats)):
        if seat != s.turn:
            note(s, seat, survey(e, s, seat), notes)
    network, best, most = survey(e, s, int(s.turn)), int(moves[0]), -1.0
    for i in range(n):
        if moves[i] == PLUMBER:  # the top of the discard pile is to be had without the tile
            continue
        hope = foresee(e, s, network, int(moves[i]), notes, chance)
        if hope > most:
            best, most = int(moves[i]), hope
    return best

"""A network after a move, in numbers: what it counts, how far the home is, what it leaves to others."""

from typing import Any, NamedTuple

from lumitheque.games.fromages.network import GRID
from lumitheque.games.fromages.record import (
    CLASSIQUE,
    CLOG,
    DRAW_DISCARD,
    ENDS,
    FLIPPING,
    FLUSH,
    HELD,
    HOMES,
    NOBODY,
    NOFLIP,
    PLACE_OF,
    PLUMBER,
    PUT,
    REPLACED,
    STOP,
    TOSS,
    TURN,
)
from lumitheque.games.fromages.skill.finding import FAR
from lumitheque.games.fromages.skill.laying import best_laying, with_card
from lumitheque.games.fromages.skill.paths import cheese_on, closeness, reach, survey

BIG_CHEESE = 5


class Network(NamedTuple):
    """What is known of a network: of cards turned over in this turn, only that they are no traps any more."""

    seat: int
    points: int  # FR-22: what it counts, the big cheese included
    cheeses: int  # what the rat reaches, without the big cheese
    home: bool
    missing: int  # cards that the way home lacks at least; 0 when it is built
    down: int  # face down
    shown: int  # all its cheeses that can be seen, reached or not
    choices: int  # ways home that lack as few cards
    chancy: bool  # a card comes that nobody knows


class Outcome(NamedTuple):
    """What a move comes to: the own network, a pipe of another that is clogged, the card on the discard pile."""

    mine: Network
    victim: int  # NOBODY if none is clogged
    covered: int  # cheeses that are clogged, or uncovered by a flush
    reached: bool  # the victim's rat reached them
    left: int  # the card that lies on top of the discard pile then; 0 if it is not known


def count(s: Any, seat: int, network: Any, chancy: bool = False) -> Network:
    """A network in numbers."""
    ways, _, ones, twos, down = network
    game, home_stops = int(s.game), bool(s.home == STOP)
    reached = int(reach(ways, game, home_stops))
    home = (reached >> int(HOMES[game])) & 1 == 1
    far = 0 if home else int(closeness(ways, reached, game))
    shown = int(cheese_on(GRID, ones, twos))
    big = s.cheese == seat or (s.cheese == NOBODY and home)
    cheeses = int(cheese_on(reached, ones, twos))
    points = cheeses - int(down) + BIG_CHEESE * int(big)
    return Network(seat, points, cheeses, home, far // FAR, int(down), shown, far % FAR, chancy)


def network_now(e: Any, s: Any, seat: int) -> Network:
    return count(s, seat, survey(e, s, seat))


def turned_over(s: Any, network: Network) -> Network:
    """The same network when a card of it is turned over: a trap less."""
    less = min(1, network.down)
    return network._replace(points=network.points + less, down=network.down - less, chancy=less > 0)


def loose(s: Any) -> int:
    return int(s.held) if s.phase == HELD else int(s.replaced)


def with_best_laying(e: Any, s: Any, seat: int, card: int) -> Network:
    """A network with a card laid where it tempts most."""
    network = survey(e, s, seat)
    _, best = best_laying(e, s, network, card)
    return count(s, seat, with_card(e, network, card, int(best) // 2, int(best) % 2))


def outcome(e: Any, s: Any, seat: int, move: int) -> Outcome:
    """What a move comes to, as far as its seat can know."""
    now = network_now(e, s, seat)
    if s.phase == TURN:
        return beginning(e, s, seat, move, now)
    if s.phase == FLIPPING:
        return Outcome(now if move == NOFLIP else turned_over(s, now), NOBODY, 0, False, top_of_discard(s))
    if move < CLOG:
        return putting(e, s, seat, move)
    after = now if s.phase == REPLACED or move != TOSS else turned_over(s, now)
    if move == TOSS:
        return Outcome(after, NOBODY, 0, False, loose(s))
    victim, cell = (move - CLOG) // ENDS, (move - CLOG) % ENDS
    ways, _, ones, twos, _ = survey(e, s, victim)
    on_way = (int(reach(ways, CLASSIQUE, s.home == STOP)) >> cell) & 1 == 1
    return Outcome(after, victim, int(cheese_on(1 << cell, ones, twos)), on_way, top_of_discard(s))


def beginning(e: Any, s: Any, seat: int, move: int, now: Network) -> Outcome:
    """FR-10, FR-17, FR-18: a card that is seen is laid at its best; of the draw pile nothing is known."""
    if DRAW_DISCARD <= move < FLUSH:
        depth = 0 if move == DRAW_DISCARD else move - PLUMBER
        card = int(s.discard[s.discard_count - 1 - depth])
        return Outcome(with_best_laying(e, s, seat, card), NOBODY, 0, False, 0)
    if move < PUT and move >= FLUSH:
        place = int(PLACE_OF[s.game, move - FLUSH]) if move - FLUSH < ENDS - 1 else NOBODY
        uncovered = int(e.cheese[s.cards[seat, place]]) if place != NOBODY else 0
        return Outcome(now, NOBODY, uncovered, False, top_of_discard(s))
    return Outcome(now._replace(chancy=True), NOBODY, 0, False, 0)


def putting(e: Any, s: Any, seat: int, move: int) -> Outcome:
    """FR-11: the card in hand replaces another, which is known if it lay face up."""
    cell, way = (move - PUT) // 2, (move - PUT) % 2
    place = int(PLACE_OF[s.game, cell])
    after = count(s, seat, with_card(e, survey(e, s, seat), loose(s), cell, way))
    left = int(s.covers[seat, place]) or (int(s.cards[seat, place]) if s.up[seat, place] == 1 else 0)
    return Outcome(after, NOBODY, 0, False, left)


def top_of_discard(s: Any) -> int:
    return int(s.discard[s.discard_count - 1]) if s.discard_count > 0 else 0

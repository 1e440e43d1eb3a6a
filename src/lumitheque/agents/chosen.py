"""What a seat has chosen so far of a decision that several make in secret.

Such a decision is one play, so that nobody sees how far it is. An agent chooses move by move all the same: its choices
are kept here until they are complete, and what it may choose next is read from a world imagined from its own view.
"""

from typing import Any

from lumitheque.bots import Sight
from lumitheque.games.edition import blank, record_from
from lumitheque.referee import Referee
from lumitheque.referee.chance_log import playout_chance

DREAM = 1  # the seed of the imagined world: what it makes up is in no view


def sight_with(referee: Referee, seat: int, chosen: list[str]) -> Sight:
    """What the seat sees, what it has chosen included."""
    sight = Sight.of(referee.game, referee.e, referee.view_record(seat), seat, referee.seats)
    return sight if not chosen else _sight_after(sight, referee.edition, chosen)


def _sight_after(sight: Sight, edition: Any, chosen: list[str]) -> Sight:
    game, e, seat = sight.game, sight.e, sight.seat
    world = record_from(sight.view.tobytes(), game.record.STATE)
    chance = playout_chance(DREAM)
    game.knowledge.imagine(e, sight.view, seat, chance, world)
    view = sight.view
    for text in chosen:
        game.rules.apply_move(e, world, seat, game.notation.read_move(edition, view, text), chance)
        view = blank(game.record.STATE)
        game.knowledge.view(e, world, seat, view)
    return Sight.of(game, e, view, seat, sight.seats)

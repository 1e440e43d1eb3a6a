"""What is judged against what: an edition against ours, house rules against the usual ones."""

from collections.abc import Mapping

import msgspec

from lumitheque.arena.schedule import Terms
from lumitheque.games import GameError
from lumitheque.games.edition import Edition, load_edition
from lumitheque.games.game import Game, Value
from lumitheque.judging.playing import Sides
from lumitheque.referee.records import note_edition

DEALS = 4000  # at most, unless it is said: as many as it takes to tell 60 % of victories from 55 %
MOST_DEALS = 20_000


def sides_of(
    game: Game,
    seats: int | None,
    options: Mapping[str, Value],
    edition: Edition | None = None,
    against: Edition | None = None,
) -> Sides:
    """Both tables. A board or deck is judged with the options on both sides, so that it alone makes the difference;
    without one, the options are what is judged."""
    seats = game.check_seats(game.seats[0] if seats is None else seats)
    ours = against or load_edition(game)
    chosen = game.settle(seats, options)
    usual = chosen if edition is not None else game.settle(seats, {})
    mine = Terms(game.name, game.rules_version, seats, chosen, note_edition(edition or ours))
    return Sides(mine, msgspec.structs.replace(mine, options=usual, edition=note_edition(ours)))


def check_deals(deals: int) -> int:
    if not 1 <= deals <= MOST_DEALS:
        raise GameError(f"--games: {deals} is not from 1 to {MOST_DEALS}")
    return deals

"""What records of Lumens tell: who began, who started where, who was left without a move."""

from collections.abc import Sequence

from scripts.reporting.gathering import Played
from scripts.reporting.numbers import Rate, rate_of

from lumitheque.referee import GameRecord

PLACES = {2: ("a1", "m9"), 3: ("a8", "o15", "o1"), 4: ("a1", "a15", "o15", "o1")}  # LU-04, clockwise
ALL_PLACED = {"played_out": 23, "empty_bags": 22}  # LU-17: placements after the start


def by_place(games: Sequence[Played]) -> dict[str, Rate | None]:
    """LU-04: the share of victories of each start cell."""
    names = PLACES[games[0].result.seats]
    return {
        name: rate_of(game.share(seat_at(game.record, int(game.lot("place")), at)) for game in games)
        for at, name in enumerate(names)
    }


def seat_at(record: GameRecord, first_place: int, place: int) -> int:
    """Who starts at a place: the first seat's was drawn, the others follow clockwise."""
    return (place - first_place) % record.seats


def placements(record: GameRecord) -> list[int]:
    """Tokens placed by each seat after the start."""
    counts = [0] * record.seats
    for seat, text in record.moves:
        counts[seat] += not text.startswith("start=")
    return counts


def knocked_out(record: GameRecord) -> int:
    """LU-14: seats that had to stop before the end."""
    return sum(count < ALL_PLACED[str(record.options["end"])] for count in placements(record))

"""Asks why one move is better than another, in positions drawn by hand."""

from collections.abc import Sequence

from lumitheque.bots import Sight
from lumitheque.referee import Referee
from lumitheque.reviews.reasons import explain
from lumitheque.reviews.shapes import Reason
from lumitheque.reviews.telling import tell_reason


def sight_of(g: Referee, seat: int | None = None) -> Sight:
    """What the seat that decides sees."""
    seat = g.waiting()[0] if seat is None else seat
    return Sight.of(g.game, g.e, g.view_record(seat), seat, g.seats)


def reasons_for(g: Referee, made: str, best: str, line: Sequence[str] = ()) -> list[Reason]:
    """Why `best` is better than `made`. `line`: what is expected to follow `best`, by turns."""
    numbers = [g.game.notation.read_move(g.edition, g.state, text) for text in (made, best)]
    assert all(number in g.legal_numbers(g.waiting()[0]) for number in numbers), (made, best, g.legal())
    sight = sight_of(g)
    moves = [(seat, number) for seat, number in _followed(g, [best, *line])]
    return explain(sight, g.edition, int(numbers[0] or 0), int(numbers[1] or 0), moves)


def _followed(g: Referee, texts: Sequence[str]) -> list[tuple[int, int]]:
    """Moves with the seats that make them."""
    found, seat = [], g.waiting()[0]
    for text in texts:
        found.append((seat, int(g.game.notation.read_move(g.edition, g.state, text) or 0)))
        seat = (seat + 1) % g.seats
    return found


def why(g: Referee, made: str, best: str, line: Sequence[str] = ()) -> dict[str, dict[str, str]]:
    """The reasons as kinds with their parts, the most telling first."""
    return {reason.kind: reason.parts for reason in reasons_for(g, made, best, line)}


def said(g: Referee, made: str, best: str, language: str = "fr") -> list[str]:
    return [tell_reason(reason, g.game, language) for reason in reasons_for(g, made, best)]

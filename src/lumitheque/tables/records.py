"""The game of a table as a record: whole once it is over, and before that as far as the viewer may know it."""

from typing import Any

from msgspec import Struct

from lumitheque.games.game import Value
from lumitheque.referee import GameRecord
from lumitheque.referee.records import Departure, EditionNote
from lumitheque.tables.denied import Denied
from lumitheque.tables.table import Table
from lumitheque.tables.telling import check_viewer
from lumitheque.tables.told import Viewer


class PartialRecord(Struct, kw_only=True):
    """A game that goes on: no seed, no chance, no secret; a view instead of what these would give."""

    game: str
    rules: int
    seats: int
    options: dict[str, Value]
    edition: EditionNote | None
    commitment: str
    departures: list[Departure]  # in what it is not as the rules set it up; a whole record has the position itself
    moves: list[tuple[int, str | None]]  # None: made in secret, and still secret
    view: dict[str, Any]
    finished: bool = False


def record_for(table: Table, viewer: Viewer) -> GameRecord | PartialRecord:
    """The record as far as the viewer may know it; Denied if the game has not started."""
    check_viewer(table, viewer)
    referee = table.referee
    if referee is None:
        raise Denied("not_started")
    if table.is_finished:
        return referee.game_record()
    terms = table.terms
    return PartialRecord(
        game=terms.game,
        rules=terms.rules,
        seats=terms.seats,
        options=terms.options,
        edition=terms.edition,
        commitment=terms.commitment,
        departures=terms.departures,
        moves=_known_moves(table, viewer),
        view=referee.view(viewer.seat),
    )


def _known_moves(table: Table, viewer: Viewer) -> list[tuple[int, str | None]]:
    moves: list[tuple[int, str | None]] = [(one.seat, one.text) for one in table.game.decisions]
    for gesture in table.secret_gestures:
        if gesture.seq in table.under_wraps and gesture.seat != viewer.seat:
            end = gesture.first + gesture.decisions
            moves[gesture.first : end] = [(gesture.seat, None)] * gesture.decisions
    return moves

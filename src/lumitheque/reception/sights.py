"""A seat's sight, sent to the device of whoever sits there: hints and "why not?" are thought out on the device.

A SightTold holds the bytes that the game's `view` writes for the seat, so it tells nothing that the seat does not know.
The house still judges every move that is made.
"""

from typing import Any

from msgspec import Struct

from lumitheque.bots import Sight
from lumitheque.games import GameError, find
from lumitheque.games.edition import Edition, edition_record, record_from
from lumitheque.games.game import Value
from lumitheque.games.rule import NOT_NOW
from lumitheque.reception.faults import HouseFault, say_denied
from lumitheque.reception.hints import HintRequest, HintTold, think
from lumitheque.reception.shapes import Judgement
from lumitheque.reception.viewers import viewer_for
from lumitheque.referee.records import EditionNote
from lumitheque.tables import Denied, Table
from lumitheque.tables.dealing import edition_of


class SightTold(Struct, forbid_unknown_fields=True):
    game: str
    options: dict[str, Value]
    edition: EditionNote | None
    seat: int
    seats: int
    decisions: int  # made so far: the seed of a hint
    view: str  # the record that `view` writes for this seat, in hexadecimal digits


class SightHint(Struct, forbid_unknown_fields=True):
    sight: SightTold
    seconds: float = 1.0


class SightJudged(Struct, forbid_unknown_fields=True):
    sight: SightTold
    move: str


def tell_sight(table: Table, person: str, seat: int | None) -> SightTold:
    """What a seat knows that is to move now; HouseFault to anybody else."""
    viewer, referee = viewer_for(table, person, seat), table.referee
    if referee is None or viewer.seat is None or viewer.seat not in table.waiting:
        raise HouseFault("not_your_move")
    return SightTold(
        game=table.terms.game,
        options=referee.options,
        edition=table.terms.edition,
        seat=viewer.seat,
        seats=referee.seats,
        decisions=len(referee.decisions),
        view=referee.view_record(viewer.seat).tobytes().hex(),
    )


def read_sight(told: SightTold) -> tuple[Sight, Edition | None]:
    """HouseFault if it is none of this version's."""
    try:
        game, view = find(told.game), bytes.fromhex(told.view)
        edition = edition_of(told.game, told.edition)
    except (GameError, ValueError) as error:
        raise HouseFault("bad_request", problem=str(error)) from None
    if len(view) != game.record.STATE.itemsize:
        raise HouseFault("bad_request", problem="view")
    known = record_from(view, game.record.STATE)
    return Sight(game, edition_record(game, edition), known, told.seat, told.seats), edition


def hint_by_sight(asked: SightHint, language: str) -> HintTold:
    sight, edition = read_sight(asked.sight)
    return think(HintRequest(sight, edition, asked.sight.decisions, language), asked.seconds)


def judge_by_sight(asked: SightJudged, language: str) -> Judgement:
    """Why a move would be refused, by the rules alone. Of a move that they allow, only the table knows more."""
    sight, edition = read_sight(asked.sight)
    game, view, seat = sight.game, sight.view, sight.seat
    move = game.notation.read_move(edition, view, asked.move)
    refusal = NOT_NOW if move is None else int(game.rules.refusal(sight.e, view, seat, move))
    if not refusal:
        return Judgement(None)
    phase: Any = None
    if move is not None and refusal == NOT_NOW:
        phase = getattr(game.notation.write_position(edition, view, seat), "phase", None)
    facts = {"game": game.name, "options": asked.sight.options, "phase": phase}
    return Judgement(say_denied(Denied("refused", game.rule_id(refusal), **facts), language), 0)

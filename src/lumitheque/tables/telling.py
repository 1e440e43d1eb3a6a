"""What a viewer is told of a table: all that they may know, and nothing that depends on more than that."""

from typing import Any

import msgspec

from lumitheque.referee import Referee
from lumitheque.referee.views import Views
from lumitheque.tables.denied import Denied
from lumitheque.tables.events import Entry, Event, Played, Said
from lumitheque.tables.table import Question, Table
from lumitheque.tables.terms import AgreedTerms, fields_of
from lumitheque.tables.told import AskedTold, EntryTold, StateTold, TableTold, Viewer
from lumitheque.tables.undo import way_back

ELSEWHERE = Said(person="", kibitz=True)  # a spectator said something to other spectators


def check_viewer(table: Table, viewer: Viewer) -> None:
    """Denied if the viewer does not hold the seat they watch from, or was removed from the table."""
    if viewer.person in table.moderation.removed:
        raise Denied("shown_out")
    if viewer.seat is not None and viewer.seat not in table.places.of(viewer.person):
        raise Denied("not_your_seat")


def may_watch(table: Table, viewer: Viewer) -> bool:
    """Whether somebody may watch: those at the table and its opener always; others as long as there is a seat to take
    (before the start, or one that is offered), and if the terms allow spectators."""
    if table.terms.spectators or table.status == "open" or (table.status == "playing" and table.places.offered):
        return True
    return viewer.person is not None and (viewer.person == table.terms.opener or viewer.person in table.places.people)


def may_hint(table: Table, viewer: Viewer) -> bool:
    """Whether hints are allowed: after the game, for somebody alone with bots, and where the terms say so."""
    if table.is_finished:
        return may_watch(table, viewer)
    own = table.places.of(viewer.person)
    alone = table.places.bots == table.terms.seats - 1
    return table.status == "playing" and bool(own) and (alone or table.terms.hints)


def tell_table(table: Table, viewer: Viewer) -> TableTold:
    return TableTold(
        **fields_of(table.terms, AgreedTerms),
        id=table.id,
        opened_at=table.opened_at,
        may_hint=may_hint(table, viewer),
        departures=table.terms.departures,
        seat=viewer.seat,
        own_seats=table.places.of(viewer.person),
        state=tell_state(table, viewer),
    )


def tell_state(table: Table, viewer: Viewer, views: Views | None = None) -> StateTold:
    """The state of a table for a viewer. With `views`, which viewers share, the view is encoded JSON already."""
    check_viewer(table, viewer)
    seat, referee, moderation = viewer.seat, table.referee, table.moderation
    told = StateTold(
        seq=table.seq,
        status=table.status,
        sitters=table.places.told,
        waiting=table.waiting,
        moves=table.moves(),
        ending=table.ending,
        rematch=table.rematch,
        next_table=table.next_table,
        closed=table.takes_nothing,
        locked=moderation.locked,
        slow=moderation.slow,
        quiet=moderation.quiet,
        muted=list(moderation.muted),
        removed=list(moderation.removed),
    )
    if referee is not None:
        told.view = tell_view(referee, seat, table.is_finished, views)
    if table.clocks is not None:
        told.clock = table.clocks.told(table.waiting)
    if table.take_back_question is not None or table.draw_offer is not None:
        told.asked = _tell_asked(table)
    if seat is not None and referee is not None and seat not in table.places.played_by_bots:
        _tell_own(table, seat, told)
    return told


def tell_view(referee: Referee, seat: int | None, over: bool, views: Views | None = None) -> Any:
    """What a seat knows of the game (None: a spectator); everything, once it is over."""
    if over:
        return referee.position()
    return referee.view(seat) if views is None else msgspec.Raw(views.text(seat))


def _tell_own(table: Table, seat: int, told: StateTold) -> None:
    """Add what only the seat's person is told."""
    if seat in table.waiting:
        told.legal = table.game.legal(seat)
        told.decision = table.decision_of[seat]
    way = way_back(table, seat)
    told.take_back = None if way is None else way.how


def _tell_asked(table: Table) -> list[AskedTold]:
    told = []
    if (question := table.take_back_question) is not None:
        way = way_back(table, question.seat)
        told.append(_asked("take_back", table, question, 0 if way is None else way.decisions))
    if (offer := table.draw_offer) is not None:
        told.append(_asked("draw", table, offer))
    return told


def _asked(what: Any, table: Table, question: Question, decisions: int = 0) -> AskedTold:
    return AskedTold(what, question.seat, decisions, question.agreed, table.missing(question))


# --- entries -------------------------------------------------------------------------------------------------------


def tell_entry(table: Table, entry: Entry, viewer: Viewer) -> EntryTold:
    """An entry of the table's log as this viewer may know it now."""
    event = _redacted(table, entry, viewer)
    return EntryTold(entry.seq, entry.at, event, None if event is ELSEWHERE else entry.by)


def _redacted(table: Table, entry: Entry, viewer: Viewer) -> Event:
    event, over = entry.event, table.is_finished
    if isinstance(event, Played):
        secret = table.under_wraps and entry.seq in table.under_wraps and viewer.seat != event.seat
        return Played(event.seat, None if secret else event.moves, hurried=event.hurried)
    if isinstance(event, Said):
        at_the_table = viewer.person is not None and viewer.person in table.places.people
        return ELSEWHERE if event.kibitz and at_the_table and not over else event
    return event.without_secrets(over)

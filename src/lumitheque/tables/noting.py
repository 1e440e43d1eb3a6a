"""note_of: a table's note, which listings read instead of its log."""

from typing import TYPE_CHECKING

from lumitheque.tables.notes import SeatRated, TableNote, Waiting
from lumitheque.tables.people import BotPlayer

if TYPE_CHECKING:
    from lumitheque.tables.table import Table


def note_of(table: "Table") -> TableNote:
    terms, places = table.terms, table.places
    return TableNote(
        id=table.id,
        game=terms.game,
        rules=terms.rules,
        status=table.status,
        listed=terms.listed,
        spectators=terms.spectators,
        seats=terms.seats,
        seq=table.seq,
        opener=terms.opener,
        opened_at=table.opened_at,
        touched_at=table.at,
        people=places.people,
        bots=places.bots,
        free=len(places.free),
        deadline=table.deadline(),
        bot_to_move=not places.played_by_bots.isdisjoint(table.waiting),
        waiting=waiting_of(table) if table.status == "playing" else None,
        moves=table.moves(),
        substitute=terms.substitute,
        away=terms.away,
        offered=len(places.offered) if table.status == "playing" else 0,
        clock=terms.clock.__struct_config__.tag,  # type: ignore[arg-type]
        departures=terms.departures,
        guest_bots=terms.guest_bots,
        guests=guests_of(table) if places.have_guest_bots else [],
        removal=table.removal,
        ending=table.ending,
        locked=table.moderation.locked,
    )


def waiting_of(table: "Table") -> Waiting:
    """Whom a table waits for. Where several decide in secret, everybody is told who has still to decide; `since` stays
    what it was when the others have decided, so it does not say when they did."""
    return Waiting(table.waiting, table.places.acting(table.waiting), min(table.waited.values()))


def guests_of(table: "Table") -> list[SeatRated]:
    """Who holds each seat, for the ladder of guest bots."""
    rated = []
    for seat in range(len(table.places)):
        place = table.places[seat]
        if isinstance(place.sitter, BotPlayer):
            rated.append(SeatRated(place.sitter.level, level=True))
        else:
            rated.append(SeatRated(place.person or "", stood_in=place.bot is not None))
    return rated

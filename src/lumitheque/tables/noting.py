"""A table's note: what listings need to know of it."""

from typing import TYPE_CHECKING

from lumitheque.tables.notes import TableNote

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
        host=terms.host,
        opened_at=table.opened_at,
        touched_at=table.at,
        people=places.people,
        bots=places.bots,
        free=len(places.free),
        deadline=table.deadline(),
        bot_to_move=not places.played_by_bots.isdisjoint(table.waiting),
        moves=table.moves(),
        substitute=terms.substitute,
        clock=terms.clock.__struct_config__.tag,  # type: ignore[arg-type]
        departures=terms.departures,
        removal=table.removal,
        ending=table.ending,
        locked=table.moderation.locked,
    )

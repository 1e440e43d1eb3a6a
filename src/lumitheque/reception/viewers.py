"""As whom a person looks at a table, and whose names they need for it."""

from lumitheque.reception.faults import HouseFault
from lumitheque.tables import (
    Table,
    Viewer,
    check_viewer,
    may_watch,
)


def viewer_for(table: Table, person: str, seat: int | None) -> Viewer:
    """The Viewer as which a person watches a table; HouseFault or Denied if they may not, or not as that seat."""
    own = table.places.of(person)
    if seat is None and len(own) == 1:
        seat = own[0]
    viewer = Viewer(person, seat)
    check_viewer(table, viewer)
    if not may_watch(table, viewer):
        raise HouseFault("no_spectators")
    return viewer


def people_at(table: Table) -> set[str]:
    """The people whose names a viewer needs: the opener and everybody who sits."""
    return {table.terms.opener, *table.places.people}

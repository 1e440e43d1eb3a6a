"""Tables over days, for tests."""

from typing import Any

from lumitheque.tables import CLOCK, Days, Table, Viewer, tell_state
from lumitheque.tables.commands import TimeOut
from open_tables import Sitting, fingerprint, started

DAY, HOUR = 24 * 3600_000, 3600_000
BANK = Days(1, bank=5)


def over_days(seats: int | None = None, **terms: Any) -> Sitting:
    """A game by correspondence at which a bot is named for those who are away."""
    return started("luminis" if seats else "sirius", seats, **{"clock": Days(2), "substitute": "pim", **terms})


def left(sitting: Sitting, seat: int) -> int | None:
    clock = tell_state(sitting.table, Viewer()).clock
    assert clock is not None
    return clock.left[seat]


def let_time_run_out(sitting: Sitting) -> int:
    """Whose."""
    (seat,) = sitting.table.waiting
    deadline = sitting.table.deadline()
    assert deadline is not None
    sitting.now = deadline
    sitting.do(CLOCK, TimeOut())
    return seat


def same_when_folded_anew(sitting: Sitting) -> bool:
    return fingerprint(Table.of("a-table", sitting.log)) == fingerprint(sitting.table)

"""Run out of time; for the house: give time, stop a clock."""

from lumitheque.tables import commands as ask
from lumitheque.tables.asking import USUAL_SUBSTITUTE, Asking, not_allowed
from lumitheque.tables.denied import Denied
from lumitheque.tables.events import ClockStopped, Event, HandedToBot, TimedOut, TimeGiven
from lumitheque.tables.table import Table
from lumitheque.tables.terms import Days

DAY = 24 * 3600 * 1000  # milliseconds
MOST_TIME_GIVEN = 100 * 366 * DAY  # a machine may wake up in another century
LONGEST_STOP = 2 * 366 * DAY  # from now on: nobody is on holiday for longer


def time_out(asking: Asking, command: ask.TimeOut) -> list[Event]:
    asking.require("playing")
    table = asking.table
    if table.clocks is None:
        raise Denied("no_clock")
    first = table.clocks.deadline(table.waiting)
    if first is None or asking.now < first:
        raise Denied("time_left")
    late = [seat for seat in table.waiting if table.clocks.ends(seat) == first]
    if command.seat is not None and command.seat not in late:
        raise Denied("time_left")
    minded = [seat for seat in late if _is_minded(table, seat)]
    events: list[Event] = [_to_bot(table, seat) for seat in minded]
    lost = [seat for seat in late if seat not in minded]
    if len(lost) == 2 and table.terms.seats == 2:
        return [TimedOut(lost[0], together=True)]
    for seat in lost:
        events += [TimedOut(seat), *replace_lost(table, seat, TimedOut(seat))]
    return events


def _is_minded(table: Table, seat: int) -> bool:
    """Whether the substitute plays on for a late seat, which stays its person's until somebody may take it."""
    return table.terms.when_late != "lost" and table.places[seat].person is not None


def _to_bot(table: Table, seat: int) -> Event:
    """The bot that plays there already goes on."""
    return HandedToBot(seat, table.places[seat].bot or table.terms.substitute or USUAL_SUBSTITUTE, "time")


def replace_lost(table: Table, seat: int, why: Event) -> list[Event]:
    """Somebody's game is lost. With more than two players a bot takes their seat for good; with two it is over."""
    if table.terms.seats == 2 or table.places[seat].person is None:
        return []
    level = table.terms.substitute or USUAL_SUBSTITUTE
    return [HandedToBot(seat, level, "time" if isinstance(why, TimedOut) else "resigned")]


def give_time(asking: Asking, command: ask.GiveTime) -> list[Event]:
    asking.require("playing")
    if not asking.is_house:
        not_allowed()
    if asking.table.clocks is None:
        raise Denied("no_clock")
    if not 0 < command.ms <= MOST_TIME_GIVEN:
        raise Denied("clock")
    if command.seat is not None:
        if asking.check_seat(command.seat) not in asking.table.waiting:
            raise Denied("not_waited_for")
        return [TimeGiven(command.ms, seat=command.seat)]
    if command.until is None:
        return [TimeGiven(command.ms)]
    # The house was up at the last entry, and downtime up to `given_until` was given already: give what is left.
    ms = command.until - max(command.until - command.ms, asking.table.at, asking.table.given_until)
    if ms <= 0:
        raise Denied("given_back")
    return [TimeGiven(ms, command.until)]


def stop_clock(asking: Asking, command: ask.StopClock) -> list[Event]:
    """Holidays concern games over days alone: no live game waits for them."""
    asking.require("playing")
    if not asking.is_house:
        not_allowed()
    table, seat = asking.table, asking.check_seat(command.seat)
    if table.clocks is None or not isinstance(table.terms.clock, Days):
        raise Denied("no_clock")
    if table.places[seat].person is None or not 0 <= command.until <= asking.now + LONGEST_STOP:
        raise Denied("clock")
    if table.clocks.is_stopped(seat, max(command.until, asking.now)):
        raise Denied("so_already")
    return [ClockStopped(seat, command.until)]

"""Absences: holidays and quiet hours of one person, in their own time zone.

Holidays are whole days. A day that has begun stays a day of holiday and counts: otherwise a holiday could be declared
every morning and called off every evening.
"""

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from msgspec import Struct
from msgspec.structs import replace

from lumitheque.reception.faults import HouseFault

MOST_DAYS = 30  # of holiday in a calendar year
FURTHEST = timedelta(days=366)  # ahead
LONGEST_QUIET = timedelta(hours=12)
DAY = timedelta(days=1)
WAKING = 60 * 60_000  # milliseconds: notices that were held back come when quiet hours end, and leave so long to move


class Holiday(Struct, frozen=True):
    """Both days belong to it."""

    first: date
    last: date


class QuietHours(Struct, frozen=True):
    """HH:MM; they may last over midnight."""

    begins: str
    ends: str


class Absences(Struct, frozen=True, omit_defaults=True):
    holidays: list[Holiday] = []  # in their order, none touching another
    quiet: QuietHours | None = None
    zone: str = "UTC"  # as in Europe/Paris


NONE = Absences()


def zone_of(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, ZoneInfoNotFoundError):
        raise HouseFault("bad_request", problem="zone") from None


def today(zone: str, now: int) -> date:
    return datetime.fromtimestamp(now / 1000, zone_of(zone)).date()


def _ms(day: date, at: time, zone: ZoneInfo) -> int:
    return int(datetime.combine(day, at, zone).timestamp() * 1000)


def spans(absences: Absences) -> list[tuple[int, int]]:
    """From when until when each holiday lasts, in milliseconds since 1970."""
    zone = zone_of(absences.zone)
    return [(_ms(one.first, time(), zone), _ms(one.last + DAY, time(), zone)) for one in absences.holidays]


def holiday_until(absences: Absences, at: int) -> int | None:
    """When the holiday ends that somebody is on at this moment; None if they are not."""
    return next((until for since, until in spans(absences) if since <= at < until), None)


def quiet_until(absences: Absences, at: int) -> int | None:
    """When the quiet hours end that this moment falls into; None if it does not."""
    if absences.quiet is None:
        return None
    zone = zone_of(absences.zone)
    begins, ends = time.fromisoformat(absences.quiet.begins), time.fromisoformat(absences.quiet.ends)
    day = datetime.fromtimestamp(at / 1000, zone).date()
    for first in (day - DAY, day):  # they may have begun yesterday
        since, until = _ms(first, begins, zone), _ms(first + DAY if ends <= begins else first, ends, zone)
        if since <= at < until:
            return until
    return None


def spared_until(absences: Absences, at: int) -> int | None:
    """Until when somebody has time whose time would be out at this moment; None if they have none."""
    ended = quiet_until(absences, at)
    ended = quiet_until(absences, at - WAKING) if ended is None else ended
    return None if ended is None else ended + WAKING


# --- what somebody may choose ----------------------------------------------------------------------------------------


def days_of(holidays: Iterable[Holiday]) -> set[date]:
    return {one.first + DAY * number for one in holidays for number in range((one.last - one.first).days + 1)}


def as_holidays(days: Iterable[date]) -> list[Holiday]:
    """Days in a row are one holiday."""
    found: list[Holiday] = []
    for day in sorted(days):
        if found and found[-1].last + DAY == day:
            found[-1] = replace(found[-1], last=day)
        else:
            found.append(Holiday(day, day))
    return found


def days_left(absences: Absences, year: int) -> int:
    return MOST_DAYS - sum(day.year == year for day in days_of(absences.holidays))


def choose(before: Absences, wanted: Absences, now: int) -> Absences:
    """What somebody chose, with the days of holiday that they had already. HouseFault if it may not be."""
    begun = today(wanted.zone, now)
    if absurd := [one for one in wanted.holidays if one.last < one.first or one.last > begun + FURTHEST]:
        raise HouseFault("bad_holiday", first=absurd[0].first.isoformat(), last=absurd[0].last.isoformat())
    _check_quiet(wanted.quiet)
    had = {day for day in days_of(before.holidays) if day <= begun and day.year >= begun.year - 1}
    to_come = [replace(one, first=max(one.first, begun)) for one in wanted.holidays if one.last >= begun]
    chosen = replace(wanted, holidays=as_holidays(had | days_of(to_come)))
    for year in (begun.year, begun.year + 1):
        if days_left(chosen, year) < 0:
            raise HouseFault("too_many_holidays", most=MOST_DAYS, year=str(year))
    return chosen


def _check_quiet(quiet: QuietHours | None) -> None:
    if quiet is None:
        return
    try:
        begins, ends = (datetime.combine(date.min, time.fromisoformat(one)) for one in (quiet.begins, quiet.ends))
    except ValueError:
        raise HouseFault("bad_request", problem="quiet") from None
    if not len(quiet.begins) == len(quiet.ends) == len("HH:MM"):
        raise HouseFault("bad_request", problem="quiet")
    lasting = ends - begins if ends > begins else ends + DAY - begins
    if lasting > LONGEST_QUIET:
        raise HouseFault("long_quiet", hours=LONGEST_QUIET // timedelta(hours=1))

"""Games over days: banks of time, holidays and quiet hours."""

import random
from typing import Any

import pytest

from lumitheque.tables import (
    CLOCK,
    HOUSE,
    Actor,
    Days,
    Denied,
    PerMove,
    TableTerms,
    Viewer,
    decide,
    tell_state,
)
from lumitheque.tables.commands import (
    GiveTime,
    Sit,
    StopClock,
    TakeBack,
    TimeOut,
)
from lumitheque.tables.events import ClockStopped, TimeGiven
from open_tables import NAMES, CountedDice, Sitting, fingerprint, seated, started
from over_days import BANK, DAY, HOUR, left, let_time_run_out, over_days, same_when_folded_anew

# --- terms ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("terms", "why"),
    [
        ({"when_late": "substitute", "clock": Days(2)}, "no_substitute"),
        ({"when_late": "offered", "clock": Days(2)}, "no_substitute"),
        ({"when_late": "substitute", "substitute": "pim"}, "never_late"),
        ({"away": 60}, "no_substitute"),
        ({"away": -1, "substitute": "pim"}, "away"),
        ({"away": 31 * 24 * 3600, "substitute": "pim"}, "away"),
        ({"clock": Days(0)}, "clock"),
        ({"clock": Days(61)}, "clock"),
        ({"clock": Days(1, bank=-1)}, "clock"),
        ({"clock": Days(1, bank=181)}, "clock"),
        ({"clock": Days(4, bank=3)}, "clock"),
        ({"clock": Days(-1, bank=3)}, "clock"),
    ],
)
def test_terms_that_make_no_sense_are_refused_in_words(terms: dict[str, Any], why: str) -> None:
    with pytest.raises(Denied) as denied:
        Sitting(TableTerms(game="sirius", **terms))
    assert denied.value.code == why
    assert all(denied.value.sentence(language) for language in ("fr", "en"))


def test_terms_that_make_sense_are_taken() -> None:
    for clock in (Days(60), Days(0, bank=180), Days(3, bank=3), Days(1, bank=5)):
        assert seated("sirius", clock=clock).table.terms.clock == clock


# --- a bank of days ------------------------------------------------------------------------------------------------


def test_a_bank_is_for_the_whole_game_and_a_play_gives_some_back() -> None:
    sitting, chooser = over_days(clock=BANK), random.Random(1)
    (seat,) = sitting.table.waiting
    assert left(sitting, seat) == 5 * DAY
    sitting.now += 3 * DAY
    sitting.play_any(chooser)
    assert left(sitting, seat) == 3 * DAY
    sitting.play_any(chooser)
    assert left(sitting, 1 - seat) == 5 * DAY, "no more than the bank holds"
    sitting.now += HOUR
    sitting.play_any(chooser)
    assert left(sitting, seat) == 4 * DAY - HOUR
    assert same_when_folded_anew(sitting)


def test_a_bank_that_nothing_fills_runs_down() -> None:
    sitting, chooser = over_days(clock=Days(0, bank=2)), random.Random(1)
    (seat,) = sitting.table.waiting
    for _ in range(3):
        sitting.now += 12 * HOUR
        sitting.play_any(chooser)
        sitting.play_any(chooser)
    assert left(sitting, seat) == 12 * HOUR
    sitting.now += 12 * HOUR
    sitting.do(CLOCK, TimeOut())
    assert sitting.table.places.level(seat) is None and sitting.table.is_finished, "lost, if nothing else was agreed"


def test_what_the_house_gave_beyond_a_bank_stays() -> None:
    sitting = over_days(clock=BANK)
    (seat,) = sitting.table.waiting
    sitting.do(HOUSE, GiveTime(DAY, seat=seat))
    sitting.play_any(random.Random(1))
    assert left(sitting, seat) == 6 * DAY


def test_nobody_gains_by_taking_back_from_a_bank() -> None:
    sitting, chooser = over_days(clock=BANK), random.Random(1)
    (seat,) = sitting.table.waiting
    for spent in (1, 2, 3):
        sitting.now += HOUR
        sitting.play_any(chooser)
        sitting.do(NAMES[seat], TakeBack())
        assert left(sitting, seat) == 5 * DAY - spent * HOUR


# --- holidays and quiet hours --------------------------------------------------------------------------------------


@pytest.mark.parametrize("clock", [Days(2), BANK])
def test_the_clock_of_somebody_on_holiday_stands_still(clock: Days) -> None:
    sitting = over_days(clock=clock)
    (seat,) = sitting.table.waiting
    full = left(sitting, seat)
    assert full is not None
    sitting.now += HOUR
    back = sitting.now + 10 * DAY
    assert sitting.do(HOUSE, StopClock(seat, back)) == [ClockStopped(seat, back)]
    assert sitting.table.deadline() == back + full - HOUR
    told = tell_state(sitting.table, Viewer()).clock
    assert told is not None and told.stopped[seat] == back and told.stopped[1 - seat] == 0
    sitting.now += 9 * DAY
    assert sitting.why_not(CLOCK, TimeOut()) == "time_left"
    sitting.do(HOUSE, GiveTime(1))  # an entry in the middle changes nothing
    assert left(sitting, seat) == full - HOUR + 1
    sitting.now = back + HOUR
    sitting.do(HOUSE, GiveTime(1))
    assert left(sitting, seat) == full - 2 * HOUR + 2
    assert same_when_folded_anew(sitting)


def test_whoever_plays_on_holiday_loses_and_gains_nothing() -> None:
    sitting, chooser = over_days(clock=Days(0, bank=5)), random.Random(1)
    (seat,) = sitting.table.waiting
    sitting.now += DAY
    back = sitting.now + 10 * DAY
    sitting.do(HOUSE, StopClock(seat, back))
    sitting.now += 3 * DAY
    sitting.play_any(chooser)
    sitting.play_any(chooser)
    assert left(sitting, seat) == 4 * DAY
    assert sitting.table.deadline() == back + 4 * DAY, "the rest of the holiday counts at the next move, too"


def test_a_holiday_that_ends_early_lets_the_clock_run() -> None:
    sitting = over_days()
    (seat,) = sitting.table.waiting
    sitting.do(HOUSE, StopClock(seat, sitting.now + 10 * DAY))
    sitting.now += DAY
    assert sitting.why_not(HOUSE, StopClock(seat, sitting.now + 9 * DAY)) == "so_already"
    sitting.do(HOUSE, StopClock(seat, sitting.now))
    assert sitting.table.deadline() == sitting.now + 2 * DAY
    assert sitting.why_not(HOUSE, StopClock(seat, 0)) == "so_already"


def test_a_newcomer_does_not_inherit_a_holiday() -> None:
    sitting = over_days(when_late="offered")
    seat = let_time_run_out(sitting)
    sitting.do(HOUSE, StopClock(seat, sitting.now + 10 * DAY))
    sitting.do("zoe", Sit())
    assert sitting.table.deadline() == sitting.now + 2 * DAY


def test_only_the_house_stops_clocks_and_only_of_people_in_games_over_days() -> None:
    sitting = over_days()
    until = sitting.now + DAY
    assert sitting.why_not("ann", StopClock(0, until)) == "not_allowed"
    assert sitting.why_not(HOUSE, StopClock(9, until)) == "no_such_seat"
    assert sitting.why_not(HOUSE, StopClock(0, sitting.now + 3 * 366 * DAY)) == "clock"
    assert sitting.why_not(HOUSE, StopClock(0, -1)) == "clock"
    for clock in (None, PerMove(30)):
        live = started("sirius") if clock is None else started("sirius", clock=clock)
        assert live.why_not(HOUSE, StopClock(0, until)) == "no_clock"


def test_the_house_gives_time_to_one_seat() -> None:
    sitting = over_days(options={})  # both decide
    sitting.now += HOUR
    assert sitting.why_not("ann", GiveTime(HOUR, seat=0)) == "not_allowed"
    assert sitting.do(HOUSE, GiveTime(HOUR, seat=0)) == [TimeGiven(HOUR, seat=0)]
    assert (left(sitting, 0), left(sitting, 1)) == (2 * DAY, 2 * DAY - HOUR)
    sitting.play_any(random.Random(1), 1)
    assert sitting.why_not(HOUSE, GiveTime(HOUR, seat=1)) == "not_waited_for"
    assert sitting.why_not(HOUSE, GiveTime(HOUR, seat=7)) == "no_such_seat"


def test_deciding_a_seat_over_changes_nothing() -> None:
    sitting = over_days(when_late="offered")
    let_time_run_out(sitting)
    before = fingerprint(sitting.table)
    decide(sitting.table, Actor.of("zoe"), Sit(), sitting.now, CountedDice())
    assert fingerprint(sitting.table) == before

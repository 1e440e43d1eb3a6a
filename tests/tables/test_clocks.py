"""Clocks: derived from the log alone; nobody gains by taking back, nobody loses by a clock that jumps."""

import random

import pytest

from lumitheque.referee.checking import check_record
from lumitheque.tables import CLOCK, HOUSE, ClockTerms, Days, Fischer, PerMove, Table, Viewer, record_for, tell_state
from lumitheque.tables.commands import GiveTime, HandBack, Play, Say, Start, TakeBack, TimeOut
from lumitheque.tables.events import TimedOut, TimeGiven
from open_tables import NAMES, Sitting, fingerprint, seated, started

SECOND = 1000
KINDS: list[ClockTerms] = [PerMove(30), Fischer(60, 5), Days(2)]
FULL = {30_000: KINDS[0], 60_000: KINDS[1], 2 * 24 * 3600_000: KINDS[2]}


def left(sitting: Sitting) -> list[int | None]:
    clock = tell_state(sitting.table, Viewer()).clock
    assert clock is not None
    return clock.left


def wait(sitting: Sitting, ms: int) -> None:
    sitting.now += ms


@pytest.mark.parametrize(("full", "terms"), FULL.items())
def test_only_the_clock_of_whoever_is_waited_for_runs(full: int, terms: ClockTerms) -> None:
    sitting, chooser = seated("sirius", clock=terms), random.Random(1)
    wait(sitting, 10_000_000)  # before the start nothing runs
    assert sitting.table.note().deadline is None
    sitting.do("ann", Start())
    (seat,) = sitting.table.waiting
    assert left(sitting) == [full, full]
    assert sitting.table.note().deadline == sitting.now + full
    wait(sitting, 4 * SECOND)
    sitting.play_any(chooser)
    given = {30_000: full, 60_000: full - 4000 + 5000}.get(full, full)
    assert left(sitting)[seat] == given and left(sitting)[1 - seat] == full
    assert sitting.table.note().deadline == sitting.now + full
    assert sitting.table.note().clock == terms.__struct_config__.tag


def test_whoever_is_too_late_may_not_play_and_loses() -> None:
    sitting, chooser = started("sirius", clock=PerMove(30)), random.Random(1)
    (seat,) = sitting.table.waiting
    wait(sitting, 30 * SECOND - 1)
    assert sitting.why_not(CLOCK, TimeOut()) == "time_left"
    sitting.play_any(chooser)
    wait(sitting, 30 * SECOND)
    move = sitting.table.game.legal(1 - seat)[0]
    assert sitting.why_not(NAMES[1 - seat], Play(moves=[move])) == "out_of_time"
    assert sitting.why_not(CLOCK, TimeOut(seat)) == "time_left"
    assert sitting.do(CLOCK, TimeOut(1 - seat)) == [TimedOut(1 - seat)]
    assert sitting.table.ending is not None
    assert (sitting.table.ending["reason"], sitting.table.ending["winners"]) == ("time", [seat])
    assert sitting.table.note().deadline is None
    check_record(record_for(sitting.table, Viewer()))
    assert sitting.why_not(CLOCK, TimeOut()) == "over"


def test_when_everybodys_time_is_up_in_the_same_moment_nobody_loses_by_it() -> None:
    sitting = started("sirius", clock=PerMove(30), options={})  # a secret set-up: both are waited for
    assert sitting.table.waiting == [0, 1]
    wait(sitting, 40 * SECOND)
    assert sitting.do(CLOCK, TimeOut()) == [TimedOut(0, together=True)]
    assert sitting.table.ending == {"reason": "time", "points": [0.5, 0.5], "winners": [0, 1]}


def test_whoever_is_slow_in_a_set_up_loses_alone() -> None:
    sitting, chooser = started("sirius", clock=PerMove(30), options={}), random.Random(1)
    wait(sitting, 10 * SECOND)
    sitting.play_any(chooser, 1)
    wait(sitting, 25 * SECOND)
    assert sitting.do("bob", TimeOut()) == [TimedOut(0)]


def test_with_more_than_two_a_bot_goes_on_without_a_clock() -> None:
    sitting, chooser = started("luminis", 3, clock=Fischer(60, 0), substitute="pim"), random.Random(1)
    (seat,) = sitting.table.waiting
    wait(sitting, 60 * SECOND)
    sitting.do(CLOCK, TimeOut())
    assert sitting.table.status == "playing" and sitting.table.places.level(seat) == "pim"
    assert left(sitting)[seat] is None and sitting.table.note().deadline is None
    assert sitting.why_not(NAMES[seat], HandBack()) == "gone"
    wait(sitting, 10_000 * SECOND)
    assert sitting.why_not(CLOCK, TimeOut()) == "time_left"
    sitting.play_any(chooser)
    assert fingerprint(Table.of("a-table", sitting.log)) == fingerprint(sitting.table)


def test_all_who_are_late_together_are_replaced_together() -> None:
    sitting = started("lumens", 3, clock=PerMove(10), substitute="pim")
    wait(sitting, 10 * SECOND)
    sitting.do(CLOCK, TimeOut())
    assert [sitting.table.places.level(seat) for seat in range(3)] == ["pim"] * 3
    assert left(sitting) == [None] * 3


def test_a_clock_that_jumps_back_costs_nobody_anything() -> None:
    sitting, chooser = started("sirius", clock=Fischer(60, 0)), random.Random(1)
    wait(sitting, 5 * SECOND)
    sitting.play_any(chooser)
    before = left(sitting)
    wait(sitting, -3_600_000)
    sitting.play_any(chooser)  # no time has passed, as far as the log knows
    assert left(sitting) == before
    assert all(a.at <= b.at for a, b in zip(sitting.log, sitting.log[1:], strict=False))
    wait(sitting, 3_600_000 + 7 * SECOND)
    sitting.play_any(chooser)
    assert sorted(one or 0 for one in left(sitting)) == [48 * SECOND, 60 * SECOND]


def test_the_house_gives_back_the_time_that_it_took() -> None:
    sitting = started("sirius", clock=PerMove(30))
    (seat,) = sitting.table.waiting
    wait(sitting, 10 * SECOND)
    sitting.do("ann", Say("hello"))
    wait(sitting, 3_600_000)  # it was closed
    sitting.do("ann", Say("are you there?"))
    assert left(sitting)[seat] == 0
    assert sitting.why_not("ann", GiveTime(3_600_000)) == "not_allowed"
    for nonsense in (0, -5, 10**15):
        assert sitting.why_not(HOUSE, GiveTime(nonsense)) == "clock"
    assert sitting.do(HOUSE, GiveTime(3_600_000)) == [TimeGiven(3_600_000)]
    assert left(sitting)[seat] == 20 * SECOND
    assert sitting.table.note().deadline == sitting.now + 20 * SECOND
    sitting.play_any(random.Random(1))
    assert started("sirius").why_not(HOUSE, GiveTime(5)) == "no_clock"


@pytest.mark.parametrize("terms", KINDS)
def test_nobody_gains_time_by_taking_back(terms: ClockTerms) -> None:
    sitting, chooser = started("sirius", clock=terms), random.Random(1)
    (seat,) = sitting.table.waiting
    total = left(sitting)[seat]
    spent = 0
    for _ in range(4):
        wait(sitting, 3 * SECOND)
        spent += 3 * SECOND
        sitting.play_any(chooser)
        wait(sitting, 1 * SECOND)
        sitting.do(NAMES[seat], TakeBack())
        assert left(sitting)[seat] == total - spent
    assert fingerprint(Table.of("a-table", sitting.log)) == fingerprint(sitting.table)


def test_without_a_clock_nobody_is_late() -> None:
    sitting = started("sirius")
    wait(sitting, 10**12)
    assert sitting.why_not(CLOCK, TimeOut()) == "no_clock"
    assert tell_state(sitting.table, Viewer()).clock is None
    sitting.play_any(random.Random(1))

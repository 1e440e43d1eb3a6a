"""What follows when somebody is late or away: substitutes, and seats that are offered."""

import random
from typing import Any

import pytest

from lumitheque.tables import (
    BOT,
    CLOCK,
    HOUSE,
    Actor,
    Days,
    Denied,
    Fischer,
    PerMove,
    Viewer,
    check_viewer,
    may_watch,
    owed_after,
    record_for,
    tell_entry,
    tell_state,
)
from lumitheque.tables.commands import (
    HandBack,
    HandToBot,
    Lock,
    OfferDraw,
    Play,
    Remove,
    Resign,
    Sit,
    TimeOut,
)
from lumitheque.tables.events import HandedBack, HandedToBot, TakenOver
from lumitheque.tables.people import Human
from open_tables import NAMES
from over_days import BANK, DAY, left, let_time_run_out, over_days, same_when_folded_anew

# --- whoever is late -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [None, 3], ids=["two", "three"])
@pytest.mark.parametrize("clock", [Days(2), BANK, PerMove(30), Fischer(60, 5)], ids=str)
def test_the_substitute_plays_on_and_the_person_takes_the_seat_back(seats: int | None, clock: Any) -> None:
    sitting, chooser = over_days(seats, clock=clock, when_late="substitute"), random.Random(1)
    full = left(sitting, 0)
    seat = let_time_run_out(sitting)
    who = NAMES[seat]
    assert sitting.log[-1].event == HandedToBot(seat, "pim", "time")
    assert sitting.table.status == "playing" and left(sitting, seat) is None
    place = sitting.table.places[seat]
    assert (place.person, place.bot, place.for_good, place.offered) == (who, "pim", False, False)
    assert sitting.why_not(CLOCK, TimeOut()) == "time_left"
    assert sitting.why_not(who, Play(moves=["a3-a4"])) == "with_a_bot"
    assert sitting.why_not("fay", Sit(seat)) == "has_started", "it is not offered"
    sitting.do(who, HandBack())
    assert sitting.table.places[seat].bot is None and left(sitting, seat) == full
    sitting.play_any(chooser, seat)
    assert same_when_folded_anew(sitting)


def test_the_substitutes_play_counts_and_the_person_comes_back_in_the_middle() -> None:
    sitting, chooser = over_days(when_late="substitute"), random.Random(1)
    seat = let_time_run_out(sitting)
    move = sitting.table.game.legal(seat)[0]
    sitting.do(BOT, Play(seat, [move]))
    sitting.play_any(chooser)
    sitting.do(NAMES[seat], HandBack())
    assert left(sitting, seat) == 2 * DAY
    assert sitting.why_not(BOT, Play(seat, [move])) == "not_your_seat"


def test_a_seat_that_is_late_once_more_stays_with_the_bot_that_plays_there() -> None:
    sitting = over_days(when_late="substitute")
    (seat,) = sitting.table.waiting
    sitting.do(NAMES[seat], HandToBot(level="greedy"))
    let_time_run_out(sitting)
    assert sitting.log[-1].event == HandedToBot(seat, "greedy", "time")
    assert sitting.table.deadline() is None


def test_all_who_are_late_together_are_minded() -> None:
    sitting = over_days(when_late="substitute", options={})  # a secret set-up: both are waited for
    sitting.now += 2 * DAY
    sitting.do(CLOCK, TimeOut())
    assert [sitting.table.places.level(seat) for seat in (0, 1)] == ["pim", "pim"]
    assert sitting.table.status == "playing"
    sitting.do("bob", HandBack())
    assert left(sitting, 1) == 2 * DAY and left(sitting, 0) is None


def test_the_game_is_lost_where_nothing_else_was_agreed() -> None:
    sitting = over_days()
    seat = let_time_run_out(sitting)
    assert sitting.table.ending is not None and sitting.table.ending["winners"] == [1 - seat]
    three = over_days(3)
    seat = let_time_run_out(three)
    assert three.table.places[seat].for_good and three.why_not(NAMES[seat], HandBack()) == "gone"


def test_whoever_is_minded_may_still_resign() -> None:
    sitting = over_days(when_late="substitute")
    seat = let_time_run_out(sitting)
    sitting.do(NAMES[seat], Resign())
    assert sitting.table.is_finished


def test_those_who_are_minded_are_told() -> None:
    sitting = over_days(when_late="substitute")
    seat = let_time_run_out(sitting)
    assert [(due.person, due.what) for due in owed_after(sitting.table, sitting.log[-1:])] == [(NAMES[seat], "bot")]


# --- a seat that is offered ----------------------------------------------------------------------------------------


def test_whoever_takes_an_offered_seat_knows_what_it_knows_and_plays_on() -> None:
    sitting, chooser = over_days(3, when_late="offered", spectators=False), random.Random(1)
    nonces = sitting.table.places.nonces()
    while 0 in sitting.table.waiting:  # the opener may always look
        sitting.play_any(chooser)
    seat = let_time_run_out(sitting)
    before = tell_state(sitting.table, Viewer(NAMES[seat], seat))
    hand, place = before.view, before.sitters[seat]
    assert place.bot == "pim" and place.offered and not place.for_good
    assert sitting.table.note().offered == 1
    assert may_watch(sitting.table, Viewer("zoe")), "somebody who may sit down may look"
    assert sitting.do("zoe", Sit()) == [TakenOver(seat, Human("zoe"))]
    after = tell_state(sitting.table, Viewer("zoe", seat))
    assert after.view == hand and after.legal and after.sitters[seat].sitter == Human("zoe")
    assert left(sitting, seat) == 2 * DAY and sitting.table.places.nonces() == nonces
    with pytest.raises(Denied):
        check_viewer(sitting.table, Viewer(NAMES[seat], seat))
    assert not may_watch(sitting.table, Viewer(NAMES[seat]))
    assert sitting.why_not(NAMES[seat], HandBack(seat)) == "not_your_seat"
    assert sitting.table.note().offered == 0 and sitting.why_not("yan", Sit(seat)) == "has_started"
    assert "zoe" in sitting.table.note().people and NAMES[seat] not in sitting.table.note().people
    sitting.play_any(chooser, seat)
    assert same_when_folded_anew(sitting)
    assert sitting.log[-2].event.introduces == "zoe"


def test_until_then_its_person_may_take_it_back() -> None:
    sitting = over_days(when_late="offered")
    seat = let_time_run_out(sitting)
    assert sitting.do(NAMES[seat], HandBack()) == [HandedBack(seat)]
    assert not sitting.table.places[seat].offered and left(sitting, seat) == 2 * DAY
    assert sitting.why_not("zoe", Sit(seat)) == "has_started"


def test_nobody_sees_two_hands_unless_the_terms_let_them() -> None:
    sitting = over_days(when_late="offered")
    seat = let_time_run_out(sitting)
    assert sitting.why_not(NAMES[1 - seat], Sit(seat)) == "one_seat"
    assert sitting.why_not(NAMES[seat], Sit(seat)) == "seat_taken"
    assert sitting.why_not("zoe", Sit(1 - seat)) == "seat_taken"
    assert sitting.why_not("zoe", Sit(seat, bot="pim")) == "not_allowed"
    assert sitting.why_not(HOUSE, Sit(seat)) == "not_allowed"
    several = over_days(when_late="offered", several_seats=True)
    seat = let_time_run_out(several)
    several.do(NAMES[1 - seat], Sit(seat))
    assert several.table.places.of(NAMES[1 - seat]) == [0, 1]


def test_who_may_not_sit_down_does_not_take_a_seat_over() -> None:
    sitting = over_days(when_late="offered")
    sitting.do("ann", Remove("zoe"))
    sitting.do("ann", Lock())
    let_time_run_out(sitting)
    assert sitting.why_not("zoe", Sit()) == "shown_out"
    assert sitting.why_not("yan", Sit()) == "locked"


def test_questions_of_the_former_person_end_with_their_seat() -> None:
    sitting = over_days(when_late="offered")
    (seat,) = sitting.table.waiting
    sitting.do(NAMES[seat], OfferDraw())
    let_time_run_out(sitting)
    assert sitting.table.draw_offer is not None
    sitting.do("zoe", Sit())
    assert sitting.table.draw_offer is None and sitting.table.take_back_question is None


def test_the_record_of_a_game_that_was_taken_over_is_whole() -> None:
    sitting, chooser = over_days(when_late="offered"), random.Random(1)
    seat = let_time_run_out(sitting)
    sitting.do("zoe", Sit())
    sitting.play_any(chooser)
    sitting.do("zoe", Resign())
    assert sitting.table.ending is not None and sitting.table.ending["winners"] == [1 - seat]
    assert record_for(sitting.table, Viewer()).moves


# --- whoever is away -----------------------------------------------------------------------------------------------


def test_the_house_and_those_who_play_let_the_substitute_play_for_whoever_is_away() -> None:
    for actor, by in ((HOUSE, "house"), (Actor.of("ann"), "host"), (Actor.of("bob"), "player")):
        sitting, chooser = over_days(3, away=3600), random.Random(1)
        while sitting.table.waiting != [2]:
            sitting.play_any(chooser)
        assert sitting.do(actor, HandToBot(2, "random")) == [HandedToBot(2, "pim", by)]  # type: ignore[arg-type]
        told = tell_entry(sitting.table, sitting.log[-1], Viewer("bob", 1)).event
        assert told == sitting.log[-1].event, "everybody is told who asked"
        assert [(due.person, due.what) for due in owed_after(sitting.table, sitting.log[-1:])] == [("cyd", "bot")]
        assert not sitting.table.places[2].for_good and left(sitting, 2) == 2 * DAY
        sitting.do("cyd", HandBack())
        assert sitting.table.places[2].bot is None


def test_only_for_a_seat_that_is_waited_for() -> None:
    sitting = over_days(3, away=3600)
    other = next(seat for seat in (1, 2) if seat not in sitting.table.waiting)
    assert sitting.why_not("ann", HandToBot(other)) == "not_waited_for"
    (seat,) = sitting.table.waiting
    since = sitting.table.waited[seat]
    assert sitting.why_not(HOUSE, HandToBot(other, since=since)) == "stale"
    assert sitting.why_not(HOUSE, HandToBot(seat, since=since - 1)) == "stale"
    sitting.do(HOUSE, HandToBot(seat, since=since))
    sitting.do(HOUSE, HandToBot(other))  # somebody whom the host of the house removed


def test_only_where_the_rule_of_the_table_allows_it_and_never_by_those_who_look_on() -> None:
    assert over_days(3).why_not("bob", HandToBot(2)) == "not_your_seat"
    sitting = over_days(3, away=3600)
    assert sitting.why_not("zoe", HandToBot(sitting.table.waiting[0])) == "not_your_seat"

"""Taking back: free while nothing was revealed and nobody else decided since; otherwise by consent."""

import random

import pytest

from command_line import every_game
from lumitheque.referee.checking import check_record
from lumitheque.tables import Table, Viewer, record_for, tell_state
from lumitheque.tables.commands import AnswerTakeBack, HandToBot, Play, Resign, TakeBack
from lumitheque.tables.events import TakeBackAsked, TakenBack
from lumitheque.tables.undo import way_back
from open_tables import NAMES, Sitting, any_moves, fingerprint, started, started_with_bots


def state(sitting: Sitting) -> bytes:
    return sitting.table.game.state.tobytes()


def offered(sitting: Sitting, seat: int) -> str | None:
    return tell_state(sitting.table, Viewer(NAMES[seat], seat)).take_back


@every_game
@pytest.mark.parametrize("seed", range(3))
def test_what_may_be_taken_back_follows_from_what_was_shown(game: str, seed: int) -> None:
    """Along a random game: free if and only if the rules say that nothing was shown; and then all is as before."""
    sitting, chooser = started(game, seed=seed, options={}), random.Random(seed)
    for _ in range(60):
        if not sitting.table.waiting:
            break
        before, chance, offers = state(sitting), len(sitting.table.game.chance()), sitting.table.waiting
        seat = sitting.play_any(chooser)
        if not sitting.table.waiting:
            break
        free = sitting.table.game.can_take_back(seat)
        assert offered(sitting, seat) == ("free" if free else "ask")
        for other in range(sitting.table.terms.seats):
            if other != seat:
                assert offered(sitting, other) in ("ask", None)  # somebody else has decided since
        if free and chooser.random() < 0.5:
            assert sitting.do(NAMES[seat], TakeBack(seat)) == [TakenBack(seat, 1)]
            assert state(sitting) == before and sitting.table.waiting == offers
            assert len(sitting.table.game.chance()) == chance
    assert fingerprint(Table.of("a-table", sitting.log)) == fingerprint(sitting.table)


@every_game
def test_with_consent_everything_can_be_taken_back_and_chance_gives_the_same_again(game: str) -> None:
    """A random game in which people take back a lot, and play on otherwise: its record holds all the same."""
    sitting, chooser = started(game, options={}), random.Random(8)
    undone = 0
    while sitting.table.waiting:
        sitting.play_any(chooser)
        if undone < 40 and sitting.table.waiting and chooser.random() < 0.4:
            seat = chooser.choice(sitting.table.waiting)
            way = way_back(sitting.table, seat)
            if way is None:
                assert sitting.why_not(NAMES[seat], TakeBack(seat)) == "nothing_to_take_back"
                continue
            moves = sitting.table.moves()
            (event,) = sitting.do(NAMES[seat], TakeBack(seat))
            if isinstance(event, TakeBackAsked):
                sitting.do(NAMES[1 - seat], AnswerTakeBack(agrees=True))
            assert sitting.table.moves() == moves - way.decisions
            undone += 1
    assert undone > 5
    check_record(record_for(sitting.table, Viewer()))
    assert fingerprint(Table.of("a-table", sitting.log)) == fingerprint(sitting.table)


def test_a_draw_from_the_pile_is_seen_so_the_others_are_asked() -> None:
    sitting = started("fromages", 3)
    (seat,) = sitting.table.waiting
    others = [name for name in NAMES[:3] if name != NAMES[seat]]
    sitting.play(seat, "draw pile")
    drawn = sitting.table.game.view(seat)
    assert offered(sitting, seat) == "ask"
    assert sitting.do(NAMES[seat], TakeBack()) == [TakeBackAsked(seat)]
    (asked,) = tell_state(sitting.table, Viewer()).asked
    assert (asked.what, asked.decisions, asked.agreed, asked.missing) == ("take_back", 1, [], others)
    assert sitting.why_not(NAMES[seat], AnswerTakeBack(agrees=True)) == "not_asked"
    assert sitting.why_not("eve", AnswerTakeBack(agrees=True)) == "no_seat"
    sitting.do(others[0], AnswerTakeBack(agrees=True))
    assert sitting.why_not(others[0], AnswerTakeBack(agrees=True)) == "not_asked"
    assert sitting.table.moves() == 1  # all must agree
    sitting.do(others[1], AnswerTakeBack(agrees=True))
    assert sitting.table.moves() == 0
    sitting.play(seat, "draw pile")
    assert sitting.table.game.view(seat) == drawn  # no second chance


def test_one_no_is_enough_and_nagging_is_no_use() -> None:
    sitting = started("fromages", 3)
    (seat,) = sitting.table.waiting
    others = [name for name in NAMES[:3] if name != NAMES[seat]]
    sitting.play(seat, "draw pile")
    sitting.do(NAMES[seat], TakeBack())
    assert sitting.why_not(NAMES[seat], TakeBack()) == "asked_already"
    sitting.do(others[0], AnswerTakeBack(agrees=False))
    assert sitting.why_not(others[1], AnswerTakeBack(agrees=True)) == "not_asked"
    assert sitting.why_not(NAMES[seat], TakeBack()) == "turned_down"


def test_a_request_falls_when_somebody_plays() -> None:
    sitting, chooser = started("lumens"), random.Random(1)
    for seat in (0, 1, None, None):
        last = sitting.play_any(chooser, seat)
    sitting.do(NAMES[last], TakeBack())
    sitting.play_any(chooser)
    assert sitting.table.take_back_question is None
    assert sitting.why_not(NAMES[1 - last], AnswerTakeBack(agrees=True)) == "not_asked"


def test_sirius_moves_go_back_one_turn_each() -> None:
    sitting, chooser = started("sirius"), random.Random(3)
    first = sitting.play_any(chooser)
    before = state(sitting)
    second = sitting.play_any(chooser)
    assert (offered(sitting, second), offered(sitting, first)) == ("free", "ask")
    sitting.do(NAMES[first], TakeBack())
    assert sitting.do(NAMES[second], AnswerTakeBack(agrees=True))[-1] == TakenBack(first, 2)
    assert sitting.table.waiting == [first]
    sitting.play(first, sitting.log[4].event.moves[0])
    assert state(sitting) == before


def test_alone_with_bots_one_may_take_back_and_their_moves_go_too() -> None:
    sitting, chooser = started_with_bots("lumens", 3), random.Random(1)
    for _ in range(12):
        sitting.play_any(chooser)
    while sitting.table.waiting != [0]:
        sitting.play_any(chooser)
    sitting.play_any(chooser)
    while sitting.table.waiting != [0]:
        sitting.play_any(chooser)
    assert offered(sitting, 0) == "free"
    moves = sitting.table.moves()
    (taken,) = sitting.do("ann", TakeBack())
    assert isinstance(taken, TakenBack) and taken.decisions > 1
    assert sitting.table.waiting == [0] and sitting.table.moves() == moves - taken.decisions


def test_somebody_who_is_only_away_has_not_agreed() -> None:
    sitting, chooser = started("lumens", 3), random.Random(1)
    for seat in (0, 1, 2):
        sitting.play_any(chooser, seat)
    while (last := sitting.play_any(chooser)) == 2:
        pass
    sitting.do("cyd", HandToBot())
    assert sitting.do(NAMES[last], TakeBack(last)) == [TakeBackAsked(last)]
    assert "cyd" in sitting.table.missing(sitting.table.take_back_question)


def test_whoever_has_resigned_is_not_asked_any_more() -> None:
    sitting, chooser = started("lumens", 3), random.Random(1)
    for seat in (0, 1, 2):
        sitting.play_any(chooser, seat)
    while (last := sitting.play_any(chooser)) == 2:
        pass
    sitting.do("cyd", Resign())
    sitting.do(NAMES[last], TakeBack(last))
    assert sitting.table.missing(sitting.table.take_back_question) == [NAMES[1 - last]]


def test_nothing_is_taken_back_by_others_or_before_anything_was_done() -> None:
    sitting = started("sirius")
    assert sitting.why_not("ann", TakeBack()) == "nothing_to_take_back"
    assert sitting.why_not("eve", TakeBack()) == "no_seat"
    assert sitting.why_not("ann", TakeBack(1)) == "not_your_seat"
    (seat,) = sitting.table.waiting
    sitting.do(NAMES[seat], Play(moves=any_moves(sitting.table, seat, random.Random(1))))
    sitting.do(NAMES[seat], HandToBot())
    assert sitting.why_not(NAMES[seat], TakeBack()) == "with_a_bot"
    sitting.do(NAMES[1 - seat], Resign())
    assert sitting.why_not(NAMES[seat], TakeBack()) == "over"

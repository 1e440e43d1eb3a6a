"""A command is obeyed once, whoever talks meanwhile; a move is played at the decision that it was meant for, or not."""

import random

import pytest

from lumitheque.tables import Actor, Table, Viewer, tell_state
from lumitheque.tables.commands import AnswerTakeBack, HandBack, HandToBot, Play, Say, TakeBack
from lumitheque.tables.keys import KEPT
from open_tables import NAMES, Sitting, any_moves, fingerprint, started


def decision(sitting: Sitting, seat: int) -> int:
    told = tell_state(sitting.table, Viewer(NAMES[seat], seat)).decision
    assert told is not None
    return told


def meant_for(sitting: Sitting, seat: int, number: int, chooser: random.Random) -> Play:
    return Play(seat, any_moves(sitting.table, seat, chooser), decision=number)


def take_back(sitting: Sitting, seat: int) -> None:
    """With everybody's consent, where it is needed."""
    sitting.do(NAMES[seat], TakeBack())
    while (question := sitting.table.take_back_question) is not None:
        sitting.do(sitting.table.missing(question)[0], AnswerTakeBack(True))


# --- keys ------------------------------------------------------------------------------------------------------------


def test_others_push_out_nobodys_keys() -> None:
    sitting, chooser = started("sirius"), random.Random(1)
    (seat,) = sitting.table.waiting
    sitting.do(NAMES[seat], Play(moves=any_moves(sitting.table, seat, chooser)), key="move")
    played = sitting.table.seq
    for number in range(3 * KEPT):
        sitting.now += 5_000  # nobody says more than they may
        sitting.do(f"spectator{number % 5}", Say(phrase="hello"), key=f"k{number}")
        sitting.do(NAMES[1 - seat], Say(phrase="hello"), key=f"k{number}")
    assert sitting.table.answered(Actor.of(NAMES[seat]), "move") == played
    again = Table.of("a-table", sitting.log)
    assert again.answered(Actor.of(NAMES[seat]), "move") == played


def test_a_persons_own_last_keys_are_kept() -> None:
    sitting = started("sirius")
    numbers = {}
    for number in range(KEPT + 10):
        sitting.now += 5_000
        sitting.do("ann", Say(phrase="hello"), key=f"k{number}")
        numbers[f"k{number}"] = sitting.table.seq
    ann = Actor.of("ann")
    for key, seq in list(numbers.items())[-KEPT:]:
        assert sitting.table.answered(ann, key) == seq
    assert sitting.table.answered(ann, "k0") is None


# --- the number of a decision ----------------------------------------------------------------------------------------


def test_a_move_for_an_earlier_decision_is_stale() -> None:
    sitting, chooser = started("sirius"), random.Random(1)
    (seat,) = sitting.table.waiting
    first = decision(sitting, seat)
    sitting.do(NAMES[seat], meant_for(sitting, seat, first, chooser))
    sitting.play_any(chooser)
    assert sitting.table.waiting == [seat]
    assert sitting.why_not(NAMES[seat], meant_for(sitting, seat, first, chooser)) == "stale"
    assert sitting.why_not(NAMES[seat], meant_for(sitting, seat, 10**6, chooser)) == "stale"
    sitting.do(NAMES[seat], meant_for(sitting, seat, decision(sitting, seat), chooser))
    assert fingerprint(Table.of("a-table", sitting.log)) == fingerprint(sitting.table)


def test_talk_and_other_things_around_the_game_make_nothing_stale() -> None:
    sitting, chooser = started("sirius"), random.Random(1)
    (seat,) = sitting.table.waiting
    number, play = decision(sitting, seat), meant_for(sitting, seat, decision(sitting, seat), chooser)
    sitting.do("eve", Say(phrase="hello"))
    sitting.do(NAMES[1 - seat], Say("your move!"))
    sitting.do(NAMES[1 - seat], HandToBot())
    sitting.do(NAMES[1 - seat], HandBack())
    assert decision(sitting, seat) == number
    sitting.do(NAMES[seat], play)


def test_whoever_takes_back_decides_anew() -> None:
    sitting, chooser = started("sirius"), random.Random(1)
    (seat,) = sitting.table.waiting
    first = decision(sitting, seat)
    sitting.do(NAMES[seat], meant_for(sitting, seat, first, chooser))
    sitting.do(NAMES[seat], TakeBack())
    assert sitting.table.waiting == [seat]
    assert sitting.why_not(NAMES[seat], meant_for(sitting, seat, first, chooser)) == "stale"
    assert decision(sitting, seat) > first


@pytest.mark.parametrize(("game", "seats"), [("galax", 2), ("sirius", 2), ("lumens", 2), ("lumens", 4)])
def test_what_others_decide_at_the_same_time_makes_nothing_stale(game: str, seats: int) -> None:
    sitting, chooser = started(game, seats, options={}), random.Random(3)
    assert sitting.table.waiting == list(range(seats))
    plays = {seat: meant_for(sitting, seat, decision(sitting, seat), chooser) for seat in range(seats)}
    last = seats - 1
    for seat in range(last):
        sitting.do(NAMES[seat], plays[seat])
        take_back(sitting, seat)  # nor what they take back
        assert sitting.why_not(NAMES[seat], plays[seat]) == "stale", "their own is another decision"
        sitting.do(NAMES[seat], meant_for(sitting, seat, decision(sitting, seat), chooser))
        assert decision(sitting, last) == plays[last].decision
    sitting.do(NAMES[last], plays[last])
    for seat in sitting.table.waiting:
        assert decision(sitting, seat) == sitting.table.seq, "all have decided: what comes now is new"
    assert fingerprint(Table.of("a-table", sitting.log)) == fingerprint(sitting.table)


def test_back_in_a_secret_decision_everybody_decides_anew() -> None:
    sitting, chooser = started("galax", options={}), random.Random(2)
    before = {seat: decision(sitting, seat) for seat in (0, 1)}
    for seat in (0, 1):
        sitting.play_any(chooser, seat)
    take_back(sitting, 0)
    for seat in sitting.table.waiting:
        assert decision(sitting, seat) == sitting.table.seq > before[seat]
    assert fingerprint(Table.of("a-table", sitting.log)) == fingerprint(sitting.table)


def test_the_number_tells_nothing_of_what_others_decide() -> None:
    """Whether they have decided is told anyway; the number stays the same whatever they do, and how often."""
    sitting, chooser = started("lumens", 3), random.Random(1)
    number = decision(sitting, 2)
    for _ in range(3):
        sitting.play_any(chooser, 0)
        take_back(sitting, 0)
        assert decision(sitting, 2) == number
    assert tell_state(sitting.table, Viewer("eve")).decision is None

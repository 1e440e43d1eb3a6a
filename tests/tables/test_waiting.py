"""Whom a table waits for, and since when, in its note."""

import random

import msgspec

from lumitheque.storage.integrity import difference
from lumitheque.tables import Table, TableNote, write_entry
from lumitheque.tables.commands import Close, HandBack, HandToBot, Resign, Say, TakeBack
from lumitheque.tables.notes import Waiting
from open_tables import NAMES, Sitting, seated, started, started_with_bots


def waits(sitting: Sitting) -> Waiting | None:
    """What the note says, and what it says when the log is folded anew."""
    note = sitting.table.note()
    assert Table.of("a-table", sitting.log).note() == note
    return note.waiting


def test_for_whoever_is_to_move_since_the_move_before() -> None:
    sitting, chooser = started("sirius"), random.Random(1)
    begun = sitting.now
    mover = sitting.table.waiting[0]
    assert waits(sitting) == Waiting([mover], [NAMES[mover]], begun)
    sitting.now += 500
    sitting.do(NAMES[mover], Say(phrase="hello"))
    assert waits(sitting) == Waiting([mover], [NAMES[mover]], begun), "talk is no move"
    sitting.now += 500
    sitting.play_any(chooser)
    assert waits(sitting) == Waiting([1 - mover], [NAMES[1 - mover]], sitting.now)
    sitting.now += 500
    sitting.do(NAMES[mover], TakeBack(mover))
    assert waits(sitting) is not None


def test_for_nobody_before_and_after() -> None:
    sitting = seated("sirius")
    assert waits(sitting) is None
    sitting = started("sirius")
    sitting.do("ann", Resign())
    assert waits(sitting) is None
    sitting = started_with_bots("sirius")
    sitting.do("ann", Close())
    assert waits(sitting) is None


def test_not_for_somebody_for_whom_a_bot_plays() -> None:
    sitting = started("sirius")
    mover = sitting.table.waiting[0]
    sitting.now += 500
    sitting.do(NAMES[mover], HandToBot())
    assert waits(sitting) == Waiting([mover], [], sitting.now)
    sitting.now += 500
    sitting.do(NAMES[mover], HandBack())
    assert waits(sitting) == Waiting([mover], [NAMES[mover]], sitting.now)


def test_a_secret_decision_does_not_say_when_it_was_made() -> None:
    sitting, chooser = started("galax", options={}), random.Random(1)
    begun = sitting.now
    assert waits(sitting) == Waiting([0, 1], ["ann", "bob"], begun)
    sitting.now += 500
    sitting.play_any(chooser, 0)
    assert waits(sitting) == Waiting([1], ["bob"], begun), "bob was waited for all the time"


def test_a_note_of_before_is_no_difference() -> None:
    sitting = started("sirius")
    whole = sitting.table.note()
    old = {name: value for name, value in msgspec.to_builtins(whole).items() if name != "waiting"}
    note = msgspec.convert(old, TableNote)
    assert note.waiting is None and whole.waiting is not None
    entries = list(map(write_entry, sitting.log))
    assert difference(note, entries) is None
    assert difference(whole, entries) is None
    wrong = msgspec.structs.replace(whole, waiting=Waiting([0, 1], []))
    assert "waiting" in (difference(wrong, entries) or "")

"""What a command tried out is not calculated again when it happens; the slow twin is the log, folded anew."""

import random
from typing import Any

import pytest

from command_line import every_game
from lumitheque.referee import Referee
from lumitheque.referee.decisions import Trial
from lumitheque.tables import Actor, Table, decide
from lumitheque.tables.commands import Play, Resign, TakeBack
from lumitheque.tables.events import Played
from open_tables import Sitting, fingerprint, started


def again(sitting: Sitting) -> str:
    return fingerprint(Table.of(sitting.table.id, sitting.log))


@every_game
def test_a_table_is_what_its_log_says_though_moves_were_tried_before(game: str) -> None:
    for options in ({}, {"setup": "random"} if game in ("galax", "sirius") else {}):
        sitting, chooser = started(game, options=options), random.Random(5)
        for _ in range(60):
            if not sitting.table.waiting:
                break
            sitting.play_any(chooser)
            assert fingerprint(sitting.table) == again(sitting)


def test_a_move_is_judged_once(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting, judged, judge = started("sirius"), list[str](), Referee.judge

    def counted(referee: Referee, text: str, seat: int) -> Any:
        judged.append(text)
        return judge(referee, text, seat)

    monkeypatch.setattr(Referee, "judge", counted)
    chooser = random.Random(2)
    for _ in range(20):
        sitting.play_any(chooser)
    assert len(judged) == 20


def tried(sitting: Sitting, text: str) -> Trial:
    """A command is decided, and nothing comes of it: another node was quicker. The trial is left."""
    seat = sitting.table.waiting[0]
    actor = Actor.of(sitting.table.places.person(seat))
    before = fingerprint(sitting.table)
    obeyed = decide(sitting.table, actor, Play(moves=[text]), sitting.now, sitting.dice)
    assert obeyed.events == [Played(seat, [text])]
    assert fingerprint(sitting.table) == before
    assert obeyed.trial is not None
    return obeyed.trial


def test_what_was_tried_and_did_not_happen_leaves_nothing() -> None:
    sitting = started("sirius")
    for _ in range(12):
        seat = sitting.table.waiting[0]
        first, *_, last = sitting.table.game.legal(seat)
        trial = tried(sitting, first)
        entry = sitting.table.entries_for([Played(seat, [last])], None, None, sitting.now)[0]
        sitting.log.append(entry)
        sitting.table.evolve(entry, trial)
        assert fingerprint(sitting.table) == again(sitting)


def test_what_was_tried_before_something_else_happened_is_made_anew() -> None:
    """A move is tried, another is made and taken back, and then the first one happens."""
    sitting = started("sirius")
    seat = sitting.table.waiting[0]
    first, *_, last = sitting.table.game.legal(seat)
    referee = sitting.table.game
    trial = tried(sitting, first)
    referee.play(last, seat)
    assert not referee.repeat_trial(trial, seat, [first])
    referee.take_back()
    assert not referee.repeat_trial(trial, seat, [first])
    trial = tried(sitting, first)
    assert not referee.repeat_trial(trial, 1 - seat, [first])
    assert not referee.repeat_trial(trial, seat, [last])
    assert not referee.repeat_trial(trial, seat, [first, last])
    sitting.play(seat, first)
    sitting.do(sitting.table.places.person(seat), TakeBack())
    sitting.play(seat, first)
    assert fingerprint(sitting.table) == again(sitting)


def test_nothing_is_repeated_in_a_game_that_is_over() -> None:
    sitting = started("sirius")
    seat = sitting.table.waiting[0]
    text = sitting.table.game.legal(seat)[0]
    trial = tried(sitting, text)
    sitting.do(sitting.table.places.person(seat), Resign())
    assert not sitting.table.game.repeat_trial(trial, seat, [text])


def test_a_trial_in_which_chance_had_a_part_is_not_repeated() -> None:
    """What a node was dealt on trial is not what happens: the log says that."""
    sitting = started("luminis")
    seat = sitting.table.waiting[0]
    actor = Actor.of(sitting.table.places.person(seat))
    referee, before = sitting.table.game, fingerprint(sitting.table)
    obeyed = decide(sitting.table, actor, Play(moves=["pile 3"]), sitting.now, sitting.dice)
    assert isinstance(obeyed.events[0], Played) and obeyed.events[0].chance and obeyed.trial is not None
    assert not referee.repeat_trial(obeyed.trial, seat, ["pile 3"])
    assert fingerprint(sitting.table) == before

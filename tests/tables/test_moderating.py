"""How much one may say, and what the host of a table may do about those who say, or take, too much."""

import pytest

from lumitheque.tables import HOUSE, AnyCommand, Denied, Table, TableTerms, Viewer, tell_state
from lumitheque.tables.commands import Leave, Lock, Mute, Remove, Resign, Say, Sit, Slow, Start
from lumitheque.tables.events import Left, Removed
from lumitheque.tables.moderation import AT_THE_TABLE, LOOKING_ON, MOST_KIBITZED, MOST_NAMED
from lumitheque.tables.telling import check_viewer
from open_tables import Sitting, seated, started

HELLO = Say(phrase="hello")


def talk(sitting: Sitting, who: str, most: int = 10_000) -> int:
    """Say as much as one may, as slowly as it takes; how much that was."""
    for count in range(most):
        sitting.now += 60_000
        try:
            sitting.do(who, HELLO)
        except Denied:
            assert sitting.why_not(who, HELLO) == "said_enough"
            return count
    return most


def test_those_who_look_on_cannot_silence_those_who_play() -> None:
    sitting = started("sirius")
    said = [talk(sitting, f"spectator {number}") for number in range(MOST_KIBITZED // LOOKING_ON.sentences + 3)]
    assert sum(said) == MOST_KIBITZED and set(said) == {LOOKING_ON.sentences, 0}
    assert talk(sitting, "ann") == AT_THE_TABLE.sentences
    assert talk(sitting, "bob") == AT_THE_TABLE.sentences  # nor can one of them the other


@pytest.mark.parametrize(("who", "allowed"), [("ann", AT_THE_TABLE), ("eve", LOOKING_ON)])
def test_a_few_sentences_at_once_and_then_one_by_one(who: str, allowed: tuple[int, int, int]) -> None:
    sitting = started("sirius")
    _, pause, at_once = allowed
    for _ in range(at_once):
        sitting.do(who, HELLO)
    denied = sitting.denied(who, HELLO)
    assert denied.code == "said_too_fast" and denied.facts["seconds"] == pause // 1000
    sitting.do("bob", HELLO)  # others are not meant
    sitting.now += pause
    sitting.do(who, HELLO)
    assert sitting.why_not(who, HELLO) == "said_too_fast"


def test_the_pace_is_the_same_after_the_log_was_folded() -> None:
    sitting = started("sirius")
    for _ in range(AT_THE_TABLE.at_once):
        sitting.do("ann", HELLO)
    sitting.table = Table.of("a-table", sitting.log)
    assert sitting.why_not("ann", HELLO) == "said_too_fast"


def test_the_host_slows_the_talk() -> None:
    sitting = started("sirius")
    sitting.do("ann", Slow(30))
    sitting.do("bob", HELLO)
    assert sitting.why_not("bob", HELLO) == "said_too_fast"
    sitting.now += 30_000
    sitting.do("bob", HELLO)
    assert tell_state(sitting.table, Viewer("bob")).slow == 30
    sitting.do("ann", Slow(0))
    sitting.now += 30_000
    sitting.do("bob", HELLO)
    sitting.do("bob", HELLO)
    for seconds in (-1, 601):
        assert sitting.why_not("ann", Slow(seconds)) == "slow"


def test_the_host_mutes_a_player_or_all_who_look_on() -> None:
    sitting = started("sirius")
    sitting.do("ann", Mute("bob"))
    assert sitting.why_not("bob", HELLO) == "muted"
    sitting.do("eve", HELLO)
    sitting.do("ann", Mute())
    assert sitting.why_not("eve", HELLO) == "muted"
    told = tell_state(sitting.table, Viewer("bob"))
    assert told.muted == ["bob"] and told.quiet
    sitting.do("ann", Mute("bob", on=False))
    sitting.do("bob", HELLO)
    sitting.do("ann", Mute(on=False))
    sitting.do("eve", HELLO)


def test_at_a_locked_table_nobody_new_sits_down() -> None:
    sitting = Sitting(TableTerms(game="lumens", seats=3))
    sitting.do("bob", Sit())
    sitting.do("ann", Lock())
    assert sitting.table.note().locked
    assert sitting.why_not("eve", Sit()) == "locked"
    sitting.do("bob", Sit(0, nonce="another"))
    sitting.do("ann", Sit())
    sitting.do("ann", Lock(on=False))
    sitting.do("eve", Sit())


def test_somebody_is_removed_before_the_game_begins() -> None:
    sitting = seated("lumens", 3)
    assert sitting.do("ann", Remove("cyd")) == [Removed("cyd", True), Left(2)]
    assert sitting.why_not("cyd", Sit()) == "shown_out"
    assert sitting.why_not("cyd", HELLO) == "shown_out"
    with pytest.raises(Denied, match="shown_out"):
        check_viewer(sitting.table, Viewer("cyd"))
    assert tell_state(sitting.table, Viewer("bob")).removed == ["cyd"]
    sitting.do("ann", Remove("cyd", on=False))
    sitting.do("cyd", Sit())


def test_whoever_plays_is_not_removed_but_those_who_look_on_are() -> None:
    sitting = started("sirius")
    assert sitting.why_not("ann", Remove("bob")) == "plays_here"
    sitting.do("ann", Remove("eve"))
    assert sitting.why_not("eve", HELLO) == "shown_out"
    sitting.do("bob", Resign())
    assert sitting.why_not("ann", Remove("bob")) == "plays_here"


@pytest.mark.parametrize("command", [Lock(), Mute("eve"), Mute(), Remove("eve"), Slow(10)])
def test_only_the_host_and_the_house_moderate_and_once(command: AnyCommand) -> None:
    sitting = started("sirius")
    for nobody in ("bob", "eve"):
        assert sitting.why_not(nobody, command) == "not_allowed"
    sitting.do(HOUSE, command)
    assert sitting.why_not("ann", command) == "so_already"


def test_the_host_is_not_meant_and_lists_have_an_end() -> None:
    sitting = started("sirius")
    for command in (Mute("ann"), Remove("ann"), Mute("x" * 65), Remove("")):
        assert sitting.why_not("ann", command) == "not_allowed"
    for number in range(MOST_NAMED):
        sitting.do("ann", Mute(f"p{number}"))
    assert sitting.why_not("ann", Mute("one more")) == "too_many_named"


def test_a_stranger_does_not_fill_a_table_and_start_it() -> None:
    sitting = Sitting(TableTerms(game="lumens", seats=4))
    sitting.do("ann", Sit())
    sitting.do("eve", Sit())
    for command in (Sit(), Sit(bot="greedy"), Leave(0), Start()):
        sitting.denied("eve", command)
    assert sitting.table.places.free == [2, 3]

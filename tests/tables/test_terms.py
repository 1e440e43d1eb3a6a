"""Every term that an opener chooses goes everywhere where the terms of a table are kept or told."""

from types import NoneType
from typing import Any, get_args

import msgspec
import pytest

from lumitheque.reception.shapes import PlayOn
from lumitheque.tables import (
    ClockTerms,
    Entry,
    PerMove,
    TableTerms,
    TableTold,
    Viewer,
    open_rematch,
    read_entry,
    tell_table,
    write_entry,
)
from lumitheque.tables.events import Opened
from lumitheque.tables.terms import AgreedTerms, CommonTerms
from open_tables import Sitting, seated

TERMS = {one.name: one for one in msgspec.structs.fields(CommonTerms)}


NEEDS = {  # what a term asks of the others
    "away": {"substitute": "greedy"},
    "when_late": {"substitute": "greedy", "clock": PerMove(30)},
}


def another(term: str) -> Any:
    """A value of the term that is not its default."""
    kind, default = TERMS[term].type, TERMS[term].default
    if kind is bool:
        return not default
    if kind == ClockTerms:
        return PerMove(30)
    if term in (known := {"pace": "brisk", "away": 60, "when_late": "offered", "guest_bots": "any"}):
        return known[term]
    assert set(get_args(kind)) == {str, NoneType}, f"{term}: say here which value is not its default"
    return "greedy"


@pytest.mark.parametrize("term", TERMS)
def test_a_term_goes_from_the_opener_to_the_log_to_viewers_and_to_the_rematch(term: str) -> None:
    value = another(term)
    sitting = seated("lumens", 2, **(NEEDS.get(term, {}) | {term: value}))
    opened = sitting.log[0].event
    assert getattr(opened, term) == value
    assert getattr(tell_table(sitting.table, Viewer("ann")), term) == value
    again = open_rematch(sitting.table, sitting.dice)[0]
    assert isinstance(again, Opened) and getattr(again, term) == value


@pytest.mark.parametrize("term", TERMS)
def test_a_term_can_be_said_to_a_table_that_goes_on_from_a_position(term: str) -> None:
    said = msgspec.to_builtins({"at": 3, term: another(term)})
    assert getattr(msgspec.convert(said, PlayOn), term) == another(term)


@pytest.mark.parametrize("term", AgreedTerms.__struct_fields__)
def test_what_is_agreed_is_told_as_it_is_in_the_log(term: str) -> None:
    kept, told = (
        {one.name: (one.encode_name, one.type) for one in msgspec.structs.fields(kind)} for kind in (Opened, TableTold)
    )
    assert kept[term] == told[term]


def test_a_log_is_written_as_before() -> None:
    """Byte for byte what earlier versions wrote, so that these could read it."""
    opened = Opened(
        game="lumens",
        rules=1,
        seats=2,
        opener="ann",
        commitment="c",
        clock=PerMove(5),
        spectators=False,
        several_seats=True,
        secret="s",
    )
    line = (
        b'{"seq":1,"at":2,"event":{"event":"opened","game":"lumens","rules":1,"seats":2,"host":"ann","commitment":"c",'
        b'"clock":{"kind":"per_move","seconds":5},"spectators":false,"several_seats":true,"secret":"s"}}'
    )
    assert write_entry(Entry(1, 2, opened)) == line
    assert read_entry(line).event == opened


def test_a_viewer_is_always_told_of_the_clock_and_whether_somebody_may_look_on() -> None:
    for looks, told in ((True, {"spectators": True}), (False, {})):
        table = Sitting(TableTerms(game="lumens", spectators=looks)).table
        answer = msgspec.to_builtins(tell_table(table, Viewer("ann")))
        assert answer["clock"] == {"kind": "none"}
        assert {name: value for name, value in answer.items() if name == "spectators"} == told


@pytest.mark.parametrize(("written", "pace"), [(True, "calm"), (False, "at_once"), ("brisk", "brisk")])
def test_a_pace_was_a_yes_or_no_once(written: bool | str, pace: str) -> None:
    terms = msgspec.convert({"game": "lumens", "pace": written}, TableTerms)
    assert terms.pace == pace
    entry = msgspec.json.decode(write_entry(seated("lumens", 2).log[0]))
    entry["event"]["pace"] = written
    opened = read_entry(msgspec.json.encode(entry)).event
    assert isinstance(opened, Opened) and opened.pace == pace

"""An event is declared once: what follows from it, and what of it is secret, is found by going over all of them."""

import re

import msgspec
import pytest

from lumitheque.tables import Entry, Viewer, tell_entry
from lumitheque.tables.commands import COMMANDS, Play
from lumitheque.tables.deciding import OBEY
from lumitheque.tables.events import EVENTS, Happening, Opened, Played, Sat, Started
from lumitheque.tables.folding import FOLDS
from lumitheque.tables.people import Human
from open_tables import started

SECRETS = [(event, name) for event in EVENTS for name in (*event.never_told, *event.told_when_over)]


def test_every_event_is_applied_by_a_table() -> None:
    assert FOLDS.keys() == set(EVENTS)


def test_every_command_is_decided_by_somebody() -> None:
    assert {*OBEY, Play} == set(COMMANDS)


@pytest.mark.parametrize("kind", [*EVENTS, *COMMANDS], ids=lambda kind: kind.__name__)
def test_a_tag_does_not_hang_on_the_name_of_a_class(kind: type[msgspec.Struct]) -> None:
    assert re.fullmatch("[a-z_]+", str(kind.__struct_config__.tag))


def test_what_is_secret_is_what_it_was() -> None:
    """Whoever takes one of these from the list tells it to everybody."""
    assert {(event.__name__, name) for event, name in SECRETS} == {
        ("Opened", "secret"),
        ("Opened", "position"),
        ("Sat", "nonce"),
        ("Started", "chance"),
        ("Played", "chance"),
    }


FULL: dict[type[Happening], Happening] = {
    Opened: Opened(game="lumens", rules=1, seats=2, opener="ann", commitment="c", secret="s", position={"a": 1}),
    Sat: Sat(0, Human("ann"), "nonce"),
    Started: Started([("deck", [1])]),
    Played: Played(0, ["a"], [("deck", [1])]),
}


@pytest.mark.parametrize(("event", "name"), SECRETS, ids=lambda part: getattr(part, "__name__", part))
def test_a_secret_field_is_told_to_nobody(event: type[Happening], name: str) -> None:
    sitting = started("lumens", 2)
    entry = Entry(99, 0, FULL[event])
    for viewer in (Viewer(), Viewer("ann", 0), Viewer("bob", 1)):
        assert not getattr(tell_entry(sitting.table, entry, viewer).event, name)
    sitting.table.game.close("agreement", [0, 1])
    sitting.table._look()
    told = tell_entry(sitting.table, entry, Viewer()).event
    assert bool(getattr(told, name)) == (name in event.told_when_over), "what is told when the game is over"
    assert bool(getattr(FULL[event], name)), "the log keeps it"

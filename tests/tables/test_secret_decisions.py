"""Where several decide in secret: in one go, told to nobody until all have decided."""

import random

import msgspec
import pytest

from lumitheque.tables import Table, Viewer, record_for, tell_entry, tell_state
from lumitheque.tables.commands import AnswerTakeBack, Play, Resign, TakeBack
from lumitheque.tables.events import Played, TakeBackAsked
from open_tables import NAMES, Sitting, any_moves, fingerprint, started

secret_games = pytest.mark.parametrize("game", ["galax", "sirius", "lumens"])


def told_moves(sitting: Sitting, viewer: Viewer) -> list[list[str] | None]:
    """The moves of all plays, as a viewer is told them now."""
    events = [tell_entry(sitting.table, entry, viewer).event for entry in sitting.log]
    return [event.moves for event in events if isinstance(event, Played)]


def recorded_moves(sitting: Sitting, viewer: Viewer) -> list[str | None]:
    return [text for _, text in record_for(sitting.table, viewer).moves]


@secret_games
@pytest.mark.parametrize("first", [0, 1])
def test_a_secret_is_told_when_all_have_decided(game: str, first: int) -> None:
    sitting, chooser = started(game, options={}), random.Random(2)
    assert sitting.table.waiting == [0, 1]
    own, other = Viewer(NAMES[first], first), Viewer(NAMES[1 - first], 1 - first)
    moves = any_moves(sitting.table, first, chooser)
    sitting.play(first, *moves)
    assert told_moves(sitting, own) == [moves] and recorded_moves(sitting, own) == moves
    for viewer in (other, Viewer(), Viewer("eve"), Viewer(NAMES[first])):  # its person, too, looking as a spectator
        assert told_moves(sitting, viewer) == [None]
        assert recorded_moves(sitting, viewer) == [None] * len(moves)
        told = sitting.told_all(viewer) + msgspec.json.encode(record_for(sitting.table, viewer))
        assert not any(f'"{move}"'.encode() in told for move in moves)
    sitting.play_any(chooser, 1 - first)
    for viewer in (own, other, Viewer()):
        assert told_moves(sitting, viewer)[0] == moves
        assert recorded_moves(sitting, viewer)[: len(moves)] == moves
    assert fingerprint(Table.of("a-table", sitting.log)) == fingerprint(sitting.table)


@pytest.mark.parametrize("game", ["galax", "sirius"])
def test_a_set_up_is_decided_in_one_go_by_the_last_too(game: str) -> None:
    """Else the number of entries would show how far somebody is."""
    sitting, chooser = started(game, options={}), random.Random(2)
    for seat in (1, 0):
        moves = any_moves(sitting.table, seat, chooser)
        assert len(moves) == 30
        assert sitting.why_not(NAMES[seat], Play(moves=moves[:29])) == "incomplete"
        assert sitting.why_not(NAMES[seat], Play(moves=moves[:1])) == "incomplete"
        one_more = sitting.why_not(NAMES[seat], Play(moves=[*moves, "a1-a1"]))
        assert one_more == ("refused" if seat == 1 else "shown")  # the last part opens all of them
        sitting.play(seat, *moves)


def test_an_open_set_up_is_placed_piece_by_piece() -> None:
    sitting, chooser = started("galax", options={"setup": "open"}), random.Random(2)
    assert len(sitting.table.waiting) == 1
    seat = sitting.play_any(chooser)
    assert told_moves(sitting, Viewer("eve")) != [None]
    assert tell_state(sitting.table, Viewer(NAMES[seat], seat)).take_back == "free"


def test_three_decide_in_secret() -> None:
    sitting, chooser = started("lumens", 3), random.Random(1)
    for number, seat in enumerate((2, 0, 1)):
        assert told_moves(sitting, Viewer("eve")) == [None] * number
        sitting.play_any(chooser, seat)
    assert None not in told_moves(sitting, Viewer("eve"))


@secret_games
def test_what_was_taken_back_in_secret_stays_secret_until_the_end(game: str) -> None:
    sitting, chooser = started(game, options={}), random.Random(5)
    first = any_moves(sitting.table, 0, chooser)
    sitting.play(0, *first)
    assert sitting.do("ann", TakeBack()) == [TakeBackAsked(0)]
    sitting.do("bob", AnswerTakeBack(agrees=True))
    assert sitting.table.waiting == [0, 1] and sitting.table.deciding == (0, 1)
    for seat in (0, 1):
        sitting.play_any(chooser, seat)
    assert told_moves(sitting, Viewer("bob", 1))[0] is None
    assert told_moves(sitting, Viewer("ann", 0))[0] == first
    assert None not in told_moves(sitting, Viewer("bob", 1))[1:]
    sitting.do("ann", Resign())
    assert told_moves(sitting, Viewer("bob", 1))[0] == first


@secret_games
def test_back_in_the_middle_of_a_secret_decision(game: str) -> None:
    """The last one's decision is taken back with consent: what the first decided is hidden again, and shown again."""
    sitting, chooser = started(game, options={}), random.Random(5)
    for seat in (0, 1):
        sitting.play_any(chooser, seat)
    sitting.do("bob", TakeBack())
    sitting.do("ann", AnswerTakeBack(agrees=True))
    assert sitting.table.waiting == [1] and sitting.table.deciding == (1,)
    assert told_moves(sitting, Viewer("bob", 1))[0] is None
    if game != "lumens":
        moves = any_moves(sitting.table, 1, chooser)
        assert sitting.why_not("bob", Play(moves=moves[:3])) == "incomplete"
    sitting.play_any(chooser, 1)
    assert None not in told_moves(sitting, Viewer("bob", 1))[::2]
    assert fingerprint(Table.of("a-table", sitting.log)) == fingerprint(sitting.table)


def test_one_person_on_two_seats_is_told_only_what_the_seat_they_look_from_knows() -> None:
    from lumitheque.tables import TableTerms
    from lumitheque.tables.commands import Sit, Start

    sitting = Sitting(TableTerms(game="sirius"))
    sitting.do("ann", Sit())
    sitting.do("ann", Sit())
    sitting.do("ann", Start())
    moves = any_moves(sitting.table, 0, random.Random(1))
    sitting.do("ann", Play(0, moves))
    assert told_moves(sitting, Viewer("ann", 0)) == [moves]
    assert told_moves(sitting, Viewer("ann", 1)) == [None]
    assert told_moves(sitting, Viewer("ann")) == [None]
    sitting.do("ann", Play(moves=any_moves(sitting.table, 1, random.Random(2))))  # only one seat can be meant

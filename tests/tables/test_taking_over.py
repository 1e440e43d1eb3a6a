"""A game from a device is decided anew: what a device can do comes out the same, what was changed is refused."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from browser.pocket_run import Run
from lumitheque.games import SHELF
from lumitheque.games.game import Game
from lumitheque.tables import Entry, Table, read_entry
from lumitheque.tables.events import Opened, Played, Said, Sat, Started, TakenBack, TimeGiven
from lumitheque.tables.people import BotPlayer, Human
from lumitheque.tables.taking_over import LEFT_BEHIND, NotAsDecided, decide_anew, what_is_new

LATER = 10**9
RUNS = [(game, number) for game in SHELF.values() for number in range(3)]
a_game = pytest.mark.parametrize(("game", "number"), RUNS, ids=lambda one: getattr(one, "name", one))


def log_of(game: Game, number: int) -> list[Entry]:
    """What a device wrote while somebody did everything that can be done there."""
    run = Run(game, number)
    run.story()
    kept = [kept for step in run.steps for kept in step["reply"][2]]
    table = kept[0][0]
    return [read_entry(text.encode()) for one in kept if one[0] == table for text in one[2]]


def story(log: list[Entry]) -> list[Any]:
    """What happened, without whose device it was and what stays there."""
    events = [entry.event for entry in log if not isinstance(entry.event, LEFT_BEHIND)]
    return [
        replace(one, sitter=Human("")) if isinstance(one, Sat) and isinstance(one.sitter, Human) else one
        for one in events
        if not isinstance(one, Opened)
    ]


@a_game
def test_it_comes_out_the_same(game: Game, number: int) -> None:
    log = log_of(game, number)
    told = decide_anew("t", log, "zoe", LATER)
    table, before = Table.of("t", told), Table.of("d-t", log)
    assert story(told)[: len(story(log))] == story(log)
    assert table.ending == before.ending and table.moves() == before.moves() > 0
    assert table.referee and before.referee
    kept, played = table.referee.game_record(), before.referee.game_record()
    assert kept.deal is UNSET and kept == replace(played, deal=UNSET)  # the record is all the same, but proves no deal
    assert table.terms.opener == "zoe" and table.places.people == ["zoe"] and table.note().departures[-1] == "device"
    assert [entry.seq for entry in told] == list(range(1, len(told) + 1))


def test_clocks_do_not_run_on_the_way() -> None:
    for game, number in RUNS:
        log = log_of(game, number)
        played = [entry for entry in log if isinstance(entry.event, Played)]
        log = log[: log.index(played[-1])]
        table = Table.of("t", decide_anew("t", log, "zoe", LATER))
        if table.clocks is not None and table.status == "playing":
            deadline = table.deadline()
            assert deadline is not None and deadline > LATER
            return
    pytest.fail("no run had a clock")


def test_a_fast_clock_of_a_device_is_set_right() -> None:
    log = log_of(SHELF["galax"], 0)
    told = decide_anew("t", log, "zoe", now=500_000)
    assert told[-1].at == 500_000 and Table.of("t", told).moves() == Table.of("t", log).moves()


def tampered(log: list[Entry], change: Callable[[Any], Any], kind: type = Played) -> list[Entry]:
    first = next(entry for entry in log if isinstance(entry.event, kind))
    return [replace(entry, event=change(entry.event)) if entry is first else entry for entry in log]


CHANGES: dict[str, tuple[type, Callable[[Any], Any]]] = {
    "an illegal move": (Played, lambda event: replace(event, moves=["zz"])),
    "a move of another": (Played, lambda event: replace(event, seat=(event.seat + 1) % 2)),
    "no move": (Played, lambda event: replace(event, moves=[])),
    "chance that was not": (Started, lambda event: replace(event, chance=[["shuffle", [0]]])),
    "other rules": (Opened, lambda event: replace(event, rules=event.rules + 1)),
    "another secret": (Opened, lambda event: replace(event, secret="0" * 32)),
    "no secret": (Opened, lambda event: replace(event, secret=None)),
    "no such game": (Opened, lambda event: replace(event, game="chess")),
    "too many seats": (Opened, lambda event: replace(event, seats=31)),
    "another nonce": (Sat, lambda event: replace(event, nonce="other")),
    "a nonce with a colon": (Sat, lambda event: replace(event, nonce="a:b")),
    "a seat that is not": (Sat, lambda event: replace(event, seat=-1)),
    "no such level": (Sat, lambda event: replace(event, sitter=BotPlayer("NO SUCH"))),
    "opened twice": (Started, lambda _: Opened(game="galax", rules=1, seats=2, opener="eve", commitment="")),
    "taken back before anything": (Started, lambda _: TakenBack(0, 1)),
    "time out of nothing": (Started, lambda _: TimeGiven(-5)),
    "only talk": (Started, lambda _: Said("eve", "hm")),
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_was_changed_is_refused(change: str) -> None:
    log = log_of(SHELF["lumens"], 0)
    decide_anew("t", log, "zoe", LATER)
    kind, how = CHANGES[change]
    with pytest.raises(NotAsDecided):
        decide_anew("t", tampered(log, how, kind), "zoe", LATER)


def test_nothing_and_too_much_are_refused() -> None:
    log = log_of(SHELF["galax"], 0)
    for none in ([], log[1:], [replace(log[0], at=-1), *log[1:]], [log[0]] * 5001):
        with pytest.raises(NotAsDecided):
            decide_anew("t", none, "zoe", LATER)


@a_game
def test_what_is_new_follows_what_is_known(game: Game, number: int) -> None:
    log = log_of(game, number)
    whole = decide_anew("t", log, "zoe", LATER)
    for end in (len(log) // 3, len(log) // 2, len(log)):
        part = decide_anew("t", log[:end], "zoe", LATER - 5)
        fresh = what_is_new(part, whole)
        assert fresh is not None
        assert Table.of("t", [*part, *fresh]).moves() == Table.of("t", whole).moves()
        assert what_is_new([*part, *fresh], whole) == [] and what_is_new(whole, part) == []
    assert what_is_new([], whole) == whole


def test_two_ways_on_are_not_mixed() -> None:
    log = log_of(SHELF["galax"], 0)
    whole = decide_anew("t", log, "zoe", LATER)
    other = [*whole[:-1], replace(whole[-1], event=Said("zoe", "hm"))]
    assert what_is_new(other, whole) is None

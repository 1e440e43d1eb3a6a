"""How long bots let people watch."""

from types import SimpleNamespace
from typing import Any

import pytest

from lumitheque.reception import pacing
from lumitheque.reception.pacing import PACINGS, Pacing, seconds_to_watch
from lumitheque.tables.places import BotRun
from open_house import OpenHouse


def table(pace: str, seats: int, bots: frozenset[int], run: BotRun) -> Any:
    terms, places = SimpleNamespace(pace=pace, seats=seats), SimpleNamespace(played_by_bots=bots)
    return SimpleNamespace(terms=terms, places=places, bot_run=run)


def watched(pace: str, seats: int, decisions: int) -> float:
    """The seconds of a whole run in which every bot decides so many times."""
    run, now, bots = BotRun(5_000), 5_000, frozenset(range(1, seats))
    for seat in bots:
        for _ in range(decisions):
            now += round(1000 * seconds_to_watch(table(pace, seats, bots, run), seat, now))
            run = run.after(seat)
    return (now - 5_000) / 1000


@pytest.mark.parametrize("pace", ["calm", "brisk", "at_once"])
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_several_bots_in_a_row_take_no_longer_than_a_person_wants_to_watch(pace: Any, seats: int) -> None:
    for decisions in (1, 3, 40):
        assert watched(pace, seats, decisions) <= PACINGS[pace].run


def test_one_bot_that_decides_once_takes_the_usual_time() -> None:
    assert watched("calm", 2, 1) == PACINGS["calm"].decision
    assert watched("calm", 6, 2) > 0.9 * 3  # and six use what they are given


def test_bots_among_themselves_are_watched_evenly() -> None:
    late = table("calm", 2, frozenset((0, 1)), BotRun(0))
    assert seconds_to_watch(late, 0, 10**9) == PACINGS["calm"].decision


def test_whoever_plays_alone_with_bots_may_skip_what_they_do(house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(pacing.PACINGS, "calm", Pacing(600, 600))
    guest = house.guest()
    opened = guest.open("lumens", sit=[0], bots={1: "random"}, pace=True)
    assert guest.look(opened)["pace"] == "calm"
    line = guest.live()
    line.watch(opened)
    guest.must(opened, "start")
    line.hear("entries")
    line.say("skip")
    assert line.hear("entries")["entries"][0]["by"] == {"kind": "bot"}

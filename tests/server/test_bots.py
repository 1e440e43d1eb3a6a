"""Bots that cannot move: a simpler one plays on, everybody is told, and it is logged once."""

import logging
from collections.abc import Callable
from typing import Any

import pytest

from lumitheque.reception.turns import Turn
from lumitheque.server import house as house_room
from lumitheque.server.bots import turns
from open_house import OpenHouse, settings, standing, wait_for

Choose = Callable[..., list[str]]


def crashes(*_: Any) -> list[str]:
    raise RuntimeError("planted")


def plays_nonsense(*_: Any) -> list[str]:
    return ["start=99"]


def plays_nothing(*_: Any) -> list[str]:
    return []


def fails_as(level: str, choose: Choose, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Let bots of a level choose like this; the levels that were asked."""
    usual, asked = turns.choose_moves, list[str]()

    def chosen(player: Any, bot: Any, turn: Turn, haste: Any) -> list[str]:
        asked.append(turn.level)
        return (choose if turn.level == level else usual)(player, bot, turn, haste)

    monkeypatch.setattr(turns, "choose_moves", chosen)
    return asked


def reports(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]


@pytest.mark.parametrize("choose", [crashes, plays_nonsense, plays_nothing])
def test_a_bot_that_cannot_move_is_replaced(
    choose: Choose, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    asked = fails_as("laika", choose, monkeypatch)
    with OpenHouse() as house:
        guest = house.guest()
        table = guest.open("sirius", bots={0: "greedy", 1: "laika"}, options={"setup": "random"})
        line = guest.live()
        line.watch(table)
        guest.must(table, "start")
        while (told := line.hear("entries"))["entries"][0]["event"]["event"] != "bot_replaced":
            pass
        event = told["entries"][0]["event"]
        assert event == {"event": "bot_replaced", "seat": 1, "level": "greedy", "before": "laika"}
        assert told["state"]["sitters"][1]["sitter"] == {"kind": "bot", "level": "greedy"}
        while standing(line.hear("entries"))["moves"] < 4:
            pass  # and the game goes on
        assert asked.count("laika") == turns.TRIES
        numbers = guest.http.get("/metrics").text
        assert "lumitheque_bot_failures_total 3.0" in numbers and "lumitheque_bots_replaced_total 1.0" in numbers
    assert len(reports(caplog)) == 1 and "laika" in reports(caplog)[0]


def test_a_level_that_this_version_does_not_know(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(house_room, "check_level_asked", lambda *_: None)  # as a house of another version would
    with OpenHouse() as house:
        guest = house.guest()
        table = guest.open("lumens", sit=[0], bots={1: "of-tomorrow"}, start=True, substitute="random")
        wait_for(lambda: guest.look(table)["state"]["sitters"][1]["sitter"]["level"] == "random")
    assert len(reports(caplog)) == 1 and "of-tomorrow" in reports(caplog)[0]


def test_a_substitute_that_cannot_move_is_replaced_and_the_seat_stays_its_persons(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fails_as("greedy", crashes, monkeypatch)
    with OpenHouse() as house:
        first, second = house.guest(), house.guest()
        table = first.open("lumens", sit=[0])
        second.must(table, "sit")
        first.must(table, "start")
        second.must(table, "hand_to_bot")
        wait_for(lambda: first.look(table)["state"]["sitters"][1].get("bot") == "random")
        assert first.look(table)["state"]["sitters"][1]["sitter"]["person"] == second.id
        second.must(table, "hand_back")


def test_where_no_bot_can_move_nobody_tries_for_ever(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    asked = list[str]()

    def fails(_: Any, __: Any, turn: Turn, ___: Any) -> list[str]:
        asked.append(turn.level)
        raise RuntimeError("planted")

    monkeypatch.setattr(turns, "choose_moves", fails)
    monkeypatch.setattr("lumitheque.server.bots.local_runner.LEFT_BEHIND", -1)  # every sweep finds the table again
    with OpenHouse(settings(sweep_seconds=0.02)) as house:
        guest = house.guest()
        guest.open("lumens", sit=[0], bots={1: "greedy"}, start=True)
        wait_for(lambda: asked.count("random") == turns.TRIES)
        runner = house.app.services.runner
        assert runner is not None
        found, find = list[int](), runner.find_forgotten

        async def counted() -> None:
            found.append(1)
            await find()

        runner.find_forgotten = counted  # type: ignore[method-assign]
        wait_for(lambda: len(found) > 5)
    assert asked == ["greedy"] * 3 + ["random"] * 3
    assert len(reports(caplog)) == 2


def test_guests_do_not_replace_bots() -> None:
    with OpenHouse() as house:
        guest = house.guest()
        table = guest.open("lumens", sit=[0], bots={1: "greedy"}, start=True)
        answer = guest.ask(table, "replace_bot", seat=1, level="random", before="greedy")
        assert (answer.status_code, answer.json()["code"]) == (403, "not_allowed")

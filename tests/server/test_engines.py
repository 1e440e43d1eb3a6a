"""The host's programs as bots: listed beside the levels, replaced by one when they fail, gone with the house."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from engines.seated import misbehaving, new_mark, none_left
from lumitheque.bots.protocol import BotError
from lumitheque.engines.listed import introduce_all, read_listed
from lumitheque.engines.pool import Pool
from lumitheque.games import SHELF
from open_house import OpenHouse, settings, wait_for


@contextmanager
def house_with(**kinds: str) -> Iterator[tuple[OpenHouse, str]]:
    """A house whose host lists engines, and the mark of their processes."""
    mark, pool = new_mark(), Pool()
    listed = read_listed(f"{name}={misbehaving(kind, mark)}@0.2s" for name, kind in kinds.items())
    engines = tuple(introduce_all(listed, pool))
    pool.close()
    none_left(mark)
    with OpenHouse(settings(engines=engines)) as house:
        yield house, mark
    none_left(mark)


def test_a_program_plays_at_a_table() -> None:
    with house_with(maxi="well") as (house, _):
        guest = house.guest()
        table = guest.open("lumens", bots={0: "maxi", 1: "greedy"}, pace=0, start=True)
        wait_for(lambda: guest.look(table)["state"]["status"] == "over", 60)
        assert [one["sitter"]["level"] for one in guest.look(table)["state"]["sitters"]] == ["maxi", "greedy"]
        assert house.app.services.house.tally.bot_failures == 0


@pytest.mark.parametrize("kind", ["crasher", "cheater", "babbler"])
def test_one_that_fails_is_replaced(kind: str, caplog: pytest.LogCaptureFixture) -> None:
    with house_with(maxi=kind) as (house, _):
        guest = house.guest()
        table = guest.open("sirius", bots={0: "maxi", 1: "greedy"}, options={"setup": "random"}, start=True)
        wait_for(lambda: guest.look(table)["state"]["sitters"][0]["sitter"]["level"] == "greedy")
        assert house.app.services.house.tally.bots_replaced == 1
    said = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
    assert len(said) == 1 and said[0].startswith("engine sirius maxi fails") and "greedy plays on" in said[0]


def test_programs_are_told_beside_the_levels() -> None:
    with house_with(maxi="well", chess="chess player") as (house, _):
        guest = house.guest()
        for game in SHELF:
            told = guest.http.get(f"/api/games/{game}", headers={"Accept-Language": "en"}).json()
            sentence = "A program of this house’s host."
            assert told["engines"] == [{"name": "maxi", "title": "well", "sentence": sentence}]
        body = {"terms": {"game": "galax"}, "bots": {"0": "chess", "1": "greedy"}}
        assert guest.http.post("/api/tables", json=body).json()["code"] == "no_such_level"


@pytest.mark.parametrize("text", ["maxi", "Maxi=./mybot", "greedy=./mybot", "laika=./mybot", "maxi=", "maxi='"])
def test_bad_listings_are_told(text: str) -> None:
    with pytest.raises(BotError):
        read_listed([text])


def test_one_that_does_not_answer_is_not_listed() -> None:
    with pytest.raises(BotError, match="engine maxi: cannot be started: No such file or directory"):
        introduce_all(read_listed(["maxi=/nowhere/at/all"]), Pool())

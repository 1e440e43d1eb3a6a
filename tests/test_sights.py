"""A seat's sight on its own device: the same refusals and hints as the house gives, of what the seat knows alone."""

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from at_tables import SHORT
from browser.commands import CountingDice
from lumitheque.games import SHELF
from lumitheque.games.game import Game
from lumitheque.reception import hints, sights
from lumitheque.reception.faults import HouseFault, say_denied
from lumitheque.reception.pocket import PocketHouse
from lumitheque.reception.pocket_routes import answer
from lumitheque.reception.sights import SightHint, SightJudged, SightTold, judge_by_sight, tell_sight
from lumitheque.tables import Actor, Denied, Table, decide
from lumitheque.tables.commands import Play

ME = "somebody"
NOW = 1_000


def opened(game: Game, options: dict[str, Any]) -> tuple[PocketHouse, Table]:
    """A table at which one person sits on every seat."""
    house, seats = PocketHouse(CountingDice(), ME, "Ada"), game.seats[-1]
    terms = {"game": game.name, "seats": seats, "options": options, "hints": True}
    body = msgspec.json.encode({"terms": terms, "sit": list(range(seats)), "start": True}).decode()
    told = msgspec.json.decode(answer(house, "POST", "/api/tables", {}, body, NOW).body)
    return house, house.table(told["table"]["id"])


def evening(game: Game, options: dict[str, Any], moves: int) -> Iterator[tuple[Table, int, list[str]]]:
    """A game at random: before every move the table, who is to move, and texts that may or may not be moves."""
    choose, (house, table), heard = random.Random(5), opened(game, options), list[str]()
    for _ in range(moves):
        if not table.waiting:
            return
        seat = choose.choice(table.waiting)
        legal = table.game.legal(seat)
        heard += choose.sample(legal, min(4, len(legal)))
        yield table, seat, [*choose.sample(heard, min(8, len(heard))), "zz", ""]
        try:
            house.command(table.id, house.actor, Play(seat, [choose.choice(legal)]), None, NOW)
        except Denied:
            return  # a secret set-up is one play


@pytest.mark.parametrize("options", ["usual", "short"])
@pytest.mark.parametrize("game", SHELF.values(), ids=SHELF)
def test_a_sight_refuses_what_the_table_refuses_with_the_same_words(game: Game, options: str) -> None:
    refused = 0
    for table, seat, texts in evening(game, SHORT.get(game.name, {}) if options == "short" else {}, 60):
        sight = tell_sight(table, ME, seat)
        for text in texts:
            told = judge_by_sight(SightJudged(sight, text), "fr").fault
            try:
                decide(table, Actor.of(ME), Play(seat, [text]), NOW, CountingDice())
                assert told is None
            except Denied as denied:
                expected = say_denied(denied, "fr") if denied.rule_id else None
                assert told == expected, text
                refused += told is not None
    assert refused > 1


@pytest.mark.parametrize("game", SHELF.values(), ids=SHELF)
def test_a_sight_holds_the_view_and_nothing_else(game: Game) -> None:
    for table, seat, _ in evening(game, SHORT.get(game.name, {}), 12):
        sight = tell_sight(table, ME, seat)
        assert bytes.fromhex(sight.view) == table.game.view_record(seat).tobytes()
        assert sight.seat == seat and sight.decisions == len(table.game.decisions)


@pytest.mark.parametrize("game", SHELF.values(), ids=SHELF)
def test_a_hint_by_sight_is_the_hint_of_the_house(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    from lumitheque.bots import Budget

    monkeypatch.setattr(hints, "Budget", lambda _: Budget(simulations=60))
    monkeypatch.setattr(sights, "think", hints.think)
    for table, seat, _ in evening(game, SHORT.get(game.name, {}), 3):
        sent = msgspec.json.decode(msgspec.json.encode(tell_sight(table, ME, seat)), type=SightTold)
        here, there = sights.hint_by_sight(SightHint(sent), "en"), hints.think(hints.ask(table, ME, seat, "en"), 1.0)
        assert msgspec.structs.replace(here, seconds=0.0) == msgspec.structs.replace(there, seconds=0.0)


def test_whoever_is_not_to_move_gets_no_sight() -> None:
    _, table = opened(SHELF["sirius"], SHORT["sirius"])
    [other] = {0, 1} - set(table.waiting)
    for person, seat in ((ME, other), ("stranger", None)):
        with pytest.raises(HouseFault) as refused:
            tell_sight(table, person, seat)
        assert refused.value.code in ("not_your_move", "not_your_seat")


@pytest.mark.parametrize("view", ["", "00", "zz", "00" * 5000])
def test_what_is_no_sight_is_refused(view: str) -> None:
    told = SightTold("galax", {}, None, 0, 2, 0, view)
    with pytest.raises(HouseFault) as refused:
        judge_by_sight(SightJudged(told, "a1-a2"), "fr")
    assert refused.value.code == "bad_request"

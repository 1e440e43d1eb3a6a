"""The public API as a program sees it. It need not run: mypy, strict, must find the types that are stated here."""

from typing import Any, assert_type

import lumitheque as lt
from lumitheque.games import SHELF, Game, GameError, find, join
from lumitheque.referee import GameRecord, RecordError, Referee, Refused, ReplayError, read_record, write_record


def open_and_play() -> None:
    assert_type(lt.shelf(), list[str])
    g = lt.new("sirius", seats=2, seed="7", options={"setup": "random", "patience": 40, "champion_safe": True})
    assert_type(g, Referee)
    assert_type(g.waiting(), list[int])
    assert_type(g.legal(), list[str])
    assert_type(g.legal(0), list[str])
    assert_type(g.legal_numbers(0), list[int])
    assert_type(g.refusal("a3-a4", seat=0), str | None)
    assert_type(g.describe("a3-a4", "en"), str)
    assert_type(g.play("a3-a4"), list[tuple[str, Any]])
    assert_type(g.chance(), list[tuple[str, Any]])
    assert_type(g.can_take_back(0), bool)
    back = g.take_back()
    assert_type(back.seat, int)
    assert_type(back.text, str)


def look(g: Referee) -> None:
    assert_type(g.position(), dict[str, Any])
    assert_type(g.view(0), dict[str, Any])
    assert_type(g.view(None), dict[str, Any])
    assert_type(g.ending(), dict[str, Any] | None)
    assert_type(g.game, Game)
    assert_type(g.seats, int)
    assert_type(g.seed, str | None)
    g.close("resigned", winners=[1], seat=0)


def keep(g: Referee, text: str) -> None:
    assert_type(g.record(), dict[str, Any])
    assert_type(g.game_record(), GameRecord)
    assert_type(write_record(g.game_record()), str)
    assert_type(read_record(text), GameRecord)
    for record in (g.record(), g.game_record(), text, text.encode()):
        assert_type(lt.load(record), Referee)


def mistakes(g: Referee) -> str | None:
    try:
        g.play("a3-a5")
    except Refused as refused:
        return assert_type(refused.rule_id, str)
    except (RecordError, ReplayError) as error:
        return str(error)
    except GameError:
        return None
    lt.new(7)  # type: ignore[arg-type]
    g.play("a3-a4", seat="0")  # type: ignore[arg-type]
    return None


def shelve(game: Game) -> None:
    join(game)
    assert_type(find(game.name), Game)
    assert_type(SHELF[game.name].rule_ids, tuple[str, ...])
    assert_type(game.page("fr", aid=True), str)

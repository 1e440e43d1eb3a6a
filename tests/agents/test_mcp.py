"""The MCP server, asked by the SDK's own client: whole games of every title, rules, refusals, records, prompts."""

import os
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
from mcp import StdioServerParameters

from agent_robots import SHORT, Asked, server, talk
from lumitheque.agents.desk import Desk
from lumitheque.agents.mcp_server import LARGEST, in_background
from lumitheque.games import SHELF
from lumitheque.referee import load, read_record

every_game = pytest.mark.parametrize("game", list(SHELF))


@every_game
def test_a_robot_plays_a_whole_game(game: str, tmp_path: Path) -> None:
    async def play(ask: Asked) -> Any:
        table = await ask.open(game, opponents=["random"], seat=1)
        partial = (await ask("record", table=table))["record"]
        ending = await ask.play_to_the_end(table)
        return partial, ending, (await ask("record", table=table))["record"], await ask("tables")

    partial, ending, record, tables = talk(server(Desk(alone=True, keep=tmp_path)), play)
    assert "seed" not in partial and "chance" not in partial and partial["finished"] is False
    assert load(record).ending() == ending, "the whole record replays"
    assert [one["status"] for one in tables["tables"]] == ["over"]
    (kept,) = tmp_path.iterdir()
    assert load(read_record(kept.read_bytes())).ending() == ending


def test_a_secret_set_up_is_chosen_move_by_move() -> None:
    async def set_up(ask: Asked) -> None:
        table = await ask.open("galax", options={}, opponents=["random"])
        for number in range(1, 30):
            moves = (await ask("legal_moves", table=table))["moves"]
            answer = await ask("move", table=table, moves=moves[0]["move"])
            assert len(answer["chosen"]) == number and answer["state"]["status"] == "playing"
        assert answer["state"]["view"]["board"][answer["chosen"][0].partition("=")[0]], "it shows in one's own view"
        again = await ask("move", table=table, moves=answer["chosen"][:2], afresh=True)
        assert len(again["chosen"]) == 2
        twice = await ask("move", table=table, moves=again["chosen"][0])
        assert twice["refused"]["rule"].startswith("GX-") and twice["chosen"] == again["chosen"]
        told = answer["chosen"][2:]
        while told:
            answer = await ask("move", table=table, moves=told)
            told = [one["move"] for one in (await ask("legal_moves", table=table))["moves"]][:1]
            if not answer.get("chosen"):
                break
        assert "chosen" not in answer and answer["state"]["view"]["phase"] == "play"

    talk(server(), set_up)


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_over_http(mode: str) -> None:
    async def play(ask: Asked) -> Any:
        table = await ask.open("fromages", opponents=["random"])
        return await ask.play_to_the_end(table), (await ask("tables"))

    with in_background(server(Desk())) as url:
        ending, tables = talk(url, play, mode)
    assert ending["reason"]
    if mode == "legacy":
        assert len(tables["tables"]) == 1
    else:
        assert not tables["tables"] and "session" in tables["sentence"]


def test_over_stdio(tmp_path: Path) -> None:
    environment = os.environ | {"LUMITHEQUE_LANG": "en", "LUMITHEQUE_RULES": "interpreted"}
    command = [sys.executable, "-m", "lumitheque", "mcp", "--keep", str(tmp_path)]

    async def play(ask: Asked) -> Any:
        return await ask.play_to_the_end(await ask.open("lumens", opponents=["random"]))

    ending = talk(StdioServerParameters(command=command[0], args=command[1:], env=environment), play)
    assert ending["reason"] == "counted" and len(list(tmp_path.iterdir())) == 1


def test_only_this_machine_is_answered() -> None:
    with in_background(server(Desk())) as url:
        asked = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
        told = {"accept": "application/json, text/event-stream"}
        assert httpx.post(url, json=asked, headers=told | {"host": "evil.example"}).status_code == 421
        assert httpx.post(url, json=asked, headers=told | {"origin": "https://evil.example"}).status_code == 403
        assert httpx.post(url, content=b"x" * (LARGEST + 1), headers=told).status_code == 413


@every_game
def test_refusals_quote_the_rule(game: str) -> None:
    async def be_refused(ask: Asked) -> None:
        table = await ask.open(game)
        for moves in ("nonsense", "pass"):
            answer = await ask("move", table=table, moves=moves)
            assert answer["done"] is False and answer["number"] == 0
            refused, told = answer["refused"], await ask("why", table=table, moves=moves)
            assert refused["rule"] == told["rule"]["id"] and not told["legal"]
            assert refused["sentence"] == told["sentence"] and refused["rule"] in told["rule"]["text"]
            assert (await ask("rules", game=game, rule=refused["rule"].lower()))["text"] == told["rule"]["text"]
        first = (await ask("legal_moves", table=table, count=1))["moves"][0]
        assert await ask("why", table=table, moves=first["move"]) == {"legal": True, "sentence": first["sentence"]}
        told = await ask("record", table=table)
        assert sum(told["illegal"].values()) == 2, "asking why counts for nothing"

    talk(server(), be_refused)


def test_moves_come_in_pages() -> None:
    async def turn_pages(ask: Asked) -> None:
        table = await ask.open("galax", options={})
        told, found = await ask("legal_moves", table=table, count=7), []
        while True:
            found += told["moves"]
            if "next" not in told:
                break
            told = await ask("legal_moves", table=table, first=told["next"], count=7)
        assert len({one["move"] for one in found}) == told["total"] == (await ask("view", table=table))["legal_total"]
        assert "legal" not in (await ask("view", table=table))["table"]["state"], "a long list is not in the view"
        like = await ask("legal_moves", table=table, like="A1")
        assert 0 < like["total"] < told["total"] and all("a1" in one["move"] for one in like["moves"])

    talk(server(), turn_pages)


def test_hints_only_where_they_were_agreed() -> None:
    async def ask_for_hints(ask: Asked) -> None:
        without = await ask.open("lumens")
        assert (await ask.fault("hint", table=without))["code"] == "no_hint"
        assert not (await ask("view", table=without))["table"].get("may_hint")
        agreed = await ask.open("lumens", hints=True)
        hint = await ask("hint", table=agreed, seconds=0.05)
        assert hint["move"] in [one["move"] for one in (await ask("legal_moves", table=agreed))["moves"]]

    talk(server(), ask_for_hints)


def test_a_seed_gives_the_same_deal_and_does_not_tell_it() -> None:
    async def open_twice(ask: Asked) -> None:
        first, again, other = [await ask.open("luminis", seed=word) for word in ("a", "a", "b")]
        assert len({first, again, other}) == 3
        views = [(await ask("view", table=one))["table"]["state"]["view"] for one in (first, again, other)]
        assert views[0] == views[1] != views[2]

    talk(server(), open_twice)


def test_resigning_and_looking_back() -> None:
    async def resign(ask: Asked) -> None:
        table = await ask.open("sirius")
        moves = (await ask("legal_moves", table=table))["moves"]
        await ask("move", table=table, moves=moves[0]["move"])
        answer = await ask("resign", table=table)
        assert answer["state"]["ending"] == {"reason": "resigned", "points": [0, 1], "winners": [1], "seat": 0}
        frames = (await ask("replay", table=table))["frames"]
        assert frames[-1]["ending"] == answer["state"]["ending"]
        assert [moves[0]["move"]] in [frame["moves"] for frame in frames]  # the bot may have begun
        assert (await ask.fault("move", table=table, moves="a1-a2"))["code"] == "over"
        assert (await ask.fault("resign", table=table))["code"] == "over"

    talk(server(), resign)


def test_games_pages_and_prompts_in_both_languages() -> None:
    async def read(ask: Asked) -> None:
        facts = (await ask("games", language="fr"))["games"]
        assert [one["game"]["name"] for one in facts] == list(SHELF)
        assert facts[0]["levels"] and facts[0]["options"] and facts[0]["aim"]
        addresses = [one.uri for one in (await ask.client.list_resources()).resources]
        assert len(addresses) == 4 * len(SHELF)
        for address in addresses:
            (page,) = (await ask.client.read_resource(address)).contents
            assert len(page.text) > 300 and "<!--" not in page.text
        for prompt in ("learn_the_game", "play_a_game"):
            told = [
                (await ask.client.get_prompt(prompt, {"game": "sirius", "language": language})).messages[0].content.text
                for language in ("fr", "en")
            ]
            assert all("Sirius" in text and "open_table" in text for text in told) and told[0] != told[1]
        drawing = (await ask("view", table=await ask.open("sirius"), drawing=True))["drawing"]
        assert "a  b  c" in drawing

    talk(server(), read)


def test_a_stand_in_decides_after_too_many_refusals() -> None:
    from lumitheque.agents.dice import KeyedDice
    from lumitheque.agents.shapes import AgentOpening
    from lumitheque.agents.table import AgentTable

    table = AgentTable.open(AgentOpening(game="galax", options=SHORT["galax"], refusals=2), KeyedDice(b"key", "deal"))
    left = [table.play(["nonsense"]) for _ in range(3)]
    assert [one.refusals_left for one in left] == [1, 0, None] or [one.refusals_left for one in left[:2]] == [1, 0]
    assert not left[1].stand_in and left[2].stand_in and not left[2].done
    assert table.stood_in == 1 and table.illegal == {"GX-00": 3} and table.decisions >= 1
    assert table.view().refusals_left == 2, "the next decision begins anew"

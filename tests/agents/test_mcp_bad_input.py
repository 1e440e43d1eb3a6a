"""Bad input to the MCP server: unknown things, wrong types, far too much, other people's tables. One line each."""

from typing import Any

import httpx
import pytest
from mcp import MCPError

from agent_robots import SHORT, Asked, server, talk
from command_line import Run
from lumitheque.agents.desk import MOST_OWN, Desk
from lumitheque.agents.mcp_server import in_background

HUGE = "x" * 10_000_000
BAD: list[tuple[str, dict[str, Any], str]] = [
    ("frobnicate", {}, "bad_request"),
    ("open_table", {"game": "chess"}, "unknown_game"),
    ("open_table", {}, "bad_request"),
    ("open_table", {"game": 7}, "bad_request"),
    ("open_table", {"game": HUGE}, "bad_request"),
    ("open_table", {"game": "galax", "seats": 9}, "bad_request"),
    ("open_table", {"game": "galax", "seats": 10**30}, "bad_request"),
    ("open_table", {"game": "galax", "seat": 2}, "no_such_seat"),
    ("open_table", {"game": "galax", "seat": -1}, "no_such_seat"),
    ("open_table", {"game": "galax", "opponents": ["ghost"]}, "no_such_level"),
    ("open_table", {"game": "galax", "opponents": ["random", "random"]}, "opponents"),
    ("open_table", {"game": "galax", "opponents": ["r" * 50]}, "bad_request"),
    ("open_table", {"game": "galax", "options": {"colour": "red"}}, "options"),
    ("open_table", {"game": "galax", "options": {"directions": 5}}, "options"),
    ("open_table", {"game": "galax", "options": {"directions": None}}, "bad_request"),
    ("open_table", {"game": "galax", "edition": "nowhere"}, "edition"),
    ("open_table", {"game": "lumens", "edition": "/etc/passwd"}, "edition"),
    ("open_table", {"game": "lumens", "edition_text": "nonsense"}, "bad_edition"),
    ("rules", {"game": "sirius", "rule": "SI-99"}, "unknown_rule"),
    ("rules", {"game": "sirius", "language": "tlh"}, "bad_request"),
    ("view", {"table": "d-0"}, "unknown_table"),
    ("view", {"table": None}, "bad_request"),
    ("move", {"table": "d-0", "moves": "a1"}, "unknown_table"),
]
AT_A_TABLE: list[tuple[str, dict[str, Any], str]] = [
    ("move", {"moves": []}, "how_many_moves"),
    ("move", {"moves": HUGE}, "bad_request"),
    ("move", {"moves": ["a"] * 101}, "bad_request"),
    ("move", {"moves": {"a": 1}}, "bad_request"),
    ("move", {"moves": "a1", "cost": -1}, "bad_request"),
    ("move", {"moves": "a1", "cost": "many"}, "bad_request"),
    ("legal_moves", {"first": -1}, "bad_request"),
    ("legal_moves", {"count": 0}, "bad_request"),
    ("hint", {"seconds": 1e9}, "bad_request"),
    ("replay", {"first": "now"}, "bad_request"),
]


def test_nonsense_is_refused_in_one_line() -> None:
    async def ask_nonsense(ask: Asked) -> None:
        for tool, arguments, code in BAD:
            fault = await ask.fault(tool, **arguments)
            assert fault["code"] == code, (tool, fault)
            assert "\n" not in fault["sentence"] and len(fault["sentence"]) < 500
        assert (await ask("tables"))["tables"] == [], "nothing was opened"
        table = await ask.open("galax")
        for tool, arguments, code in AT_A_TABLE:
            assert (await ask.fault(tool, table=table, **arguments))["code"] == code, tool
        assert not (await ask("record", table=table)).get("illegal"), "no move was tried"

    talk(server(), ask_nonsense)


def test_faults_come_in_the_language_of_the_server() -> None:
    async def ask_nonsense(ask: Asked) -> str:
        return str((await ask.fault("view", table="d-0"))["sentence"])

    french, english = (talk(server(language=language), ask_nonsense) for language in ("fr", "en"))
    assert french != english


def test_text_that_looks_like_json_stays_a_move() -> None:
    async def play(ask: Asked) -> None:
        table = await ask.open("galax")
        for moves in ("12", "true", '["a1"]', "\x00", "💥" * 30):
            answer = await ask("move", table=table, moves=moves)
            assert answer["refused"]["rule"].startswith("GX-")

    talk(server(), play)


def test_a_table_is_reached_from_its_own_session_alone() -> None:
    desk = Desk()
    with in_background(server(desk)) as url:

        async def open_one(ask: Asked) -> str:
            return await ask.open("galax")

        async def look(ask: Asked) -> None:
            for tool in ("view", "legal_moves", "record", "replay", "resign"):
                assert (await ask.fault(tool, table=table))["code"] == "unknown_table", tool
            assert (await ask("tables"))["tables"] == []

        table = talk(url, open_one, "legacy")
        for mode in ("legacy", "auto"):
            talk(url, look, mode)
        forged = httpx.post(
            url,
            json={"jsonrpc": "2.0", "id": 1, "method": "tools/list"},
            headers={"accept": "application/json, text/event-stream", "mcp-session-id": "0" * 32},
        )
        assert forged.status_code == 404


def test_too_much_over_http() -> None:
    async def send_too_much(ask: Asked) -> None:
        with pytest.raises(MCPError):
            await ask("rules", game=HUGE)

    with in_background(server(Desk())) as url:
        talk(url, send_too_much)


def test_nobody_fills_the_memory() -> None:
    async def open_many(ask: Asked) -> None:
        for _ in range(MOST_OWN):
            table = await ask.open("lumens")
        assert (await ask.fault("open_table", game="lumens"))["code"] == "enough_tables"
        await ask("resign", table=table)
        await ask.open("lumens")

    talk(server(), open_many)


def test_a_programme_opens_no_tables() -> None:
    async def open_one(ask: Asked) -> None:
        assert (await ask.fault("open_table", game="lumens", options=SHORT.get("lumens", {})))["code"] == "bad_request"

    talk(server(opens=False), open_one)


@pytest.mark.parametrize("address", ["8765", "127.0.0.1", "127.0.0.1:http", ":1", "0.0.0.0:0"])
def test_a_wrong_address_is_told_in_one_line(address: str, lumitheque: Run) -> None:
    told = lumitheque("mcp", "--http", address)
    assert told.status == 2 and told.out == ""
    (line,) = [one for one in told.err.splitlines() if "--http" in one]
    assert line.startswith("lumitheque: ")

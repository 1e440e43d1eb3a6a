"""bench-agent: the same report twice, illegal moves by rule, stand-ins, resumption; decks that nobody has seen."""

import random
import sys
from pathlib import Path

import msgspec
import pytest

from command_line import Run
from lumitheque.agents.contest import BoutResult, play_bout
from lumitheque.agents.contestants import ClientContestant, EngineContestant
from lumitheque.agents.decks import MAKERS, new_edition
from lumitheque.agents.maps import cells_of, in_one_piece
from lumitheque.agents.programme import Programme, read_programme
from lumitheque.agents.report import PACE
from lumitheque.games import SHELF, find
from lumitheque.referee import load, read_record
from source_tree import ROOT

SAMPLE = f"{sys.executable} {ROOT / 'examples/engines/random_bot.py'}"
ENGINE = """
import json, random, sys

def say(**message):
    print(json.dumps(message), flush=True)

tries = 0
for line in sys.stdin:
    message = json.loads(line)
    kind = message["type"]
    if kind == "hello":
        say(type="ready", protocol=1, name="planted")
    elif kind == "new":
        say(type="ok")
    elif kind in ("think", "error"):
        if kind == "think":
            legal, dice, tries = message["legal"], random.Random(message["seed"]), 0
        tries += 1
        {body}
    elif kind == "quit":
        break
"""
ILLEGAL_FIRST = 'say(type="move", move=dice.choice(legal) if tries > 2 else ["nonsense", "x99"][tries - 1], cost=7)'
NEVER_LEGAL = 'say(type="move", move="nonsense")'
CRASHES = "sys.exit(3)"
CLIENT = """
import anyio, os
from mcp import Client

async def play():
    async with Client(os.environ["LUMITHEQUE_MCP_URL"]) as client:
        table = os.environ["LUMITHEQUE_TABLE"]
        while True:
            told = (await client.call_tool("legal_moves", {"table": table})).structured_content
            if not told["moves"]:
                break
            await client.call_tool("move", {"table": table, "moves": "nonsense", "cost": 3})
            await client.call_tool("move", {"table": table, "moves": told["moves"][0]["move"], "cost": 4})

anyio.run(play)
"""


def planted(folder: Path, body: str) -> str:
    (folder / "engine.py").write_text(ENGINE.replace("{body}", body))
    return f"{sys.executable} {folder / 'engine.py'}"


def bench(lumitheque: Run, agent: str, out: Path, *more: str, seed: str = "test") -> str:
    """Run the quick programme at Lumens; the report without what differs from run to run."""
    told = lumitheque("bench-agent", agent, "--games", "lumens", "--seed", seed, "-o", str(out), "--quiet", *more)
    assert told.status == 0, told.err
    return (out / "agent.md").read_text().partition(PACE)[0]


def results_in(folder: Path) -> list[BoutResult]:
    lines = (folder / "results.jsonl").read_bytes().splitlines()
    return [msgspec.json.decode(line, type=BoutResult) for line in lines]


def test_the_same_agent_gets_the_same_report(lumitheque: Run, tmp_path: Path) -> None:
    first, again = (bench(lumitheque, SAMPLE, tmp_path / name) for name in ("a", "b"))
    assert first == again and "6 of 6 games" in first
    assert (tmp_path / "a/agent.svg").read_bytes() == (tmp_path / "b/agent.svg").read_bytes()
    other = bench(lumitheque, SAMPLE, tmp_path / "c", seed="another")
    assert other != first
    records = sorted((tmp_path / "a/records").iterdir())
    assert len(records) == 6
    for path in records:
        record = read_record(path.read_bytes())
        assert load(record).ending() and record.edition and record.edition.text, "on a board of its own"


def test_a_seed_is_drawn_and_kept(lumitheque: Run, tmp_path: Path) -> None:
    """Nobody can know deals beforehand that nobody has chosen; the same folder goes on with the same."""
    seeds = []
    for name in ("a", "a", "b"):
        told = lumitheque("bench-agent", SAMPLE, "--games", "lumens", "-o", str(tmp_path / name), "-q", "--json")
        seeds.append(told.json()["seed"])
    assert seeds[0] == seeds[1] != seeds[2] and len(seeds[0]) == 32


def test_it_goes_on_where_it_stopped(lumitheque: Run, tmp_path: Path) -> None:
    whole = bench(lumitheque, SAMPLE, tmp_path / "a")
    lines = (tmp_path / "a/results.jsonl").read_bytes().splitlines(keepends=True)
    (tmp_path / "a/results.jsonl").write_bytes(b"".join(lines[:4]) + lines[4][:30])
    assert bench(lumitheque, SAMPLE, tmp_path / "a") == whole
    assert len(results_in(tmp_path / "a")) == 6
    told = lumitheque("bench-agent", SAMPLE, "--games", "lumens", "--seed", "x", "-o", str(tmp_path / "a"))
    assert told.status == 2 and "choose another --output" in told.err


def test_illegal_moves_are_counted_by_rule(lumitheque: Run, tmp_path: Path) -> None:
    report = bench(lumitheque, planted(tmp_path, ILLEGAL_FIRST), tmp_path / "out")
    for one in results_in(tmp_path / "out"):
        assert one.illegal == {"LU-00": 2 * one.decisions} and one.cost == 21 * one.decisions
        assert one.stood_in == 0 and not one.failures
    assert "| 200.0 |" in report and "LU-00" in report and "| 21 |" in report


def test_a_stand_in_decides_after_the_last_refusal(lumitheque: Run, tmp_path: Path) -> None:
    bench(lumitheque, planted(tmp_path, NEVER_LEGAL), tmp_path / "out", "--refusals", "1")
    for one in results_in(tmp_path / "out"):
        assert one.stood_in == one.decisions and one.illegal == {"LU-00": 2 * one.decisions}


def one_bout(games: tuple[str, ...]) -> tuple[Programme, int]:
    return read_programme("quick", "seed", games), 0


def test_an_engine_that_crashes_loses_no_game(tmp_path: Path) -> None:
    programme, number = one_bout(("galax",))
    agent = EngineContestant(planted(tmp_path, CRASHES))
    with agent.connected():
        result, record = play_bout(programme, programme.bouts()[number], agent)
    assert result.failures == {"crashed": 4} and result.stood_in == result.decisions
    assert load(record).ending()


def test_a_client_of_mcp_plays_the_programme(tmp_path: Path) -> None:
    (tmp_path / "client.py").write_text(CLIENT)
    programme, number = one_bout(("lumens",))
    agent = ClientContestant(f"{sys.executable} {tmp_path / 'client.py'}", minutes=5, logs=tmp_path / "logs")
    with agent.connected():
        result, _ = play_bout(programme, programme.bouts()[number], agent)
    assert result.illegal == {"LU-00": result.decisions} and result.cost == 7 * result.decisions
    assert result.stood_in == 0 and not result.failures
    assert (tmp_path / "logs" / f"{result.id}.log").read_text() == ""


def test_a_client_that_leaves_is_stood_in_for(tmp_path: Path) -> None:
    programme, number = one_bout(("lumens",))
    agent = ClientContestant(f"{sys.executable} -c pass", minutes=5)
    with agent.connected():
        result, _ = play_bout(programme, programme.bouts()[number], agent)
    assert result.failures == {"left": 1} and result.stood_in == result.decisions


@pytest.mark.parametrize("game", sorted(MAKERS))
def test_decks_made_anew_are_sound_and_new(game: str) -> None:
    made = [new_edition(find(game), str(seed)) for seed in range(60)]
    texts = {one.text for one in made if one}
    assert len(texts) == 60, "each is another"
    again = new_edition(find(game), "7")
    assert again is not None and again.text in texts
    assert {one.built_in for one in made if one} == {False}


def test_rooms_made_anew_are_in_one_piece() -> None:
    for seed in range(40):
        edition = new_edition(find("lumens"), str(seed))
        assert edition is not None
        for side in edition.text.split("3-4 players"):
            rows = [list(line) for line in side.splitlines() if line and "player" not in line]
            for letter in {one for row in rows for one in row} - {"."}:
                assert in_one_piece(cells_of(rows, letter)), edition.text


@pytest.mark.parametrize("name", ["quick", "standard"])
def test_a_programme_has_every_seat_of_every_game(name: str) -> None:
    programme = read_programme(name, "0")
    bouts = programme.bouts()
    assert len({bout.id for bout in bouts}) == len(bouts)
    for game in SHELF.values():
        few = game.seats[0]
        assert {(bout.seat, bout.opponent) for bout in bouts if bout.game == game.name and bout.seats == few} >= {
            (seat, opponent) for seat in range(few) for opponent in ("random", "greedy")
        }


def test_two_agents_of_one_programme_get_the_same_deal() -> None:
    programme = read_programme("quick", "seed", ("luminis",))
    bout = random.Random(1).choice(programme.bouts())
    states = [programme.open(bout).referee.state.tobytes() for _ in range(2)]
    assert states[0] == states[1]
    other = read_programme("quick", "another seed", ("luminis",)).open(bout)
    assert other.referee.state.tobytes() != states[0]


WRONG = {
    "no command": ["bench-agent", "", "--mcp"],
    "half a quotation": ["bench-agent", "'x", "--mcp"],
    "no engine": ["bench-agent", " "],
    "no such programme": ["bench-agent", "x", "--programme", "endless"],
    "no such game": ["bench-agent", "x", "--games", "chess"],
    "refusals": ["bench-agent", "x", "--refusals", "-1"],
    "a client that is not there": ["bench-agent", "/no/such/client", "--mcp", "--games", "lumens"],
}


@pytest.mark.parametrize("arguments", WRONG.values(), ids=WRONG.keys())
def test_bad_input_is_told_in_one_line(arguments: list[str], lumitheque: Run) -> None:
    told = lumitheque(*arguments)
    assert told.status == 2 and told.out == ""
    assert [line for line in told.err.splitlines() if line.startswith("lumitheque: ")], told.err
    assert "should not happen" not in told.err


@pytest.mark.parametrize("arguments", [["mcp"], ["bench-agent", "x", "--mcp"], ["bench-agent", "x"]], ids=" ".join)
def test_what_is_missing_is_told(arguments: list[str], lumitheque: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    told = lumitheque(*arguments)
    assert told.status == 2 and len(told.err.splitlines()) == 1 and "pip install 'lumitheque[" in told.err

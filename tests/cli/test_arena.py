"""arena: from the command line to the report, going on where it stopped, and what it says when something is wrong."""

import importlib.util
import json
from pathlib import Path

import pytest

from command_line import Run
from lumitheque.arena import running
from lumitheque.cli.speech import Speech
from lumitheque.cli.standings import Progress

TWO = ("arena", "luminis", "--players", "random,random@1", "--jobs", "1")


def results(folder: str = "arena-luminis") -> list[str]:
    return (Path(folder) / "results.jsonl").read_text(encoding="utf-8").splitlines()


def test_from_players_to_report(lumitheque: Run) -> None:
    told = lumitheque(*TWO, "--games", "4", "--records", "--zero", "random")
    assert told.status == 0, told.err
    assert "Luminis: 4 games" in told.out and "Report: arena-luminis/report.md" in told.out
    for word in ("random@1", "Won", "Elo", "openskill", "P1", "P2", "Quartiles", "Shared victories", "(spire)"):
        assert word in told.out
    assert "4/4 games" in told.err and "games/s" in told.err
    folder = Path("arena-luminis")
    names = {"results.jsonl", "report.md", "summary.json", "records"}
    assert names | {"ladder.png", "meetings.png", "seats.png", "lengths.png"} == {
        path.name for path in folder.iterdir()
    }
    played = [json.loads(line) for line in results()]
    assert [one["players"] for one in played[:2]] == [["random", "random@1"], ["random@1", "random"]]
    assert played[0]["deal"] == played[1]["deal"] != played[2]["deal"]
    checked = lumitheque("check", *(str(path) for path in (folder / "records").iterdir()))
    assert checked.status == 0 and checked.out.count(": good.") == 4


def test_it_goes_on_where_it_stopped(lumitheque: Run) -> None:
    assert lumitheque(*TWO, "--games", "2", "-q").err == ""
    first = results()
    lumitheque(*TWO, "--games", "2")
    assert results() == first
    told = lumitheque(*TWO, "--games", "6", "--json")
    assert results()[:2] == first and len(results()) == 6 == told.json()["games"] == told.json()["scheduled"]
    assert lumitheque(*TWO, "--games", "2", "--json").json()["games"] == 2, "what was asked for, not what is there"


def test_interrupted(lumitheque: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    play = running.Umpire.__call__

    def until_tired(umpire: running.Umpire, fixture: object) -> object:
        if len(results()) == 3:
            raise KeyboardInterrupt
        return play(umpire, fixture)  # type: ignore[arg-type]

    monkeypatch.setattr(running.Umpire, "__call__", until_tired)
    told = lumitheque(*TWO, "--games", "6")
    assert told.status == 130 and len(results()) == 3
    assert "stopped after 3 games; the same command goes on from there" in told.err and "Luminis: 3 games" in told.out
    monkeypatch.undo()


def test_report_only(lumitheque: Run) -> None:
    told = lumitheque("arena", "luminis", "--report-only")
    assert told.status == 2 and "there are no results" in told.err
    lumitheque(*TWO, "--games", "4")
    before = results()
    Path("arena-luminis/report.md").unlink()
    told = lumitheque("arena", "luminis", "--report-only", "--json")
    assert told.status == 0 and told.json()["games"] == 4 and results() == before
    assert Path("arena-luminis/report.md").exists()


def test_line_ups_options_and_target(lumitheque: Run) -> None:
    told = lumitheque(
        *("arena", "lumens", "--lineup", "random,random@1,random@1", "--games", "3", "--jobs", "1", "--json"),
        *("--set", "end=played_out", "--out", "here", "--target", "0.9", "--seed", "a"),
    )
    summary = told.json()
    assert summary["table"]["seats"] == 3 and summary["table"]["options"] == {"end": "played_out", "places": "lot"}
    assert [len(json.loads(line)["players"]) for line in results("here")] == [3, 3, 3]
    assert summary["verdict"]["player"] == "random" and summary["verdict"]["deals"] == 1
    assert lumitheque("arena", "lumens", "--players", "random", "--out", "here").status == 2, "another table"


def test_a_target_stops_it(lumitheque: Run) -> None:
    told = lumitheque(*TWO, "--games", "400", "--target", "0.97", "-q")
    assert "random wins less than 97.0 %" in told.out and 2 <= len(results()) < 100
    before = results()
    assert lumitheque(*TWO, "--games", "400", "--target", "0.97", "-q").out == told.out and results() == before


def test_in_french(lumitheque: Run) -> None:
    told = lumitheque(*TWO, "--games", "2", "--lang", "fr")
    assert "Joueur" in told.out and "Victoires partagées" in told.out and "50,0 %" in told.out
    assert "2/2 parties" in told.err


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--players", "random,nobody"], "luminis has no player 'nobody'; there are: "),
        (["--players", "random@fast"], "'random@fast' is not a player"),
        ([], "say who plays: --players greedy,random"),
        (["--players", "random", "--games", "0"], "0 is not a number of games"),
        (["--players", "random", "--seats", "9"], "luminis is for 2 to 5 players, not 9"),
        (["--lineup", "random,random", "--seats", "3"], "line-up random,random: 2 players for 3 seats"),
        (["--players", "random,random@1", "--target", "2"], "--target: 2.0 is not between 0 and 1"),
        (["--players", "random", "--target", "0.5"], "--target: random plays against nobody else"),
        (["--players", "random", "--jobs", "0"], "--jobs: 0 is not a number of processes"),
        (["--players", "random", "--seed", "xyz"], "seed: 'xyz' is not 1 to 32 hex digits"),
        (["--players", "random", "--games", "1", "--zero", "greedy", "--jobs", "1"], "--zero: greedy has not played"),
    ],
)
def test_what_is_wrong_is_said(lumitheque: Run, words: list[str], complaint: str) -> None:
    told = lumitheque("arena", "luminis", "-q", *words)
    assert told.status == 2 and complaint in told.err and told.err.count("\n") == 1


def test_what_is_missing_is_said(lumitheque: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    told = lumitheque(*TWO)
    assert told.status == 2
    assert told.err == "lumitheque: the arena needs joblib, openskill and matplotlib: pip install 'lumitheque[arena]'\n"
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "distributed" else object())
    assert "needs distributed: pip install 'lumitheque[cluster]'" in lumitheque(*TWO, "--cluster", "tcp://x:1").err


def test_a_bar_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, lumitheque: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    lumitheque(*TWO, "--games", "2")
    from lumitheque.arena.results import read_results

    played = list(read_results(Path("arena-luminis/results.jsonl")).values())
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    with Progress(2, played[:1], False, Speech("en")) as progress:
        progress.see(played[1])
    told = capsys.readouterr().err
    assert "2/2" in told and "games/s" in told and "leads" in told


@pytest.mark.slow
def test_greedy_beats_random(lumitheque: Run) -> None:
    told = lumitheque(
        *("arena", "luminis", "--players", "greedy,random", "--games", "60", "--target", "0.5", "--jobs", "1", "--json")
    )
    assert told.status == 0, told.err
    summary = told.json()
    assert summary["verdict"]["side"] == "above" and summary["standings"][0]["player"] == "greedy"
    assert summary["games"] < 60

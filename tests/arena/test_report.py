"""The report: it renders, its plots are pictures, and its numbers are those of the summary."""

from pathlib import Path

import msgspec
import pytest

from arena_players import contest, toy_like
from lumitheque.arena.report import Summary, summarise, write_report
from lumitheque.arena.schedule import lay_table
from lumitheque.arena.stopping import StoppingRule

PNG = b"\x89PNG"


@pytest.mark.parametrize("seats", [2, 4])
def test_a_report(tmp_path: Path, seats: int) -> None:
    table = lay_table("lumens", seats)
    results = contest(table, {"random": -1.0, "greedy": 0.0, "tree@0.1s": 1.0}, 48, seed=1)
    watch = StoppingRule(toy_like(results), "greedy", 0.3)
    watch.see_all(results)
    path = write_report(tmp_path, summarise(table, results, 60, watch.verdict(), "random"), results)
    text = path.read_text(encoding="utf-8")
    assert f"{len(results)} of 60 games, {seats} seats" in text and "| `tree@0.1s` |" in text
    for section in ("## The target", "## Players", "## Who beats whom", "## The game", "## How this was computed"):
        assert section in text
    for name in ("ladder", "meetings", "seats", "lengths"):
        assert f"({name}.png)" in text and (tmp_path / f"{name}.png").read_bytes().startswith(PNG)
    told = msgspec.json.decode((tmp_path / "summary.json").read_bytes(), type=Summary)
    assert told.games == len(results) and told.standings[0].player == "tree@0.1s"
    assert told.verdict == watch.verdict()


def test_the_same_results_give_the_same_report(tmp_path: Path) -> None:
    table = lay_table("lumens", 2)
    results = contest(table, {"a": 0.0, "b": 1.0}, 20, seed=1)
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        write_report(tmp_path / name, summarise(table, results, 20), results)
    for path in (tmp_path / "one").iterdir():
        assert path.read_bytes() == (tmp_path / "two" / path.name).read_bytes()


def test_one_player_alone(tmp_path: Path) -> None:
    """To see whether the seats are even."""
    table = lay_table("lumens", 2)
    results = contest(table, {"a": 0.0}, 10, seed=1)
    text = write_report(tmp_path, summarise(table, results, 10), results).read_text(encoding="utf-8")
    assert "seats.png" in text and "ladder.png" not in text and "Who beats whom" not in text

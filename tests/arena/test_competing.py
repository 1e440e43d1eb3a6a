"""The arena from Python: the same players on the same deals, and a summary that shows itself."""

import xml.etree.ElementTree as ET

import pytest

from lumitheque.arena import ArenaError
from lumitheque.arena.competing import compete
from lumitheque.arena.plots import seats_svg


def test_a_summary_shows_itself() -> None:
    summary = compete("galax", "greedy, random", 7, seed="2", jobs=1)
    assert (summary.games, summary.scheduled) == (8, 8), "whole deals, on both seats"
    assert [one.player for one in summary.standings] == ["greedy", "random"]
    svg = summary._repr_svg_()
    ET.fromstring(svg)
    assert svg == summary._repr_svg_() != seats_svg(summary)
    again = compete("galax", "greedy,random", 7, seed="2", jobs=1, quiet=True)
    assert [one.share for one in again.standings] == [one.share for one in summary.standings]


def test_one_player_alone_shows_its_seats() -> None:
    summary = compete("galax", "random", 2, jobs=1)
    assert summary._repr_svg_() == seats_svg(summary)


def test_games_are_counted_aloud(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lumitheque.arena.competing.PATIENCE", -1.0)
    compete("galax", "random", 4, jobs=1)
    assert capsys.readouterr().out == "1 of 4 games\n2 of 4 games\n3 of 4 games\n"


def test_no_games_are_refused() -> None:
    with pytest.raises(ArenaError, match="0 is not a number of games"):
        compete("galax", "greedy,random", 0)

"""edition judge: what it says, its JSON, its statuses, and what it refuses."""

from pathlib import Path

import pytest

from command_line import Run
from judged_editions import PLANTED, ours

FEW = ("--games", "20", "--jobs", "1", "--quiet")


def test_a_broken_deck_is_told_and_has_status_1(lumitheque: Run, tmp_path: Path) -> None:
    (tmp_path / "deck.csv").write_text(PLANTED["deck_that_cannot_connect"].make())
    told = lumitheque("edition", "judge", "deck.csv", *FEW)
    assert (told.status, told.err) == (1, "")
    assert "deck, compared with our edition, 2 players" in told.out and "Play gets stuck in 100 %" in told.out
    assert max(map(len, told.out.splitlines())) <= 100

    (one,) = lumitheque("edition", "judge", "deck.csv", *FEW, "--json").json()["appraisals"]
    assert {"appraisal", "against", "summary", "findings", "level"} <= one.keys()
    first = one["findings"][0]["finding"]
    assert (first["kind"], first["standing"], first["severity"]) == ("blocked", "found", "grave")
    assert first["figure"]["low"] <= first["figure"]["rate"] <= first["figure"]["high"]
    assert one["appraisal"]["deals"] == 20 and one["appraisal"]["seed"] == "0" * 32


def test_house_rules_against_the_usual_ones(lumitheque: Run) -> None:
    told = lumitheque("edition", "judge", "fromages", "--option", "rounds=1", *FEW, "--lang", "fr")
    assert told.status == 1 and "les règles habituelles" in told.out and "Bien plus court" in told.out


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("broken.csv",), "broken.csv"),
        (("nowhere.csv",), "nowhere.csv"),
        (("lumens",), "nothing to judge"),
        (("lumens", "--option", "end=never"), "'never' is not one of"),
        (("lumens", "--option", "nothing=1"), "no option"),
        (("fine.csv", "--seats", "9"), "2 to 5 players"),
        (("fine.csv", "--games", "0"), "--games: 0"),
        (("fine.csv", "--time", "-1"), "--time: -1"),
        (("fine.csv", "--against", "missing.csv"), "missing.csv"),
        (("fine.csv", "--seed", "xyz"), "xyz"),
        (("fine.csv", "--jobs", "0"), "--jobs: 0"),
    ],
)
def test_bad_input_is_told_in_one_line(
    lumitheque: Run, tmp_path: Path, arguments: tuple[str, ...], problem: str
) -> None:
    (tmp_path / "broken.csv").write_text(ours("luminis").replace("I-01,I", "I-01,V", 1))
    (tmp_path / "fine.csv").write_text(ours("luminis"))
    told = lumitheque("edition", "judge", *arguments)
    assert told.status == 2 and told.out == "" and len(told.err.splitlines()) == 1 and problem in told.err

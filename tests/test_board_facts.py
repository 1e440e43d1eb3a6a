"""The boards are tested with what the rules say today. If a change is meant: `make board-facts`, and read the diff."""

import pytest

from board_facts import DRAWN, FOLDER, HOUSE, written

LARGEST = 60_000  # characters


def test_every_file_is_a_games() -> None:
    assert sorted(path.stem for path in FOLDER.iterdir()) == sorted([*HOUSE, DRAWN])


@pytest.mark.parametrize("game", [*HOUSE, DRAWN])
def test_facts_are_fresh(game: str) -> None:
    told = written(game)
    assert told.splitlines() == (FOLDER / f"{game}.json").read_text(encoding="utf-8").splitlines()
    assert len(told) < LARGEST

"""Games are told as they were. When a change is meant: `python tests/golden_playthroughs.py`, and read the diff."""

import pytest

from golden_playthroughs import FOLDER, Playthrough, playthroughs, tell
from lumitheque.games import SHELF

PLAYTHROUGHS = list(playthroughs())
LONGEST = 250  # lines that somebody still reads


def test_every_file_is_told() -> None:
    names = [one.name for one in PLAYTHROUGHS]
    assert sorted(path.stem for path in FOLDER.glob("*.txt")) == sorted(names)
    for game in SHELF:
        assert len([name for name in names if name.startswith(f"{game}-")]) >= 2, game


@pytest.mark.parametrize("one", PLAYTHROUGHS, ids=lambda one: one.name)
def test_golden(one: Playthrough) -> None:
    lines = tell(one).splitlines()
    assert lines == (FOLDER / f"{one.name}.txt").read_text(encoding="utf-8").splitlines()
    assert len(lines) < LONGEST

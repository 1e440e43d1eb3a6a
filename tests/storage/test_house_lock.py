"""A house in a file is served by one process at a time."""

from pathlib import Path

import pytest

from lumitheque.storage import StorageTrouble
from lumitheque.storage.house_lock import HouseHeld, holding


def test_one_at_a_time(tmp_path: Path) -> None:
    house = tmp_path / "folder" / "house.db"
    with holding(house, "pid 1, here:80"):
        with pytest.raises(HouseHeld, match="pid 1, here:80"), holding(house, "pid 2"):
            pass
        with holding(tmp_path / "other.db", "pid 2"):
            pass
    with holding(house, "pid 3"), pytest.raises(HouseHeld, match=r"^pid 3$"), holding(house, "pid 4"):
        pass


def test_where_nothing_can_be_held(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(StorageTrouble), holding(tmp_path / "file" / "house.db", "pid 1"):
        pass

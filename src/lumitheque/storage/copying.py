"""A copy of a SQLite house while it is in use."""

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

from lumitheque.storage.sqlite_file import HouseFile, faults_of
from lumitheque.storage.store import StorageTrouble

DAMAGED = ".damaged"  # after the name of a copy that is not whole
PAGES = 2_000  # copied between two reports


def copy_house(source: Path, target: Path, report: Callable[[int, int], None]) -> tuple[Path, list[str]]:
    """Copy what was committed when this began into one file that needs no other; there whole or not at all.

    The copy is checked. Where it is, and what is wrong with it: a copy of a damaged house is better than none, but it
    gets a name of its own, so that it never takes the place of a good one.
    """
    house = HouseFile(source)
    target = Path(os.path.realpath(target))  # a link stays one
    if target.exists() and not target.is_file():
        raise StorageTrouble("other", f"{target}: not a file")
    beside = target.with_name(f".{target.name[:100]}.{os.getpid()}.part")
    try:
        os.close(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))  # it holds what signs the cookies
        faults = _copy(house, beside, report)
        with beside.open("rb") as copy:
            os.fsync(copy.fileno())
        place = target.with_name(target.name + DAMAGED) if faults else target
        beside.replace(place)
    except sqlite3.Error as error:
        raise house.explain(error) from error
    finally:
        beside.unlink(missing_ok=True)
    return place, faults


def _copy(house: HouseFile, beside: Path, report: Callable[[int, int], None]) -> list[str]:
    """The faults of the copy."""
    here = house.open(writes=False).connection
    there = sqlite3.connect(beside, isolation_level=None)
    try:
        # As long as this is being read, nothing that the house writes meanwhile makes the copy begin again.
        here.execute("BEGIN")
        here.execute("SELECT count(*) FROM sqlite_master").fetchone()
        here.backup(there, pages=PAGES, progress=lambda _, left, total: report(total - left, total))
        there.execute("PRAGMA journal_mode = DELETE")  # everything in the one file
        return faults_of(there)
    finally:
        there.close()
        here.close()

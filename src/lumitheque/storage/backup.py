"""Copies a SQLite house that is in use."""

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

from lumitheque.storage.sqlite_file import HouseFile, faults_of
from lumitheque.storage.store import StorageTrouble

DAMAGED = ".damaged"  # suffix of a copy that fails the integrity check
PAGES = 2_000  # copied between two reports


def copy_house(source: Path, target: Path, report: Callable[[int, int], None]) -> tuple[Path, list[str]]:
    """Copy everything committed so far into one file, which appears atomically. Returns its path and its faults.

    The copy is checked. A copy of a damaged house is better than none, but it gets another name, so that it never
    replaces a good one.
    """
    house = HouseFile(source)
    target = Path(os.path.realpath(target))  # follow links
    if target.exists() and not target.is_file():
        raise StorageTrouble("other", f"{target}: not a file")
    beside = target.with_name(f".{target.name[:100]}.{os.getpid()}.part")
    try:
        os.close(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))  # it holds the key that signs cookies
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
    """Copy, and return the faults of the copy."""
    here = house.open(writes=False).connection
    there = sqlite3.connect(beside, isolation_level=None)
    try:
        # An open read transaction: otherwise every commit of the house would restart the backup.
        here.execute("BEGIN")
        here.execute("SELECT count(*) FROM sqlite_master").fetchone()
        here.backup(there, pages=PAGES, progress=lambda _, left, total: report(total - left, total))
        there.execute("PRAGMA journal_mode = DELETE")  # no -wal file beside the copy
        return faults_of(there)
    finally:
        there.close()
        here.close()

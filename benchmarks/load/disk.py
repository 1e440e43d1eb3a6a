"""How long this disk takes to keep a page for good: no store can be faster that waits for it.

Logs of databases are mostly written over old places, which is quicker than making a file longer; both are told.
"""

import os
import time
from array import array
from pathlib import Path

from load.meter import milliseconds
from load.servers import Cores, on_core

PAGE = b"\0" * 4096
PAUSE = 0.025  # seconds, as between moves at light load
KINDS = {
    "in place, one after the other": (False, 0.0),
    "in place, 40 a second": (False, PAUSE),
    "appended, one after the other": (True, 0.0),
    "appended, 40 a second": (True, PAUSE),
}


def sync_times(folder: Path, times: int = 160) -> dict[str, dict[str, float]]:
    """Milliseconds of fdatasync after a page is written, in several ways."""
    with on_core(Cores.server):
        return {kind: measure(folder / "sync-times", times, *how) for kind, how in KINDS.items()}


def measure(path: Path, times: int, longer: bool, pause: float) -> dict[str, float]:
    taken = array("d")
    file = os.open(path, os.O_CREAT | os.O_RDWR)
    try:
        if not longer:
            os.write(file, PAGE * times)
            os.fsync(file)
        for number in range(times):
            os.pwrite(file, PAGE, number * len(PAGE))
            begun = time.perf_counter()
            os.fdatasync(file)
            taken.append(time.perf_counter() - begun)
            time.sleep(pause)
    finally:
        os.close(file)
        path.unlink()
    return milliseconds(taken)

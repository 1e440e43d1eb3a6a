"""One process serves a SQLite house: two would each trust the tables that they have in memory."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lumitheque.storage.store import StorageTrouble


class HouseHeld(Exception):
    """Another process serves this house; `holder` is what it wrote into the lock file."""

    def __init__(self, holder: str) -> None:
        super().__init__(holder)
        self.holder = holder


@contextmanager
def holding(house: Path, who: str) -> Iterator[None]:
    """Hold the lock of a house within this context; HouseHeld if another process holds it.

    The operating system releases the lock when the process ends, however it ends. The lock file is not deleted: another
    process may have opened it and wait for the lock.
    """
    path = house.with_name(house.name + ".lock")
    try:
        house.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise StorageTrouble("other", f"{path}: {error.strerror}") from None
    try:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise HouseHeld(os.read(file, 200).decode(errors="replace").strip() or "?") from None
        except OSError as error:
            raise StorageTrouble("other", f"{path}: {error.strerror}") from None
        os.ftruncate(file, 0)
        os.write(file, f"{who}\n".encode())
        yield
        os.ftruncate(file, 0)
    finally:
        os.close(file)

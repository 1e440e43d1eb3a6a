"""Who serves a house in a file. Two houses on one file would each trust what they have in memory."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lumitheque.storage.store import StorageTrouble


class HouseHeld(Exception):
    """Somebody else serves this house: who, as they said themselves."""

    def __init__(self, holder: str) -> None:
        super().__init__(holder)
        self.holder = holder


@contextmanager
def holding(house: Path, who: str) -> Iterator[None]:
    """Hold a house for as long as this lasts; HouseHeld if somebody does.

    The lock is the system's: it goes when the process does, however that ends. The file is left where it is, because
    another process may have opened it already and wait for a lock on it.
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

"""Disks in trouble, as a house's process meets them."""

import contextlib
import fcntl
import os
import resource
import struct
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

GET_FLAGS, SET_FLAGS, IMMUTABLE = 0x80086601, 0x40086602, 0x10  # linux/fs.h
SMALL = 12 * 1024 * 1024  # bytes
CHUNK = 64 * 1024


class Disk(Protocol):
    folder: Path

    def spoil(self, process: int) -> None:
        """Nothing more can be written."""

    def mend(self, process: int) -> None: ...


class SmallDisk:
    """A disk of a few megabytes, which something else fills up. Root may make one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._filler = folder / "something-else"

    def spoil(self, process: int) -> None:
        with self._filler.open("wb", buffering=0) as file, contextlib.suppress(OSError):
            size = CHUNK
            while size:
                try:
                    while file.write(bytes(size)) == size:
                        pass
                except OSError:
                    size //= 2

    def mend(self, process: int) -> None:
        self._filler.unlink()


class Quota:
    """A process that may write nothing more: for whoever cannot make a disk."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def spoil(self, process: int) -> None:
        resource.prlimit(process, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))

    def mend(self, process: int) -> None:
        resource.prlimit(process, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


class Locked:
    """Files that turn read-only under a process that has them open. Not the memory that SQLite's connections share as
    a file, unless it is asked for: whoever writes there then is ended by the system (SIGBUS)."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def spoil(self, process: int) -> None:
        for path in sorted(self.folder.iterdir()):
            if not path.name.endswith("-shm"):
                _make_immutable(path, True)
        _make_immutable(self.folder, True)

    def spoil_all(self) -> None:
        for path in sorted(self.folder.iterdir()):
            _make_immutable(path, True)

    def mend(self, process: int) -> None:
        _make_immutable(self.folder, False)
        for path in sorted(self.folder.iterdir()):
            _make_immutable(path, False)


def _make_immutable(path: Path, really: bool) -> None:
    opened = os.open(path, os.O_RDONLY)
    try:
        flags: int = struct.unpack("l", fcntl.ioctl(opened, GET_FLAGS, bytes(8)))[0]
        flags = flags | IMMUTABLE if really else flags & ~IMMUTABLE
        fcntl.ioctl(opened, SET_FLAGS, struct.pack("l", flags))
    finally:
        os.close(opened)


@contextlib.contextmanager
def small_disk(folder: Path) -> Iterator[Disk | None]:
    """None where no disk can be made."""
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={SMALL}", "none", str(folder)], capture_output=True, check=False
    )
    if made.returncode:
        yield None
        return
    try:
        yield SmallDisk(folder)
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=False)


@contextlib.contextmanager
def locked_files(folder: Path) -> Iterator[Locked | None]:
    """None where files cannot be locked: not root, or not on such a file system."""
    locked, probe = Locked(folder), folder / "probe"
    probe.touch()
    can_be = False
    with contextlib.suppress(OSError):
        _make_immutable(probe, True)
        try:
            probe.open("wb").close()
        except OSError:
            can_be = True
        _make_immutable(probe, False)
    probe.unlink()
    try:
        yield locked if can_be else None
    finally:
        if can_be:
            locked.mend(0)


@contextlib.contextmanager
def quota(folder: Path) -> Iterator[Disk]:
    yield Quota(folder)

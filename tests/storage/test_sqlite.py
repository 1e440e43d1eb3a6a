"""How a house is kept in SQLite: two writers, and which pages a statement touches."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from kept_houses import add, lines, note, opened
from lumitheque.storage import Conflict, sqlite_appends, statements
from lumitheque.storage.migrate import migrate_sqlite
from lumitheque.storage.sqlite import to_sqlite


def test_two_stores_on_one_file_write_by_turns(tmp_path: Path) -> None:
    async def visit() -> None:
        async with opened(str(tmp_path)) as here, opened(str(tmp_path)) as there:
            for seq in range(0, 20, 2):
                await add(here, "t", seq)
                await add(there, "t", seq + 1)
                with pytest.raises(Conflict):
                    await add(here, "t", seq + 1)
            assert await here.entries("t") == await there.entries("t") == lines(0, 20)
            assert await here.note("t") == note("t", 20)

    asyncio.run(visit())


def test_an_append_that_only_continues_touches_no_index_of_tables(tmp_path: Path) -> None:
    """SQLite rewrites an index for every column that a statement sets, so a move sets none of those."""
    connection = sqlite3.connect(":memory:")
    migrate_sqlite(tmp_path / "house.db")
    with sqlite3.connect(tmp_path / "house.db") as file:
        file.backup(connection)
    file.close()
    statement = f"{sqlite_appends.UPDATE_NOTES}(1, 2, 3, ''){sqlite_appends.BY_NUMBER}"
    steps = connection.execute(f"EXPLAIN {statement}").fetchall()
    written = {connection.execute("SELECT name FROM sqlite_master WHERE rootpage = ?", (step[3],)).fetchone()
               for step in steps if step[1] == "OpenWrite"}  # fmt: skip
    connection.close()
    assert written == {("tables",)}


def test_the_log_of_a_table_is_found_by_its_key(tmp_path: Path) -> None:
    migrate_sqlite(tmp_path / "house.db")
    connection = sqlite3.connect(tmp_path / "house.db")
    plan = connection.execute(f"EXPLAIN QUERY PLAN {to_sqlite(statements.ENTRIES)}", ("t", 0)).fetchall()
    connection.close()
    steps = [row[3] for row in plan]
    assert any(step.startswith("SEARCH e USING INDEX") for step in steps), steps
    assert not any(step.startswith("SCAN") for step in steps), steps

"""The schema and the migrations that lead to it."""

import asyncio
import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, inspect

from kept_houses import Postgres, add, line, lines, note, opened
from lumitheque.storage import Conflict, StorageTrouble, open_store
from lumitheque.storage.migrate import NEWEST, configure, migrate_sqlite
from lumitheque.storage.schema import house

TABLE_OF_BEFORE = (
    '{"id":"t","game":"lumens","rules":1,"status":"open","listed":false,"spectators":true,"seats":2,"seq":2,'
    '"host":"anna","opened_at":1,"touched_at":1}'
)


def differences(connection: Connection) -> list[Any]:
    return list(compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), house))


def test_the_newest_is_known() -> None:
    assert ScriptDirectory.from_config(configure()).get_current_head() == NEWEST


def test_schema_and_migrations_agree_in_sqlite(tmp_path: Path) -> None:
    migrate_sqlite(tmp_path / "migrated.db")
    made = create_engine(f"sqlite:///{tmp_path / 'made.db'}")
    house.create_all(made)
    made.dispose()
    assert statements(tmp_path / "migrated.db") == statements(tmp_path / "made.db") != set()
    engine = create_engine(f"sqlite:///{tmp_path / 'migrated.db'}")
    with engine.connect() as connection:
        assert differences(connection) == []
    engine.dispose()


def statements(file: Path) -> set[str]:
    """How its tables and indices were made, down to the conditions of indices."""
    connection = sqlite3.connect(file)
    found = connection.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND tbl_name <> 'alembic_version'")
    told = {" ".join(row[0].split()) for row in found}
    connection.close()
    return told


def test_schema_and_migrations_agree_in_postgresql(postgres: Postgres) -> None:
    async def compare() -> None:
        import asyncpg
        from sqlalchemy.ext.asyncio import create_async_engine

        migrated, made = postgres.fresh(), postgres.fresh()
        await asyncio.gather(*[visit(migrated) for _ in range(4)])  # nodes that start at the same time
        indices = []
        for address in (migrated, made):
            engine = create_async_engine("postgresql+asyncpg://", async_creator=lambda to=address: asyncpg.connect(to))
            async with engine.begin() as connection:
                if address == made:
                    await connection.run_sync(house.create_all)
                assert await connection.run_sync(differences) == []
                indices.append(await connection.run_sync(conditions))
            await engine.dispose()
        assert indices[0] == indices[1] and "tables_of_bots" in indices[0]

    async def visit(address: str) -> None:
        async with opened(address) as store:
            await store.healthy()

    asyncio.run(compare())


def conditions(connection: Connection) -> dict[str, Any]:
    found = inspect(connection).get_indexes("tables")
    return {index["name"]: index.get("dialect_options", {}).get("postgresql_where") for index in found}


def test_a_newer_house_is_left_alone(tmp_path: Path) -> None:
    async def visit() -> None:
        async with opened(str(tmp_path)) as store:
            await add(store, "t", 0)

    asyncio.run(visit())
    with sqlite3.connect(tmp_path / "house.db") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    with pytest.raises(StorageTrouble, match="newer"):
        asyncio.run(open_store(tmp_path).start())


def older_house(folder: Path, version: str) -> sqlite3.Connection:
    """An empty house as an older version left it."""
    engine = create_engine(f"sqlite:///{folder / 'house.db'}")
    with engine.begin() as connection:
        command.upgrade(configure(connection), version)
    engine.dispose()
    return sqlite3.connect(folder / "house.db")


def test_of_an_entry_that_is_there_twice_the_first_is_kept(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    connection = older_house(tmp_path, "0002")
    told = msgspec.json.encode(note("t", 1)).decode()
    connection.execute("INSERT INTO tables VALUES (1, 't', 1, 'open', 1, 1000, 1001, NULL, 0, ?)", (told,))
    connection.execute("INSERT INTO entries VALUES (1, 1, ?)", (line(1).decode(),))
    for seq, text in ((2, ""), (2, "again"), (3, ""), (1, "filed already")):
        connection.execute("INSERT INTO journal VALUES (1, ?, 1002, 0, ?)", (seq, line(seq, text).decode()))
    connection.commit()
    connection.close()

    async def visit() -> None:
        async with opened(str(tmp_path)) as store:
            assert await store.entries("t") == lines(0, 3)
            await add(store, "t", 3)
            await store.healthy()  # everything is filed
            assert await store.entries("t") == lines(0, 4)

    asyncio.run(visit())
    assert "2 entries of this house were there twice" in caplog.text


def test_no_entry_can_be_written_twice_by_hand(tmp_path: Path) -> None:
    async def visit() -> None:
        async with opened(str(tmp_path)) as store:
            await add(store, "t", 0)
            by_hand = sqlite3.connect(tmp_path / "house.db")
            with pytest.raises(sqlite3.IntegrityError):
                by_hand.execute("INSERT INTO entries VALUES (1, 1, 'twice')")
            by_hand.execute("INSERT INTO entries VALUES (1, 2, ?)", (line(2).decode(),))
            by_hand.commit()
            by_hand.close()
            outcomes = await asyncio.gather(add(store, "t", 1), add(store, "u", 0), return_exceptions=True)
            assert isinstance(outcomes[0], Conflict) and outcomes[1] is None

    asyncio.run(visit())


def test_what_a_killed_house_left_in_its_journal_is_filed(tmp_path: Path) -> None:
    """Houses up to 0005 acknowledged a move when it was in the journal."""
    connection = older_house(tmp_path, "0005")
    told = msgspec.json.encode(note("t", 1)).decode()
    connection.execute("INSERT INTO tables VALUES (1, 't', 1, 'open', 1, 1000, 1001, NULL, 0, ?)", (told,))
    connection.execute("INSERT INTO tables VALUES (2, 'u', 1, 'open', 1, 1000, 1001, NULL, 0, 'nonsense')")
    for number in (1, 2):
        connection.execute("INSERT INTO entries VALUES (?, 1, ?)", (number, line(1).decode()))
        for seq in (2, 3):
            connection.execute(
                "INSERT INTO journal VALUES (?, ?, ?, 7, ?)", (number, seq, 1000 + seq, line(seq).decode())
            )
    connection.commit()
    connection.close()

    async def visit() -> None:
        async with opened(str(tmp_path)) as store:
            assert await store.note("t") == note("t", 3, moves=7)
            with pytest.raises(Conflict):
                await add(store, "t", 1)
            for table in ("t", "u"):
                assert await store.entries(table) == lines(0, 3)
                await add(store, table, 3)
                assert await store.note(table) == note(table, 4)

    asyncio.run(visit())
    assert not [text for text in statements(tmp_path / "house.db") if "journal" in text or "VIEW" in text]


def test_no_entry_can_be_written_twice_in_postgresql(postgres: Postgres) -> None:
    async def visit() -> None:
        import asyncpg

        address = postgres.fresh()
        async with opened(address) as store:
            await add(store, "t", 0)
        connection = await asyncpg.connect(address)
        with pytest.raises(asyncpg.UniqueViolationError):
            await connection.execute("INSERT INTO entries SELECT number, seq, entry FROM entries")
        await connection.close()

    asyncio.run(visit())


def test_an_interrupted_migration_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from alembic import op

    make = op.create_table

    def fail(name: str, *columns: Any, **options: Any) -> Any:
        if name == "codes":
            raise RuntimeError("the light goes out")
        return make(name, *columns, **options)

    monkeypatch.setattr(op, "create_table", fail)
    with pytest.raises(RuntimeError):
        asyncio.run(open_store(tmp_path).start())
    monkeypatch.undo()
    assert statements(tmp_path / "house.db") == set()

    async def visit() -> None:
        async with opened(str(tmp_path)) as store:
            await add(store, "t", 0)

    asyncio.run(visit())


def test_a_start_without_migrations_is_light(tmp_path: Path) -> None:
    program = (
        "import asyncio, sys; from lumitheque.storage import open_store; store = open_store(sys.argv[1]);"
        "asyncio.run(store.start()); print(*[name for name in ('sqlalchemy', 'alembic') if name in sys.modules])"
    )
    own = os.environ | {"LUMITHEQUE_RULES": "interpreted"}
    told = [
        subprocess.run(
            [sys.executable, "-c", program, str(tmp_path)], env=own, capture_output=True, text=True, check=True
        ).stdout.split()
        for _ in range(2)
    ]
    assert told == [["sqlalchemy", "alembic"], []]


def test_who_spoke_is_found_in_a_house_of_before(tmp_path: Path) -> None:
    """From entries that are filed and from those in the journal; an entry that cannot be read stops nobody."""
    from alembic import command

    said = '{"seq":1,"at":1,"event":{"event":"said","person":"anna","text":"\\"said\\" secret"}}'
    with create_engine(f"sqlite:///{tmp_path / 'house.db'}").begin() as connection:
        command.upgrade(configure(connection), "0002")
        connection.exec_driver_sql(
            "INSERT INTO tables VALUES (7, 't', 2, 'open', 0, 1, 1, NULL, 0, ?)", (TABLE_OF_BEFORE,)
        )
        connection.exec_driver_sql("INSERT INTO entries VALUES (7, 1, ?)", (said,))
        connection.exec_driver_sql("INSERT INTO entries VALUES (7, 2, ?)", (b'{"said" \xff',))
        connection.exec_driver_sql(
            "INSERT INTO journal VALUES (7, 3, 1, 0, ?)", (said.replace("anna", "bob").replace('"seq":1', '"seq":3'),)
        )
    migrate_sqlite(tmp_path / "house.db")
    with sqlite3.connect(tmp_path / "house.db") as house_of_before:
        found = house_of_before.execute("SELECT person, number, leaving FROM speakers ORDER BY person").fetchall()
    house_of_before.close()
    assert found == [("anna", 7, 0), ("bob", 7, 0)]


async def as_before(connection: Any, version: str) -> None:
    """A house in PostgreSQL as an older version left it."""
    await connection.execute("CREATE TABLE snapshots (number BIGINT PRIMARY KEY, seq BIGINT, data BYTEA)")
    await connection.execute("DROP TABLE belongings")
    await connection.execute("DROP TABLE notices")
    await connection.execute("DROP TABLE reviews")
    await connection.execute("CREATE VIEW log AS SELECT number, seq, entry FROM entries")
    await connection.execute("CREATE VIEW listing AS SELECT number, id, status, note FROM tables")
    await connection.execute("UPDATE alembic_version SET version_num = $1", version)


def test_snapshots_go_and_logs_stay(tmp_path: Path, postgres: Postgres) -> None:
    """A house of before that has a snapshot opens, in both databases."""
    connection = older_house(tmp_path, "0004")
    told = msgspec.json.encode(note("t", 2)).decode()
    connection.execute("INSERT INTO tables VALUES (1, 't', 2, 'open', 1, 1000, 1002, NULL, 0, ?)", (told,))
    connection.executemany("INSERT INTO entries VALUES (1, ?, ?)", [(seq, line(seq).decode()) for seq in (1, 2)])
    connection.execute("INSERT INTO snapshots VALUES (1, 2, x'00')")
    connection.commit()
    connection.close()
    address = postgres.fresh()

    async def visit() -> None:
        import asyncpg

        async with opened(address) as store:
            await add(store, "t", 0, 2)
        by_hand = await asyncpg.connect(address)
        await as_before(by_hand, "0004")
        await by_hand.execute("INSERT INTO snapshots VALUES (1, 2, 'x')")
        for place in (str(tmp_path), address):
            async with opened(place) as store:
                await add(store, "t", 2)
                assert await store.entries("t") == lines(0, 3)
        assert await by_hand.fetchval("SELECT to_regclass('snapshots')") is None
        await by_hand.close()

    asyncio.run(visit())
    assert not [text for text in statements(tmp_path / "house.db") if "snapshots" in text]


def test_who_spoke_is_found_in_postgresql(postgres: Postgres) -> None:
    async def look() -> None:
        import asyncpg

        address = postgres.fresh()
        async with opened(address) as store:
            await store.append("t", 0, [line(1, "secret", "anna")], note("t", 1))
        connection = await asyncpg.connect(address)
        await connection.execute("DROP TABLE speakers")
        await as_before(connection, "0002")
        await connection.close()
        async with opened(address) as store:
            await store.forget_person("anna")
            assert await store.hush_next() == "t"

    asyncio.run(look())

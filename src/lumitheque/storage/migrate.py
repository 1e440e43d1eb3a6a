"""Migrates a database to the newest schema. Alembic and SQLAlchemy are imported only if there is something to do."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lumitheque.storage.store import StorageTrouble

if TYPE_CHECKING:
    from alembic.config import Config
    from sqlalchemy import Connection

NEWEST = "0008"  # the last of migrations/versions; a test checks it
TWO_AT_ONCE = 0x6C756D69  # advisory lock: one node migrates, the others wait


def migrate_sqlite(path: Path) -> None:
    from sqlalchemy import create_engine
    from sqlalchemy.engine import URL
    from sqlalchemy.pool import NullPool

    engine = create_engine(URL.create("sqlite", database=str(path)), poolclass=NullPool)
    with engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA synchronous = FULL")
        connection.exec_driver_sql("BEGIN IMMEDIATE")  # the driver would not open a transaction before DDL
        upgrade(connection)
        connection.commit()


async def migrate_postgres(connect: Callable[[], Awaitable[Any]]) -> None:
    from sqlalchemy.ext.asyncio import create_async_engine
    from sqlalchemy.pool import NullPool

    engine = create_async_engine("postgresql+asyncpg://", async_creator=connect, poolclass=NullPool)
    async with engine.begin() as connection:
        await connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({TWO_AT_ONCE})")
        await connection.run_sync(upgrade)


def upgrade(connection: "Connection") -> None:
    """Migrate within the connection's transaction."""
    from alembic import command
    from alembic.util import CommandError

    try:
        command.upgrade(configure(connection), "head")
    except CommandError as error:
        raise StorageTrouble("other", f"this house was kept by a newer lumitheque ({error})") from error


def configure(connection: "Connection | None" = None) -> "Config":
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config

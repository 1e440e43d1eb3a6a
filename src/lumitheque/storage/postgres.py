"""A store in PostgreSQL, which several nodes can share."""

import contextlib
from collections.abc import Awaitable, Sequence
from typing import Any

import asyncpg
import msgspec

from lumitheque.storage import migrate
from lumitheque.storage import statements as sql
from lumitheque.storage.postgres_listener import NEWS, WHISPERS, Listener
from lumitheque.storage.postgres_writer import Writer
from lumitheque.storage.sql_store import SqlStore, Step
from lumitheque.storage.store import (
    Belonging,
    Changed,
    Heard,
    Overheard,
    Owed,
    Person,
    Reason,
    StorageTrouble,
    What,
    check_append,
)
from lumitheque.tables.notes import TableNote

READERS = 4  # connections of the pool at most, opened when needed
PATIENCE = 10.0  # seconds: timeout of connecting and of every command

NOW = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint"
VERSION = "SELECT version_num FROM alembic_version"
NOTIFY = "SELECT pg_notify($1, $2)"
UNSAFE = "PostgreSQL runs with fsync = off: what it acknowledges is lost when the machine fails. Set fsync = on."
KINDS: tuple[tuple[Reason, tuple[type[BaseException], ...]], ...] = (
    ("full", (asyncpg.DiskFullError,)),
    ("readonly", (asyncpg.ReadOnlySQLTransactionError,)),
    ("damaged", (asyncpg.DataCorruptedError, asyncpg.IndexCorruptedError)),
    (
        "gone",
        (
            OSError,
            TimeoutError,
            asyncpg.InterfaceError,
            asyncpg.PostgresConnectionError,
            asyncpg.OperatorInterventionError,  # it shuts down, or starts up
            asyncpg.TooManyConnectionsError,
            asyncpg.InternalClientError,
        ),
    ),
)


class PostgresStore(SqlStore):
    AMONG = "t.id IN (SELECT json_array_elements_text({}::json))"
    BYTES = "convert_to({}, 'UTF8')"
    LOCK = "FOR UPDATE SKIP LOCKED"

    def __init__(self, address: str) -> None:
        super().__init__()
        self._address = address
        self._writer: Writer | None = None
        self._listener: Listener | None = None
        self._pool: Any = None
        self._listeners: list[Heard] = []
        self._hearers: list[Overheard] = []
        self._reporting: list[Changed] = []

    async def start(self) -> None:
        try:
            await self._bring_up_to_date()
            self._pool = await asyncpg.create_pool(
                self._address, min_size=1, max_size=READERS, timeout=PATIENCE, command_timeout=PATIENCE,
                server_settings=_server_settings({}),
            )  # fmt: skip
            self._writer = Writer(self._connect, self._explain)
            listener = Listener(self._connect, self._writer.own)
            for heard in self._listeners:
                listener.listen(heard)
            for hear in self._hearers:
                listener.overhear(hear)
            for changed in self._reporting:
                listener.report_changes(changed)
            await listener.start()
            self._listener = listener
        except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, ValueError) as error:
            await self.stop()
            raise self._explain(error) from error

    async def stop(self) -> None:
        listener, self._listener = self._listener, None
        if listener is not None:
            await listener.stop()
        writer, self._writer = self._writer, None
        if writer is not None:
            await writer.stop()
        pool, self._pool = self._pool, None
        if pool is not None:
            with contextlib.suppress(OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError):
                await pool.close()

    async def _connect(self, settings: dict[str, str]) -> Any:
        return await asyncpg.connect(
            self._address, timeout=PATIENCE, command_timeout=PATIENCE, server_settings=_server_settings(settings)
        )

    async def _bring_up_to_date(self) -> None:
        connection = await self._connect({})
        try:
            if await connection.fetchval("SHOW fsync") != "on":
                raise StorageTrouble("other", UNSAFE)
            try:
                version = await connection.fetchval(VERSION)
            except asyncpg.UndefinedTableError:
                version = None
        finally:
            await connection.close()
        if version != migrate.NEWEST:
            await migrate.migrate_postgres(lambda: asyncpg.connect(self._address))

    def append(
        self, table: str, after: int, entries: list[bytes], note: TableNote, owed: Sequence[Owed] = ()
    ) -> Awaitable[None]:
        check_append(table, after, entries, note)
        if self._writer is None:
            raise StorageTrouble("gone", "the house is closed")
        return self._writer.append(table, after, entries, note, owed)

    async def now(self) -> int | None:
        return int((await self._rows(NOW))[0][0])

    def listen(self, heard: Heard) -> None:
        self._listeners.append(heard)
        if self._listener is not None:
            self._listener.listen(heard)

    def report_changes(self, changed: Changed) -> None:
        self._reporting.append(changed)
        if self._listener is not None:
            self._listener.report_changes(changed)

    async def whisper(self, message: str) -> None:
        await self._rows(NOTIFY, WHISPERS, message)

    def overhear(self, hear: Overheard) -> bool:
        self._hearers.append(hear)
        if self._listener is not None:
            self._listener.overhear(hear)
        return True

    # NOTIFY in the transaction of the change: nodes hear of it when it is visible, and only if it was committed.

    async def keep_setting(self, key: str, value: bytes) -> None:
        await self._change((sql.KEEP_SETTING, (key, value)), _news("setting", key))

    async def keep_person(self, person: Person) -> None:
        await self._change((sql.KEEP_PERSON, msgspec.structs.astuple(person)), _news("person", person.id))

    async def forget_person(self, person: str) -> None:
        await super().forget_person(person)
        await self._change(_news("person", person))

    async def keep_belonging(self, belonging: Belonging) -> None:
        told = _news("belonging", f"{belonging.kind} {belonging.person}")
        await self._change((sql.KEEP_BELONGING, msgspec.structs.astuple(belonging)), told)

    async def drop_belonging(self, person: str, kind: str, id: str) -> bool:  # noqa: A002 (as in Belonging)
        dropped = (sql.DROP_BELONGING, (person, kind, id))
        return bool(await self._change(_news("belonging", f"{kind} {person}"), dropped))

    async def let_go_of_notices(self) -> None:
        """Nothing to do: another node may be sending them, and what nobody sends is free again soon."""

    async def let_go_of_reviews(self) -> None:
        """Nothing to do, as with notices."""

    async def delete_table(self, table: str) -> None:
        await self._change(*[(statement, (table,)) for statement in sql.DELETE_TABLE], _news("table", table))

    async def _rows(self, statement: str, *arguments: Any) -> Sequence[Sequence[Any]]:
        try:
            async with self._acquire() as connection:
                rows: Sequence[Sequence[Any]] = await connection.fetch(statement, *arguments)
        except Exception as error:
            raise self._explain(error) from error
        return rows

    async def _texts(self, statement: str, *arguments: Any) -> list[bytes]:
        return [row[0].encode() for row in await self._rows(statement, *arguments)]

    async def _change(self, *steps: Step) -> Sequence[Sequence[Any]]:
        rows: Sequence[Sequence[Any]] = []
        try:
            async with self._acquire() as connection, connection.transaction():
                for statement, arguments in steps:
                    rows = await connection.fetch(statement, *arguments)
        except Exception as error:
            raise self._explain(error) from error
        return rows

    def unwell(self) -> list[str]:
        return ["listening to other nodes"] if self._listener is not None and self._listener.deaf else []

    def _acquire(self) -> Any:
        if self._pool is None:
            raise StorageTrouble("gone", "the house is closed")
        return self._pool.acquire(timeout=PATIENCE)

    def _explain(self, error: BaseException) -> StorageTrouble:
        if isinstance(error, StorageTrouble):
            return error
        message = f"PostgreSQL: {str(error) or type(error).__name__}"  # without the address, which may hold a password
        for reason, kinds in KINDS:
            if isinstance(error, kinds):
                return StorageTrouble(reason, message)
        return StorageTrouble("other", message)


def _news(what: What, key: str) -> Step:
    return NOTIFY, (NEWS, f"{what} {key}")


def _server_settings(settings: dict[str, str]) -> dict[str, str]:
    """The settings of every connection: a commit waits for the disk, whatever the server's default."""
    return {"application_name": "lumitheque", "synchronous_commit": "on"} | settings

"""Many appends, few commits."""

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from kept_houses import add, lines, opened
from lumitheque.storage import Conflict, StorageTrouble, sqlite_writer


def test_what_is_asked_together_is_committed_together(durable: str) -> None:
    async def visit() -> None:
        async with opened(durable) as store:
            writer, groups = store._writer, list[int]()
            commit = writer._commit

            def counted(group: list[Any]) -> Any:
                groups.append(len(group))
                return commit(group)

            writer._commit = counted
            for round_ in range(3):
                await asyncio.gather(*[add(store, f"t{number}", round_) for number in range(200)])
            assert sum(groups) == 600 and len(groups) <= 12, groups

    asyncio.run(visit())


def test_everybody_is_woken_at_once(tmp_path: Path) -> None:
    """Once per group: waking them one by one costs more than the writing."""

    async def visit() -> None:
        async with opened(str(tmp_path)) as store:
            loop, woken = asyncio.get_running_loop(), list[int]()
            wake, finish = loop.call_soon_threadsafe, store._writer._finish

            def counted(callback: Any, *arguments: Any, **context: Any) -> Any:
                if callback == finish:
                    woken.append(len(arguments[0]))
                return wake(callback, *arguments, **context)

            loop.call_soon_threadsafe = counted  # type: ignore[method-assign]
            await asyncio.gather(*[add(store, f"t{number}", 0) for number in range(300)])
            assert sum(woken) == 300 and len(woken) <= 6, woken

    asyncio.run(visit())


def test_a_bad_wish_does_not_spoil_the_others(tmp_path: Path) -> None:
    async def visit() -> None:
        async with opened(str(tmp_path)) as store:

            def bad(connection: sqlite3.Connection) -> None:
                connection.execute("INSERT INTO settings (key, value) VALUES ('half', 'done')")
                raise KeyError("a mistake of the program")

            wishes = [add(store, f"t{number}", 0) for number in range(5)]
            outcomes = await asyncio.gather(*wishes, store._writer.do(bad), return_exceptions=True)
            assert outcomes[:5] == [None] * 5 and isinstance(outcomes[5], KeyError)
            assert await store.count() == 5 and await store.setting("half") is None

    asyncio.run(visit())


def test_whoever_stops_waiting_does_not_hold_up_the_others(durable: str) -> None:
    async def visit() -> None:
        async with opened(durable) as store:
            impatient = [asyncio.create_task(add(store, f"i{number}", 0)) for number in range(5)]
            await asyncio.sleep(0)
            for task in impatient:
                task.cancel()
            await asyncio.gather(*[add(store, f"t{number}", 0) for number in range(5)])
            assert all(task.cancelled() for task in await settle(impatient))
            for number in range(5):  # asked and not taken back: written, whole
                assert await store.entries(f"i{number}") in ([], lines(0))

    async def settle(tasks: list[asyncio.Task[None]]) -> list[asyncio.Task[None]]:
        await asyncio.wait(tasks)
        return tasks

    asyncio.run(visit())


def test_stopping_waits_for_what_was_asked(durable: str) -> None:
    async def visit() -> None:
        async with opened(durable) as store:
            asked = [asyncio.create_task(add(store, f"t{number}", 0)) for number in range(50)]
            await asyncio.sleep(0)
        await asyncio.gather(*asked)
        async with opened(durable) as store:
            assert await store.count() == 50

    asyncio.run(visit())


def test_the_wal_is_checkpointed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It does not grow for ever, not even if nobody pauses; and a pause empties it."""
    small = 1024 * 1024
    monkeypatch.setattr(sqlite_writer, "WAL_LIMIT", small)

    async def visit() -> None:
        log, database = tmp_path / "house.db-wal", tmp_path / "house.db"
        async with opened(str(tmp_path)) as store:
            for seq in range(0, 4_000, 100):
                await asyncio.gather(*[add(store, f"t{n}", seq, 100, "x" * 50) for n in range(4)])
            assert log.stat().st_size < 4 * small
            size = database.stat().st_size
            assert size > small
            await add(store, "pause", 0, 100, "x" * 500)
            await asyncio.sleep(3 * sqlite_writer.IDLE)
            assert b"x" * 500 in database.read_bytes()

    asyncio.run(visit())


def test_the_cached_heads_are_those_of_the_file(durable: str) -> None:
    """A refused new table keeps no number, a deleted one no log, and a failed transaction nothing at all."""

    async def visit() -> None:
        async with opened(durable) as store:
            with pytest.raises(Conflict):
                await add(store, "late", 5)
            await asyncio.gather(add(store, "a", 0), add(store, "b", 0))
            assert await store.entries("a") == await store.entries("b") == lines(0)
            await store.delete_table("a")
            with pytest.raises(Conflict):
                await add(store, "a", 1)
            await asyncio.gather(add(store, "late", 0), add(store, "a", 0))
            assert await store.entries("late") == await store.entries("a") == lines(0)
            assert await store.count() == 3

    asyncio.run(visit())


def test_heads_of_a_failed_transaction_are_forgotten(tmp_path: Path) -> None:
    async def visit() -> None:
        async with opened(str(tmp_path)) as store:
            await add(store, "t", 0)
            store._writer._opened.connection.execute("PRAGMA max_page_count = 1")
            with pytest.raises(StorageTrouble):
                await add(store, "t", 1, 2000, "x" * 500)
            await add(store, "t", 1)
            assert await store.entries("t") == lines(0, 2)

    asyncio.run(visit())

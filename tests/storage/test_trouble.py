"""Full, read-only, gone, locked: told clearly, nothing half-written, and it goes on by itself."""

import asyncio
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Awaitable
from pathlib import Path

import pytest

from kept_houses import Postgres, add, lines, opened, own_process
from lumitheque.storage import Conflict, StorageTrouble, Store, open_store, sqlite_file

SHAKY = Path(__file__).with_name("shaky.py")


async def reason(wish: Awaitable[object]) -> str | None:
    try:
        await wish
    except StorageTrouble as trouble:
        return trouble.reason if str(trouble) else "it does not say what"
    return None


def can_mount() -> bool:
    command = ["unshare", "--mount", "mount", "-t", "tmpfs", "none", "/mnt"]
    return bool(shutil.which("unshare")) and subprocess.run(command, capture_output=True, check=False).returncode == 0


@pytest.mark.skipif(not can_mount(), reason="only root may mount disks")
@pytest.mark.parametrize("trouble", ["full", "readonly"])
def test_a_real_disk(tmp_path: Path, trouble: str) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    command = ["unshare", "--mount", sys.executable, str(SHAKY), trouble, str(disk)]
    told = subprocess.run(command, env=own_process(), capture_output=True, text=True, check=False, timeout=60)
    assert told.returncode == 0, told.stderr


def test_full(tmp_path: Path) -> None:
    """The database itself may not grow any more."""

    async def visit() -> None:
        async with opened(str(tmp_path)) as store:
            await add(store, "t", 0)

            def limit(connection: sqlite3.Connection) -> None:
                (pages,) = connection.execute("PRAGMA page_count").fetchone()
                connection.execute(f"PRAGMA max_page_count = {pages + 2}")

            await store._writer.do(limit)
            assert await reason(add(store, "t", 1, 500)) == "full"
            assert await store.entries("t") == lines(0)
            await add(store, "t", 1, 500)
            assert await store.entries("t") == lines(0, 501)

    asyncio.run(visit())


def test_the_folder_is_away_for_a_while(tmp_path: Path) -> None:
    house, elsewhere = tmp_path / "house", tmp_path / "elsewhere"

    async def visit() -> None:
        async with opened(str(house)) as store:
            await add(store, "t", 0)
            house.rename(elsewhere)
            wishes = [add(store, "t", 1), store.entries("t"), store.healthy(), store.notes()]
            assert [await reason(wish) for wish in wishes] == ["gone"] * 4
            assert not house.exists()
            elsewhere.rename(house)
            await store.healthy()
            await add(store, "t", 1)
            assert await store.entries("t") == lines(0, 2)

    asyncio.run(visit())


def test_a_deleted_house_is_not_made_anew(tmp_path: Path) -> None:
    """An append to a file that has no name any more would be acknowledged and lost."""

    async def visit() -> None:
        async with opened(str(tmp_path)) as store:
            await add(store, "t", 0)
            assert await store.entries("t") == lines(0)
            (tmp_path / "house.db").unlink()
            assert [await reason(add(store, "t", 1)), await reason(store.entries("t"))] == ["gone", "gone"]
            assert not (tmp_path / "house.db").exists()

    asyncio.run(visit())


def test_another_house_in_its_place(tmp_path: Path) -> None:
    """A backup is put back while the house is open: what it lacks is in conflict, and everything goes on."""

    async def visit() -> None:
        async with opened(str(tmp_path / "one")) as store:
            await add(store, "t", 0)
            async with opened(str(tmp_path / "two")) as other:
                await add(other, "u", 0)
            for leftover in (tmp_path / "one").glob("house.db-*"):
                leftover.unlink()
            (tmp_path / "two" / "house.db").replace(tmp_path / "one" / "house.db")
            with pytest.raises(Conflict):
                await add(store, "t", 1)
            assert await store.entries("u") == lines(0)
            await add(store, "u", 1)

    asyncio.run(visit())


def test_another_program_holds_the_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_file, "BUSY_TIMEOUT", 0.05)

    async def visit() -> None:
        async with opened(str(tmp_path)) as store:
            await add(store, "t", 0)
            other = sqlite3.connect(tmp_path / "house.db", isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StorageTrouble, match="locked"):
                await add(store, "t", 1)
            assert await store.entries("t") == lines(0)
            other.execute("COMMIT")
            other.close()
            await add(store, "t", 1)

    asyncio.run(visit())


def test_two_programs_write_by_turns(tmp_path: Path) -> None:
    async def visit() -> None:
        async with opened(str(tmp_path)) as one, opened(str(tmp_path)) as two:
            outcomes = await asyncio.gather(
                *[add(store, f"t{n}", 0, text=f"{id(store)}") for n in range(20) for store in (one, two)],
                return_exceptions=True,
            )
            assert [sum(o is None for o in outcomes[at : at + 2]) for at in range(0, 40, 2)] == [1] * 20
            assert await one.count() == await two.count() == 20
            for seq in range(1, 7):  # neither may trust what it knew of who sits there
                writer, sitter = ((one, "bob"), (two, "cyd"))[seq % 2]
                await add(writer, "t0", seq, people=[sitter])
                sits = [person for person in ("bob", "cyd") if await writer.notes(person=person)]
                assert sits == [sitter]

    asyncio.run(visit())


def test_not_a_house(tmp_path: Path) -> None:
    (tmp_path / "house.db").write_bytes(b"Once upon a time there was a file " * 100)
    with pytest.raises(StorageTrouble, match="not a database"):
        asyncio.run(open_store(tmp_path).start())
    with pytest.raises(StorageTrouble):
        asyncio.run(open_store(tmp_path / "house.db" / "deeper").start())


def test_a_damaged_house_says_so(tmp_path: Path) -> None:
    async def fill() -> None:
        async with opened(str(tmp_path)) as store:
            await add(store, "t", 0, 2_000)

    async def visit() -> None:
        async with opened(str(tmp_path)) as store:
            assert await reason(store.entries("t")) == "damaged"

    asyncio.run(fill())
    data = bytearray((tmp_path / "house.db").read_bytes())
    data[20 * 4096 : -4096] = bytes(len(data) - 21 * 4096)
    (tmp_path / "house.db").write_bytes(data)
    asyncio.run(visit())


def test_the_database_crashes_and_comes_back(postgres: Postgres) -> None:
    address = postgres.fresh()

    async def settled(store: Store) -> None:
        for _ in range(100):
            if await reason(store.healthy()) is None:
                return
            await asyncio.sleep(0.05)
        pytest.fail("it does not come back")

    async def visit() -> None:
        async with opened(address) as store:
            await add(store, "t", 0)
            await asyncio.to_thread(postgres.crash)
            wishes = [add(store, "t", 1), add(store, "u", 0), store.entries("t"), store.healthy(), store.notes()]
            assert [await reason(wish) for wish in wishes] == ["gone"] * 5
            await asyncio.to_thread(postgres.start_again)
            await settled(store)
            await add(store, "t", 1)
            assert await store.entries("t") == lines(0, 2) and await store.entries("u") == []

    asyncio.run(visit())


def test_no_database_there() -> None:
    for address in ("postgresql://nobody@127.0.0.1:1/none", "postgresql://x:secret@/none?host=/nowhere"):
        with pytest.raises(StorageTrouble) as trouble:
            asyncio.run(open_store(address).start())
        assert trouble.value.reason == "gone" and "secret" not in str(trouble.value)


def test_a_writer_whose_checkpoint_fails_goes_on_writing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tried = list[int]()

    def fails(_: sqlite_file.HouseFile) -> int:
        tried.append(1)
        raise RuntimeError("planted")

    monkeypatch.setattr(sqlite_file.HouseFile, "wal_size", fails)
    monkeypatch.setattr("lumitheque.storage.sqlite_writer.IDLE", 0.01)

    async def visit() -> None:
        async with opened(str(tmp_path / "data")) as store:
            for seq in range(3):
                await add(store, "t", seq)
                while len(tried) <= seq:  # noqa: ASYNC110 (it happens in a thread)
                    await asyncio.sleep(0.01)
            assert len(await store.entries("t")) == 3

    asyncio.run(asyncio.wait_for(visit(), 20))

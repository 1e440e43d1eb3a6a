"""Troubles of disk and database: play pauses, everybody is told, it goes on by itself; nothing acknowledged is lost."""

import asyncio
import json
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect

from conftest import EVERYTHING
from faults.checking import check_house
from faults.databases import Postgres, postgres
from faults.disks import Disk, Locked, locked_files, quota, small_disk
from faults.houses import HOST, House, open_house
from faults.kills import played, resumed, wait_for_all
from faults.parties import Party, everybody, gathering
from faults.reporting import FULL, Trouble, keep
from faults.robots import Pace

pytestmark = pytest.mark.slow
seldom = pytest.mark.skipif(not (EVERYTHING or FULL), reason="runs in make test-all and make faults")
TABLES = 20 if FULL else 6
LASTS = 3.0  # seconds
PACE = Pace(0.02, 0.15, 0.05)


@pytest.fixture(scope="module")
def database() -> Iterator[Postgres]:
    with postgres() as opened:
        yield opened


def is_paused(party: Party) -> bool:
    return all(robot.houses and robot.houses[-1][1] for robot in party.robots)


def goes_on(party: Party) -> bool:
    return all(robot.houses and not robot.houses[-1][1] for robot in party.robots)


async def get_over(name: str, house: House, spoil: Callable[[], None], mend: Callable[[], None]) -> None:
    """Play, spoil, be told, wait, mend, be told, play; then look at everything."""
    await house.ready()
    async with gathering(TABLES, PACE, house) as parties:
        await wait_for_all(parties, played, "a first move", house)
        begun = time.monotonic()
        spoil()
        await wait_for_all(parties, is_paused, "that all are told of the pause", house)
        told_after = time.monotonic() - begun
        await asyncio.sleep(LASTS)
        await look_at_paused_house(house, parties)
        for robot in everybody(parties):
            robot.mark(time.time_ns() // 1_000_000)
            robot.resumed_at = time.monotonic()  # no line was lost
        mend()
        mended = time.monotonic()
        await wait_for_all(parties, goes_on, "that all are told that it goes on", house)
        resumed_after = time.monotonic() - mended
        await wait_for_all(parties, played, "a next move", house)
        moved_after = time.monotonic() - mended
        assert (await house.standing())[0] == 200
        house.stop()
    robots = everybody(parties)
    found = await check_house(house.place, robots)
    assert found.faults == []
    assert found.timed_out == 0, "somebody lost on time because the house was paused"
    pauses = max(sum(paused for _, paused, _ in robot.houses) for robot in robots)
    store = "PostgreSQL" if house.place.startswith("postgresql") else "SQLite"
    times = told_after, mended - begun, resumed_after, moved_after
    keep(f"trouble-{store}-{name}".replace(" ", "-"), Trouble(name, store, *times, found.acknowledged, pauses))


async def look_at_paused_house(house: House, parties: list[Party]) -> None:
    status, answer = await house.standing()
    assert status == 503
    check_sentences(answer)
    assert (await house.standing("/health"))[0] == 200, "it is alive"
    for robot in everybody(parties):
        assert robot.houses[-1][2] is not None
        check_sentences(robot.houses[-1][2])
    refused = [fault for robot in everybody(parties) for fault in robot.refused]
    assert refused, "no command was answered"
    for fault in refused:
        check_sentences(fault)
    async with connect(f"ws://{HOST}:{house.port}/live", compression=None) as line:
        welcome = json.loads(await line.recv())
        assert welcome["t"] == "welcome" and welcome["paused"], "whoever comes now is told"


def check_sentences(fault: dict[str, Any]) -> None:
    assert fault["code"] == "paused"
    assert "pause" in str(fault["sentence"])


def get_over_on_disk(name: str, folder: Path, kind: Callable[[Path], AbstractContextManager[Disk | None]]) -> None:
    data = folder / "data"
    data.mkdir()
    with kind(data) as disk:
        if disk is None:
            pytest.skip("this needs root, and a system that allows it")
        with open_house(data, folder) as house:
            assert house.process is not None
            process = house.process.pid
            asyncio.run(get_over(name, house, lambda: disk.spoil(process), lambda: disk.mend(process)))


def test_disk_full(tmp_path: Path) -> None:
    get_over_on_disk("disk full", tmp_path, small_disk)


def test_quota_reached(tmp_path: Path) -> None:
    get_over_on_disk("quota reached", tmp_path, quota)


@seldom
def test_disk_read_only(tmp_path: Path) -> None:
    get_over_on_disk("disk read-only", tmp_path, locked_files)


@seldom
def test_disk_read_only_altogether(tmp_path: Path) -> None:
    """Not even the memory that SQLite maps from a file can be written. As a rule the system ends the process: a kill
    like any other. Whoever watches over the house starts it again, and it opens when the disk is well. If the house
    meets the file before that memory, it is paused as on any bad disk, and goes on by itself."""

    async def go_through(house: House, disk: Locked) -> None:
        await house.ready()
        async with gathering(TABLES, PACE, house) as parties:
            await wait_for_all(parties, played, "a first move", house)
            disk.spoil_all()
            if await ends(house):
                await stays_shut(house)
                disk.mend(0)
                await come_back(house, parties)
            else:
                disk.mend(0)
                await go_on(house, parties)
        found = await check_house(house.place, everybody(parties))
        assert found.faults == []

    data = tmp_path / "data"
    data.mkdir()
    with locked_files(data) as disk:
        if disk is None:
            pytest.skip("this needs root, and a system that allows it")
        with open_house(data, tmp_path) as house:
            asyncio.run(go_through(house, disk))


async def ends(house: House) -> bool:
    """Whether the process is ended by the system; False if it says that it is paused instead, and lives."""
    assert house.process is not None
    said = 0
    while said < 20:
        if (status := house.process.poll()) is not None:
            assert status == -signal.SIGBUS
            return True
        said += (await house.standing())[0] == 503
        await asyncio.sleep(0.25)
    return False


async def stays_shut(house: House) -> None:
    house.start()
    assert house.process is not None
    assert await asyncio.to_thread(house.process.wait, 60) != 0, "it opened on a disk that cannot be written"
    assert "readonly" in house.told() or "not permitted" in house.told()


async def go_on(house: House, parties: list[Party]) -> None:
    for robot in everybody(parties):
        robot.mark(time.time_ns() // 1_000_000)
    await house.ready()
    await wait_for_all(parties, played, "a next move", house)
    house.stop()


async def come_back(house: House, parties: list[Party]) -> None:
    for robot in everybody(parties):
        robot.mark(time.time_ns() // 1_000_000)
    house.start()
    await house.ready()
    await wait_for_all(parties, resumed, "that all come back", house)
    await wait_for_all(parties, played, "a next move", house)
    house.stop()


@seldom
def test_file_moved_away(tmp_path: Path) -> None:
    """And back. Writing to a file that nobody will find again keeps nothing."""
    data, away = tmp_path / "data", tmp_path / "elsewhere"
    with open_house(data, tmp_path) as house:
        asyncio.run(get_over("file moved away", house, lambda: _move(data, away), lambda: _move(away, data)))


def _move(folder: Path, to: Path) -> None:
    folder.rename(to)


def test_database_gone(tmp_path: Path, database: Postgres) -> None:
    with open_house(database.fresh(), tmp_path) as house:
        asyncio.run(get_over("database gone", house, database.stop, database.start))


@seldom
def test_database_read_only(tmp_path: Path, database: Postgres) -> None:
    with open_house(database.fresh(), tmp_path) as house:
        asyncio.run(
            get_over(
                "database read-only",
                house,
                lambda: database.write_no_more(True),
                lambda: database.write_no_more(False),
            )
        )


def test_killed_while_the_database_is_gone(tmp_path: Path, database: Postgres) -> None:
    """Two troubles at once. A house without its database does not open, and says why; later it does."""

    async def go_through(house: House) -> None:
        await house.ready()
        async with gathering(TABLES, PACE, house) as parties:
            await wait_for_all(parties, played, "a first move", house)
            database.stop()
            await wait_for_all(parties, is_paused, "that all are told of the pause", house)
            house.kill()
            house.start()
            assert house.process is not None
            assert await asyncio.to_thread(house.process.wait, 60) != 0, "it opened without its database"
            assert "PostgreSQL" in house.told()
            database.start()
            await come_back(house, parties)
        found = await check_house(house.place, everybody(parties))
        assert found.faults == []

    with open_house(database.fresh(), tmp_path) as house:
        asyncio.run(go_through(house))

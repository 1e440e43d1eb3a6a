"""A node and a worker whose background work fails: bots move all the same."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from kept_houses import Postgres, note
from lumitheque.server.bots import worker as working
from lumitheque.server.bots.job_queue import JobQueue
from lumitheque.server.bots.worker import Worker
from lumitheque.server.house import House
from lumitheque.server.services import Services
from lumitheque.server.settings import HouseSettings, Limits
from lumitheque.storage import open_store
from lumitheque.tables import Actor, TableTerms
from lumitheque.tables.commands import Sit, Start

ADA = "a" * 32


@pytest.fixture
def address() -> Iterator[str]:
    postgres = Postgres()
    yield postgres.fresh()
    postgres.remove()


def fails_once(owner: Any, name: str) -> None:
    does = getattr(owner, name)

    def planted(*given: Any) -> Any:
        setattr(owner, name, does)
        raise RuntimeError("planted")

    setattr(owner, name, planted)


def test_bots_move_though_errands_fail(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def visit() -> None:
        usual: dict[str, Any] = {"limits": Limits.none(), "warm_up": False, "bots_at_once": 1}
        services = Services(HouseSettings(open_store(address), workers_at=address, sweep_seconds=0.2, **usual))
        worker = Worker(HouseSettings(open_store(address), **usual), address)
        fails_once(services.runner, "_hand_over")
        fails_once(worker, "_take")
        fails_once(worker.house, "evict")
        fails_once(working, "_tidy")
        monkeypatch.setattr(working, "SWEEP", 0.05)
        await services.open()
        work = asyncio.create_task(worker.run(lambda: None))
        house, ada = services.house, Actor.of(ADA)
        table = await house.open(TableTerms(game="lumens"), ADA)
        for command in (Sit(0, bot="greedy"), Sit(1, bot="greedy"), Start()):
            await house.command(table, ada, command)
        while await house.look(table, lambda table: table.moves()) < 3:  # noqa: ASYNC110 (it happens in a database)
            await asyncio.sleep(0.05)
        assert services.unwell() == ["errands"]
        while len(worker.house.supervisor.unwell()) < 3:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
        assert worker.house.supervisor.unwell() == ["sweep", "taking errands", "tidying the queue"]
        worker.stop()
        await work
        await services.close()

    asyncio.run(asyncio.wait_for(visit(), 60))


def test_errands_of_whoever_wants_less_come_first() -> None:
    house = House(HouseSettings(open_store("memory:")))
    board = JobQueue(house, "nowhere")
    busy = [board._lately(note(f"t{number}", 1, opener="ann", people=[])) for number in range(3_000)]
    assert busy[:3] == [0, 1, 2] and max(busy) <= 1_000  # and what was long ago counts less
    assert board._lately(note("u", 1, opener="ann", people=["bob", "cyd"])) == 0  # those who sit there want it
    assert board._lately(note("v", 1, opener="bob", people=["cyd", "bob"])) == 1

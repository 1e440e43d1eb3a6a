"""Background work that fails: it is logged, counted, shown, begun again, and nothing else suffers from it."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from lumitheque.server import services
from lumitheque.server.live import lobby
from lumitheque.server.upkeep.supervisor import LONGEST_PAUSE, SOUND, Supervisor
from lumitheque.storage import Owed, StorageTrouble
from lumitheque.storage.memory import MemoryStore
from lumitheque.tables import TableNote
from open_house import OpenHouse, settings, standing, wait_for


class PlantedError(Exception):
    pass


class Planted:
    """Stands in for a function: fails a few times, then does what the function did."""

    def __init__(self, does: Callable[..., Any], times: int = 1) -> None:
        self._does, self.left = does, times
        self.done = 0

    def __call__(self, *given: Any, **named: Any) -> Any:
        if self.left:
            self.left -= 1
            raise PlantedError
        self.done += 1
        return self._does(*given, **named)


def plant(owner: object, name: str, times: int = 1) -> Planted:
    planted = Planted(getattr(owner, name), times)
    setattr(owner, name, planted)
    return planted


# --- the supervisor --------------------------------------------------------------------------------------------------


def test_work_that_fails_is_begun_again_after_growing_pauses(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, pauses = 0.0, list[float]()

    async def pass_time(seconds: float) -> None:
        nonlocal now
        now += seconds
        pauses.append(seconds)

    async def visit() -> None:
        supervisor = Supervisor(lambda: now)
        runs = 0

        async def fails() -> None:
            nonlocal runs
            runs += 1
            if runs <= 12:
                raise PlantedError

        monkeypatch.setattr(asyncio, "sleep", pass_time)
        await supervisor.keep("frail", fails)
        assert runs == 13 and supervisor.failures == {"frail": 12}
        assert pauses == sorted(pauses) and pauses[1] == 2 * pauses[0] and pauses[-1] == LONGEST_PAUSE
        assert supervisor.unwell() == ["frail"]
        await asyncio.sleep(SOUND)
        assert supervisor.unwell() == []

    asyncio.run(visit())
    told = [record for record in caplog.records if record.exc_info]
    assert told and all("frail" in record.getMessage() for record in told)
    assert len(told) == 4  # of twelve that are the same: the 1st, 2nd, 4th and 8th


def test_work_done_once_is_looked_at() -> None:
    async def visit() -> None:
        supervisor = Supervisor()

        async def fails() -> None:
            raise PlantedError

        assert not await supervisor.once("errand", fails)
        assert supervisor.failures["errand"] == 1 and supervisor.unwell() == ["errand"]

    asyncio.run(visit())


def test_nothing_is_begun_after_the_end() -> None:
    async def visit() -> None:
        supervisor, begun = Supervisor(), list[str]()

        async def waits() -> None:
            begun.append("waits")
            await asyncio.sleep(3600)

        task = supervisor.keep("long", waits)
        await asyncio.sleep(0)
        await supervisor.stop()
        late = supervisor.once("late", waits)
        await asyncio.wait({late})
        assert task.cancelled() and late.cancelled() and begun == ["waits"]

    asyncio.run(visit())


# --- a planted failure in each task of a house -----------------------------------------------------------------------


def test_a_house_opens_though_warming_up_and_making_good_fail(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(services, "warm_up", Planted(print))
    house = OpenHouse(settings(warm_up=True))
    plant(house.app.services.clocks, "make_good")
    assert house.app.services.runner is not None
    plant(house.app.services.runner, "find")
    with house:
        guest = house.guest()
        table = guest.open("lumens", sit=[0], bots={1: "greedy"}, start=True)
        assert guest.must(table, "say", phrase="hello")  # it does not wait for ever
        failed = ["finding bots", "making good", "warming up"]
        assert guest.http.get("/ready").json()["unwell"] == failed
        assert guest.http.get("/health").json()["unwell"] == failed
        numbers = guest.http.get("/metrics").text
        assert 'lumitheque_background_failures_total{work="making good"} 1.0' in numbers
        assert 'lumitheque_background_unwell{work="making good"} 1.0' in numbers
    assert sum(record.exc_info is not None for record in caplog.records) == 3


SWEPT = {  # what is done in a sweep: whose it is and what it is called, and the name it has for the supervisor
    "idle sockets": lambda services: (services.live, "sweep"),
    "idle tables": lambda services: (services.house, "evict"),
    "presence": lambda services: (services.house.presence, "sweep"),
    "admission": lambda services: (services.admission, "look_again"),
    "deadlines": lambda services: (services.clocks, "look_around"),
    "finding bots": lambda services: (services.runner, "find_forgotten"),
    "tidying up": lambda services: (services.sweeper, "tidy_up"),
}


@pytest.mark.parametrize("name", SWEPT)
def test_a_sweep_goes_on_whatever_fails_in_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "TIDY_SECONDS", 0.0)
    house = OpenHouse(settings(sweep_seconds=0.02))
    failing = plant(*SWEPT[name](house.app.services), times=2)
    others = [plant(*SWEPT[other](house.app.services), times=0) for other in SWEPT if other != name]
    with house:
        wait_for(lambda: failing.left == 0)
        assert all(other.done for other in others)
        wait_for(lambda: failing.done > 0)
        assert house.app.services.unwell() == [name]


def test_a_sweep_that_fails_itself_is_begun_again() -> None:
    house = OpenHouse(settings(sweep_seconds=0.02))
    supervisor = house.app.services.house.supervisor
    planted = plant(supervisor, "call")
    with house:
        wait_for(lambda: planted.done > 0)
        assert house.app.services.unwell() == ["sweep"]


def test_clocks_go_on_after_a_failure() -> None:
    house = OpenHouse(settings())
    planted = plant(house.app.services.clocks, "tick", times=2)
    with house:
        guest = house.guest()
        clock = {"kind": "per_move", "seconds": 1}
        table = guest.open("sirius", sit=[0, 1], options={"setup": "random"}, start=True, clock=clock)
        wait_for(lambda: guest.look(table)["state"]["status"] == "over")
        assert planted.left == 0 and "clocks" in house.app.services.unwell()


def test_a_table_that_cannot_be_told_its_time_takes_no_other_along() -> None:
    house = OpenHouse(settings())
    with house:
        guest = house.guest()
        clock = {"kind": "per_move", "seconds": 1}
        tables = [
            guest.open("sirius", sit=[0, 1], options={"setup": "random"}, start=True, clock=clock) for _ in range(2)
        ]
        command = plant(house.app.services.house, "command")
        wait_for(lambda: any(guest.look(table)["state"]["status"] == "over" for table in tables))
        assert command.left == 0 and "clocks of tables" in house.app.services.unwell()


def test_the_lobby_is_told_of_the_next_change(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "PAUSE", 0.05)
    with OpenHouse() as house:
        guest = house.guest()
        line = guest.live()
        line.say("lobby", on=True)
        line.hear("lobby")
        planted = plant(house.app.services.house.lobby, "_names")
        guest.open("lumens", listed=True)
        wait_for(lambda: planted.left == 0)
        table = guest.open("lumens", listed=True)
        assert [told["id"] for told in line.hear("lobby")["tables"]] == [table]
        assert house.app.services.unwell() == ["lobby"]


class TwoNodes(MemoryStore):
    """A store whose other nodes a test speaks for."""

    def overhear(self, hear: Any) -> bool:
        return True

    async def whisper(self, message: str) -> None: ...


def test_presence_and_catching_up_go_on() -> None:
    store = TwoNodes()
    whispered = plant(store, "whisper")
    house = OpenHouse(replace(settings(sweep_seconds=0.05), store=store))
    with house:
        wait_for(lambda: whispered.done > 0)
        guest = house.guest()
        table = guest.open("lumens", sit=[0, 1], start=True)
        line = guest.live()
        seq = standing(line.watch(table))["seq"]
        inside = house.app.services.house
        live = inside.tables[table]
        live.told -= 1  # as if the other node had appended the last entry
        entries = plant(store, "entries")
        call_in(house, lambda: inside._heard(table, seq + 1))
        wait_for(lambda: entries.left == 0)
        wait_for(lambda: inside.supervisor.failures["catching up"] == 1)
        assert guest.must(table, "say", phrase="hello")
        assert {"catching up", "presence"} <= set(house.app.services.unwell())


def call_in(house: OpenHouse, work: Callable[[], None]) -> None:
    """In the thread of the house."""
    loops = [task.get_loop() for task in house.app.services.house.supervisor._tasks]
    loops[0].call_soon_threadsafe(work)


class Ailing(MemoryStore):
    def __init__(self) -> None:
        super().__init__()
        self.ill = False

    async def append(
        self, table: str, after: int, entries: list[bytes], note: TableNote, owed: Sequence[Owed] = ()
    ) -> None:
        if self.ill:
            raise StorageTrouble("full", "no space left")
        await super().append(table, after, entries, note, owed)


def test_a_house_goes_on_after_a_pause_though_recovering_fails() -> None:
    store = Ailing()
    house = OpenHouse(replace(settings(), store=store))
    with house:
        guest = house.guest()
        table = guest.open("lumens", sit=[0], bots={1: "greedy"})
        line = guest.live()
        inside = house.app.services.house
        healthy, told = plant(store, "healthy"), Planted(print)
        inside.pause.listeners.insert(0, told)
        assert house.app.services.runner is not None
        finding = plant(house.app.services.runner, "find")
        store.ill = True
        assert guest.ask(table, "start").status_code == 503
        store.ill = False
        assert line.hear("house")["paused"]  # the first who was to be told failed: this one was told
        assert not line.hear("house")["paused"]
        assert healthy.left == 0 and told.left == 0
        wait_for(lambda: finding.left == 0)
        assert guest.must(table, "start")
        wait_for(lambda: 0 in guest.look(table)["state"]["waiting"])
        assert set(house.app.services.unwell()) == {"finding bots", "pausing", "recovering"}


def test_a_failure_that_comes_again_is_not_logged_for_ever(caplog: pytest.LogCaptureFixture) -> None:
    house = OpenHouse(settings(sweep_seconds=0.01))
    failing = plant(house.app.services.live, "sweep", times=50)
    with caplog.at_level(logging.ERROR), house:
        wait_for(lambda: failing.left == 0)
    assert house.app.services.house.supervisor.failures["idle sockets"] == 50
    assert len([record for record in caplog.records if record.exc_info]) == 6

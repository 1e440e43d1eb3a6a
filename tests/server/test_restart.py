"""A house that is closed and opened again, and one whose store is in trouble."""

import asyncio
import dataclasses
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from lumitheque.games import SHELF
from lumitheque.server.settings import HouseSettings, Limits
from lumitheque.storage import Owed, StorageTrouble, open_store
from lumitheque.storage.memory import MemoryStore
from lumitheque.tables import TableNote
from open_house import OpenHouse, settings, standing, wait_for


def test_a_game_goes_on_after_a_restart(tmp_path: Path) -> None:
    with OpenHouse(settings(str(tmp_path), bot_threads=False)) as house:  # bots do not move: one is left to move
        guest = house.guest("Ada")
        table = guest.open("lumens", sit=[0], bots={1: "greedy"}, start=True)
        line = guest.live()
        state = standing(line.watch(table))
        told = line.act(table, "play", key="mine", moves=[state["legal"][0]])
        last, cookies, port = told["seq"], dict(guest.http.cookies), house.port
    with OpenHouse(settings(str(tmp_path)), port=port) as house:
        again = house.guest()
        again.http.cookies.clear()
        again.http.cookies.update(cookies)
        assert again.http.get("/api/me").json()["name"] == "Ada"  # the same key signs
        line = again.live()
        assert line.act(table, "play", key="mine", moves=[state["legal"][0]]) == {"t": "ack", "id": "mine", "seq": last}
        told = line.watch(table, after=last)
        now = standing(told)
        while now["waiting"] == [1]:  # the bot whose turn it was found it again
            now = line.hear("entries")["state"]
        assert now["seq"] > last and now["moves"] >= 2


class FrailStore(MemoryStore):
    """A store that can be in trouble."""

    def __init__(self) -> None:
        super().__init__()
        self.ill = False

    def _complain(self) -> None:
        if self.ill:
            raise StorageTrouble("full", "no space left")

    async def healthy(self) -> None:
        self._complain()

    async def append(
        self, table: str, after: int, entries: list[bytes], note: TableNote, owed: Sequence[Owed] = ()
    ) -> None:
        self._complain()
        await super().append(table, after, entries, note, owed)


def frail_house(**changes: Any) -> tuple[OpenHouse, FrailStore]:
    store = FrailStore()
    usual: dict[str, Any] = {"limits": Limits.none(), "warm_up": False, "bots_at_once": 1, "recheck_seconds": 0.05}
    return OpenHouse(HouseSettings(store, **(usual | changes))), store


def test_a_store_in_trouble_pauses_play_and_nothing_is_lost() -> None:
    opened, store = frail_house()
    with opened as house:
        guest = house.guest()
        table = guest.open("lumens", sit=[0], bots={1: "greedy"}, start=True)
        line = guest.live()
        state = standing(line.watch(table))
        while state["waiting"] != [0]:
            state = line.hear("entries")["state"]
        store.ill = True
        denied = line.act(table, "play", key="again", moves=[state["legal"][0]])
        assert denied["fault"]["code"] == "paused" and denied["fault"]["sentence"]
        assert line.hear("house")["paused"]
        assert guest.http.get("/ready").status_code == 503
        assert guest.http.get("/health").json()["paused"]
        assert guest.ask(table, "say", phrase="hello").status_code == 503
        assert house.guest().live().welcome["paused"]
        assert guest.look(table)["state"]["seq"] == state["seq"]  # reading goes on, and nothing has happened
        store.ill = False
        assert line.hear("house") == {"t": "house", "paused": False}
        told = line.act(table, "play", key="again", moves=[state["legal"][0]])
        assert told["t"] == "ack" and told["seq"] == state["seq"] + 1
        assert guest.http.get("/ready").status_code == 200
        while standing(line.hear("entries"))["waiting"] == [1]:
            pass  # and the bot goes on


def test_a_bot_that_was_interrupted_by_a_pause_goes_on() -> None:
    opened, store = frail_house(bot_threads=True)
    with opened as house:
        guest = house.guest()
        table = guest.open("lumens", sit=[0], bots={1: "greedy"})
        line = guest.live()
        line.watch(table)
        append = store.append

        async def fails_for_bots(*words: Any) -> None:
            if b'"by":{"kind":"bot"' in words[2][0] and not store.ill:
                store.ill = True
            await append(*words)

        store.append = fails_for_bots  # type: ignore[method-assign]
        guest.must(table, "start")
        assert line.hear("house")["paused"]
        store.append = append  # type: ignore[method-assign]
        store.ill = False
        assert not line.hear("house")["paused"]
        wait_for(lambda: guest.look(table)["state"]["waiting"] == [0])


def test_a_table_by_other_rules_is_not_continued(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with OpenHouse(settings(str(tmp_path))) as house:
        guest = house.guest()
        table = guest.open("lumens", sit=[0, 1], start=True)
        cookies = dict(guest.http.cookies)
    monkeypatch.setitem(SHELF, "lumens", dataclasses.replace(SHELF["lumens"], rules_version=99))
    with OpenHouse(settings(str(tmp_path))) as house:
        guest = house.guest()
        guest.http.cookies.update(cookies)
        answer = guest.ask(table, "play", seat=0, moves=["start=1"])
        assert (answer.status_code, answer.json()["code"]) == (409, "other_rules")
        assert guest.http.get(f"/api/tables/{table}").json()["code"] == "other_rules"
        assert guest.http.get("/api/mine").json()["tables"][0]["id"] == table


def test_tables_that_nobody_uses_are_folded_away_and_come_back() -> None:
    with OpenHouse(settings(evict_seconds=0.2, sweep_seconds=0.05)) as house:
        guest = house.guest()
        watched, alone = (guest.open("lumens", sit=[0, 1], start=True) for _ in range(2))
        line = guest.live()
        seq = standing(line.watch(watched, seat=0))["seq"]
        tables = house.app.services.house.tables
        wait_for(lambda: alone not in tables and tables[watched].table is None)
        assert guest.must(watched, "say", phrase="hello") == seq + 1
        assert line.hear("entries")["state"]["seq"] == seq + 1
        assert guest.must(alone, "say", phrase="hello")


def test_clocks_run_out_and_a_restart_costs_nobody_time(tmp_path: Path) -> None:
    terms = {"clock": {"kind": "per_move", "seconds": 2}}
    with OpenHouse(settings(str(tmp_path), sweep_seconds=0.1)) as house:
        guest = house.guest()
        table = guest.open("sirius", sit=[0, 1], options={"setup": "random"}, start=True, **terms)
        time.sleep(0.5)
        cookies, port = dict(guest.http.cookies), house.port
    time.sleep(2.5)
    with OpenHouse(settings(str(tmp_path), sweep_seconds=0.1), port=port) as house:
        guest = house.guest()
        guest.http.cookies.clear()
        guest.http.cookies.update(cookies)
        state = guest.look(table)["state"]
        assert state["status"] == "playing"
        events = guest.http.get(f"/api/tables/{table}/entries").json()["entries"]
        assert events[-1]["event"]["event"] == "time_given"
        line = guest.live()
        line.watch(table)
        over = line.hear("entries")
        assert over["entries"][0]["event"]["event"] == "timed_out" and over["entries"][0]["by"] == {"kind": "clock"}
        assert over["state"]["ending"]["reason"] == "time"


def test_another_node_is_heard() -> None:
    """What `listen` tells is read, told to watchers, and settles races."""
    shared = MemoryStore()
    usual: dict[str, Any] = {"limits": Limits.none(), "warm_up": False, "bots_at_once": 1, "key": b"k" * 32}

    class Node(MemoryStore):
        """A view of the shared store that calls back when the other node appends."""

        def __init__(self) -> None:
            super().__init__()
            self.__dict__.update(shared.__dict__)
            self.others: list[tuple[Any, Any]] = []

        def listen(self, heard: Any) -> None:
            self.heard, self.loop = heard, asyncio.get_running_loop()

        async def append(
            self, table: str, after: int, entries: list[bytes], note: TableNote, owed: Sequence[Owed] = ()
        ) -> None:
            await MemoryStore.append(self, table, after, entries, note, owed)
            for other in nodes:
                if other is not self:
                    other.loop.call_soon_threadsafe(other.heard, table, note.seq)

    nodes = [Node(), Node()]
    with OpenHouse(HouseSettings(nodes[0], **usual)) as here, OpenHouse(HouseSettings(nodes[1], **usual)) as there:
        guest = here.guest()
        far = there.guest()
        far.http.cookies.clear()
        far.http.cookies.update(dict(guest.http.cookies))
        table = guest.open("lumens", sit=[0, 1], start=True)
        near_line, far_line = guest.live(), far.live()
        last = standing(near_line.watch(table, seat=0))["seq"]
        far_line.watch(table, seat=1)
        for number in range(1, 7):
            sender = (near_line, far_line)[number % 2]
            assert sender.act(table, "say", text=str(number))["seq"] == last + number
            assert near_line.hear("entries")["entries"][0]["seq"] == last + number
            assert far_line.hear("entries")["entries"][0]["seq"] == last + number


def test_stores_open_by_address(tmp_path: Path) -> None:
    with pytest.raises(StorageTrouble):
        open_store("mysql://nowhere")

"""Nodes on one PostgreSQL hear what others append."""

import asyncio
import re
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from kept_houses import Postgres, add, lines, opened
from lumitheque.storage import Conflict, Person, postgres_listener

CUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'lumitheque%'"


async def until(condition: Callable[[], bool]) -> None:
    for _ in range(200):
        if condition():
            return
        await asyncio.sleep(0.02)
    pytest.fail("it did not happen")


def test_others_are_heard_and_one_is_not(postgres: Postgres) -> None:
    address = postgres.fresh()

    async def visit() -> None:
        heard: dict[str, list[tuple[str, int]]] = {"one": [], "two": []}
        async with opened(address) as one, opened(address) as two:
            one.listen(lambda table, seq: heard["one"].append((table, seq)))
            two.listen(lambda table, seq: heard["two"].append((table, seq)))
            await add(one, "t", 0, 3)
            await until(lambda: bool(heard["two"]))
            assert await two.entries("t") == lines(0, 3)  # whoever hears of it finds it
            await add(two, "t", 3)
            await until(lambda: bool(heard["one"]))
            await asyncio.gather(*[add(one, f"{number:064}", 0) for number in range(450)])
            await until(lambda: len(heard["two"]) == 451)
            with pytest.raises(Conflict):
                await add(two, "t", 3)
            assert heard["one"] == [("t", 4)] and heard["two"][0] == ("t", 3)
            assert set(heard["two"][1:]) == {(f"{number:064}", 1) for number in range(450)}

    asyncio.run(visit())


def test_what_was_missed_is_told_afterwards(postgres: Postgres) -> None:
    address = postgres.fresh()

    async def visit() -> None:
        heard = list[tuple[str, int]]()
        async with opened(address) as deaf, opened(address) as other:
            deaf.listen(lambda table, seq: heard.append((table, seq)))
            deaf._listener._connect, connect = refuse, deaf._listener._connect
            await asyncio.to_thread(postgres.say, CUT)
            await asyncio.sleep(0.2)
            now = int(time.time() * 1000)
            await add(other, "t", 0, touched_at=now)  # its connection was cut, too, and is made anew
            assert heard == []
            deaf._listener._connect = connect
            await until(lambda: ("t", 1) in heard)
            await add(other, "t", 1)
            await until(lambda: ("t", 2) in heard)

    async def refuse(settings: dict[str, str]) -> None:
        raise ConnectionRefusedError

    asyncio.run(visit())


def test_nodes_that_write_to_the_same_tables_do_not_lock_each_other_out(postgres: Postgres) -> None:
    """Every race has one winner, and nobody meets a deadlock."""
    address = postgres.fresh()

    async def visit() -> None:
        async with opened(address) as one, opened(address) as two:
            names = [f"t{number}" for number in range(60)]
            for seq in range(15):
                forward = [add(one, name, seq, text="one") for name in names]
                backward = [add(two, name, seq, text="two") for name in reversed(names)]
                outcomes = await asyncio.gather(*forward, *backward, return_exceptions=True)
                assert all(outcome is None or isinstance(outcome, Conflict) for outcome in outcomes), outcomes
                won_by_one, won_by_two = ([o is None for o in part] for part in (outcomes[:60], outcomes[60:][::-1]))
                assert all(a != b for a, b in zip(won_by_one, won_by_two, strict=True))
            for name in names:
                assert len(await one.entries(name)) == 15

    asyncio.run(visit())


def test_whispers_reach_all_nodes(postgres: Postgres) -> None:
    address = postgres.fresh()

    async def visit() -> None:
        heard: dict[str, list[str]] = {"one": [], "two": []}
        async with opened(address) as one, opened(address) as two:
            assert one.overhear(heard["one"].append) and two.overhear(heard["two"].append)
            await one.whisper("é" * 3_900)
            await until(lambda: heard["one"] == heard["two"] == ["é" * 3_900])

    asyncio.run(visit())


def test_a_connection_that_inherits_an_id_is_heard(postgres: Postgres) -> None:
    """The database gives the id of a connection that is gone to a new one, which may be another node's."""
    address = postgres.fresh()

    class Heir:
        """A connection of which its node believes that it has somebody else's id."""

        def __init__(self, connection: Any, heir_of: int) -> None:
            self._connection, self.get_server_pid = connection, lambda: heir_of

        def __getattr__(self, name: str) -> Any:
            return getattr(self._connection, name)

    async def visit() -> None:
        heard = list[tuple[str, int]]()
        async with opened(address) as one, opened(address) as two:
            one.listen(lambda table, seq: heard.append((table, seq)))
            await add(two, "of two", 0)
            connect, others = one._writer._connect, two._writer._connection.get_server_pid()

            async def connect_as_before(settings: dict[str, str]) -> Heir:
                return Heir(await connect(settings), others)

            one._writer._connect = connect_as_before
            await add(one, "of one", 0)
            await add(two, "of two", 1)
            await until(lambda: ("of two", 2) in heard)
            assert ("of one", 1) not in heard

    asyncio.run(visit())


def test_what_is_no_entry_is_told_too(postgres: Postgres) -> None:
    """And when a node could not hear: that anything may have changed."""
    address = postgres.fresh()

    async def visit() -> None:
        heard = list[tuple[str, str]]()
        async with opened(address) as one, opened(address) as two:
            one.report_changes(lambda what, key: heard.append((what, key)))
            await add(two, "t", 0)
            await two.keep_person(Person("anna", "Anna", 1, 1, "fr"))
            await two.keep_setting("doors", b"{}")
            await two.delete_table("t")
            await two.forget_person("anna")
            told = [("person", "anna"), ("setting", "doors"), ("table", "t"), ("person", "anna")]
            await until(lambda: heard == told)
            await asyncio.to_thread(postgres.say, CUT)
            await until(lambda: ("all", "") in heard)

    asyncio.run(visit())


class Wire:
    """A way to PostgreSQL that can go dead without a word: connections stay open, and nothing passes any more."""

    def __init__(self, address: str, folder: Path) -> None:
        found = re.search(r"host=([^&]+)", address)
        assert found
        self._socket, self._folder = found[1] + "/.s.PGSQL.5432", folder
        self.address = address.replace(found[1], str(folder))
        self._alive = asyncio.Event()
        self._tasks = set[asyncio.Task[None]]()
        self._writers = list[asyncio.StreamWriter]()

    async def open(self) -> None:
        self._alive.set()
        self._server = await asyncio.start_unix_server(self._accept, self._folder / ".s.PGSQL.5432")

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there_reader, there_writer = await asyncio.open_unix_connection(self._socket)
        self._writers += [writer, there_writer]
        alive = self._alive  # a connection that is made later lives
        for one, other in ((reader, there_writer), (there_reader, writer)):
            self._tasks.add(asyncio.create_task(self._pass_on(one, other, alive)))

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, alive: asyncio.Event) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                await alive.wait()
                writer.write(data)
            writer.close()

    def go_dead(self) -> None:
        self._alive.clear()
        self._alive = asyncio.Event()
        self._alive.set()

    def close(self) -> None:
        self._server.close()
        for task in self._tasks:
            task.cancel()
        for writer in self._writers:
            writer.transport.abort()


def test_a_connection_that_dies_silently_is_noticed(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_listener, "CHECK", 0.1)
    monkeypatch.setattr(postgres_listener, "CHECK_TIMEOUT", 0.5)
    address = postgres.fresh()

    async def visit() -> None:
        heard, wire = list[tuple[str, int]](), Wire(address, tmp_path)
        await wire.open()
        async with opened(address) as other, opened(wire.address) as store:
            store.listen(lambda table, seq: heard.append((table, seq)))
            await add(other, "t", 0)
            await until(lambda: ("t", 1) in heard)
            wire.go_dead()
            now = int(time.time() * 1000)
            await add(other, "t", 1, touched_at=now)
            assert ("t", 2) not in heard
            await until(lambda: ("t", 2) in heard)
            await add(other, "u", 0)
            await until(lambda: ("u", 1) in heard and store.unwell() == [])
            wire.close()  # what is dead would keep the store from closing

    asyncio.run(visit())


def test_a_listener_comes_back_whatever_fails(postgres: Postgres, caplog: pytest.LogCaptureFixture) -> None:
    address = postgres.fresh()

    async def visit() -> None:
        heard = list[str]()
        async with opened(address) as one, opened(address) as other:
            one.listen(lambda *_: 1 // 0)  # whoever is told next is told all the same
            one.listen(lambda table, _: heard.append(table))
            connect, tries = one._listener._connect, list[int]()

            async def connect_later(settings: dict[str, str]) -> object:
                tries.append(1)
                if len(tries) < 3:
                    raise RuntimeError("planted")
                return await connect(settings)

            one._listener._connect = connect_later
            await asyncio.to_thread(postgres.say, CUT)
            await until(lambda: one.unwell() == ["listening to other nodes"])
            await until(lambda: one.unwell() == [])
            await add(other, "t", 0)
            await until(lambda: "t" in heard)

    asyncio.run(visit())
    failures = {str(record.exc_info[1]) for record in caplog.records if record.exc_info}
    assert failures == {"planted", "integer division or modulo by zero"}

"""Something that cannot be read is in nobody's way: it is told, and everything else is there."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from damage import break_page, rewrite
from kept_houses import Postgres, add, lines, note, opened
from lumitheque.storage import StorageTrouble, Store
from lumitheque.storage.logs import UnreadableLog, read_log

Reports = dict[str, str]
NOTES = {"unknown": b'{"id":"t5","status":"flying"}', "not JSON": b"nonsense", "not UTF-8": b'{"id":"\xff\xfe"}'}


def listen(store: Store) -> Reports:
    told: Reports = {}
    store.report_unreadable(told.__setitem__)
    return told


async def furnish(address: str, tables: int) -> None:
    async with opened(address) as store:
        await asyncio.gather(*[
            add(store, f"t{number}", 0, 2, opened_at=number, status="playing", deadline=9, bot_to_move=True)
            for number in range(tables)
        ])  # fmt: skip


async def check_lists(store: Store, tables: int, without: set[int]) -> None:
    """Every list, and pages that are full although something is left out."""
    there = [f"t{number}" for number in reversed(range(tables)) if number not in without]
    assert [one.id for one in await store.notes(limit=tables)] == there
    for asked in ({"status": "playing"}, {"listed": True}, {"person": "anna"}, {"bot_to_move": True}):
        assert [one.id for one in await store.notes(**asked, limit=tables)] == there
    assert [one.id for one in await store.notes(deadline_before=10, limit=tables)] == there
    before, paged = None, []
    while page := await store.notes(limit=3, before=before):
        paged += [one.id for one in page]
        assert len(page) == 3 or len(paged) == len(there)
        before = page[-1].opened_at, page[-1].id
    assert paged == there
    assert await store.table_ids() == [f"t{number}" for number in range(tables)]


@pytest.mark.parametrize("kind", NOTES)
def test_a_note_that_cannot_be_read(tmp_path: Path, kind: str) -> None:
    async def visit() -> None:
        await furnish(str(tmp_path), 10)
        rewrite(tmp_path, "UPDATE tables SET note = CAST(? AS TEXT) WHERE id = 't5'", NOTES[kind])
        async with opened(str(tmp_path)) as store:
            told = listen(store)
            await check_lists(store, 10, {5})
            assert list(told) == ["t5"] and "summary" in told["t5"]
            assert await store.note("t5") is None and await store.entries("t5") == lines(0, 2)
            assert await store.note("t4") == note("t4", 2, opened_at=4, status="playing", deadline=9, bot_to_move=True)

    asyncio.run(visit())


def test_a_note_that_cannot_be_read_in_postgresql(postgres: Postgres) -> None:
    async def visit() -> None:
        import asyncpg

        address = postgres.fresh()
        await furnish(address, 10)
        connection = await asyncpg.connect(address)
        await connection.execute("UPDATE tables SET note = 'nonsense' WHERE id = 't5'")
        await connection.close()
        async with opened(address) as store:
            told = listen(store)
            await check_lists(store, 10, {5})
            assert list(told) == ["t5"] and await store.note("t5") is None

    asyncio.run(visit())


def test_a_note_that_is_not_json_while_its_table_goes_on(tmp_path: Path) -> None:
    async def visit() -> None:
        async with opened(str(tmp_path)) as store:
            told = listen(store)
            for table in ("t", "u"):
                await add(store, table, 0)
                await add(store, table, 1)
            by_hand = sqlite3.connect(tmp_path / "house.db")
            by_hand.execute("UPDATE tables SET note = 'nonsense' WHERE id = 't'")
            by_hand.commit()
            by_hand.close()
            assert [one.id for one in await store.notes()] == ["u"] and list(told) == ["t"]
            assert await store.entries("t") == lines(0, 2)
            await add(store, "t", 2)  # a note is written anew with what happens next
            assert await store.note("t") == note("t", 3)

    asyncio.run(visit())


def test_a_damaged_page_of_notes(tmp_path: Path) -> None:
    async def visit() -> None:
        await furnish(str(tmp_path), 500)
        assert break_page(tmp_path, b'{"id":"t250"') == 1
        async with opened(str(tmp_path)) as store:
            told = listen(store)
            await store.notes(limit=1000)
            lost = {int(table[1:]) for table in told}
            assert 250 in lost and len(lost) < 40
            await check_lists(store, 500, lost)
            with pytest.raises(StorageTrouble, match="malformed") as trouble:
                await store.note("t250")
            assert trouble.value.reason == "damaged"
            await add(store, "new", 0)  # and the house goes on
            assert await store.note("t1") is not None

    asyncio.run(visit())


def test_a_damaged_page_of_a_log(tmp_path: Path) -> None:
    async def visit() -> None:
        async with opened(str(tmp_path)) as store:
            for table in ("t", "between", "u"):
                await add(store, table, 0, 100, text=f"of {table} " + "x" * 100)
        assert break_page(tmp_path, b"of t") > 1
        async with opened(str(tmp_path)) as store:
            with pytest.raises(StorageTrouble) as trouble:
                await store.entries("t")
            assert trouble.value.reason == "damaged"
            assert len(await store.entries("u")) == 100 and len(await store.notes()) == 3
            await add(store, "u", 100)

    asyncio.run(visit())


def test_a_name_that_is_not_utf8(tmp_path: Path) -> None:
    async def visit() -> None:
        from lumitheque.storage import Person

        async with opened(str(tmp_path)) as store:
            await store.keep_person(Person("ann", "Ann", 1, 2, "fr"))
        rewrite(tmp_path, "UPDATE people SET name = CAST(? AS TEXT)", b"A\xffnn")
        async with opened(str(tmp_path)) as store:
            assert (await store.person("ann")).name == "A\N{REPLACEMENT CHARACTER}nn"

    asyncio.run(visit())


def test_logs_are_read_whole_or_not_at_all() -> None:
    log = lines(0, 4)
    assert [entry.seq for entry in read_log(log[2:], 2)] == [3, 4]
    with pytest.raises(UnreadableLog, match="entry 2 is missing"):
        read_log(log[:1] + log[2:])
    with pytest.raises(UnreadableLog, match=r"entry 2: .*dreamt"):
        read_log([log[0], log[1].replace(b'"said"', b'"dreamt"')])
    with pytest.raises(UnreadableLog, match=r"entry 3: .*utf-8"):
        read_log([*log[:2], log[2].replace(b"word", b"w\xff\xfe")])

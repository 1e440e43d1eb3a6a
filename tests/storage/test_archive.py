"""A house as lines of JSON, from any store into any other."""

import asyncio
import json
import re
from pathlib import Path

import pytest

from kept_houses import add, line, note, opened
from lumitheque.storage import Person, Store
from lumitheque.storage.archive import ArchiveError, read_house, write_house
from lumitheque.storage.memory import MemoryStore
from lumitheque.storage.store import CHANNEL_KIND, Belonging, Owed


async def written(store: Store) -> list[bytes]:
    def missed(what: str, problem: str) -> None:
        raise AssertionError(f"{what}: {problem}")

    return [text async for text, _ in write_house(store, missed)]


async def take_in(store: Store, house: list[bytes]) -> tuple[int, int, list[str]]:
    arrival = [arrival async for arrival in read_house(store, house)][-1]
    return arrival.people, arrival.tables, arrival.differ


async def furnish(store: Store) -> None:
    await store.keep_setting("key", b"\x00secret")
    for number in range(230):  # more than a page
        await store.keep_person(Person(f"p{number:03}", f"Père {number}", number, number, "fr"))
    for number in range(205):
        await add(store, f"t{number}", 0, 1 + number % 3, opened_at=number // 7, people=[f"p{number:03}"])
    await store.put_code("c", "p001", 99)
    for number in range(120):
        await store.keep_belonging(Belonging(f"p{number:03}", CHANNEL_KIND, "1", f'{{"n":{number}}}'))
        await store.owe(f"t{number}", Owed(f"p{number:03}", "turn", number, 5), 4)
    given_up = (await store.hold_notices(5, 6, 1))[0]
    await store.put_off_notice(given_up, None, "{}")


def test_there_and_back(address: str) -> None:
    async def move() -> None:
        memory = MemoryStore()
        await furnish(memory)
        house = await written(memory)
        async with opened(address) as store:
            assert await take_in(store, house) == (230, 205, [])
            assert await written(store) == house
            assert await take_in(store, house) == (230, 205, [])  # nothing changes by it
            assert await written(store) == house
            assert await store.setting("key") == b"\x00secret"
            assert [found.id for found in await store.notes(person="p017")] == ["t17"]
            await add(store, "t204", 1, 1)

    asyncio.run(move())


def test_what_is_there_stays() -> None:
    async def move() -> None:
        old, new = MemoryStore(), MemoryStore()
        await furnish(old)
        await new.keep_setting("key", b"new")
        await new.keep_person(Person("p001", "Changed", 1, 1, "en"))
        await new.append("t1", 0, [line(1, "otherwise")], note("t1", 1))
        assert await take_in(new, await written(old)) == (230, 205, ["t1"])
        assert await new.setting("key") == b"new" and await new.entries("t1") == [line(1, "otherwise")]
        assert (await new.person("p001")).name == "Changed"

    asyncio.run(move())


def test_a_house_in_use_is_written_as_it_was() -> None:
    async def move() -> None:
        store = MemoryStore()
        for number in range(3):
            await add(store, f"t{number}", 0, 2)
        lines, told = [], write_house(store, print)
        async for text, is_table in told:
            lines.append(text)
            if is_table:
                for number in range(3):
                    seq = len(await store.entries(f"t{number}"))
                    await add(store, f"t{number}", seq)
                await store.delete_table("t0")
        assert await take_in(MemoryStore(), lines) == (0, 2, [])

    asyncio.run(move())


def broken(house: list[bytes]) -> dict[str, list[bytes]]:
    return {
        "the end is missing": house[:-1],
        "something is missing": [*house[:-2], house[-1]],
        "not a house": house[1:],
        "line 0": [],
        "line 1": [b"nonsense"],
    }


def partly_broken(house: list[bytes]) -> dict[str, list[bytes]]:
    table = json.loads(house[-2])
    gap = table | {"entries": [table["entries"][0] | {"seq": 2}]}
    strange = table | {"entries": [table["entries"][0] | {"event": {"event": "dreamt"}}]}
    end = house[-1].replace(b'"tables":1', b'"tables":2')
    return {
        "line 2: ": [house[0], b"nonsense", *house[1:]],
        "line 3: ": [*house[:-1], b'{"line":"table","note":"\xff"}', end],
        "line 3, table t: 0 entries, but": [*house[:-1], json.dumps(table | {"entries": []}).encode(), end],
        "entry 1 is missing": [*house[:-1], json.dumps(gap).encode(), end],
        "entry 1: .*dreamt": [*house[:-1], json.dumps(strange).encode(), end],
    }


def test_what_cannot_be_read_is_named_and_the_rest_arrives() -> None:
    async def move() -> None:
        memory = MemoryStore()
        await add(memory, "t", 0)
        for sentence, lines in partly_broken(await written(memory)).items():
            store = MemoryStore()
            arrival = [arrival async for arrival in read_house(store, lines)][-1]
            assert len(arrival.unread) == 1 and re.search(sentence, arrival.unread[0]), arrival.unread
            assert await store.entries("t") == [line(1)] and arrival.tables == 1

    asyncio.run(move())


def test_broken_lines_are_told(tmp_path: Path) -> None:
    async def move() -> None:
        memory = MemoryStore()
        await add(memory, "t", 0)
        for sentence, lines in broken(await written(memory)).items():
            with pytest.raises(ArchiveError, match=sentence):
                await take_in(MemoryStore(), lines)

    asyncio.run(move())

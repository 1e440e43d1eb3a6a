"""What people keep in the house."""

import asyncio
from typing import Any

import pytest

from kept_houses import in_house, opened
from lumitheque.storage import Person, Store
from lumitheque.storage.store import Belonging


def thing(person: str, kind: str = "device", id: str = "1", value: Any = "{}") -> Belonging:  # noqa: A002
    return Belonging(person, kind, id, value)


@in_house
async def test_each_by_its_person_kind_and_id(store: Store) -> None:
    mine = [thing("anna", "device", "2"), thing("anna", "channel", "1"), thing("anna", "device", "1", '{"é": 1}')]
    for one in [*mine, thing("bob")]:
        await store.keep_belonging(one)
    assert await store.belongings("anna") == [mine[1], mine[2], mine[0]]
    assert await store.belongings("anna", "device") == [mine[2], mine[0]]
    assert await store.belongings("eve") == [] and await store.belongings("anna", "key") == []
    assert await store.owners("device", "1") == [mine[2], thing("bob")] and await store.owners("device", "9") == []


@in_house
async def test_one_is_replaced_and_dropped(store: Store) -> None:
    await store.keep_belonging(thing("anna", value="1"))
    await store.keep_belonging(thing("anna", value="2"))
    assert await store.belongings("anna") == [thing("anna", value="2")]
    assert await store.drop_belonging("anna", "device", "1")
    assert not await store.drop_belonging("anna", "device", "1")
    assert await store.belongings("anna") == []


@in_house
async def test_everything_page_by_page(store: Store) -> None:
    kept = [thing(f"p{number}", kind, "x") for number in range(7) for kind in ("channel", "device")]
    for one in reversed(kept):
        await store.keep_belonging(one)
    seen: list[Belonging] = []
    while page := await store.every_belonging(limit=3, after=place(seen)):
        assert len(page) <= 3
        seen += page
    assert seen == kept
    assert await store.every_belonging("device", limit=99) == kept[1::2]
    assert await store.every_belonging("device", limit=2, after=place(kept[:4])) == [kept[5], kept[7]]


def place(seen: list[Belonging]) -> tuple[str, str, str]:
    return (seen[-1].person, seen[-1].kind, seen[-1].id) if seen else ("", "", "")


@in_house
async def test_whoever_is_forgotten_keeps_nothing(store: Store) -> None:
    await store.keep_person(Person("anna", "Anna", 1, 1, "fr"))
    await store.keep_belonging(thing("anna"))
    await store.keep_belonging(thing("bob"))
    await store.forget_person("anna")
    assert await store.every_belonging() == [thing("bob")]


def test_they_outlive_the_process(durable: str) -> None:
    async def visits() -> None:
        async with opened(durable) as store:
            await store.keep_belonging(thing("anna"))
        async with opened(durable) as store:
            assert await store.belongings("anna") == [thing("anna")]

    asyncio.run(visits())


@pytest.mark.parametrize("deed", ["keep", "drop"])
def test_other_nodes_hear_of_it(postgres: Any, deed: str) -> None:
    async def meet() -> None:
        address = postgres.fresh()
        async with opened(address) as one, opened(address) as other:
            heard: asyncio.Queue[tuple[str, str]] = asyncio.Queue()
            other.report_changes(lambda what, key: heard.put_nowait((what, key)))
            await (one.keep_belonging(thing("anna")) if deed == "keep" else one.drop_belonging("anna", "device", "1"))
            assert await asyncio.wait_for(heard.get(), 10) == ("belonging", "device anna")

    asyncio.run(meet())

"""Notices: owed with the entry, held by one sender, settled once."""

import asyncio
from typing import Any

import pytest

from kept_houses import in_house, lines, note, opened
from lumitheque.storage import Conflict, Store
from lumitheque.storage.store import CHANNEL_KIND, Belonging, Notice, Owed


async def add(store: Store, table: str, after: int, *owed: Owed, **changes: Any) -> None:
    await store.append(table, after, lines(after), note(table, after + 1, **changes), owed)


async def reachable(store: Store, *people: str) -> None:
    for person in people:
        await store.keep_belonging(Belonging(person, CHANNEL_KIND, "1", "{}"))


def turn(person: str, since: int = 7, due_at: int = 100) -> Owed:
    return Owed(person, "turn", since, due_at)


def facts(notice: Notice) -> tuple[str, str, str, int, int, int | None, int, str]:
    return (notice.person, notice.table, notice.what, notice.since, *state(notice))


def state(notice: Notice) -> tuple[int, int | None, int, str]:
    return notice.owed_at, notice.due_at, notice.tries, notice.state


async def held(store: Store, now: int = 100, until: int = 200, limit: int = 10) -> list[Notice]:
    return sorted(await store.hold_notices(now, until, limit), key=lambda one: (one.table, one.person))


@in_house
async def test_whoever_has_a_channel_is_owed_a_notice(store: Store) -> None:
    await reachable(store, "anna", "bob")
    await add(store, "t", 0, turn("anna"), turn("eve"), turn("bob", due_at=101))
    assert await store.notices_waiting() == 2
    assert await held(store, 99) == []
    (notice,) = await held(store)
    assert facts(notice) == ("anna", "t", "turn", 7, 1_001, 100, 1, "{}")
    assert [facts(one)[:4] for one in await store.owing()] == [("anna", "t", "turn", 7), ("bob", "t", "turn", 7)]


@in_house
async def test_what_was_refused_owes_nothing(store: Store) -> None:
    await reachable(store, "anna")
    await add(store, "t", 0)
    with pytest.raises(Conflict):
        await add(store, "t", 0, turn("anna"))
    with pytest.raises(Conflict):
        await add(store, "new", 3, turn("anna"))
    assert await store.notices_waiting() == 0


@in_house
async def test_a_newer_one_takes_the_place(store: Store) -> None:
    """However far the sender has come with the one before."""
    await reachable(store, "anna")
    await add(store, "t", 0, turn("anna"))
    (old,) = await held(store)
    await add(store, "t", 1, turn("anna", 8, 150), Owed("anna", "over", 8, 150))
    await store.settle_notice(old)
    await store.put_off_notice(old, None, '{"old":1}')
    assert [(one.what, one.since, one.due_at, one.tries) for one in await store.owing()] == [
        ("turn", 8, 150, 0), ("over", 8, 150, 0)
    ]  # fmt: skip
    await store.owe("t", turn("anna", 7, 160), 9)  # an older one does not
    assert [(one.since, one.due_at) for one in await store.owing()] == [(8, 150), (8, 150)]


@in_house
async def test_many_in_one_group(store: Store) -> None:
    """As many appends as fit into a commit, several of one table among them."""
    await reachable(store, *(f"p{number}" for number in range(60)))
    await asyncio.gather(*[add(store, f"t{n}", 0, *(turn(f"p{p}", n) for p in range(n))) for n in range(60)])
    assert await store.notices_waiting() == sum(range(60))
    first, second = turn("p1", 5), turn("p1", 6)
    await add(store, "u", 0)
    await asyncio.gather(add(store, "u", 1, first), add(store, "u", 2, second))
    assert [one.since for one in await store.owing(limit=9_999) if one.table == "u"] == [6]


@in_house
async def test_each_is_held_by_one_sender(store: Store) -> None:
    await reachable(store, "anna")
    for number in range(40):
        await add(store, f"t{number}", 0, turn("anna", due_at=number))
    senders = await asyncio.gather(*[store.hold_notices(100, 200, 7) for _ in range(8)])
    numbers = [one.number for sender in senders for one in sender]
    assert len(numbers) == len(set(numbers)) <= 40
    rest = await store.hold_notices(100, 200, 40)
    assert len(numbers) + len(rest) == 40 and await store.hold_notices(199, 300, 40) == []
    again = await store.hold_notices(200, 300, 99)  # nobody sent them: free again
    assert len(again) == 40 and {one.tries for one in again} == {2}


@in_house
async def test_whoever_takes_long_keeps_holding(store: Store) -> None:
    await reachable(store, "anna", "bob")
    await add(store, "t", 0, turn("anna"), turn("bob"))
    slow, lost = await store.hold_notices(1_000, 1_100, 2)
    await store.keep_holding([slow], 1_300)
    (taken,) = await store.hold_notices(1_200, 1_400, 2)
    assert taken.number == lost.number
    await store.keep_holding([lost], 9_000)  # another has it by now
    assert len(await store.hold_notices(1_400, 1_500, 2)) == 2


@in_house
async def test_settled_put_off_and_given_up(store: Store) -> None:
    await reachable(store, "anna", "bob", "cleo")
    await add(store, "t", 0, turn("anna"), turn("bob"), turn("cleo"))
    sent, later, lost = await held(store)
    await store.settle_notice(sent)
    await store.put_off_notice(later, 120, '{"done":["1"]}')
    await store.put_off_notice(lost, None, '{"why":"gone"}')
    assert await store.notices_waiting() == 1 and await held(store, 119) == []
    assert [facts(one) for one in await held(store, 120)] == [("bob", "t", "turn", 7, 1_001, 120, 2, '{"done":["1"]}')]
    assert [(one.person, one.due_at, one.state) for one in await store.given_up()] == [("cleo", None, '{"why":"gone"}')]
    await store.forget_given_up(1_001)
    assert len(await store.given_up()) == 1
    await store.forget_given_up(1_002)
    assert await store.given_up() == []


@in_house
async def test_with_its_table_or_person_it_goes(store: Store) -> None:
    await reachable(store, "anna", "bob")
    await add(store, "t", 0, turn("anna"), turn("bob"))
    await add(store, "u", 0, turn("bob"))
    await store.forget_person("anna")
    await store.delete_table("u")
    assert [(one.person, one.table) for one in await store.owing()] == [("bob", "t")]


def test_a_killed_sender_lets_go(durable: str) -> None:
    """One process alone: at once. Where there may be other nodes: when the time is up."""

    async def visits() -> None:
        async with opened(durable) as store:
            await reachable(store, "anna")
            await add(store, "t", 0, turn("anna"))
            assert len(await held(store)) == 1
        async with opened(durable) as store:
            assert await held(store, 150, 300) == []
            await store.let_go_of_notices()
            now = 200 if "://" in durable else 150
            assert [one.tries for one in await held(store, now, 300)] == [2]

    asyncio.run(visits())

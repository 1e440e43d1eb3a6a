"""What holds for every store."""

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from kept_houses import add, hush_all, in_house, line, lines, note, opened
from lumitheque.storage import Conflict, Person, StorageTrouble, Store, open_store
from lumitheque.storage.memory import MemoryStore


async def ids(store: Store, **wanted: Any) -> list[str]:
    return [found.id for found in await store.notes(**wanted)]


@in_house
async def test_a_log_grows(store: Store) -> None:
    assert await store.entries("t") == [] and await store.note("t") is None
    await add(store, "t", 0)
    await add(store, "t", 1, 3, people=["anna", "bob"], deadline=5, bot_to_move=True, moves=2)
    assert await store.entries("t") == lines(0, 4)
    assert await store.entries("t", 2) == lines(2, 2) and await store.entries("t", 4) == []
    assert await store.note("t") == note("t", 4, people=["anna", "bob"], deadline=5, bot_to_move=True, moves=2)
    assert await store.count() == 1


@in_house
async def test_all_that_json_can_say(store: Store) -> None:
    entries = [line(1, "été 🎲 \\ \" ' % _ $1 ?1 \n\r\t \x00 \u2028 {}")]
    await store.append("t", 0, entries, note("t", 1, opener="o'brien \\ \n", people=["\n", "é"]))
    assert await store.entries("t") == entries
    assert (await store.note("t")) == note("t", 1, opener="o'brien \\ \n", people=["\n", "é"])


@in_house
async def test_only_the_end_can_be_continued(store: Store) -> None:
    await add(store, "t", 0, 2)
    for after in (0, 1, 3, 99):
        with pytest.raises(Conflict):
            await add(store, "t", after, text="late", people=["eve"])
    with pytest.raises(Conflict):
        await add(store, "new", 1)
    assert await store.entries("t") == lines(0, 2) and await store.note("t") == note("t", 2)
    assert await store.entries("new") == [] and await store.note("new") is None
    assert await ids(store, person="eve") == []


@in_house
async def test_of_those_who_race_one_wins(store: Store) -> None:
    """Nothing of the others is written, not even what goes further than the winner's."""
    await add(store, "t", 0)
    racers = [add(store, "t", 1, 1 + number % 3, f"racer {number}", people=[f"p{number}"]) for number in range(30)]
    outcomes = await asyncio.gather(*racers, return_exceptions=True)
    assert sum(outcome is None for outcome in outcomes) == 1
    assert all(outcome is None or isinstance(outcome, Conflict) for outcome in outcomes)
    winner = outcomes.index(None)
    count = 1 + winner % 3
    assert await store.entries("t", 1) == lines(1, count, f"racer {winner}")
    assert await store.note("t") == note("t", 1 + count, people=[f"p{winner}"])
    assert [number for number in range(30) if await ids(store, person=f"p{number}")] == [winner]


@in_house
async def test_of_those_who_open_the_same_table_one_wins(store: Store) -> None:
    outcomes = await asyncio.gather(*[add(store, "t", 0, 1, f"{n}") for n in range(9)], return_exceptions=True)
    assert sum(outcome is None for outcome in outcomes) == 1 and await store.count() == 1
    assert await store.entries("t") == lines(0, 1, f"{outcomes.index(None)}")


@in_house
async def test_losers_do_not_take_others_along(store: Store) -> None:
    await asyncio.gather(*[add(store, f"t{number}", 0) for number in range(20)])
    jobs = [add(store, f"t{number}", 1 if number % 3 else 7) for number in range(20)]
    outcomes = await asyncio.gather(*jobs, return_exceptions=True)
    for number, outcome in enumerate(outcomes):
        assert (outcome is None) == bool(number % 3)
        assert len(await store.entries(f"t{number}")) == (2 if number % 3 else 1)


@in_house
async def test_a_table_can_be_continued_without_waiting(store: Store) -> None:
    await asyncio.gather(*[add(store, "t", after, status=("playing", "over")[after > 20]) for after in range(40)])
    assert await store.entries("t") == lines(0, 40)
    told = await store.note("t")
    assert told is not None and (told.seq, told.status) == (40, "over")
    assert [one.id for one in await store.notes(status="over")] == ["t"] and not await store.notes(status="playing")


@in_house
async def test_many_at_once(store: Store) -> None:
    """More than fit into one group, one statement or one message."""
    await asyncio.gather(*[add(store, f"table-{number:054}", 0, 1 + number % 4) for number in range(1_300)])
    assert await store.count() == 1_300
    for number in range(0, 1_300, 77):
        assert await store.entries(f"table-{number:054}") == lines(0, 1 + number % 4)


@in_house
async def test_mistakes_of_the_program(store: Store) -> None:
    for after, entries, wrong in (
        (0, [], note("t", 0)),
        (0, lines(0), note("t", 2)),
        (0, lines(0), note("other", 1)),
        (0, [b'{"seq":\n1}'], note("t", 1)),
    ):
        with pytest.raises(ValueError, match="table t"):
            await store.append("t", after, entries, wrong)
    assert await store.count() == 0


@in_house
async def test_lists(store: Store) -> None:
    await add(store, "a", 0, opened_at=10, people=["anna", "bob"], deadline=500)
    await add(store, "b", 0, opened_at=20, people=["bob"], status="playing", bot_to_move=True)
    await add(store, "c", 0, opened_at=30, people=[], listed=False, status="over", deadline=400)
    assert await ids(store) == ["c", "b", "a"]
    assert await ids(store, listed=True) == ["b", "a"] and await ids(store, listed=False) == ["c"]
    assert await ids(store, status="playing") == ["b"]
    assert await ids(store, person="bob") == ["b", "a"] and await ids(store, person="eve") == []
    assert await ids(store, deadline_before=500) == ["c"] and await ids(store, deadline_before=501) == ["c", "a"]
    assert await ids(store, bot_to_move=True) == ["b"] and await ids(store, bot_to_move=False) == ["c", "a"]
    assert await ids(store, person="bob", status="open", listed=True, deadline_before=900) == ["a"]


@in_house
async def test_pages_of_lists(store: Store) -> None:
    """Tables opened in the same moment are not skipped."""
    for number in range(10):
        await add(store, f"t{number}", 0, opened_at=number // 4)
    seen, before = list[str](), None
    while page := await store.notes(limit=3, before=before):
        seen += [found.id for found in page]
        before = page[-1].opened_at, page[-1].id
    assert seen == sorted(seen, reverse=True) and len(seen) == 10


@in_house
async def test_who_sits_where_changes(store: Store) -> None:
    await add(store, "t", 0, people=["anna"])
    await add(store, "t", 1, people=["anna", "bob"])
    await add(store, "t", 2, people=["anna", "bob"])
    assert await ids(store, person="bob") == ["t"]
    await add(store, "t", 3, people=["bob"])
    assert await ids(store, person="anna") == [] and await ids(store, person="bob") == ["t"]
    await add(store, "t", 4, people=[])
    assert await ids(store, person="bob") == []


@in_house
async def test_people(store: Store) -> None:
    anna = Person("anna", "Anna", 1, 2, "fr")
    assert await store.person("anna") is None
    await store.keep_person(anna)
    await store.keep_person(Person("bob", "Böb 🎲", 3, 4, "en"))
    assert await store.person("anna") == anna
    await store.keep_person(Person("anna", "Anne", 1, 9, "en"))
    assert await store.people() == [Person("anna", "Anne", 1, 9, "en"), Person("bob", "Böb 🎲", 3, 4, "en")]
    assert [person.id for person in await store.people(limit=1)] == ["anna"]
    assert [person.id for person in await store.people(after="anna")] == ["bob"]


@in_house
async def test_settings(store: Store) -> None:
    assert await store.setting("key") is None
    await store.keep_setting("key", b"\x00\xff")
    await store.keep_setting("key", b"\xff\x00")
    await store.healthy()
    assert await store.setting("key") == b"\xff\x00" and await store.settings() == {"key": b"\xff\x00"}


@in_house
async def test_codes_work_once(store: Store) -> None:
    await store.put_code("c", "anna", 100)
    takers = await asyncio.gather(*[store.take_code("c", 100) for _ in range(8)])
    assert takers.count("anna") == 1 and takers.count(None) == 7
    for code, person in (("one", "anna"), ("two", "anna"), ("three", "bob")):
        await store.put_code(code, person, 100)
    await store.drop_codes("anna")
    assert [await store.take_code(code, 1) for code in ("one", "two", "three")] == [None, None, "bob"]
    await store.put_code("late", "anna", 100)
    assert await store.take_code("late", 101) is None and await store.take_code("late", 99) is None


@in_house
async def test_tables_are_deleted(store: Store) -> None:
    await add(store, "t", 0, 3)
    await add(store, "other", 0, people=["bob"])
    await store.delete_table("t")
    assert await store.entries("t") == [] and await store.note("t") is None
    assert await ids(store, person="anna") == [] and await ids(store) == ["other"]
    with pytest.raises(Conflict):
        await add(store, "t", 3)
    await add(store, "t", 0)
    assert await store.entries("t") == lines(0) and await ids(store, person="anna") == ["t"]
    assert await store.entries("other") == lines(0)


@in_house
async def test_abandoned_tables(store: Store) -> None:
    await add(store, "old", 0, touched_at=10)
    await add(store, "older", 0, touched_at=5, status="playing")
    await add(store, "finished", 0, touched_at=5, status="over")
    await add(store, "new", 0, touched_at=20)
    await add(store, "oldest", 0, touched_at=4)
    assert await store.abandoned(20, "open") == ["oldest", "old"]
    assert await store.abandoned(20, "playing") == ["older"] and await store.abandoned(20, "over") == ["finished"]


def test_there_may_be_nobody_else(tmp_path: Path) -> None:
    async def visit() -> None:
        for address in ("memory:", str(tmp_path)):
            async with opened(address) as store:
                store.listen(lambda *_: pytest.fail("there is nobody else"))
                assert not store.overhear(lambda _: pytest.fail("there is nobody else"))
                await store.whisper("hello?")
                await add(store, "t", 0)

    asyncio.run(visit())


def test_everything_outlives_the_process(durable: str) -> None:
    async def before() -> None:
        async with opened(durable) as store:
            await add(store, "t", 0, 2, people=["bob"])
            await store.keep_person(Person("bob", "Bob", 1, 2, "en"))
            await store.keep_setting("key", b"value")

    async def after() -> None:
        async with opened(durable) as store:
            assert await store.entries("t") == lines(0, 2) and await ids(store, person="bob") == ["t"]
            assert await store.person("bob") == Person("bob", "Bob", 1, 2, "en")
            assert await store.setting("key") == b"value"
            await add(store, "t", 2, people=[])
            assert await ids(store, person="bob") == []

    asyncio.run(before())
    asyncio.run(after())


def test_a_closed_house(durable: str) -> None:
    async def visit() -> None:
        store = open_store(durable)
        for _ in range(2):
            for wish in (add(store, "t", 0), store.entries("t"), store.healthy()):
                with pytest.raises(StorageTrouble) as trouble:
                    await wish
                assert trouble.value.reason == "gone"
            await store.stop()

    asyncio.run(visit())


@pytest.mark.parametrize("address", ["mysql://here", "http://localhost"])
def test_addresses_that_mean_nothing(address: str) -> None:
    with pytest.raises(StorageTrouble, match="postgresql"):
        open_store(address)


TABLES, PERSONS = [f"t{number}" for number in range(6)], ["anna", "bob", "cyd"]
WISHES = ["append"] * 12 + ["entries", "note", "notes", "abandoned"] * 2
WISHES += ["delete_table", "forget_person", "hush_all"]


async def append_something(store: Store, table: str, after: int, person: str, pick: random.Random) -> None:
    facts = {"people": pick.sample(PERSONS, pick.randrange(3)), "opened_at": TABLES.index(table) // 2}
    facts |= {"deadline": pick.choice([None, after]), "bot_to_move": pick.random() < 0.3}
    facts |= {"status": pick.choice(["open", "playing", "over"])}
    entries = [line(after + one, f"{pick.random()}", person) for one in range(1, 2 + pick.randrange(2))]
    await store.append(table, after, entries, note(table, after + len(entries), **facts))


async def answer(store: Store, wish: str, seed: int) -> Any:
    """What a store says to a wish that follows from the seed."""
    pick = random.Random(seed)
    table, person, number = pick.choice(TABLES), pick.choice(PERSONS), pick.randrange(8)
    if wish == "append":
        try:
            return await append_something(store, table, number, person, pick)
        except Conflict as conflict:
            return str(conflict)
    if wish == "notes":
        return await store.notes(
            person=pick.choice([None, person]), deadline_before=pick.choice([None, number]),
            bot_to_move=pick.choice([None, True, False]), limit=4, before=pick.choice([None, (number, table)]),
        )  # fmt: skip
    if wish == "hush_all":
        return await hush_all(store)
    if wish == "abandoned":
        return sorted(await store.abandoned(1_000 + number, pick.choice(["open", "playing", "over"])))
    arguments = {"entries": (table, number), "forget_person": (person,)}.get(wish, (table,))
    return await getattr(store, wish)(*arguments)


def test_all_stores_answer_alike(durable: str) -> None:
    """A thousand random wishes, the same answers as from memory."""
    chooser = random.Random(4)

    async def compare() -> None:
        memory, appended = MemoryStore(), 0
        async with opened(durable) as store:
            for seed in range(1_000):
                wish = chooser.choice(WISHES)
                expected = await answer(memory, wish, seed)
                assert await answer(store, wish, seed) == expected, (seed, wish)
                appended += wish == "append" and expected is None
        assert appended > 50

    asyncio.run(compare())

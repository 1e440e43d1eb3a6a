"""Somebody is forgotten: their name at once, what they said table by table."""

import asyncio

from kept_houses import add, hush_all, in_house, line, note, opened
from lumitheque.storage import Person, Store
from lumitheque.tables import read_entry
from lumitheque.tables.events import Entry, Said, Sat, write_entry
from lumitheque.tables.people import Human


@in_house
async def test_a_person_is_forgotten(store: Store) -> None:
    """Their row, places in lists, codes and all they said; not what others said, nor that they were there."""
    for person in ("anna", "bob"):
        await store.keep_person(Person(person, person, 1, 1, "fr"))
        await store.put_code(f"code of {person}", person, 100)
    talk = [line(1, "secret", "anna"), line(2, "anna, secret", "bob"), line(3, "x", "bob"), line(4, "secret", "anna")]
    await store.append("t", 0, talk, note("t", 4, people=["anna", "bob"]))
    await add(store, "quiet", 0, text="nothing", people=["bob"])
    assert await store.hush_next() is None
    await store.forget_person("anna")
    assert await hush_all(store) == {"t", "quiet"}
    assert await store.person("anna") is None and await store.person("bob") is not None
    assert await store.notes(person="anna") == []
    assert [found.id for found in await store.notes(person="bob")] == ["t", "quiet"]
    assert await store.take_code("code of anna", 1) is None and await store.take_code("code of bob", 1) == "bob"
    said = [read_entry(entry) for entry in await store.entries("t")]
    assert [(entry.seq, entry.event.person, entry.event.text) for entry in said] == [
        (1, "anna", None), (2, "bob", "anna, secret"), (3, "bob", "x"), (4, "anna", None),
    ]  # fmt: skip
    await add(store, "t", 4, people=["bob"])
    await store.forget_person("nobody")


def said_by(entries: list[bytes], person: str) -> list[str | None]:
    said = [read_entry(entry).event for entry in entries]
    return [event.text for event in said if isinstance(event, Said) and event.person == person]


@in_house
async def test_words_are_found_again_whenever_they_were_said(store: Store) -> None:
    """First at a table or not, alone or in company, before and after the speaker was forgotten once."""
    for seq in range(3):
        await store.append("t", seq, [line(seq + 1, "secret", "anna")], note("t", seq + 1))
    await store.append("t", 3, [line(4, "hello", "bob"), line(5, "secret", "anna")], note("t", 5))
    await store.append("u", 0, [line(1, "secret", "anna")], note("u", 1))
    await store.append("v", 0, [line(1, "hello", "bob")], note("v", 1))
    await store.forget_person("anna")
    assert await hush_all(store) == {"t", "u"}
    await store.append("t", 5, [line(6, "again", "anna")], note("t", 6))
    assert said_by(await store.entries("t"), "anna") == [None] * 4 + ["again"]
    await store.forget_person("anna")
    assert await hush_all(store) == {"t"}
    assert said_by(await store.entries("t"), "anna") == [None] * 5
    assert said_by(await store.entries("t"), "bob") == ["hello"]


@in_house
async def test_what_is_said_while_somebody_is_being_forgotten_is_not_missed(store: Store) -> None:
    await store.append("t", 0, [line(1, "secret", "anna")], note("t", 1))
    await store.forget_person("anna")
    await store.append("t", 1, [line(2, "more", "anna")], note("t", 2))
    await hush_all(store)
    assert said_by(await store.entries("t"), "anna") == [None, None]


@in_house
async def test_a_deleted_table_has_nothing_left_to_empty(store: Store) -> None:
    await store.append("t", 0, [line(1, "secret", "anna")], note("t", 1))
    await store.forget_person("anna")
    await store.delete_table("t")
    await hush_all(store)
    assert await store.hush_next() is None


def test_words_are_emptied_after_a_restart(durable: str) -> None:
    async def leave() -> None:
        async with opened(durable) as store:
            await store.append("t", 0, [line(1, "secret", "anna")], note("t", 1))
            await store.forget_person("anna")

    async def go_on() -> None:
        async with opened(durable) as store:
            assert await hush_all(store) == {"t"}
            assert said_by(await store.entries("t"), "anna") == [None]

    asyncio.run(leave())
    asyncio.run(go_on())


@in_house
async def test_names_given_on_one_device_are_erased_with_whoever_gave_them(store: Store) -> None:
    """The seats stay theirs; names that others gave stay, too."""
    sat = [Sat(0, Human("anna"), name="Mamie"), Sat(1, Human("anna"), name="Zoé"), Sat(2, Human("bob"), name="Léo")]
    entries = [write_entry(Entry(seq, 1_000 + seq, event)) for seq, event in enumerate(sat, 1)]
    await store.append("t", 0, entries, note("t", 3, people=["anna", "bob"]))
    await store.append("u", 0, [write_entry(Entry(1, 1_000, Sat(0, Human("anna"))))], note("u", 1))
    await store.forget_person("anna")
    assert "t" in await hush_all(store)
    events = [read_entry(entry).event for entry in await store.entries("t")]
    assert events == [Sat(0, Human("anna")), Sat(1, Human("anna")), sat[2]]
    assert b"Mamie" not in b"".join(await store.entries("t"))

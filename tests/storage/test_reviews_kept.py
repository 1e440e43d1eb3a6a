"""Reviews: wished once, computed by one node at a time, kept with their table."""

from kept_houses import in_house, lines, note
from lumitheque.storage import Store, StoredReview

MOST = 3


def wanted(subject: str, person: str = "anna", at: int = 1, record: bytes | None = None) -> StoredReview:
    return StoredReview(subject, person, at, record)


async def hold(store: Store, now: int = 10, until: int = 20) -> StoredReview:
    held = await store.hold_review(now, until, MOST)
    assert held is not None
    return held


@in_house
async def test_a_review_is_wished_once_and_held_by_one(store: Store) -> None:
    assert await store.review("t") is None and await store.hold_review(10, 20, MOST) is None
    assert await store.want_review(wanted("t"))
    assert not await store.want_review(wanted("t", "bob", 2))
    assert await store.want_review(wanted("r-1", "bob", 2, b"{}"))
    assert [one.subject for one in await store.unfinished_reviews()] == ["t", "r-1"]
    assert [one.subject for one in await store.unfinished_reviews("bob")] == ["r-1"]
    held = await hold(store)
    assert (held.subject, held.person, held.tries, held.record) == ("t", "anna", 1, None)
    other = await hold(store)
    assert (other.subject, other.record) == ("r-1", b"{}")
    assert await store.hold_review(19, 30, MOST) is None, "both are held"
    assert await store.keep_holding_review(held, 40, 55)
    found = await store.review("t")
    assert found is not None and found.progress == 55
    again = await hold(store, 25, 60)
    assert again.subject == "r-1" and again.tries == 2, "its node went silent"
    assert await store.keep_holding_review(again, 60, 10, b"parts") and await store.keep_holding_review(again, 60, 20)
    found = await hold(store, 60, 90) and await store.review("r-1")
    assert found is not None and (found.progress, found.parts) == (20, b"parts"), "whoever goes on begins there"


@in_house
async def test_what_is_done_stays_and_whoever_lost_it_keeps_nothing(store: Store) -> None:
    await store.want_review(wanted("t"))
    lost = await hold(store, 10, 20)
    held = await hold(store, 20, 30)
    await store.finish_review(lost, b"late")
    assert not await store.keep_holding_review(lost, 90, 99)
    found = await store.review("t")
    assert found is not None and found.review is None
    await store.finish_review(held, b"\x00done")
    found = await store.review("t")
    assert found is not None and (found.review, found.progress) == (b"\x00done", 100)
    assert await store.unfinished_reviews() == [] and await store.hold_review(99, 100, MOST) is None
    assert not await store.want_review(wanted("t", "bob")), "nobody computes it again"


@in_house
async def test_one_that_fails_often_is_left_and_one_put_back_counts_nothing(store: Store) -> None:
    await store.want_review(wanted("t"))
    for now in (10, 20, 30):
        held = await hold(store, now, now + 10)
        await store.put_back_review(held)
        assert (await hold(store, now, now + 10)).tries == held.tries
    assert await store.hold_review(99, 100, MOST) is None
    await store.drop_review("t")
    assert await store.review("t") is None and await store.want_review(wanted("t"))


@in_house
async def test_a_review_goes_with_its_table_and_forgets_who_wished_it(store: Store) -> None:
    await store.append("t", 0, lines(0), note("t", 1))
    await store.want_review(wanted("t"))
    await store.want_review(wanted("r-1", at=5, record=b"{}"))
    await store.want_review(wanted("r-2", at=9, record=b"{}"))
    await store.forget_person("anna")
    assert {one.person for one in await store.unfinished_reviews()} == {""}
    held = await hold(store)
    await store.delete_table("t")
    await store.finish_review(held, b"too late")
    assert await store.review("t") is None
    await store.drop_reviews_of_records(9)
    assert await store.review("r-1") is None and await store.review("r-2") is not None


@in_house
async def test_whoever_is_alone_lets_go_after_a_kill(store: Store) -> None:
    await store.want_review(wanted("t"))
    await hold(store, 10, 1_000_000)
    await store.let_go_of_reviews()
    alone = await store.now() is None
    assert (await store.hold_review(11, 20, MOST) is not None) == alone

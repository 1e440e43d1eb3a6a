"""Reviews of finished games, computed behind: wished once, followed, called off, and found again after a kill."""

import asyncio
import logging
import threading
import zlib
from collections.abc import Awaitable, Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from lumitheque.referee import GameRecord
from lumitheque.referee.checking import random_game
from lumitheque.reviews import Review, SeatReview
from lumitheque.reviews.parts import Part
from lumitheque.reviews.reviewing import VERSION, Plan
from lumitheque.server.access.rate_limits import Rate
from lumitheque.server.settings import Limits
from lumitheque.server.study import reviewer
from lumitheque.server.study.reviewer import MOST_TRIES
from lumitheque.storage import Store, StoredReview, open_store
from open_house import Guest, OpenHouse, settings, wait_for

Told = dict[str, Any]
PIECES = 10


class Slow:
    """Reviewing, as far as the house knows it; it goes on when the test lets it."""

    begun: list[tuple[str, int]] = []  # games, and the parts that were known already
    gate = threading.Semaphore(0)
    trouble: Exception | None = None

    def __init__(self, record: GameRecord, plan: Plan, made: Iterable[Part]) -> None:
        assert plan.known
        self._record, self.parts = record, list(made)
        Slow.begun.append((record.game, len(self.parts)))

    def searcher(self) -> None:
        """Nothing is searched."""

    @property
    def progress(self) -> tuple[int, int]:
        return len(self.parts), PIECES

    def todo(self) -> range:
        return range(len(self.parts), PIECES)

    def make(self, _: None, number: int) -> Part:
        Slow.gate.acquire()
        if Slow.trouble is not None:
            raise Slow.trouble
        return Part(kind="choice", number=number, viewer=0, hopes=[])

    def add(self, part: Part) -> None:
        self.parts.append(part)

    def finish(self) -> Review:
        record = self._record
        seats = [SeatReview(seat, 0, 0, 0, 0, 0, [], [], None) for seat in range(record.seats)]
        return Review(record.game, record.rules, record.seats, record.options, "", 1, "0", VERSION, seats)


@pytest.fixture(autouse=True)
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[Slow]]:
    monkeypatch.setattr(reviewer, "Reviewing", Slow)
    monkeypatch.setattr(reviewer, "RENEWED", 0.0)
    monkeypatch.setattr(reviewer, "PIECE", 0.0)
    monkeypatch.setattr(reviewer, "LOOK", 0.1)
    monkeypatch.setattr(reviewer, "PAUSE", 1)
    Slow.begun, Slow.gate, Slow.trouble = [], threading.Semaphore(0), None
    yield Slow
    Slow.gate.release(10_000)


def let(pieces: int = 10_000) -> None:
    Slow.gate.release(pieces)


def finished(guest: Guest, **words: Any) -> str:
    table = guest.open("sirius", sit=[0], bots={1: "random"}, start=True, **words)
    guest.must(table, "resign")
    return table


def ask(guest: Guest, subject: str, method: str = "GET", status: int = 200) -> Told:
    place = f"/api/study/review/{subject}" if subject.startswith("r-") else f"/api/tables/{subject}/review"
    answer = guest.http.request(method, place)
    assert answer.status_code == status, answer.text
    told: Told = answer.json()
    return told


def wish(guest: Guest, subject: str, status: int = 200) -> Told:
    return ask(guest, subject, "POST", status)


def bring(guest: Guest, record: Told, status: int = 200) -> Told:
    answer = guest.http.post("/api/study/review", json={"record": record})
    assert answer.status_code == status, answer.text
    told: Told = answer.json()
    return told


def done(guest: Guest, subject: str) -> Told:
    wait_for(lambda: ask(guest, subject)["standing"] == "done")
    return ask(guest, subject)


def test_a_review_is_wished_followed_and_read_by_everybody(house: OpenHouse) -> None:
    guest, other = house.guest("Ada"), house.guest("Bob")
    table = finished(guest)
    assert ask(guest, table)["standing"] == "none"
    assert wish(guest, table)["standing"] in ("waiting", "working")
    let(4)
    wait_for(lambda: ask(guest, table)["percent"] == 40)
    told = ask(other, table)
    assert (told["standing"], told["yours"], told["review"]) == ("working", False, None)
    assert wish(other, table)["percent"] == 40, "it is on its way already"
    let()
    told = done(other, table)
    assert told["percent"] == 100 and [one["seat"] for one in told["review"]["reviews"]] == [0, 1]
    assert wish(guest, table) == ask(guest, table) and Slow.begun == [("sirius", 0)]
    text = house.app.services.house.tally.text().decode()
    assert "lumitheque_reviews_total 1.0\n" in text and "lumitheque_reviewing_seconds_count 1.0\n" in text


def test_a_game_that_goes_on_is_not_reviewed(house: OpenHouse, caplog: pytest.LogCaptureFixture) -> None:
    """Neither for whoever plays it, nor for whoever looks on, nor from a record of what is known so far."""
    caplog.set_level(logging.DEBUG)
    guest, other = house.guest("Ada"), house.guest("Bob")
    table = guest.open("lumens", sit=[0], bots={1: "greedy"}, start=True)
    for who in (guest, other):
        for method in ("GET", "POST", "DELETE"):
            assert ask(who, table, method, 403)["code"] == "not_over"
    record = random_game("lumens", 2, "3").record()
    part = record | {"moves": record["moves"][:-3], "ending": None}
    assert bring(guest, part, 400)["code"] == "unfinished_record"
    assert Slow.begun == []
    assert record["moves"][0][1] not in caplog.text


def test_tables_that_are_not_for_everybody_have_no_reviews_for_strangers(house: OpenHouse) -> None:
    guest, stranger = house.guest("Ada"), house.guest("Eve")
    table = finished(guest, spectators=False)
    assert ask(stranger, table, "POST", 403)["code"] == "no_spectators"
    assert ask(stranger, "none", "GET", 404)["code"] == "unknown_table"
    assert ask(stranger, "r-" + "0" * 32, "GET", 404)["code"] == "unknown_review"
    assert wish(guest, table)["yours"]
    let()
    done(guest, table)
    assert ask(stranger, table, "GET", 403)["code"] == "no_spectators"


def test_one_at_a_time_and_so_many_a_day() -> None:
    limits = Limits.none()._replace(reviews=Rate(3 / 86_400, 3), address_reviews=Rate(4 / 86_400, 4))
    with OpenHouse(settings(limits=limits)) as house:
        guest, other = house.guest("Ada"), house.guest("Bob")
        tables = [finished(guest) for _ in range(4)]
        wish(guest, tables[0])
        assert wish(guest, tables[1], 409)["code"] == "review_under_way"
        waiting = wish(other, tables[1])
        assert (waiting["standing"], waiting["before"]) == ("waiting", 1)
        let()
        for table in tables[:2]:
            done(guest, table)
        wish(guest, tables[2])
        done(guest, tables[2])
        wish(guest, tables[0])  # what is there already counts for nothing
        wish(guest, tables[3])
        done(guest, tables[3])
        refused = bring(guest, random_game("sirius", 2, "9", options={"patience": 40}).record(), 429)
        assert refused["code"] == "enough_reviews" and "24" not in refused["sentence"]
        stranger = house.guest("Eve")  # a new name at the same address
        assert wish(stranger, finished(stranger), 429)["code"] == "enough_reviews"


def test_whoever_wished_it_may_call_it_off(house: OpenHouse) -> None:
    guest, other = house.guest("Ada"), house.guest("Bob")
    table, next_one = finished(guest), finished(guest)
    wish(guest, table)
    wait_for(lambda: Slow.begun != [])
    assert ask(other, table, "DELETE", 403)["code"] == "not_your_review"
    assert ask(guest, table, "DELETE")["standing"] == "none"
    let(1)  # the piece that was under way
    wish(guest, next_one)
    let()
    done(guest, next_one)
    assert ask(guest, table)["standing"] == "none"
    assert ask(guest, next_one, "DELETE")["standing"] == "done", "what is done stays"


def test_a_record_that_somebody_brings_is_reviewed_once(house: OpenHouse) -> None:
    guest, other = house.guest("Ada"), house.guest("Bob")
    record = random_game("lumens", 2, "5").record()
    told = bring(guest, record)
    let()
    told = done(guest, told["subject"])
    assert told["record"]["moves"] == record["moves"] and told["review"]["game"] == "lumens"
    assert bring(other, record)["review"] == told["review"]
    assert Slow.begun == [("lumens", 0)]
    assert bring(guest, {"game": "chess", "seats": 2}, 404)["code"] == "unknown_game"
    assert bring(guest, record | {"moves": record["moves"][:1] * 2}, 400)["code"] == "bad_record"


def in_store(place: str, deed: Callable[[Store], Awaitable[None]]) -> None:
    async def visit() -> None:
        store = open_store(place)
        await store.start()
        try:
            await deed(store)
        finally:
            await store.stop()

    asyncio.run(visit())


def test_a_kill_loses_nothing_and_doubles_nothing(tmp_path: Path) -> None:
    """What was computed so far is kept, and whoever opens the house next goes on from there."""
    with OpenHouse(settings(str(tmp_path))) as house:
        guest = house.guest("Ada")
        table, cookies = finished(guest), dict(guest.http.cookies)
        record = random_game("sirius", 2, "9", options={"patience": 40}).record()
        wish(guest, table)
        brought = bring(house.guest("Bob"), record)["subject"]
        let(3)
        wait_for(lambda: ask(guest, table)["percent"] == 30)
        threading.Timer(0.5, let, [1]).start()  # the piece that is under way ends after the house began to close

    async def as_if_killed(store: Store) -> None:
        """A process that is killed puts nothing back."""
        held = await store.hold_review(0, 1 << 50, MOST_TRIES)
        assert held is not None and (held.subject, held.tries) == (table, 1), "an orderly end costs no try"

    in_store(str(tmp_path), as_if_killed)
    Slow.begun = []
    let()
    with OpenHouse(settings(str(tmp_path))) as house:
        guest = house.guest()
        guest.http.cookies.clear()
        guest.http.cookies.update(cookies)
        done(guest, table)
        done(guest, brought)
        assert Slow.begun == [("sirius", 3), ("sirius", 0)], "each once"
    with OpenHouse(settings(str(tmp_path))) as house:
        assert ask(house.guest(), table)["standing"] == "done" and len(Slow.begun) == 2


def test_one_that_kills_its_house_is_given_up(tmp_path: Path) -> None:
    with OpenHouse(settings(str(tmp_path), bot_threads=True)) as house:
        guest = house.guest("Ada")
        table = finished(guest)

    async def many_kills(store: Store) -> None:
        await store.want_review(StoredReview(table, "", 1))
        for _ in range(MOST_TRIES):
            assert await store.hold_review(1, 1, MOST_TRIES) is not None

    in_store(str(tmp_path), many_kills)
    with OpenHouse(settings(str(tmp_path))) as house:
        guest = house.guest("Bob")
        wait_for(lambda: ask(guest, table)["standing"] == "failed")
        assert Slow.begun == []


def test_what_fails_is_tried_again_given_up_and_may_be_wished_anew(house: OpenHouse) -> None:
    guest = house.guest("Ada")
    table = finished(guest)
    Slow.trouble = RuntimeError("out of order")
    let()
    wish(guest, table)
    wait_for(lambda: ask(guest, table)["standing"] == "failed")
    assert len(Slow.begun) == MOST_TRIES
    assert house.app.services.house.supervisor.failures["reviews"] == MOST_TRIES
    Slow.trouble = None
    wish(guest, table)
    done(guest, table)


def test_a_review_goes_with_its_table_even_half_done(house: OpenHouse) -> None:
    guest, host = house.guest("Ada"), house.guest("Host")
    host.http.post("/api/host/enter", json={"code": house.host_code()})
    table = finished(guest)
    wish(guest, table)
    wait_for(lambda: Slow.begun != [])
    answer = host.http.delete(f"/api/host/tables/{table}")
    assert answer.status_code == 200, answer.text
    let()
    assert ask(guest, table, "GET", 404)["code"] == "unknown_table"
    other = finished(guest)
    wish(guest, other)
    done(guest, other)


def test_a_review_of_before_is_made_anew(tmp_path: Path) -> None:
    with OpenHouse(settings(str(tmp_path))) as house:
        guest = house.guest("Ada")
        table = finished(guest)
        wish(guest, table)
        let()
        done(guest, table)
        store = house.app.services.settings.store

        async def age() -> None:
            there = await store.review(table)
            assert there is not None and there.review is not None
            told = msgspec.json.decode(zlib.decompress(there.review)) | {"version": VERSION - 1}
            old = zlib.compress(msgspec.json.encode(told))
            await store.drop_review(table)
            await store.want_review(StoredReview(table, there.person, 1))
            held = await store.hold_review(2, 1 << 50, MOST_TRIES)
            assert held is not None
            await store.finish_review(held, old)

        loop = next(iter(house.app.services._tasks)).get_loop()
        asyncio.run_coroutine_threadsafe(age(), loop).result(20)
        assert ask(guest, table)["standing"] == "none"
        wish(guest, table)
        assert done(guest, table)["review"]["version"] == VERSION


def test_a_house_where_nobody_thinks_says_so() -> None:
    with OpenHouse(settings(bot_threads=False)) as house:
        guest = house.guest("Ada")
        table = guest.open("sirius", sit=[0, 1], several_seats=True, start=True)
        guest.must(table, "resign", seat=0)
        assert wish(guest, table, 503)["code"] == "no_reviews"


def test_a_game_without_machine_code_yet_is_not_reviewed(house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    from lumitheque.games.game import Game

    guest = house.guest("Ada")
    table = finished(guest)
    monkeypatch.setattr(Game, "prepared", property(lambda _: False))
    assert wish(guest, table, 503)["code"] == "not_prepared"

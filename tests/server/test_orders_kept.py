"""Orders outlive the process: whenever it is killed, what was ordered is played once. And two nodes play it once."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kept_houses import Postgres
from open_house import Guest, OpenHouse, settings, wait_for
from orders import at_table, kept, must_put, mute, order, plan, plays, run, until_gone, until_played


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    server = Postgres()
    yield server
    server.remove()


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    fresh: str = request.getfixturevalue("postgres").fresh() if request.param == "postgresql" else str(tmp_path)
    return fresh


async def nothing(*_: Any) -> None:
    pass


def again(house: OpenHouse, guest: Guest) -> Guest:
    """The same person in the house that was opened again, or at another node."""
    twin = house.guest()
    twin.http.cookies.clear()
    twin.http.cookies.update(dict(guest.http.cookies))
    twin.id = guest.id
    return twin


def test_killed_before_it_was_played(address: str) -> None:
    """Between the other's move and the answer."""
    with OpenHouse(settings(address)) as house:
        ada, ben, table = at_table(house)
        line = plan(ada, table, 0, 0)
        must_put(ada, table, line)
        mute(house, ada, table)
        ben.must(table, "play", moves=line[:1])
        assert len(plays(ada, table)) == 1
    with OpenHouse(settings(address)) as house:
        ada = again(house, ada)
        assert [move for _, moves in until_played(ada, table, 2) for move in moves] == line
        until_gone(ada)


def test_killed_before_it_was_deleted(address: str) -> None:
    """Between the answer and what follows from it."""
    with OpenHouse(settings(address)) as house:
        ada, ben, table = at_table(house)
        line = plan(ada, table, 0, 0)
        must_put(ada, table, line)
        house.app.services.orders._orders.drop = nothing  # type: ignore[method-assign]
        ben.must(table, "play", moves=line[:1])
        until_played(ada, table, 2)
        assert len(kept(ada)) == 1
    with OpenHouse(settings(address)) as house:
        ada, ben = again(house, ada), again(house, ben)
        until_gone(ada)
        ben.must(table, "play", moves=plan(ben, table, 0))
        assert order(ada, table)["lines"] == [] and len(plays(ada, table)) == 3


def test_killed_between_a_new_order_and_the_end_of_the_old_one(address: str) -> None:
    with OpenHouse(settings(address)) as house:
        ada, ben, table = at_table(house)
        first, second = plan(ada, table, 0, 0), plan(ada, table, 0, 1)
        must_put(ada, table, first)
        house.app.services.house.store.drop_belonging = nothing  # type: ignore[method-assign,assignment]
        must_put(ada, table, second)
        assert len(kept(ada)) == 2
    with OpenHouse(settings(address)) as house:
        ada, ben = again(house, ada), again(house, ben)
        ben.must(table, "play", moves=second[:1])
        assert until_played(ada, table, 2)[1][1] == second[1:]


def test_an_order_of_a_deleted_table_goes_with_it(address: str) -> None:
    with OpenHouse(settings(address)) as house:
        ada, _, table = at_table(house)
        must_put(ada, table, plan(ada, table, 0, 0))
        order(ada, table)  # nothing of it is under way any more
        run(house, house.app.services.sweeper.delete(table))
        until_gone(ada)


# --- two nodes -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def two(postgres: Postgres) -> Iterator[tuple[OpenHouse, OpenHouse]]:
    address = postgres.fresh()
    slow = {"sweep_seconds": 3600.0}  # what happens, happens because it was told
    with OpenHouse(settings(address, **slow)) as here, OpenHouse(settings(address, **slow)) as there:
        yield here, there


def test_two_nodes_play_it_once(two: tuple[OpenHouse, OpenHouse]) -> None:
    """Both know of the order, and both hear of every move; each has a try."""
    here, there = two
    ada, ben, table = at_table(here)
    ben = again(there, ben)
    orders = there.app.services.orders._orders
    for _ in range(5):
        line = plan(ada, table, 0, 0)
        must_put(ada, table, line)
        wait_for(lambda: orders.people_at(table) == [ada.id])
        count = len(plays(ben, table))
        ben.must(table, "play", moves=line[:1])
        made = until_played(ben, table, count + 2)
        assert made[-1][1] == line[1:] and len(made) == count + 2
        until_gone(ada)
    assert len(plays(ada, table)) == 10


def test_a_node_that_dies_after_the_move_is_stood_in_for(two: tuple[OpenHouse, OpenHouse]) -> None:
    """The node that took the move does nothing more; the table is not in the other's memory."""
    here, there = two
    ada, ben, table = at_table(here)
    line = plan(ada, table, 0, 0)
    must_put(ada, table, line)
    wait_for(lambda: there.app.services.orders._orders.people_at(table) == [ada.id])
    mute(here, ada, table)
    try:
        ben.must(table, "play", moves=line[:1])
        assert until_played(ben, table, 2)[1][1] == line[1:]
    finally:
        del here.app.services.orders._look


def test_withdrawn_at_one_node_it_is_not_played_by_the_other(two: tuple[OpenHouse, OpenHouse]) -> None:
    here, there = two
    ada, ben, table = at_table(here)
    line = plan(ada, table, 0, 0)
    must_put(ada, table, line)
    assert again(there, ada).http.delete(f"/api/tables/{table}/orders").status_code == 200
    wait_for(lambda: here.app.services.orders._orders.people_at(table) == [])
    ben.must(table, "play", moves=line[:1])
    assert len(plays(ada, table)) == 1 and ada.look(table)["state"]["legal"]

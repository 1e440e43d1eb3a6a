"""A node that has not heard yet of what another wrote: it tells people nothing stale, and loses no notice."""

from collections.abc import Iterator

import pytest

from counterparts import Receiver
from kept_houses import Postgres
from lumitheque.server.house import House
from nodes.test_one_rule import Two
from notified import move, subscribe, two_at_table
from open_house import OpenHouse, settings


@pytest.fixture
def deaf(monkeypatch: pytest.MonkeyPatch) -> Iterator[Two]:
    """Two nodes that never hear of each other's moves; only the second sends notices."""
    monkeypatch.setattr(House, "_heard", lambda *_: None)
    server = Postgres()
    address = server.fresh()
    usual = {"notice_grace": 0, "private_targets": True}
    with OpenHouse(settings(address, **usual)) as here, OpenHouse(settings(address, **usual)) as there:
        monkeypatch.setattr(here.app.services.notices.sender, "_take", nothing)
        yield Two(here, there, here.guest("Host"))
    server.remove()


async def nothing() -> None:
    pass


def test_a_notice_of_a_move_that_was_not_heard_of(deaf: Two) -> None:
    with Receiver() as receiver:
        ada, ben, table = two_at_table(deaf.here)
        browser = subscribe(ada, receiver, "elsewhere")
        assert deaf.through(deaf.there, ada).look(table)["state"]["waiting"]  # now it is in memory there
        move(ben, table)
        assert browser.wait(1)[0]["body"] == "Ben a joué."

"""Whatever somebody ordered ahead, others get the same bytes as if they had ordered something else, or nothing."""

from typing import Any

import pytest

from leaks.evening import Setting
from leaks.houses import two_houses
from leaks.ordered import OrderedEvening
from lumitheque.games import SHELF
from lumitheque.server.orders import keeper, stored

GAMES = [game for game in SHELF.values() if game.standing]
SETTINGS = [Setting(game.name, game.seats[0], x, 40) for game in GAMES for x in (0, None)]


@pytest.fixture(autouse=True)
def tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    """The keys of plays, which nobody is told, are the same in both logs."""
    monkeypatch.setattr(stored, "new_token", lambda: "0" * 16)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_x_gets_the_same_bytes(setting: Setting) -> None:
    with two_houses() as houses:
        evening = OrderedEvening(houses, setting)
        try:
            numbers = evening.spend()
        finally:
            evening.close()
    print(setting, numbers, evening.ordered, evening.answered)
    assert numbers.over or numbers.plays >= setting.plays
    assert evening.ordered >= 8 and evening.answered >= 4, "hardly anything was ordered"


def test_a_planted_leak_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks for their own order is told whether anybody else has one."""
    look_at = keeper.OrderKeeper.look_at

    async def leaky(orders: Any, table_id: str, person: str, *rest: Any) -> Any:
        told = await look_at(orders, table_id, person, *rest)
        told.takes_lines ^= bool(set(orders._orders.people_at(table_id)) - {person})
        return told

    monkeypatch.setattr(keeper.OrderKeeper, "look_at", leaky)
    with two_houses() as houses, pytest.raises(AssertionError, match="leak"):
        evening = OrderedEvening(houses, Setting("luminis", 2, 0, 60))
        try:
            evening.spend()
        finally:
            evening.close()

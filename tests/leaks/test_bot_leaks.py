"""X is a guest bot: the two houses write the same bytes on its streams, whatever is hidden from its seat."""

import pytest

from leaks.evening import Setting
from leaks.houses import two_houses
from leaks.robots import BotEvening
from leaks.test_leaks import MORE, least_unlike
from lumitheque.server.guests import streams

SETTINGS = [Setting("lumens", 2, 1, 30 * MORE), Setting("luminis", 2, 1, 30 * MORE), Setting("galax", 2, 1, 12 * MORE)]


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_a_bot_gets_the_same_bytes(setting: Setting) -> None:
    with two_houses() as houses:
        evening = BotEvening(houses, setting)
        try:
            numbers = evening.spend()
        finally:
            evening.close()
    print(setting, numbers)
    assert numbers.over or numbers.plays >= setting.plays
    assert numbers.unlike >= min(4, least_unlike(setting, numbers.plays)), "the worlds are too alike"
    assert numbers.messages >= 3 * numbers.plays, "hardly anything was compared"


def test_a_planted_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream that tells entries as they are in the log."""
    monkeypatch.setattr(streams, "tell_entry", lambda _, entry, __: entry)
    with two_houses() as houses, pytest.raises(AssertionError, match="leak"):
        evening = BotEvening(houses, SETTINGS[0])
        try:
            evening.spend()
        finally:
            evening.close()

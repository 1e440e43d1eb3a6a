"""Whoever X is, at every game: the two houses send X the same bytes, whatever is hidden from X."""

import os

import pytest

from leaks.evening import Evening, Setting
from leaks.houses import two_houses
from leaks.letters import two_houses_that_write
from lumitheque.games import SHELF

PLAYS = {
    ("lumens", 2): 60,  # the whole game
    ("lumens", 4): 30,
    ("luminis", 2): 50,
    ("luminis", 5): 40,
    ("fromages", 2): 50,
    ("fromages", 6): 40,
    ("galax", 2): 24,  # only the set-up is secret; it is taken back and decided again, then all is open
    ("sirius", 2): 24,
}  # and 40 of any other game, by as few and by as many as can play
TABLES = {(name, seats) for name, game in SHELF.items() if game.secrets for seats in (game.seats[0], game.seats[-1])}
MORE = 8 if os.environ.get("LUMITHEQUE_TEST_ALL") else 1  # then most games are played to the end
SETTINGS = [
    Setting(game, seats, x, MORE * PLAYS.get((game, seats), 40)) for game, seats in sorted(TABLES) for x in (1, None)
]
MESSAGES_PER_PLAY = 5  # at least, with all that X tries
SECRET_SET_UP = ("galax", "sirius")


def least_unlike(setting: Setting, plays: int) -> float:
    """After how many plays the worlds differ at least; nothing is known of how soon other games show everything."""
    if (setting.game, setting.seats) not in PLAYS:
        return 4
    return 6 if setting.game in SECRET_SET_UP else 0.8 * plays


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_x_gets_the_same_bytes(setting: Setting, capfd: pytest.CaptureFixture[str]) -> None:
    with two_houses() as houses:
        evening = Evening(houses, setting)
        try:
            numbers = evening.spend()
        finally:
            evening.close()
    written = "".join(capfd.readouterr())
    assert not [word for word in evening.forbidden if word in written], "leak: in what the house writes"
    print(setting, numbers)
    assert numbers.over or numbers.plays >= setting.plays
    assert numbers.unlike >= least_unlike(setting, numbers.plays), "the worlds are too alike"
    assert numbers.messages >= MESSAGES_PER_PLAY * numbers.plays, "hardly anything was compared"


TWO_WEEKS = 24 * MORE  # plays
OVER_DAYS = [
    setting._replace(plays=min(setting.plays, TWO_WEEKS))
    for setting in SETTINGS
    if setting.x is not None and setting.seats == SHELF[setting.game].seats[0]
]
LETTERS_PER_PLAY = 0.5  # by push, mail and webhook together: nobody is told of a turn that they took at once


@pytest.mark.parametrize("setting", OVER_DAYS, ids=str)
def test_x_is_told_the_same_outside_the_page(setting: Setting) -> None:
    with two_houses_that_write() as (houses, letterboxes):
        evening = Evening(houses, setting, letterboxes)
        try:
            numbers = evening.spend()
        finally:
            evening.close()
    print(setting, numbers)
    assert numbers.over or numbers.plays >= setting.plays
    assert numbers.unlike >= least_unlike(setting, numbers.plays), "the worlds are too alike"
    assert numbers.letters >= LETTERS_PER_PLAY * numbers.plays, "hardly anything was compared"

"""A whole game of each kind, through the page, against a bot."""

from collections.abc import Callable
from typing import Any

import pytest

from command_line import HOUSE
from web.browsing import PHONE, Visit, expect
from web.robot import OVER, Robot

pytestmark = pytest.mark.slow

SOON_OVER: dict[str, dict[str, Any]] = {  # options that let a game at random come to its end
    "galax": {"setup": "random", "patience": 40, "adjudicate": "pieces"},
    "sirius": {"setup": "random", "patience": 40, "adjudicate": "pieces"},
    "fromages": {"rounds": 1},
}
QUICK = {game: SOON_OVER.get(game, {}) for game in HOUSE}


@pytest.mark.parametrize("game", QUICK)
def test_a_whole_game_by_tapping_what_is_offered(visit: Callable[..., Visit], game: str) -> None:
    guest = visit()
    table = guest.open_table(game, options=QUICK[game])
    Robot(guest.page).play_to_the_end()
    expect(guest.page.locator(OVER)).to_contain_text("Revanche")
    assert guest.ask("GET", f"/api/tables/{table}")["table"]["state"]["status"] == "over"


@pytest.mark.parametrize("game", QUICK)
def test_the_most_players_on_a_phone(visit: Callable[..., Visit], game: str) -> None:
    guest = visit(size=PHONE, has_touch=True)
    most: dict[str, Any] = {line["name"]: line["seats"][-1] for line in guest.ask("GET", "/api/games")}
    guest.open_table(game, seats=most[game], options=QUICK[game])
    Robot(guest.page).play(12)
    assert guest.page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]

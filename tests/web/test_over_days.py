"""Two people, three devices, and a game of each title over days, by a clock that the test moves."""

import random
from collections.abc import Callable, Iterator

import pytest

from conftest import EVERYTHING, few_of
from lumitheque.server.upkeep import clocks
from open_house import MovedClock, OpenHouse, settings
from web.browsing import PHONE, Visit, expect
from web.robot import OVER, Robot
from web.test_games import QUICK

pytestmark = pytest.mark.slow
HOUR = 3_600_000  # milliseconds
THROUGH_THE_PAGE = 6  # turns; the rest of the game is played without the page
TAKING = ("galax",)
MOST_TURNS = 2000 if EVERYTHING else 20  # of each; then somebody resigns


@pytest.fixture(scope="module")
def clock() -> MovedClock:
    return MovedClock()


@pytest.fixture(scope="module")
def house(clock: MovedClock) -> Iterator[OpenHouse]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clocks, "SHORT_ABSENCE", 1 << 60)  # a clock that jumps is not downtime
        with OpenHouse(settings(clock=clock)) as house:
            yield house


class Correspondence:
    """Ada, who has a phone and a computer, and Ben: one table over days."""

    def __init__(self, phone: Visit, desk: Visit, ben: Visit, game: str) -> None:
        self.phone, self.desk, self.ben, self.game = phone, desk, ben, game
        desk.ask("POST", "/api/me/receive", {"code": phone.ask("POST", "/api/me/transfer")["code"]})
        terms = {"game": game, "seats": 2, "options": QUICK[game], "clock": {"kind": "days", "days": 2}}
        self.table: str = phone.ask("POST", "/api/tables", {"terms": terms, "sit": [0]})["table"]["id"]
        self.command(ben, {"do": "sit"})
        self.command(phone, {"do": "start"})

    def command(self, who: Visit, command: dict[str, object]) -> None:
        who.ask("POST", f"/api/tables/{self.table}/commands", {"command": command})

    def legal(self, who: Visit) -> list[str]:
        legal: list[str] = who.ask("GET", f"/api/tables/{self.table}")["table"]["state"].get("legal") or []
        return legal

    @property
    def is_over(self) -> bool:
        status: str = self.ben.ask("GET", f"/api/tables/{self.table}")["table"]["state"]["status"]
        return status == "over"

    def take_turn_by_tapping(self, who: Visit, robot: Robot) -> None:
        while not robot.is_over() and self.legal(who):
            robot.step()

    def take_turn(self, dice: random.Random) -> None:
        """By lot. In some games who can take takes, or they would last for ever."""
        greedy = self.game in TAKING
        for who in (self.phone, self.ben):
            while legal := self.legal(who):
                move = max(legal, key=lambda one: (greedy and "x" in one, dice.random()))
                self.command(who, {"do": "play", "moves": [move]})


@pytest.mark.parametrize("game", few_of(QUICK, "lumens", "sirius"))
def test_a_game_over_days(visit: Callable[..., Visit], clock: MovedClock, game: str) -> None:
    phone, desk, ben = visit(size=PHONE, has_touch=True), visit(), visit()
    table = Correspondence(phone, desk, ben, game)
    devices = (phone, ben, desk, ben)
    robots = {one: Robot(one.page, hurries=True) for one in (phone, desk, ben)}
    for one in robots:
        one.page.goto(f"/table/{table.table}")
        one.page.locator(".stage").first.wait_for()
    for turn in range(THROUGH_THE_PAGE):
        who = devices[turn % 4]
        table.take_turn_by_tapping(who, robots[who])
        clock.at += 30 * HOUR  # far more in all than two days: each turn has its own
    dice = random.Random(game)
    for _ in range(MOST_TURNS):
        if table.is_over:
            break
        table.take_turn(dice)
        clock.at += 20 * HOUR
    if not table.is_over:
        table.command(ben, {"do": "resign"})
    for one in robots:
        expect(one.page.locator(OVER)).to_be_visible()
        assert "timed_out" not in str(one.ask("GET", f"/api/tables/{table.table}/entries"))

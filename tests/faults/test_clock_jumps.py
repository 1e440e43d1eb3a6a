"""The machine's clock is set forward and back, the machine sleeps, the house is closed: nobody loses a game by that.

What happens, and is documented here: the house's clock goes evenly. If the machine's clock is ahead of it by more than
two seconds, every clock that is running is given that time first (`time_given` in the log), then the house's clock
takes the step. If the machine's clock is set back, the house's goes on a twentieth slower until they meet. Over a
restart the log decides: what lies before its last entry costs nothing, and the time from the last sign of life to the
start is given back.
"""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from lumitheque.server.settings import NEARER, SteadyClock
from open_house import Guest, Line, OpenHouse, settings, wait_for

SECOND, HOUR, DAY = 1000, 3600 * 1000, 24 * 3600 * 1000
PER_MOVE = {"kind": "per_move", "seconds": 60}
TERMS: dict[str, Any] = {"options": {"setup": "random"}, "clock": PER_MOVE}


class Machine:
    """A machine whose clock can be set. Time itself passes as always."""

    def __init__(self) -> None:
        self.set_by = 0  # milliseconds

    def wall(self) -> int:
        return time.time_ns() + self.set_by * 1_000_000

    def clock(self) -> SteadyClock:
        return SteadyClock(self.wall)


@pytest.fixture
def machine() -> Machine:
    return Machine()


@pytest.fixture
def house(machine: Machine) -> Iterator[OpenHouse]:
    with OpenHouse(settings(clock=machine.clock())) as opened:
        yield opened


pytestmark = pytest.mark.slow


class Game:
    """Two people at a table with a clock."""

    def __init__(self, house: OpenHouse, **terms: Any) -> None:
        self.guests = [house.guest(), house.guest()]
        self.table = self.guests[0].open("sirius", sit=[0], **(TERMS | terms))
        self.guests[1].must(self.table, "sit", seat=1)
        self.guests[0].must(self.table, "start")

    @property
    def mover(self) -> Guest:
        return self.guests[self.state()["waiting"][0]]

    def state(self) -> dict[str, Any]:
        told: dict[str, Any] = self.guests[0].look(self.table)["state"]
        return told

    def left(self) -> int:
        """Milliseconds of the seat to move."""
        state = self.state()
        left: int = state["clock"]["left"][state["waiting"][0]]
        return left

    def play(self) -> None:
        mover = self.mover
        state = mover.look(self.table)["state"]
        mover.must(self.table, "play", moves=[state["legal"][0]], after=state["seq"])

    def happened(self) -> list[str]:
        told = self.guests[0].http.get(f"/api/tables/{self.table}/entries").json()["entries"]
        return [entry["event"]["event"] for entry in told]

    def come_back(self, house: OpenHouse) -> None:
        """The same people, to a house that was closed."""
        for guest in self.guests:
            guest.http.close()
            guest.http = httpx.Client(base_url=house.url, cookies=dict(guest.http.cookies), timeout=20)

    def go(self) -> None:
        for guest in self.guests:
            guest.go()


@pytest.mark.parametrize("ahead", [10 * SECOND, HOUR, 400 * DAY, 40 * 366 * DAY], ids=["10s", "1h", "400d", "40y"])
def test_set_forward_in_play(machine: Machine, house: OpenHouse, ahead: int) -> None:
    game = Game(house)
    game.play()
    before = game.state()["clock"]["deadline"]
    line: Line = game.guests[0].live()
    line.watch(game.table)
    machine.set_by = ahead
    wait_for(lambda: "time_given" in game.happened())
    assert line.hear("entries")["entries"][0]["event"]["event"] == "time_given", "all are told"
    assert abs(game.state()["clock"]["deadline"] - before - ahead) < 3 * SECOND
    wait_for(lambda: abs(house.app.services.settings.clock.now() - machine.wall() // 1_000_000) < 2 * SECOND)
    time.sleep(0.3)  # several looks at the clock
    game.play()
    assert 50 * SECOND < game.left() <= 60 * SECOND, "nobody has more or less than before"
    assert "timed_out" not in game.happened()
    game.go()


def test_set_back_in_play(machine: Machine, house: OpenHouse) -> None:
    game = Game(house)
    game.play()
    machine.set_by = -HOUR
    time.sleep(0.3)
    game.play()
    assert 50 * SECOND < game.left() <= 60 * SECOND
    at = [entry["at"] for entry in game.guests[0].http.get(f"/api/tables/{game.table}/entries").json()["entries"]]
    assert at == sorted(at)
    assert {"timed_out", "time_given"}.isdisjoint(game.happened())
    game.go()


def test_time_still_runs_out(machine: Machine, house: OpenHouse) -> None:
    """A jump takes nothing, but it gives nothing either."""
    game = Game(house, clock={"kind": "per_move", "seconds": 2})
    machine.set_by = HOUR
    begun = time.monotonic()
    wait_for(lambda: "timed_out" in game.happened())
    assert 1.0 < time.monotonic() - begun < 10.0
    assert game.state()["ending"]["reason"] == "time"
    game.go()


@pytest.mark.parametrize("change", [HOUR, -HOUR, 40 * DAY], ids=["forward", "back", "far"])
@pytest.mark.parametrize("clock", [PER_MOVE, {"kind": "fischer", "seconds": 60, "increment": 2}], ids=["move", "game"])
def test_set_while_the_house_was_closed(tmp_path: Path, machine: Machine, change: int, clock: dict[str, Any]) -> None:
    with OpenHouse(settings(str(tmp_path), clock=machine.clock(), sweep_seconds=0.2)) as house:
        game = Game(house, clock=clock)
        game.play()
        time.sleep(0.5)  # a sign of life
    machine.set_by = change
    with OpenHouse(settings(str(tmp_path), clock=machine.clock())) as house:
        game.come_back(house)
        time.sleep(0.3)
        assert "timed_out" not in game.happened()
        game.play()
        assert 50 * SECOND < game.left() <= 62 * SECOND
        game.go()


def test_days_run_on_while_the_house_is_closed_for_a_night(tmp_path: Path, machine: Machine) -> None:
    """Games by correspondence count real days; but a house that was closed for longer than one takes none away."""
    terms = {"clock": {"kind": "days", "days": 3}}
    with OpenHouse(settings(str(tmp_path), clock=machine.clock(), sweep_seconds=0.2)) as house:
        game = Game(house, **terms)
        time.sleep(0.5)
    machine.set_by = 12 * HOUR
    with OpenHouse(settings(str(tmp_path), clock=machine.clock(), sweep_seconds=0.2)) as house:
        game.come_back(house)
        assert "time_given" not in game.happened()
        assert game.state()["clock"]["deadline"] - machine.wall() // 1_000_000 < 2.6 * DAY
        time.sleep(0.5)
    machine.set_by = 20 * DAY
    with OpenHouse(settings(str(tmp_path), clock=machine.clock())) as house:
        game.come_back(house)
        assert "time_given" in game.happened()
        assert game.state()["clock"]["deadline"] - machine.wall() // 1_000_000 > 2.4 * DAY
        game.go()


def test_the_clock_draws_nearer() -> None:
    """Evenly, never backwards, and a twentieth at a time."""
    second = 1_000_000_000
    wall, steady = [1000 * second], [0]
    clock = SteadyClock(lambda: wall[0], lambda: steady[0])
    assert clock.now() == 1000 * SECOND
    for change in (+1, -1):
        wall[0] += change * second
        told = clock.now()
        steady[0] += 10 * second
        wall[0] += 10 * second
        assert clock.now() == told + 10 * SECOND + change * 10 * SECOND // NEARER
        for _ in range(100):
            steady[0] += second
            wall[0] += second
            assert clock.now() > told
            told = clock.now()
        assert clock.now() == wall[0] // 1_000_000
    assert clock.right() == clock.now()
    wall[0] += 60 * second
    assert clock.right() - clock.now() == 60 * SECOND
    clock.catch_up()
    assert clock.now() == wall[0] // 1_000_000
    wall[0] -= 60 * second
    assert clock.right() == clock.now()

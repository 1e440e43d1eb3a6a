"""Where the host wants it, games against bots alone run on the device, and the house keeps them as they go."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from lumitheque.browser.device_files import kept_device_files
from open_house import OpenHouse, settings
from web.browsing import Visit, expect, until
from web.robot import Robot
from web.test_on_device import ON_DEVICE

pytestmark = pytest.mark.slow
Come = Callable[..., Visit]


@pytest.fixture(scope="module")
def house() -> Iterator[OpenHouse]:
    house = OpenHouse(settings(bots_on_devices=True))
    house.app.services.device_files.folder = kept_device_files()
    with house:
        yield house


def play(page: Page, game: str) -> None:
    page.goto("/")
    page.get_by_role("button", name="Jouer").nth(["lumens", "luminis", "galax", "sirius"].index(game)).click()
    expect(page).to_have_url(ON_DEVICE)


def copy_of(visit: Visit) -> dict[str, Any]:
    """The only table in the house; the first turn may not have come there yet."""
    notes: list[dict[str, Any]] = visit.ask("GET", "/api/mine")["tables"]
    assert len(notes) < 2
    return {"moves": 0, "status": "none", "waiting": None} | (notes[0] if notes else {})


def test_the_house_keeps_a_game_as_it_goes_and_to_its_end(visit: Come) -> None:
    guest = visit()
    page, robot = guest.page, Robot(guest.page, hurries=True)
    play(page, "lumens")
    while copy_of(guest)["moves"] < 3:
        robot.play(1)
    assert copy_of(guest)["departures"] == ["device"]
    page.goto("/")
    mine = page.locator("#mine li")
    expect(mine).to_have_count(1)  # not once for the device and once for its copy
    expect(mine).to_contain_text("sur cet appareil")
    expect(page.get_by_text("que sur cet appareil")).to_have_count(0)
    mine.get_by_role("link").click()
    robot.play_to_the_end()
    until(page, lambda: copy_of(guest)["status"] == "over")
    page.goto("/")
    expect(mine).to_have_count(1)
    expect(mine).to_contain_text("donnée sur un appareil")
    mine.get_by_role("link").click()
    expect(page.get_by_role("slider").first).to_be_visible()


def test_whoever_went_on_with_the_copy_elsewhere_is_told(visit: Come) -> None:
    guest = visit()
    page = guest.page
    play(page, "sirius")
    robot = Robot(page, hurries=True)
    while copy_of(guest)["moves"] < 1:
        robot.play(1)
    until(page, lambda: bool(copy_of(guest)["waiting"]["people"]))
    note = copy_of(guest)
    legal = guest.ask("GET", f"/api/tables/{note['id']}")["table"]["state"]["legal"]
    command = {"do": "play", "moves": [legal[-1]]}
    guest.ask("POST", f"/api/tables/{note['id']}/commands", {"command": command})
    until(page, lambda: copy_of(guest)["moves"] > note["moves"])
    said = page.get_by_text("y a continué autrement")
    until(page, lambda: robot.play(1) or said.is_visible())  # type: ignore[func-returns-value]
    robot.play(3)
    expect(said).to_be_visible()  # however the game goes on
    page.get_by_role("link", name="Voir l’autre").click()
    expect(page).to_have_url(re.compile(f"/table/{note['id']}$"))
    guest.troubles[:] = [one for one in guest.troubles if "409" not in one]  # a browser writes refusals down


def test_friends_and_clocks_stay_in_the_house(visit: Come, house: OpenHouse) -> None:
    guest = visit()
    guest.page.goto("/")
    assert guest.ask("GET", "/api/me")["bots_on_devices"] is True
    table = guest.open_table("lumens", terms={"clock": {"kind": "per_move", "seconds": 60}})
    assert not table.startswith("d-")
    expect(guest.page.locator(".stage").first).to_be_visible()

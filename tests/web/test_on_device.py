"""Play when the house is really gone: the same boards and bots, on this device alone."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from lumitheque.browser.device_files import write_device_files
from lumitheque.games import SHELF
from open_house import OpenHouse
from web.browsing import PHONE, Visit, axe, expect, until
from web.robot import OVER, Robot

pytestmark = pytest.mark.slow
ON_DEVICE = re.compile(r"/table/d-[0-9a-f]{32}$")


@pytest.fixture(scope="module")
def stock(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("stock")
    write_device_files(folder, SHELF.values(), lambda *_: None)
    return folder


@pytest.fixture
def house(stock: Path) -> Iterator[OpenHouse]:
    house = OpenHouse()
    house.app.services.device_files.folder = stock
    house.__enter__()
    yield house
    house.__exit__()


def alone(browser: Browser, house: OpenHouse, size: dict[str, int] | None = None) -> Visit:
    """Somebody who kept everything, and then the house went away."""
    visit = Visit(browser, house.url, size=size, service_workers="allow")
    visit.page.goto("/me")
    visit.page.get_by_role("button", name="Tout garder ici").click()
    expect(visit.page.get_by_text("Tout est sur cet appareil")).to_be_visible()
    house.__exit__()
    visit.page.goto("/")
    return visit


def leave(visit: Visit) -> None:
    """A browser itself writes down that the house does not answer."""
    away = ("ERR_CONNECTION_REFUSED", "Failed to load resource", "WebSocket connection", "ERR_FAILED")
    visit.troubles[:] = [one for one in visit.troubles if not any(part in one for part in away)]
    visit.go()


def begin(page: Page, game: str) -> None:
    title = SHELF[game].words("fr")["title"]
    page.get_by_role("button", name=re.compile(f"Jouer.*{title}|{title}.*Jouer")).first.click()
    expect(page).to_have_url(ON_DEVICE)
    expect(page.locator(".stage").first).to_be_visible()


def test_a_whole_game_without_the_house(browser: Browser, house: OpenHouse) -> None:
    visit = alone(browser, house, PHONE)
    page, robot = visit.page, Robot(visit.page)
    begin(page, "lumens")
    robot.play(6)
    page.reload()
    expect(page.locator(".stage").first).to_be_visible()
    assert axe(page) == []
    robot.play_to_the_end()
    expect(page.locator(OVER)).to_contain_text("Revanche")
    page.goto(page.url.replace("/table/", "/replay/"))
    expect(page.get_by_role("slider").first).to_be_visible()
    page.goto("/")
    expect(page.get_by_text("Lumens").first).to_be_visible()
    leave(visit)


def test_every_game_is_played_without_the_house(browser: Browser, house: OpenHouse) -> None:
    visit = alone(browser, house)
    page = visit.page
    for game in SHELF:
        page.goto("/")
        begin(page, game)
        robot = Robot(page)
        robot.play(5)
        moves = page.url
        page.reload()
        assert page.url == moves
        until(page, lambda robot=robot: robot.offered() > 0)  # type: ignore[misc]
    leave(visit)

"""Play when the house is really gone: the same boards and bots, on this device alone."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, Route

from conftest import EVERYTHING, few_of
from lumitheque.browser.device_files import kept_device_files
from lumitheque.games import SHELF
from open_house import OpenHouse, settings
from web.browsing import PHONE, Visit, axe, expect, until
from web.robot import OVER, Robot

pytestmark = pytest.mark.slow
LONG = ("galax", "sirius")  # played to their ends by make test-all
ON_DEVICE = re.compile(r"/table/d-[0-9a-f]{32}$")


@pytest.fixture(scope="module")
def modules() -> Path:
    return kept_device_files()


@pytest.fixture
def houses(modules: Path, tmp_path: Path) -> Iterator[Callable[[], OpenHouse]]:
    """Opens the same house again and again: the same file, the same address."""
    opened: list[OpenHouse] = []

    def open_again() -> OpenHouse:
        house = OpenHouse(settings(str(tmp_path)), port=opened[0].port if opened else 0)
        house.app.services.device_files.folder = modules
        opened.append(house)
        return house.__enter__()

    yield open_again
    opened[-1].__exit__()


@pytest.fixture
def house(houses: Callable[[], OpenHouse]) -> OpenHouse:
    return houses()


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


def resign(page: Page) -> None:
    page.get_by_role("button", name="Table", exact=True).click()
    page.get_by_role("button", name="Abandonner").click()
    page.get_by_role("button", name="Oui", exact=True).click()


@pytest.mark.parametrize("game", few_of(SHELF, "galax", "luminis"))
def test_a_whole_game_without_the_house(browser: Browser, house: OpenHouse, game: str) -> None:
    visit = alone(browser, house, PHONE if game in ("lumens", "sirius") else None)
    page, robot = visit.page, Robot(visit.page, hurries=True)
    begin(page, game)
    robot.play(5)
    address = page.url
    page.reload()
    assert page.url == address
    until(page, lambda: robot.is_over() or robot.offered() > 0)
    assert axe(page) == []
    if game in LONG and not EVERYTHING:
        resign(page)
    else:
        robot.play_to_the_end()
    expect(page.locator(OVER)).to_contain_text("Revanche")
    page.goto(address.replace("/table/", "/replay/"))
    expect(page.get_by_role("slider").first).to_be_visible()
    page.goto("/")
    expect(page.get_by_text(SHELF[game].words("fr")["title"]).first).to_be_visible()
    leave(visit)


def test_exercises_without_the_house(browser: Browser, house: OpenHouse) -> None:
    """They were kept with everything else, and the device judges by itself."""
    visit = alone(browser, house)
    page = visit.page
    page.get_by_role("link", name="Le coup du jour").click()
    page.get_by_role("button", name="La solution").click()
    expect(page.get_by_text("Il fallait jouer")).to_be_visible()
    page.goto("/exercises/galax")
    for name in ("Un indice", "Montrez-moi", "Jouer ce coup"):
        page.get_by_role("button", name=name).click()
    expect(page.locator("[data-said=right], [data-said=more]")).to_be_visible()
    leave(visit)


# --- the house is back -----------------------------------------------------------------------------------------------


def mine(visit: Visit) -> list[str]:
    """One's tables in the house, without those of a device that are not marked."""
    notes = visit.ask("GET", "/api/mine")["tables"]
    return sorted(note["game"] for note in notes if note["departures"] == ["device"])


def hand_all_over(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name=re.compile("que sur cet appareil")).click()
    page.get_by_role("button", name=re.compile("^Garder (cette|ces)")).click()


def test_games_are_handed_over_and_none_twice(
    browser: Browser, house: OpenHouse, houses: Callable[[], OpenHouse]
) -> None:
    visit = alone(browser, house)
    page = visit.page
    for game in ("galax", "lumens"):
        page.goto("/")
        begin(page, game)
        Robot(page).play(6)
    houses()
    assert mine(visit) == []

    lost: list[str] = []

    def lose_the_first_answer(route: Route) -> None:
        if not lost:
            lost.append(route.fetch().text())  # the house keeps the game, and nobody hears of it
            route.abort()
        else:
            route.continue_()

    page.route("**/api/from_device", lose_the_first_answer)
    hand_all_over(page)
    expect(page.get_by_text(re.compile("ne répond pas", re.IGNORECASE)).first).to_be_visible()
    assert len(mine(visit)) == 1
    hand_all_over(page)
    expect(page.get_by_text("Les 2 parties sont dans la maison")).to_be_visible()
    assert mine(visit) == ["galax", "lumens"]
    expect(page.get_by_text("Il n’y en a pas.")).to_be_visible()
    page.reload()
    expect(page.get_by_text("Il n’y en a pas.")).to_be_visible()
    assert mine(visit) == ["galax", "lumens"]
    leave(visit)


def test_a_game_goes_on_in_the_house(browser: Browser, house: OpenHouse, houses: Callable[[], OpenHouse]) -> None:
    """One tap at the table: the same game, in the house, marked and to its end."""
    visit = alone(browser, house, PHONE)
    page, robot = visit.page, Robot(visit.page, hurries=True)
    begin(page, "lumens")
    robot.play(4)
    houses()
    page.reload()
    page.get_by_role("button", name="Table").click()
    page.get_by_role("button", name="Garder cette partie dans la maison").click()
    expect(page).to_have_url(re.compile(r"/table/[0-9a-f]{32}$"))
    expect(page.get_by_text("Donnée sur un appareil.").first).to_be_visible()
    assert axe(page) == []
    robot.play_to_the_end()
    assert mine(visit) == ["lumens"]
    leave(visit)


def looked_back_at(page: Page) -> Locator:
    return page.get_by_role("slider", name="Moment de la partie")


def test_a_game_is_looked_back_at_without_the_house(browser: Browser, house: OpenHouse) -> None:
    """The device computes it while somebody looks; what is done is kept."""
    visit = alone(browser, house, PHONE)
    page, robot = visit.page, Robot(visit.page, hurries=True)
    begin(page, "lumens")
    robot.play(3)
    resign(page)
    page.get_by_role("link", name="Revoir la partie").click()
    page.get_by_role("button", name="Revoir la partie").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    page.go_back()
    expect(page.locator(OVER)).to_be_visible()
    page.go_forward()
    expect(looked_back_at(page)).to_be_visible(timeout=120_000)
    expect(page.get_by_text("8 fois moins qu’une maison")).to_be_visible()
    expect(page.get_by_role("button", name="Copier le lien")).to_have_count(0)
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.reload()
    expect(looked_back_at(page)).to_be_visible()
    page.get_by_role("button", name="Regarder de plus près").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    page.get_by_role("button", name="Arrêter").click()
    expect(page.get_by_role("button", name="Revoir la partie")).to_be_visible()
    leave(visit)

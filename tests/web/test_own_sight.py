"""Hints and "why not?" at a table of the house are thought out on the device, once the game is ready there."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from lumitheque.browser.device_files import kept_device_files
from open_house import OpenHouse
from web.browsing import Visit, expect, until

pytestmark = pytest.mark.slow
Come = Callable[..., Visit]


def ask_for_a_hint(page: Page) -> None:
    page.get_by_role("button", name="Conseil", exact=True).click()
    hint = page.get_by_role("region", name="Conseil")
    expect(hint).to_contain_text("%")
    hint.get_by_role("button", name="Fermer").click()


def asked_of_the_house(page: Page) -> list[str]:
    found: list[str] = []
    page.on("request", lambda request: found.append(request.url.rpartition("/")[2].partition("?")[0]))
    return found


def test_the_house_gives_the_first_hint_and_the_device_the_next(visit: Come, house: OpenHouse) -> None:
    house.app.services.device_files.folder = kept_device_files()
    page = (guest := visit()).page
    table = guest.open_table("sirius", options={"setup": "random"})
    asked = asked_of_the_house(page)
    ask_for_a_hint(page)
    until(page, lambda: asked.count("hint") == 1 and any(name.endswith(".wasm") for name in asked))
    page.wait_for_timeout(1500)  # the module is compiled
    ask_for_a_hint(page)
    until(page, lambda: "sight" in asked)
    assert asked.count("hint") == 1
    told = guest.ask("GET", f"/api/tables/{table}")["table"]["state"]
    theirs = [cell for cell, one in told["view"]["board"].items() if one and one[0] != told["view"]["turn"][0]]
    page.locator("[data-cell][data-offered='true']").first.click()
    page.locator(", ".join(f"[data-cell='{cell}']:not([data-offered])" for cell in theirs)).first.click()  # too far
    expect(page.get_by_role("button", name="Voir la règle SI-")).to_be_visible()
    assert "judge" not in asked


def test_without_modules_the_house_gives_every_hint(visit: Come, house: OpenHouse) -> None:
    house.app.services.device_files.folder = None
    page = (guest := visit()).page
    guest.open_table("sirius", options={"setup": "random"})
    asked = asked_of_the_house(page)
    for count in (1, 2):
        ask_for_a_hint(page)
        until(page, lambda count=count: asked.count("hint") == count)  # type: ignore[misc]
    assert "sight" not in asked

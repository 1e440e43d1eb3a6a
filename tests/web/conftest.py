from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from lumitheque.server.built_page import WEB
from open_house import OpenHouse
from web.browsing import Visit, launch


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    assert (WEB / "index.html").is_file(), "the page is not built: make web"
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def house() -> Iterator[OpenHouse]:
    with OpenHouse() as house:
        yield house


@pytest.fixture
def visit(browser: Browser, house: OpenHouse) -> Iterator[Callable[..., Visit]]:
    """Opens devices at the house; at the end none of them may have had trouble."""
    visits: list[Visit] = []

    def come(**options: Any) -> Visit:
        visits.append(Visit(browser, house.url, **options))
        return visits[-1]

    yield come
    for one in visits:
        one.go()

"""The page when the house is really gone: what was seen is there, and all of it if somebody asked for all."""

import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Page

from lumitheque.browser.device_files import kept_device_files
from lumitheque.games import SHELF
from lumitheque.referee.lessons import lessons
from lumitheque.server.built_page import WEB
from open_house import OpenHouse
from web.browsing import PHONE, Visit, axe, expect, until

pytestmark = pytest.mark.slow

SETTLED = """async () => {
    const { active } = await navigator.serviceWorker.ready;
    const name = (await caches.keys()).find((one) => one.startsWith("lumitheque-page-"));
    const kept = name ? (await (await caches.open(name)).keys()).map(({ url }) => url) : [];
    return active?.state === "activated" && kept.some((url) => url.includes("/api/games"));
}"""


@pytest.fixture(scope="module")
def modules() -> Path:
    """The games as devices play them; compiled once, and kept in the user's cache."""
    return kept_device_files()


@pytest.fixture
def house(modules: Path) -> Iterator[OpenHouse]:
    """A house that tests may close before its time."""
    house = OpenHouse()
    house.app.services.device_files.folder = modules
    house.__enter__()
    yield house
    house.__exit__()


def come(browser: Browser, house: OpenHouse, **options: Any) -> Visit:
    return Visit(browser, house.url, service_workers="allow", **options)


def is_there(page: Page, *games: str) -> None:
    """The shelf and the rules of games open from nothing."""
    page.goto("/")
    for game in SHELF.values():
        expect(page.get_by_role("heading", name=game.words("fr")["title"]).first).to_be_visible()
    for name in games:
        page.goto(f"/rules/{name}")

        expect(page.locator(f"[id='{SHELF[name].letters}-00']")).to_be_attached()


def keep_all(page: Page) -> None:
    page.goto("/me")
    page.get_by_role("button", name="Tout garder ici").click()
    expect(page.get_by_text("Tout est sur cet appareil")).to_be_visible()


def test_what_was_seen_is_there(browser: Browser, house: OpenHouse) -> None:
    """After one visit to the shelf, the shelf; nothing else was fetched for it."""
    visit = come(browser, house)
    page = visit.page
    page.goto("/")
    expect(page.get_by_text("Lumens").first).to_be_visible()
    until(page, lambda: bool(page.evaluate(SETTLED)))
    house.__exit__()
    page.reload()
    is_there(page)
    visit.go()


@pytest.mark.parametrize("size", [None, PHONE], ids=["desk", "phone"])
def test_all_is_there_when_the_house_is_gone(browser: Browser, house: OpenHouse, size: dict[str, int] | None) -> None:
    visit = come(browser, house, size=size)
    page = visit.page
    keep_all(page)
    assert axe(page) == []
    house.__exit__()
    is_there(page, *SHELF)
    for game in SHELF.values():
        page.goto(f"/learn/{game.name}")
        said = lessons(game, "fr")[0].steps[0].text
        expect(page.get_by_text(said.partition(".")[0]).first).to_be_visible()
    page.goto("/me")
    expect(page.get_by_text("Tout est sur cet appareil")).to_be_visible()
    visit.go()


def test_modules_are_kept(browser: Browser, house: OpenHouse) -> None:
    visit = come(browser, house)
    keep_all(visit.page)
    house.__exit__()
    sizes = visit.page.evaluate("""async () => {
        const { games, words } = await (await fetch("/local/index.json")).json();
        const names = [...Object.values(games).flatMap(({ wasm, facts }) => [wasm, facts]), ...Object.values(words)];
        return Promise.all(names.map(async (name) => (await (await fetch(`/local/${name}`)).arrayBuffer()).byteLength));
    }""")
    assert len(sizes) >= 2 * len(SHELF) + 2 and all(sizes)
    visit.go()


def test_nothing_else_is_answered_from_what_is_kept(browser: Browser, house: OpenHouse) -> None:
    visit = come(browser, house)
    keep_all(visit.page)
    house.__exit__()
    asked = """(path) => fetch(path).then(({ status }) => status, () => "away")"""
    paths = ["/api/tables", "/api/tables/x", "/api/host", "/health", "/api/me/transfer"]
    assert {visit.page.evaluate(asked, path) for path in paths} == {"away"}
    visit.go()


def test_somebody_who_is_forgotten_is_not_kept(browser: Browser, house: OpenHouse) -> None:
    visit = come(browser, house)
    keep_all(visit.page)
    visit.page.evaluate("""() => fetch("/api/me", { method: "DELETE" })""")
    kept = """async () => (await Promise.all((await caches.keys()).map(async (name) =>
        (await (await caches.open(name)).keys()).map(({ url }) => url)))).flat()"""
    until(visit.page, lambda: not any("/api/me" in url for url in visit.page.evaluate(kept)))
    visit.go()


def test_a_store_without_room_is_said_and_the_page_goes_on(browser: Browser, house: OpenHouse) -> None:
    visit = come(browser, house)
    page = visit.page
    page.goto("/me")
    expect(page.get_by_role("button", name="Tout garder ici")).to_be_enabled()
    page.evaluate(
        """() => { Cache.prototype.add = () => Promise.reject(new DOMException("", "QuotaExceededError")); }"""
    )
    page.get_by_role("button", name="Tout garder ici").click()
    expect(page.get_by_text("Tout n’a pas pu être gardé")).to_be_visible()
    is_there(page, "galax")
    visit.go()


def test_plain_http_is_told_why_not(browser: Browser, house: OpenHouse) -> None:
    visit = come(browser, house)
    visit.page.add_init_script("Object.defineProperty(globalThis, 'isSecureContext', { value: false })")
    visit.page.goto("/me")
    expect(visit.page.get_by_text("que si elle vient par HTTPS")).to_be_visible()
    visit.go()


def test_the_worker_is_asked_for_each_time(house: OpenHouse) -> None:
    answer = house.guest().http.get("/service.js")
    assert answer.headers["cache-control"] == "no-cache" and "javascript" in answer.headers["content-type"]
    assert answer.content == (WEB / "service.js").read_bytes()


CACHES = """async () => (await caches.keys()).filter((name) => name.startsWith("lumitheque-page-")).sort()"""
STARTS = 6


def start_alone(visit: Visit, version: str) -> Page | None:
    """Open the page when no other is open; None if it is still that of before. While the old worker still serves a
    page, it stays, and a start in the very moment in which workers change may hang and has to be begun again."""
    page = visit.context.new_page()
    with suppress(Error):
        page.goto("/", timeout=8000)
        page.wait_for_timeout(2500)
        if page.evaluate(CACHES) == [f"lumitheque-page-{version}"]:
            return page
    page.close()
    return None


def test_a_new_version_waits_until_nobody_is_in_mid_game(
    browser: Browser, house: OpenHouse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With two pages open the version of before stays; a start alone, mostly the next, takes the new one, and all."""
    built = tmp_path / "web"
    shutil.copytree(WEB, built, ignore=shutil.ignore_patterns("service.js.gz"))
    monkeypatch.setattr("lumitheque.server.http.pages.WEB", built)
    visit = come(browser, house)
    page = visit.page
    keep_all(page)
    [old] = page.evaluate(CACHES)
    script = (built / "service.js").read_text(encoding="utf-8")
    version = old.removeprefix("lumitheque-page-")
    (built / "service.js").write_text(script.replace(version, "0" * 16), encoding="utf-8")

    playing = visit.context.new_page()
    playing.goto("/")
    until(page, lambda: page.evaluate("async () => !!(await navigator.serviceWorker.getRegistration()).waiting"))
    playing.reload()
    expect(playing.get_by_text("Lumens").first).to_be_visible()
    playing.wait_for_timeout(1500)
    assert old in page.evaluate(CACHES)

    playing.close()
    page.close()
    starts = (start_alone(visit, "0" * 16) for _ in range(STARTS))
    started = next(page for page in starts if page is not None)
    house.__exit__()
    started.goto("/me")
    expect(started.get_by_text("Tout est sur cet appareil")).to_be_visible()
    visit.go()

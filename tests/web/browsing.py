"""A real browser, used as a person uses it: what is seen, what can be tapped, what is said."""

import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Page, Playwright, expect

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
QUIET = (  # a browser that asks nobody but the house
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
DESK, PHONE = {"width": 1440, "height": 900}, {"width": 360, "height": 740}
PATIENCE = 20_000  # milliseconds for something that must happen; the machine may be busy
expect.set_options(timeout=PATIENCE)


def find_chromium() -> str:
    """Where Chromium is. `make tools` installs it where that is allowed; without it the tests fail, and say why."""
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        pytest.fail(
            "the page is tried in Chromium, and there is none: apt install chromium, or set CHROMIUM", pytrace=False
        )
    return found


def launch(playwright: Playwright) -> Browser:
    return playwright.chromium.launch(executable_path=find_chromium(), args=list(QUIET))


class Visit:
    """One person at one device. Errors of the page and requests to anybody else are noted, and asserted at the end."""

    def __init__(self, browser: Browser, url: str, size: dict[str, int] | None = None, **options: Any) -> None:
        options = {"locale": "fr-FR", "reduced_motion": "reduce", "viewport": size or DESK} | options
        options = {"service_workers": "block"} | options  # what a worker answers, the tests of other things do not see
        self.context = browser.new_context(base_url=url, **options)
        self.context.set_default_timeout(PATIENCE)
        self.page: Page = self.context.new_page()
        self.url = url
        self.troubles: list[str] = []
        self.page.on("pageerror", lambda error: self.troubles.append(f"error: {error}"))
        self.page.on("console", self._note)
        self.page.on("request", self._notice)

    def _note(self, message: Any) -> None:
        if message.type == "error" and "WebSocket" not in message.text and "ERR_CONNECTION" not in message.text:
            self.troubles.append(f"console: {message.text}")

    def _notice(self, request: Any) -> None:
        if not request.url.startswith((self.url, self.url.replace("http", "ws"), "data:", "blob:")):
            self.troubles.append(f"asked elsewhere: {request.url}")

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Asks the house as this person, without the page."""
        answer = self.context.request.fetch(f"{self.url}{path}", method=method, data=body)
        assert answer.ok, answer.text()
        return answer.json()

    def open_table(self, game: str, *, seats: int = 2, options: dict[str, Any] | None = None, **more: Any) -> str:
        """A table with bots, begun, on the screen."""
        terms = {"game": game, "seats": seats, "options": options or {}, "hints": True, **more.pop("terms", {})}
        opening = {
            "terms": terms,
            "sit": [0],
            "bots": {str(n): "greedy" for n in range(1, seats)},
            "start": True,
            **more,
        }
        table: str = self.ask("POST", "/api/tables", opening)["table"]["id"]
        self.page.goto(f"/table/{table}")
        return table

    def go(self) -> None:
        self.context.close()
        assert self.troubles == [], self.troubles


def until(page: Page, holds: Callable[[], bool], pause: int = 40) -> None:
    """Waits for something that the page does by itself."""
    end = time.monotonic() + PATIENCE * 3 / 1000
    while not holds():
        page.wait_for_timeout(pause)
        assert time.monotonic() < end, "it did not happen in time"


# axe asks for the colour that fills letters; Chromium answers with the one from before colours were forced
FORCED = """() => {
    const read = CSSStyleDeclaration.prototype.getPropertyValue;
    CSSStyleDeclaration.prototype.getPropertyValue = function (name) {
        const fill = name === "-webkit-text-fill-color" && matchMedia("(forced-colors: active)").matches;
        return fill ? "" : read.call(this, name);
    };
}"""


def axe(page: Page) -> list[str]:
    """What axe finds serious or worse."""
    page.evaluate(FORCED)
    script = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
    page.evaluate(script.read_text(encoding="utf-8"))
    found = page.evaluate("async () => (await axe.run({resultTypes: ['violations']})).violations")
    serious = [one for one in found if one["impact"] in ("serious", "critical")]
    return [f"{one['id']}: {one['help']}: {[node['html'][:140] for node in one['nodes'][:3]]}" for one in serious]


__all__ = ["DESK", "PHONE", "Error", "Visit", "axe", "expect", "launch", "until"]

"""Takes a picture of every game on every kind of screen, and measures the smallest text and the smallest tap target.

python tests/gallery.py             every game (`make screenshots`), into build/gallery
python tests/gallery.py lumens      one game
"""

import argparse
import io
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright
from rich.progress import track

from command_line import HOUSE
from lumitheque.games import find
from open_house import OpenHouse
from web.browsing import Visit, launch

OUT = Path("build/gallery")
SCREENS = {
    "phone": (360, 740),
    "landscape": (740, 360),
    "tablet": (768, 1024),
    "desk": (1440, 900),
    "large": (2560, 1440),
}
THEMES = {"day": "light", "night": "dark"}
OPTIONS: dict[str, dict[str, Any]] = {
    "galax": {"setup": "random", "patience": 40, "adjudicate": "pieces"},
    "sirius": {"setup": "random", "patience": 40, "adjudicate": "pieces"},
    "fromages": {"rounds": 1},
}
MIDDLE = {"lumens": 6, "luminis": 9, "galax": 14, "sirius": 14, "fromages": 9}  # own moves until the middle; else 5

# The smallest text and the smallest target that a person can see, in CSS pixels, with a word that says which. A target
# inside a grid whose taps snap to the nearest offer (data-snaps) is as large as the snapping makes it.
MEASURE = """() => {
  const seen = (box) => box.width > 1 && box.height > 1 && box.bottom > 0 && box.right > 0;
  const shows = (node) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const called = (node) =>
    (node.getAttribute("aria-label") ?? node.textContent ?? "").trim().slice(0, 28) || node.tagName;
  let text = { size: Infinity, what: "" }, target = { size: Infinity, what: "" };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !shows(parent)) continue;
    const style = getComputedStyle(parent), range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const box = range.getBoundingClientRect();
    if (!seen(box) || parent.closest(".hidden, [aria-hidden='true'] title, title")) continue;
    let size = parseFloat(style.fontSize);
    if (parent instanceof SVGElement) size *= parent.getScreenCTM()?.a || 1;
    else if (parent.offsetHeight) size *= parent.getBoundingClientRect().height / parent.offsetHeight;
    if (size < text.size) text = { size, what: called(parent) };
  }
  for (const node of document.querySelectorAll("button, a[href], select, input, summary, [role='button']")) {
    if (!shows(node) || node.disabled || node.closest("[data-snaps]")) continue;
    if (node.matches("p a, li a:not(.button)")) continue; // a link inside a sentence
    const box = (node.closest("label") ?? node).getBoundingClientRect(), size = Math.min(box.width, box.height);
    if (seen(box) && size < target.size) target = { size, what: called(node) };
  }
  return [text, target];
}"""


class Moment(NamedTuple):
    """A table at a point of its game, as one person sees it."""

    game: str
    name: str
    table: str
    cookies: Any


def bring_to(guest: Visit, table: str, moves: int) -> None:
    """Makes the person's own moves, as the house advises, until there are so many or the game is over."""
    chance = random.Random(7)
    for _ in range(moves):
        state = guest.ask("GET", f"/api/tables/{table}")["table"]["state"]
        while not state.get("legal") and state["status"] == "playing":
            guest.page.wait_for_timeout(50)
            state = guest.ask("GET", f"/api/tables/{table}")["table"]["state"]
        if state["status"] != "playing":
            return
        legal = state["legal"]
        move = legal[0] if len(legal) == 1 else chance.choice(legal)
        if len(legal) > 1 and state.get("moves", 0) > 1 and moves < 50:
            move = guest.ask("POST", f"/api/tables/{table}/hint", {"seconds": 0.1})["move"]
        guest.ask("POST", f"/api/tables/{table}/commands", {"command": {"do": "play", "moves": [move]}})


def moments(browser: Browser, url: str, game: str) -> Iterator[Moment]:
    """The beginning, the middle and the end of one game with as many players as it takes."""
    seats = find(game).seats[-1]
    guest = Visit(browser, url)
    guest.ask("PATCH", "/api/me", {"name": "Camille"})
    levels = [level["name"] for level in guest.ask("GET", f"/api/games/{game}")["levels"]]
    bots = {str(seat): levels[seat % len(levels)] for seat in range(1, seats)}
    table = guest.open_table(game, seats=seats, options=OPTIONS.get(game, {}), bots=bots)
    for name, moves in {"1-begin": 0, "2-middle": MIDDLE.get(game, 5), "3-end": 4000}.items():
        bring_to(guest, table, moves)
        yield Moment(game, name, table, guest.context.storage_state())
    guest.context.close()


def look(browser: Browser, url: str, moment: Moment, screen: str, theme: str) -> tuple[str, list[dict[str, Any]]]:
    width, height = SCREENS[screen]
    size = {"width": width, "height": height}
    touch = screen in ("phone", "landscape", "tablet")
    visit = Visit(browser, url, size, color_scheme=THEMES[theme], storage_state=moment.cookies, has_touch=touch)
    visit.page.goto(f"/table/{moment.table}")
    visit.page.locator(".stage").first.wait_for()
    visit.page.wait_for_timeout(1500)
    name = f"{moment.game}-{moment.name}-{screen}-{theme}"
    save(visit.page, name)
    measured = visit.page.evaluate(MEASURE)
    visit.context.close()
    return name, measured


def save(page: Page, name: str) -> None:
    picture = Image.open(io.BytesIO(page.screenshot()))
    picture.convert("RGB").save(OUT / f"{name}.png")


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    reader.add_argument("game", nargs="?", choices=HOUSE, help="the only game wanted")
    chosen = reader.parse_args().game
    OUT.mkdir(parents=True, exist_ok=True)
    rows = ["| screen | smallest text, px | smallest target, px |", "| --- | --- | --- |"]
    with sync_playwright() as playwright, OpenHouse() as house:
        browser = launch(playwright)
        for game in [chosen] if chosen else HOUSE:
            for moment in moments(browser, house.url, game):
                views = [(screen, theme) for screen in SCREENS for theme in THEMES]
                for screen, theme in track(views, description=f"{game} {moment.name}"):
                    name, (text, target) = look(browser, house.url, moment, screen, theme)
                    rows.append(
                        f"| {name} | {text['size']:.1f} {text['what']} | {target['size']:.0f} {target['what']} |"
                    )
    measures = OUT / (f"measures-{chosen}.md" if chosen else "measures.md")
    measures.write_text("\n".join(rows) + "\n", encoding="utf-8")
    print(f"{OUT}: {len(rows) - 2} pictures, and {measures.name}")


if __name__ == "__main__":
    main()

"""Takes the pictures of docs/images: every main screen, at a desk and on a phone, by night and by day.

python tests/pictures.py            all of them (`make screenshots`)
python tests/pictures.py lumens     those whose name begins so
"""

import argparse
import io
import random
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from command_line import HOUSE
from lumitheque.games import find
from open_house import OpenHouse
from web.browsing import DESK, PHONE, Visit, launch

OUT = Path("docs/images")
OPTIONS: dict[str, dict[str, Any]] = {"galax": {"setup": "random"}, "sirius": {"setup": "random"}}
MOVES = {"lumens": 9, "luminis": 14, "galax": 12, "sirius": 12, "fromages": 12}  # one's own before the picture; else 4
SCREENS = {"desk-night": (DESK, "dark"), "phone-day": (PHONE, "light")}


def take(page: Page, name: str) -> None:
    page.wait_for_load_state("networkidle")  # boards and figures come after the page
    page.wait_for_timeout(900)
    picture = Image.open(io.BytesIO(page.screenshot()))
    picture.convert("RGB").save(OUT / f"{name}.webp", quality=88, method=6)  # a fifth of a PNG, and the same to the eye
    print(f"{name}.webp")


def play_a_while(guest: Visit, table: str, moves: int) -> None:
    """The person's own moves, as the strongest bot advises."""
    chance = random.Random(7)
    for _ in range(moves):
        for _ in range(200):
            state = guest.ask("GET", f"/api/tables/{table}")["table"]["state"]
            if state.get("legal") or state["status"] != "playing":
                break
            guest.page.wait_for_timeout(50)
        if not state.get("legal"):
            return
        advised = (
            guest.ask("POST", f"/api/tables/{table}/hint", {"seconds": 0.1}) if state.get("moves", 0) > 1 else None
        )
        move = advised["move"] if advised else chance.choice(state["legal"])
        guest.ask("POST", f"/api/tables/{table}/commands", {"command": {"do": "play", "moves": [move]}})


def tables(browser: Browser, url: str, wanted: str) -> None:
    for game in HOUSE:
        seats, moves, options = min(3, find(game).seats[-1]), MOVES.get(game, 4), OPTIONS.get(game, {})
        if not game.startswith(wanted):
            continue
        for screen, (size, scheme) in SCREENS.items():
            guest = Visit(browser, url, size, color_scheme=scheme)
            guest.ask("PATCH", "/api/me", {"name": "Camille"})
            levels = [level["name"] for level in guest.ask("GET", f"/api/games/{game}")["levels"]]
            bots = {str(seat): levels[2 + seat % 3] for seat in range(1, seats)}
            table = guest.open_table(game, seats=seats, options=options, bots=bots)
            play_a_while(guest, table, moves)
            guest.page.reload()
            take(guest.page, f"{game}-{screen}")
            guest.context.close()


def pages(browser: Browser, url: str, wanted: str) -> None:
    for name, address in {"shelf": "/", "lesson": "/learn/lumens", "rules": "/rules/sirius#SI-08", "me": "/me"}.items():
        if not name.startswith(wanted):
            continue
        for screen, (size, scheme) in SCREENS.items():
            guest = Visit(browser, url, size, color_scheme=scheme)
            guest.page.goto(address)
            take(guest.page, f"{name}-{screen}")
            guest.context.close()


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    reader.add_argument("wanted", nargs="?", default="", help="the beginning of the names of the pictures wanted")
    wanted = reader.parse_args().wanted
    OUT.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, OpenHouse() as house:
        browser = launch(playwright)
        pages(browser, house.url, wanted)
        tables(browser, house.url, wanted)


if __name__ == "__main__":
    main()

"""The front door: from the shelf to a first move, in one's own language, by day and by night."""

from collections.abc import Callable

import pytest

from command_line import HOUSE
from lumitheque.games import find
from web.browsing import PHONE, Visit, expect, until
from web.robot import OFFERED, Robot

pytestmark = pytest.mark.slow
Come = Callable[..., Visit]
TITLES = {game: find(game).words("fr")["title"] for game in HOUSE}


@pytest.mark.parametrize("title", TITLES.values(), ids=TITLES)
def test_a_newcomer_makes_a_first_move_in_three_clicks(visit: Come, title: str) -> None:
    guest = visit(size=PHONE, has_touch=True)
    page = guest.page
    page.goto("/")
    box = page.get_by_role("article").filter(has=page.get_by_role("heading", name=title, exact=True))
    box.get_by_role("button", name="Jouer").click()
    page.wait_for_url("**/table/*")
    until(page, lambda: page.locator(OFFERED).count() > 0)
    table = page.url.rsplit("/", 1)[-1]
    Robot(page).play(2)

    def moved() -> bool:
        entries = guest.ask("GET", f"/api/tables/{table}/entries")["entries"]
        return any(entry["event"]["event"] == "played" and entry["event"]["seat"] == 0 for entry in entries)

    until(page, moved)


def test_language_follows_the_browser_and_can_be_switched(visit: Come) -> None:
    french, english = visit(), visit(locale="en-GB")
    for guest, language in ((french, "fr"), (english, "en")):
        guest.page.goto("/")
        expect(guest.page.locator("html")).to_have_attribute("lang", language)
    english.page.get_by_role("button", name="Français").first.click()
    expect(english.page.locator("html")).to_have_attribute("lang", "fr")
    english.page.reload()
    expect(english.page.locator("html")).to_have_attribute("lang", "fr")


def test_bots_and_length_are_one_tap_from_playing(visit: Come) -> None:
    page = visit(size=PHONE, has_touch=True).page
    page.goto("/")
    page.get_by_role("button", name="Choisir les robots et la durée pour La chasse aux fromages").tap()
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_role("radio", name="Des robots")).to_be_checked()
    expect(sheet.get_by_role("group", name="Combien à table").get_by_role("radio", name="3")).to_be_checked()
    sheet.get_by_role("radio", name="1", exact=True).check()
    expect(sheet.get_by_text("les conseils sont toujours permis")).to_be_attached()
    sheet.get_by_role("button", name="Commencer").tap()
    page.get_by_text("Manche 1 sur 1").first.wait_for()

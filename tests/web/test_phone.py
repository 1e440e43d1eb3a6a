"""On a phone everything that is needed at a moment is in sight at that moment: hand, tip, sheet, board."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from lumitheque.games import SHELF
from lumitheque.referee.checking import random_game
from lumitheque.reviews import reviewing
from web.browsing import PHONE, Visit, axe, expect, until
from web.robot import OFFERED

pytestmark = pytest.mark.slow
Come = Callable[..., Visit]
HOUSE = [game for game in SHELF.values() if game.package.startswith("lumitheque.")]
# What lies where, from above: an element's box, and whether what it says is cut.
BOX = """(query) => {
    const box = document.querySelector(query).getBoundingClientRect();
    return { left: box.left, right: box.right, top: box.top, bottom: box.bottom };
}"""


def box(page: Page, query: str) -> dict[str, float]:
    told: dict[str, float] = page.evaluate(BOX, query)
    return told


def phone(visit: Come, **options: Any) -> Visit:
    return visit(size=PHONE, has_touch=True, **options)


def test_the_hand_of_lumens_says_what_a_face_changes_in_the_room_it_has(visit: Come) -> None:
    guest = phone(visit)
    page = guest.page
    guest.open_table("lumens")
    until(page, lambda: page.locator(OFFERED).count() > 0)
    before = box(page, ".hand")
    page.locator(f".hand .face{OFFERED}").first.click()
    page.get_by_role("button", name="Allumer").click()
    page.locator(f"[data-cell]{OFFERED}").first.click(timeout=60_000)
    effects = page.locator(".hand .effect")
    expect(effects).to_have_count(2)
    assert effects.evaluate_all("(all) => all.every((one) => one.scrollWidth <= one.clientWidth)"), "it is cut"
    for words in ("passage : ne compte pas", "à égalité en tête"):
        effects.evaluate_all("(all, words) => all.forEach((one) => (one.lastElementChild.textContent = words))", words)
        after = box(page, ".hand")
        assert after["bottom"] - after["top"] <= before["bottom"] - before["top"] + 1, "it grows under the bar"
    assert box(page, ".hand")["bottom"] <= box(page, ".bar")["top"]


@pytest.mark.parametrize("language", ["fr", "en"])
def test_no_tip_is_cut(visit: Come, language: str) -> None:
    """The tips of all games, in the place of one: between the top of the screen and the board, and read as a whole."""
    guest = phone(visit, locale=f"{language}-{language.upper()}")
    page = guest.page
    guest.open_table("lumens")
    until(page, lambda: page.locator(OFFERED).count() > 0)
    page.locator(".coach .round").click()
    page.locator(f".hand .face{OFFERED}").first.click()
    page.locator(".deeds .button.main").click()
    expect(page.locator(".coach .off")).to_be_visible(timeout=60_000)
    for game in HOUSE:
        for tip in game.words(language)["coach"].values():
            page.locator(".coach p").evaluate("(line, tip) => (line.firstChild.textContent = `${tip} `)", tip)
            lies = box(page, ".coach")
            assert lies["top"] >= 0 and lies["right"] <= PHONE["width"], tip
            assert lies["bottom"] <= box(page, ".stage")["top"], tip
            assert box(page, ".coach p")["bottom"] <= lies["bottom"], tip
    assert axe(page) == []


@pytest.mark.parametrize("path", ["/learn/lumens", "/exercises/lumens", "/exercises/luminis", "/exercises/sirius"])
def test_a_sheet_leaves_the_hand_free(visit: Come, path: str) -> None:
    page = phone(visit).page
    page.goto(path)
    page.locator("[data-hand]").wait_for()
    until(page, lambda: box(page, "[data-hand]")["bottom"] <= box(page, ".teacher")["top"])
    assert box(page, "[data-hand]")["top"] >= 0
    assert axe(page) == []
    page.locator(".teacher .text").evaluate("(text) => (text.textContent += ' Et puis encore ceci.'.repeat(4))")
    until(page, lambda: box(page, "[data-hand]")["bottom"] <= box(page, ".teacher")["top"])


@pytest.mark.parametrize("game", ["lumens", "galax"])
def test_a_review_opens_on_its_first_turning_point_with_the_whole_board(
    visit: Come, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviewing, "standard_simulations", lambda *_: 40)
    guest = phone(visit)
    page = guest.page
    options: dict[str, Any] = {"setup": "random", "patience": 40, "adjudicate": "pieces"} if game == "galax" else {}
    record = json.loads(json.dumps(random_game(game, 2, "7", options=options).record()))
    subject = guest.ask("POST", "/api/study/review", {"record": record})["subject"]
    until(page, lambda: guest.ask("GET", f"/api/study/review/{subject}")["standing"] == "done", 500)
    own = guest.ask("GET", f"/api/study/review/{subject}")["review"]["reviews"][0]
    page.goto(f"/review/{subject}")
    curve = page.get_by_role("slider", name="Moment de la partie")
    expect(curve).to_have_attribute("aria-valuenow", str(min(own["turning_points"], default=0)))
    until(page, lambda: box(page, "[data-hand]")["bottom"] <= box(page, ".foot")["top"])
    board = "[data-board], .palace, .pawns .board"
    assert box(page, board)["top"] >= 0, "the board begins above the screen"
    expect(curve).to_be_in_viewport(ratio=0.9)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    assert axe(page) == []

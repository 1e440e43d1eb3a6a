"""The cards of Luminis under a finger: what is read can be read, what opens large leaves the places free."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from conftest import EVERYTHING
from gallery import MEASURE
from web.browsing import PHONE, Visit, expect, until
from web.robot import Robot

pytestmark = pytest.mark.slow
Come = Callable[..., Visit]
LANDSCAPE = {"width": 740, "height": 360}
CODE = re.compile(r"[IV]+-\d\d|\bP\d\b|[Pp]ile \d")
APART = """() => {
  const [lens, ...places] = [".lens", ".stones .place", ".hand [data-card]"]
    .flatMap((one) => [...document.querySelectorAll(one)].map((node) => node.getBoundingClientRect()));
  return places.length > 0 && places.every((place) => place.top >= lens.bottom || place.left >= lens.right
    || place.bottom <= lens.top || place.right <= lens.left);
}"""


def smallest(page: Page) -> tuple[float, float]:
    text, target = page.evaluate(MEASURE)
    return float(text["size"]), float(target["size"])


def fill_a_hand(page: Page) -> None:
    """A few cards, drawn by finger."""
    until(page, lambda: page.locator(".piles [data-offered]").count() > 0)
    while page.locator(".hand [data-card]").count() < 2:
        until(page, lambda: page.locator(".piles [data-offered]").count() > 0)
        page.locator(".piles [data-offered]").first.tap()
        draw = page.get_by_role("button", name="Piocher ce vitrail")
        if page.locator(".lens").is_visible():
            draw.click()


@pytest.mark.parametrize("seats", [2, 5])
def test_a_card_opens_large_beside_its_places(visit: Come, seats: int) -> None:
    guest = visit(size=PHONE, has_touch=True, is_mobile=True)
    guest.open_table("luminis", seats=seats)
    page = guest.page
    fill_a_hand(page)
    text, target = smallest(page)
    assert text >= 11 and target >= 40
    until(page, lambda: page.locator(".piles [data-offered]").count() > 0)
    page.locator(".hand [data-card]").first.tap()
    expect(page.locator(".lens")).to_be_visible()
    expect(page.locator(".place").first).to_be_visible()
    assert page.evaluate(APART)
    assert not CODE.search(page.locator("body").inner_text())
    page.get_by_role("button", name="Refermer").click()
    expect(page.locator(".lens")).to_have_count(0)


def test_what_cannot_be_placed_is_told_why(visit: Come) -> None:
    guest = visit(size=PHONE, has_touch=True, is_mobile=True)
    guest.open_table("luminis")
    page, refusal = guest.page, guest.page.get_by_role("alert")
    fill_a_hand(page)
    until(page, lambda: page.locator(".piles [data-offered]").count() > 0)
    page.locator(".piles [data-offered]").first.tap()
    page.get_by_role("button", name="Piocher ce vitrail").tap()
    expect(page.locator("aside .log")).to_contain_text(re.compile(r"Vous Vitrail I+ .*: pioché\."))
    until(page, lambda: page.locator(".piles [data-offered]").count() > 0)
    expect(page.locator(".skyline .name").first).to_have_text("Vous")
    pile = page.locator(".piles [data-offered]").filter(has_text="vitrail de niveau I ;")
    if pile.count() > 0:  # the deal is another one each time
        pile.first.tap()  # looked at, not drawn
        page.locator(".place").first.tap()
        expect(refusal).to_contain_text("Piochez d’abord")
        page.get_by_role("button", name="Refermer").tap()
    page.locator(".hand [data-card]").first.tap()
    expect(refusal).to_have_count(0)
    sky = page.locator(".sky").bounding_box()
    assert sky is not None
    page.touchscreen.tap(sky["x"] + sky["width"] - 8, sky["y"] + sky["height"] - 60)  # no place there
    expect(refusal).to_contain_text("Pas à cet endroit")


def test_a_hint_hides_neither_the_cathedral_nor_the_hand(visit: Come) -> None:
    guest = visit(size=PHONE, has_touch=True, is_mobile=True)
    guest.open_table("luminis")
    page = guest.page
    until(page, lambda: page.locator(".piles [data-offered]").count() > 0)
    page.get_by_role("button", name="Conseil", exact=True).tap()
    hint = page.get_by_role("region", name="Conseil")
    expect(hint).to_be_visible()
    assert not CODE.search(hint.inner_text())
    below = hint.bounding_box()
    assert below is not None
    for thing in (".frame", ".hand"):
        place = page.locator(thing).bounding_box()
        assert place is not None and place["y"] >= below["y"] + below["height"]


@pytest.mark.parametrize("seats", [2, 5])
def test_landscape_has_cathedral_piles_and_hand_at_once(visit: Come, seats: int) -> None:
    guest = visit(size=LANDSCAPE, has_touch=True)
    guest.open_table("luminis", seats=seats)
    page, robot = guest.page, Robot(guest.page)
    until(page, lambda: robot.offered() > 0)
    for thing in (".ground", ".piles .card >> nth=-1", ".skyline .player >> nth=-1", ".hand"):
        place = page.locator(thing).bounding_box()
        assert place is not None
        assert place["y"] >= 0 and place["y"] + min(place["height"], 80) <= LANDSCAPE["height"], thing
    assert smallest(page)[0] >= 11
    if EVERYTHING and seats == 2:
        robot.play_to_the_end()
    else:
        robot.play(3)


def test_the_board_names_its_regions_and_only_the_columns_in_use(visit: Come) -> None:
    guest = visit(size=PHONE, has_touch=True)
    guest.open_table("luminis", seats=3, options={"game": "advanced"})
    page = guest.page
    until(page, lambda: page.locator(".piles [data-offered]").count() > 0)
    captions = page.locator(".table .caption").all_inner_texts()
    assert captions[:3] == ["Flèches\u00a0: le but", "Bonus", "Piles\u00a0: la pioche"]
    expect(page.locator(".builder")).to_have_text("Votre cathédrale")
    expect(page.locator(".ground")).to_have_text("")
    fill_a_hand(page)
    expect(page.locator(".hand .caption")).to_have_text("Votre main")
    assert smallest(page)[0] >= 11


def test_a_tip_stays_in_sight_when_the_page_is_scrolled(visit: Come) -> None:
    guest = visit(size=PHONE, has_touch=True)
    guest.open_table("luminis", seats=5, options={"game": "advanced"})
    page, coach = guest.page, guest.page.locator(".coach")
    fill_a_hand(page)
    until(page, lambda: page.locator(".piles [data-offered]").count() > 0)
    expect(coach).to_be_visible()
    page.evaluate("scrollTo(0, 400)")
    page.wait_for_function("scrollY > 20")
    expect(coach).to_have_class(re.compile("along"))
    box = coach.bounding_box()
    assert box is not None and box["y"] >= 0 and box["x"] + box["width"] <= PHONE["width"]


def test_a_line_of_the_log_marks_pile_and_cathedral(visit: Come) -> None:
    guest = visit()
    guest.open_table("luminis")
    page = guest.page
    until(page, lambda: page.locator(".piles [data-offered]").count() > 0)
    page.locator(".piles [data-offered]").first.click()
    line = page.locator("aside .log li[tabindex]").first
    line.hover()
    expect(page.locator(".market .pointed, .skyline .pointed").first).to_be_visible()

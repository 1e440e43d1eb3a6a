"""The palace of Lumens under a finger: upright on a phone, large enough to read, kind to whoever misses by a little."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page

from conftest import EVERYTHING
from gallery import MEASURE
from web.browsing import PHONE, Visit, expect, until
from web.robot import Robot

pytestmark = pytest.mark.slow
Come = Callable[..., Visit]
LANDSCAPE = {"width": 740, "height": 360}
EMPTY = "[data-cell]:not([data-offered], :has(.lamp))"
GOALS = ".cells [data-offered='true']"


@pytest.fixture
def phone(visit: Come) -> Page:
    """A phone held upright, with a game for two and the start behind us."""
    guest = visit(size=PHONE, has_touch=True, is_mobile=True)
    guest.open_table("lumens")
    page = guest.page
    page.get_by_role("button", name="Face", exact=False).first.click()
    page.get_by_role("button", name="Allumer le").click()
    until(page, lambda: page.locator(GOALS).count() > 0)
    return page


def smallest_text(page: Page) -> float:
    return float(page.evaluate(MEASURE)[0]["size"])


def box(place: Locator) -> dict[str, float]:
    found = place.bounding_box()
    assert found is not None
    return dict(found)


def test_the_small_palace_stands_upright_on_a_phone(phone: Page) -> None:
    cell = box(phone.locator("[data-cell=e5]"))
    assert min(cell["width"], cell["height"]) > 32
    assert smallest_text(phone) >= 11
    assert phone.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    for name in ("a1", "e5", "m9"):  # the rim says what each cell is called
        letter, number = (box(phone.locator(f".frame span:text-is('{part}')")) for part in (name[0], name[1:]))
        cell = box(phone.locator(f"[data-cell={name}]"))
        assert abs(letter["y"] + letter["height"] / 2 - cell["y"] - cell["height"] / 2) < 3
        assert abs(number["x"] + number["width"] / 2 - cell["x"] - cell["width"] / 2) < 3
    phone.locator("[data-cell=e5]").focus()
    phone.keyboard.press("ArrowRight")
    expect(phone.locator("[data-cell=e6]")).to_be_focused()
    phone.keyboard.press("ArrowDown")
    expect(phone.locator("[data-cell=f6]")).to_be_focused()


def beside(page: Page) -> tuple[Locator, float, float]:
    """A goal, and a point of an empty cell that lies a little beside it."""
    for goal in page.locator(GOALS).all():
        goal.scroll_into_view_if_needed()
        place = box(goal)
        for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            x = place["x"] + place["width"] / 2 + dx * (place["width"] / 2 + 3)
            y = place["y"] + place["height"] / 2 + dy * (place["height"] / 2 + 3)
            told = (
                "([x, y]) => document.elementFromPoint(x, y)?.matches('[data-cell]:not([data-offered], :has(.lamp))')"
            )
            if page.evaluate(told, [x, y]):
                return goal, x, y
    pytest.fail("every goal stands between lamps")


def test_a_tap_beside_a_goal_means_the_goal(phone: Page) -> None:
    goal, x, y = beside(phone)
    phone.touchscreen.tap(x, y)
    expect(goal).to_have_attribute("aria-pressed", "true")
    assert phone.locator("[data-snaps]").count() == 1


def test_a_finger_that_rests_sees_the_palace_large(phone: Page) -> None:
    goal, x, y = beside(phone)
    line = phone.context.new_cdp_session(phone)
    touch = lambda kind, *points: line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})  # noqa: E731
    touch("touchStart", {"x": x, "y": y})
    glass = phone.locator(".magnifier")
    expect(glass).to_be_visible()
    expect(goal).to_have_attribute("data-aimed", "")
    touch("touchEnd")
    expect(glass).to_have_count(0)
    expect(goal).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize("seats", [2, 4])
def test_landscape_is_played_without_scrolling(visit: Come, seats: int) -> None:
    guest = visit(size=LANDSCAPE, has_touch=True)
    guest.open_table("lumens", seats=seats)
    page, robot = guest.page, Robot(guest.page)
    until(page, lambda: robot.offered() > 0)
    for thing in (page.locator("[data-scene]"), page.locator(".hand button").last):
        place = box(thing)
        assert place["y"] >= 0 and place["y"] + place["height"] <= LANDSCAPE["height"], thing
    assert smallest_text(page) >= 11
    if EVERYTHING and seats == 2:
        robot.play_to_the_end()
    else:
        robot.play(4)

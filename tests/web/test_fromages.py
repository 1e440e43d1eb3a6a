"""La chasse aux fromages with six at the table, on small screens: everything is seen, reached and understood."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page

from conftest import EVERYTHING
from web.browsing import PHONE, Visit, axe, expect, until
from web.robot import OVER, Robot

pytestmark = pytest.mark.slow
Come = Callable[..., Visit]
SIDEWAYS = {"width": PHONE["height"], "height": PHONE["width"]}
FINGER, LEGIBLE = 40, 11  # px
SMALLEST_TEXT = """() => Math.min(...[...document.querySelectorAll(".underworld *")]
  .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
  .filter((one) => one.checkVisibility() && !one.closest(".hidden"))
  .map((one) => parseFloat(getComputedStyle(one).fontSize) * (one instanceof SVGElement ? one.getScreenCTM().a : 1)))"""

SKIP = """(over) => new MutationObserver(() => {
  const finale = document.querySelector(".finale");
  if (!finale || window.skipped) return;
  window.skipped = { waited: document.querySelector(over) === null };
  finale.click();
}).observe(document.body, { childList: true, subtree: true })"""


def boxes(things: Locator) -> list[dict[str, Any]]:
    return [box for one in things.all() if (box := one.bounding_box()) is not None]


def sit_down(guest: Visit, *, cells: int = 9) -> Page:
    """A table of six on the screen; the person's turn has come."""
    guest.open_table("fromages", seats=6, options={"rounds": 1})
    until(guest.page, lambda: Robot(guest.page).offered() > 0)
    expect(guest.page.locator("[data-owner='0']")).to_have_count(cells)
    return guest.page


def test_six_fit_on_a_phone(visit: Come) -> None:
    page = sit_down(visit(size=PHONE, has_touch=True))
    bar = page.locator(".bar").bounding_box()
    assert bar is not None
    rivals = page.locator("[data-rival]")
    for thing in (rivals, page.locator("[data-owner='0']"), page.locator(".piles button")):
        found = boxes(thing)
        assert found and all(box["y"] >= 0 and box["y"] + box["height"] <= bar["y"] for box in found)
        assert all(min(box["width"], box["height"]) >= FINGER for box in found)
    assert page.evaluate("scrollY") == 0
    for seat in range(1, 6):
        rivals.nth(seat - 1).tap()
        cells = page.locator(f"[data-owner='{seat}']")
        expect(cells).to_have_count(9)
        assert all(box["width"] >= FINGER and box["y"] + box["height"] <= bar["y"] for box in boxes(cells))
        assert page.evaluate(SMALLEST_TEXT) >= LEGIBLE
    page.get_by_role("button", name="Mon réseau").tap()
    expect(page.locator("[data-owner='0']")).to_have_count(9)


def test_six_fit_on_a_phone_on_its_side(visit: Come) -> None:
    page = sit_down(visit(size=SIDEWAYS, has_touch=True))
    page.locator(".piles button[data-offered]").first.tap()
    page.locator(".hand button").first.wait_for()
    for thing in ("[data-rival]", "[data-owner='0']", ".piles button", ".hand button"):
        found = boxes(page.locator(thing))
        assert found and all(box["y"] >= 0 and box["y"] + box["height"] <= SIDEWAYS["height"] for box in found), thing
        assert all(min(box["width"], box["height"]) >= FINGER for box in found), thing
    board, bar = boxes(page.locator(".town"))[0], boxes(page.locator(".bar"))[0]
    assert board["x"] + board["width"] <= bar["x"] + 1  # the actions stand at the right
    assert page.evaluate(SMALLEST_TEXT) >= LEGIBLE
    Robot(page).play(4)


@pytest.mark.skipif(not EVERYTHING, reason="long")
def test_a_whole_game_of_six_on_a_phone_on_its_side(visit: Come) -> None:
    page = sit_down(visit(size=SIDEWAYS, has_touch=True))
    Robot(page).play_to_the_end()


def test_what_is_said_is_what_is_seen(visit: Come) -> None:
    """No cell codes, and the plumber only when he can come."""
    page = sit_down(visit())
    sentence, log = page.locator(".bar .sentence"), page.get_by_role("complementary")
    expect(sentence).to_contain_text("piochez")
    expect(sentence).not_to_contain_text("carton")
    assert ("plombier" in sentence.inner_text()) == (
        page.locator(".piles .stack[aria-expanded][data-offered]").count() > 0
    )
    page.locator(".piles button[data-offered]").first.click()
    cell = page.locator("[data-owner='0'][data-offered]").first
    assert cell.get_attribute("aria-label") != cell.get_attribute("data-cell")
    cell.click()
    expect(sentence).to_contain_text("Le compte")
    page.get_by_role("button", name="Poser ici").click()
    expect(log).to_contain_text("Un tuyau est posé")
    codes = page.evaluate("document.body.innerText.match(/\\b[a-d][1-3]\\b/g)")
    assert codes is None


def test_states_differ_without_colour(visit: Come) -> None:
    """Offered, chosen and freshly changed cells, in forced colours too."""
    page = sit_down(visit(forced_colors="active"))
    assert axe(page) == []
    page.locator(".piles button[data-offered]").first.click()
    offered = page.locator("[data-owner='0'][data-offered]:not(.aimed)")
    offered.first.click()
    edge = "(one, part) => (({ borderTopStyle: a, borderTopWidth: b }) => `${a} ${b}`)(getComputedStyle(one, part))"
    marks = [
        page.locator("[data-owner='0'].aimed").evaluate(edge, "::before"),
        offered.first.evaluate(edge, "::before"),
    ]
    page.get_by_role("button", name="Poser ici").click()
    marks.append(page.locator("button.fresh").first.evaluate(edge, "::after"))
    assert [mark.split()[0] for mark in marks] == ["solid", "dashed", "solid"]
    assert len(set(marks)) == len(marks)


def play_on(guest: Visit, table: str) -> None:
    """Without the page: each turn draws, discards and lifts a trap, until the round is over."""
    wanted = ("draw pile", "toss", "flip")
    while (state := guest.ask("GET", f"/api/tables/{table}")["table"]["state"])["status"] == "playing":
        legal = state.get("legal") or []
        move = next((move for kind in wanted for move in legal if move.startswith(kind)), None)
        if move:
            command = {"command": {"do": "play", "seat": 0, "moves": [move]}}
            guest.ask("POST", f"/api/tables/{table}/commands", command)
        else:
            guest.page.wait_for_timeout(40)


@pytest.mark.skipif(not EVERYTHING, reason="a whole round takes long: make test-all")
def test_the_rats_come_home_and_the_points_are_broken_down(visit: Come) -> None:
    guest = visit(reduced_motion="no-preference")
    table = guest.open_table("fromages", options={"rounds": 1})
    page, finale, over = guest.page, guest.page.locator(".finale"), guest.page.locator(OVER)
    page.locator("[data-owner='0']").first.wait_for()
    page.evaluate(SKIP, OVER)
    play_on(guest, table)
    until(page, lambda: page.evaluate("window.skipped !== undefined"))
    assert page.evaluate("skipped.waited")  # the page waits with the result
    expect(finale).to_have_count(0)
    expect(over).to_contain_text("D’où viennent les points")
    cells = [row.locator("td").all_inner_texts() for row in over.locator("tbody tr").all()]
    rows = [[cell.replace("−", "-") for cell in row] for row in cells]
    assert len(rows) == 2
    for cheeses, arrival, traps, total in rows:
        assert int(cheeses) + int(arrival) + int(traps) == int(total)
    points = guest.ask("GET", f"/api/tables/{table}")["table"]["state"]["ending"]["points"]
    assert [int(row[-1]) for row in rows] == points


def test_a_count_below_zero_is_explained(visit: Come) -> None:
    guest = visit(size=PHONE, has_touch=True)
    guest.open_table("fromages")
    count = guest.page.locator(".count").last
    count.tap()
    expect(guest.page.locator(".why:popover-open")).to_contain_text(
        re.compile(r"trappes encore fermées\s: −\d+ points")
    )

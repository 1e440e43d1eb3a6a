"""The boards of Galax and Sirius: what is marked is seen, in every light and without colour."""

import io
import itertools
import re
from collections.abc import Callable

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Locator, Page

from conftest import EVERYTHING
from web.browsing import Visit, axe, expect, until
from web.pawn_table import BROWN, WHITE, begin, play
from web.robot import OVER, Robot
from web.test_games import QUICK

pytestmark = pytest.mark.slow
Come = Callable[..., Visit]
Picture = np.ndarray

BOARDS = {  # a sun that can take a moon, and two stars that look on
    "galax": {"d4": "wS", "d6": "bM", "a1": "wT", "j10": "bT"},
    "sirius": {"d4": "wS", "d5": "bM", "a1": "wT", "j10": "bT"},
}
LOW = {"width": 740, "height": 360}
PREY = {"galax": "d6", "sirius": "d5"}
LIGHTS = {
    "day": {"color_scheme": "light", "forced_colors": "none"},
    "night": {"color_scheme": "dark", "forced_colors": "none"},
    "forced": {"color_scheme": "dark", "forced_colors": "active"},
}


def look(page: Page, *cells: str) -> dict[str, Picture]:
    """The cells as they are seen, each in the middle of what surrounds it."""
    page.wait_for_timeout(350)  # a disc that is lifted is up
    whole = np.asarray(Image.open(io.BytesIO(page.screenshot())).convert("RGB"), dtype=float)
    boxes = {cell: page.locator(f"[data-cell='{cell}']").bounding_box() for cell in cells}
    return {
        cell: whole[int(box["y"]) : int(box["y"] + box["height"]), int(box["x"]) : int(box["x"] + box["width"])]
        for cell, box in boxes.items()
        if box
    }


def grey(picture: Picture) -> Picture:
    return np.asarray(Image.fromarray(picture.astype(np.uint8)).convert("L").resize((40, 40)), dtype=float)


def contrast(one: Picture, other: Picture) -> float:
    """As WCAG counts it."""
    linear = [np.where(c <= 10.3, c / 3294.6, ((c / 255 + 0.055) / 1.055) ** 2.4) for c in (one, other)]
    bright, dark = sorted((float(c @ (0.2126, 0.7152, 0.0722)) for c in linear), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def stands_out(cell: Picture) -> float:
    """How a disc differs from the board around it: the best of the circles that make its edge."""
    size = min(cell.shape[:2])
    y, x = np.indices(cell.shape[:2]) - size / 2
    far = np.hypot(x, y) / size
    board = np.median(cell[(far > 0.52) & (far < 0.66)], axis=0)
    rings = [np.median(cell[(far > r) & (far <= r + 0.03)], axis=0) for r in np.arange(0.3, 0.46, 0.01)]
    return max(contrast(ring, board) for ring in rings)


@pytest.mark.parametrize("game", BOARDS)
def test_the_board_is_read_by_day_by_night_and_without_colour(visit: Come, game: str) -> None:
    guest = visit(reduced_motion="reduce")
    page, prey = guest.page, PREY[game]
    table = begin(guest, game, BOARDS[game], turn="brown")
    play(guest, table, BROWN, "j10-j9")
    expect(page.locator("[data-cell='d4']")).to_have_attribute("data-offered", "true")
    for light, media in LIGHTS.items():
        page.emulate_media(**media)  # type: ignore[arg-type]
        page.mouse.move(1, 1)
        plain = look(page, "d4", "c3", prey, "h2", "j10")
        assert stands_out(plain[prey]) >= 3, (light, "a dark disc is lost in the board")
        page.locator("[data-cell='d4']").click()
        page.locator("[data-cell='d5']").hover()
        seen = look(page, "d4", "c3", prey, "j10")
        before = {"chosen": plain["d4"], "offered": plain["c3"], "threatened": plain[prey], "last": plain["h2"]}
        marked = {"chosen": seen["d4"], "offered": seen["c3"], "threatened": seen[prey], "last": seen["j10"]}
        signs = {mark: np.abs(grey(marked[mark]) - grey(before[mark])) for mark in marked}
        assert all(sign.mean() > 3 for sign in signs.values()), (light, {m: s.mean() for m, s in signs.items()})
        for one, other in itertools.combinations(signs, 2):
            assert np.abs(signs[one] - signs[other]).mean() > 3, (light, one, other)
        if light == "forced":
            assert axe(page) == []
            assert np.ptp(grey(plain["h2"])) > 100, "the grid is gone"
        page.locator("[data-cell='d4']").click()


def test_a_line_of_the_log_shows_where_it_happened(visit: Come) -> None:
    guest = visit()
    page = guest.page
    table = begin(guest, "galax", BOARDS["galax"], turn="brown")
    play(guest, table, BROWN, "j10-j9")
    marked = page.locator(".cell.pointed")
    line = page.locator(".log li", has_text="De j10 à j9")
    expect(marked).to_have_count(0)
    line.hover()
    expect(marked).to_have_count(2)
    page.mouse.move(1, 1)
    expect(marked).to_have_count(0)
    page.get_by_role("list", name="Journal").focus()
    page.keyboard.press("ArrowUp")
    expect(line).to_be_focused()
    expect(marked).to_have_count(2)


@pytest.mark.parametrize("game", BOARDS)
def test_seats_wear_the_colour_of_their_pieces(visit: Come, game: str) -> None:
    guest = visit()
    page = guest.page
    table = begin(guest, game, BOARDS[game], turn="brown")
    play(guest, table, BROWN, "j10-j9")
    marks = page.locator(".seats .mark path")
    expect(marks).to_have_count(2)
    white, brown = (marks.nth(seat).evaluate("(path) => getComputedStyle(path).fill") for seat in (0, 1))
    assert white != brown
    tray = page.locator("section.tray").filter(has_text="bruns").locator(".mark path")
    expect(tray).to_have_css("fill", brown)
    expect(page.locator("aside .mark path").first).to_have_css("fill", brown)  # in the log


@pytest.mark.parametrize("game", BOARDS)
def test_a_phone_on_its_side_shows_the_whole_board_from_the_set_up_on(visit: Come, game: str) -> None:
    guest = visit(size=LOW, has_touch=True)
    page = guest.page
    guest.open_table(game, options={"setup": "secret"})
    ready = page.get_by_role("button", name="Je suis prêt")
    ready.wait_for()
    a_pawn, another = (page.locator("[data-cell]").nth(place) for place in (-1, -2))
    seen_whole(page.locator(".cells"), LOW)
    before = [a_pawn.get_attribute("aria-label"), another.get_attribute("aria-label")]
    a_pawn.tap()
    another.tap()
    kinds = [str(label).split(", ")[1] for label in before]
    expect(a_pawn).to_have_attribute("aria-label", re.compile(kinds[1]))
    page.get_by_role("button", name="Chevrons").tap()
    ready.tap()
    ready.wait_for(state="hidden")
    page.locator(".cells").wait_for()
    seen_whole(page.locator(".cells"), LOW)
    seen_whole(page.locator(".bar"), LOW)
    Robot(page).play(6)
    assert page.evaluate("document.documentElement.scrollHeight") <= LOW["height"]


def seen_whole(thing: Locator, screen: dict[str, int]) -> None:
    """Waits, because the board of the set-up may just be giving its place to the other one."""

    def inside() -> bool:
        box = thing.bounding_box()
        if box is None or box["x"] < 0 or box["y"] < 0:
            return False
        return box["x"] + box["width"] <= screen["width"] and box["y"] + box["height"] <= screen["height"]

    until(thing.page, inside)


WATCH_THE_HEAP = """() => {
  window.taken = [];
  const heap = document.querySelector("[data-tray='w']");
  const watch = new MutationObserver(() => heap.title !== window.taken.at(-1) && window.taken.push(heap.title));
  watch.observe(heap, { attributes: true });
}"""


def test_what_a_friend_did_is_told_piece_after_piece(visit: Come) -> None:
    """A sweep of Galax: the piece goes, then what it takes goes, one after the other."""
    guest = visit(reduced_motion="no-preference")
    page, board = guest.page, {"d4": "wS", "c6": "bM", "d6": "bM", "e6": "bM", "j10": "bT", "a1": "wT"}
    table = begin(guest, "galax", board, turn="white", sit=[BROWN], bots={}, start=False)
    friend = visit()
    friend.ask("POST", f"/api/tables/{table}/commands", {"command": {"do": "sit", "seat": 0}})
    guest.ask("POST", f"/api/tables/{table}/commands", {"command": {"do": "start"}})
    pieces = page.locator(".cells .piece")
    expect(pieces).to_have_count(6)
    page.evaluate(WATCH_THE_HEAP)
    play(friend, table, 0, "d4-d5", "xc6", "xd6", "xe6")
    expect(pieces).to_have_count(3)
    assert page.evaluate("window.taken") == [f"{count} pièces prises" for count in (27, 28, 29)]


AFTERGLOW = 2600  # ms that the result waits where no board tells the end
NOTE_DELAYS = """
    window.delays = [];
    const later = window.setTimeout;
    window.setTimeout = (act, ms, ...more) => (window.delays.push(ms), later(act, ms, ...more));
"""


@pytest.mark.parametrize(("game", "move"), [("galax", ["d4-d5", "xd6"]), ("sirius", ["d4xd5"])])
def test_the_end_is_told_and_a_tap_skips_it(visit: Come, game: str, move: list[str]) -> None:
    """The last piece falls: the page waits with the result until the finale is over, or is tapped away."""
    guest = visit(reduced_motion="no-preference")
    page = guest.page
    page.add_init_script(NOTE_DELAYS)
    table = begin(guest, game, {"d4": "wS", "a1": "wT", "h3": "wM", PREY[game]: "bM"})
    page.locator("[data-cell='d4'][data-offered]").wait_for()
    play(guest, table, WHITE, *move)
    expect(page.locator(".finale .line").first).to_be_attached()
    expect(page.locator(OVER)).to_be_hidden()
    expect(page.get_by_text("les 3 lumières des blancs").first).to_be_visible()
    page.locator(".cells").click()
    expect(page.locator(OVER)).to_be_visible()
    assert AFTERGLOW not in page.evaluate("window.delays")  # what the board has told is not waited for again
    page.locator(".cells").click()
    expect(page.locator(".finale")).to_have_count(0)


def test_the_end_is_said_where_nothing_moves(visit: Come) -> None:
    guest = visit()
    page = guest.page
    table = begin(guest, "sirius", {"d4": "wS", "d5": "bM", "a1": "wT"})
    page.locator("[data-cell='d4'][data-offered]").wait_for()
    play(guest, table, WHITE, "d4xd5")
    expect(page.locator(OVER)).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="Sirius se lève")).to_be_visible()
    expect(page.locator(".finale.still .star")).to_be_visible()


def test_a_mouse_finds_the_rule_that_was_broken(visit: Come) -> None:
    guest = visit()
    page = guest.page
    guest.open_table("sirius", options={"setup": "random"})
    page.locator("[data-offered='true']").first.click()
    page.locator("[data-cell=e5]").click(force=True)  # too far
    page.get_by_role("button", name="Voir la règle SI-").click()  # the pointer leaves the board on its way
    expect(page.locator("dialog[open]")).to_contain_text("Sirius")


def test_prompts_speak_of_what_one_sees(visit: Come) -> None:
    guest = visit()
    page = guest.page
    begin(guest, "galax", BOARDS["galax"])
    page.locator("[data-cell='d4'][data-offered]").click()
    bar = page.locator(".bar .sentence")
    expect(bar).to_have_text("Soleil blanc : touchez une case marquée pour y aller.")
    page.locator("[data-cell='d5']").hover()
    expect(bar).to_have_text("Ici, vous prenez la lune.")


@pytest.mark.skipif(not EVERYTHING, reason="a whole game takes long")
@pytest.mark.parametrize("game", BOARDS)
def test_a_whole_game_in_landscape_on_a_phone(visit: Come, game: str) -> None:
    guest = visit(size=LOW, has_touch=True)
    guest.open_table(game, options=QUICK[game])
    Robot(guest.page).play_to_the_end()
    seen_whole(guest.page.locator(".cells"), LOW)


def test_a_champion_is_announced_at_the_board_and_in_the_log(visit: Come) -> None:
    guest = visit()
    page = guest.page
    begin(guest, "sirius", {"d9": "wS", "a1": "wT", "j1": "bM"})
    page.locator("[data-cell='d9'][data-offered]").click()
    page.locator("[data-cell='d10']").click()
    expect(page.locator(".crowned")).to_have_text(re.compile("Ce pion devient champion"))
    expect(page.locator("aside .log")).to_contain_text("Ce pion devient champion")


def test_a_step_that_leaves_a_taking_undone_looks_like_it(visit: Come) -> None:
    guest = visit()
    page = guest.page
    begin(guest, "sirius", {"d4": "wS", "d5": "bM", "a1": "wT", "j10": "bM"})
    page.locator("[data-cell='a1'][data-offered]").click()
    page.mouse.move(2, 2)
    expect(page.locator(".cell.goal.undone")).to_have_count(3)
    expect(page.locator(".foot")).to_contain_text("les cases tiretées laissent une prise")
    expect(page.locator("[data-cell='a2']")).to_have_attribute("aria-label", re.compile("laisse une prise"))
    page.locator("[data-cell='d4']").click()
    expect(page.locator(".cell.taking:not(.undone)")).to_have_count(1)

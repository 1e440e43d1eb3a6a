"""axe on every page and in the states of every game; a whole game by keyboard."""

from collections.abc import Callable

import pytest
from playwright.sync_api import ElementHandle, Page

from conftest import few_of
from web.browsing import PHONE, Visit, axe, until
from web.robot import OFFERED, OVER, Robot
from web.test_games import QUICK

pytestmark = pytest.mark.slow
Come = Callable[..., Visit]
PAGES = ("/", "/me", "/study", *(f"/rules/{game}" for game in QUICK), *(f"/learn/{game}" for game in QUICK))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_on_any_page(visit: Come, scheme: str) -> None:
    guest = visit(color_scheme=scheme)
    found = {}
    for address in PAGES:
        guest.page.goto(address)
        guest.page.wait_for_load_state("networkidle")
        found[address] = axe(guest.page)
    assert not any(found.values()), {address: what for address, what in found.items() if what}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", QUICK)
def test_axe_finds_nothing_serious_at_a_table(visit: Come, game: str, scheme: str) -> None:
    guest = visit(color_scheme=scheme, size=PHONE if scheme == "dark" else None)
    options = {} if game in ("galax", "sirius") else QUICK[game]  # a secret set-up has an editor of its own
    guest.open_table(game, options=options)
    page, robot = guest.page, Robot(guest.page)
    until(page, lambda: robot.offered() > 0)
    found = [*axe(page)]
    for _ in range(3):
        robot.play(3)
        found += axe(page)
    page.emulate_media(forced_colors="active")
    page.wait_for_timeout(300)  # buttons change their colours gently
    found += axe(page)
    page.emulate_media(forced_colors="none")
    table = page.url.rsplit("/", 1)[-1]
    guest.ask("POST", f"/api/tables/{table}/commands", {"command": {"do": "resign"}})
    until(page, lambda: page.locator(OVER).is_visible())
    found += axe(page)
    page.goto(f"/replay/{table}")
    page.get_by_role("slider").wait_for()
    found += axe(page)
    assert not found, sorted(set(found))


@pytest.mark.parametrize("game", few_of(QUICK, "galax", "fromages"))
def test_a_whole_game_by_keyboard_alone(visit: Come, game: str) -> None:
    """Only keys: Tab and arrows go there, Enter acts. Whatever is offered can be reached."""
    guest = visit()
    guest.open_table(game, options=QUICK[game])
    page, robot = guest.page, Robot(guest.page)
    for _ in range(1500):
        until(page, lambda: robot.is_over() or robot.offered() > 0)
        if robot.is_over():
            return
        choices = page.locator(OFFERED).element_handles()
        if choices and reach(page, robot.chance.choice(choices)):
            page.keyboard.press("Enter")
            page.wait_for_timeout(20)
    pytest.fail("this game does not end")


WHERE = """(target) => {
  const here = document.activeElement;
  if (here === target || !target.isConnected) return here === target ? "there" : "gone";
  let group = target; // what has a tab stop of its own: a board, a hand
  while (group.parentElement && !group.querySelector("[data-cell][tabindex='0']")) group = group.parentElement;
  if (!target.matches("[data-cell]") || !group.contains(here) || !here.matches("[data-cell]")) return "Tab";
  const [from, to] = [here, target].map((one) => one.getBoundingClientRect());
  const x = to.x + to.width / 2 - from.x - from.width / 2, y = to.y + to.height / 2 - from.y - from.height / 2;
  if (Math.abs(y) > Math.min(from.height, to.height) / 2) return y > 0 ? "ArrowDown" : "ArrowUp";
  return x > 0 ? "ArrowRight" : "ArrowLeft";
}"""


def reach(page: Page, target: ElementHandle) -> bool:
    """Goes to something by keys: by Tab to its group, inside it by arrows. False if it went away meanwhile."""
    stuck = 0
    for _ in range(150):
        told = page.evaluate(WHERE, target)
        if told in ("there", "gone"):
            return bool(told == "there")
        before = page.evaluate_handle("document.activeElement")
        page.keyboard.press(told)
        if told != "Tab" and page.evaluate("(before) => document.activeElement === before", before):
            stuck += 1
            page.keyboard.press("Tab" if stuck % 3 == 0 else ("ArrowRight", "ArrowLeft")[stuck % 2])
    pytest.fail(f"out of reach: {target.inner_html()[:200]}")

"""axe on every page and in the states of every game; a whole game by keyboard."""

from collections.abc import Callable

import pytest

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
    table = page.url.rsplit("/", 1)[-1]
    guest.ask("POST", f"/api/tables/{table}/commands", {"command": {"do": "resign"}})
    until(page, lambda: page.locator(OVER).is_visible())
    found += axe(page)
    page.goto(f"/replay/{table}")
    page.get_by_role("slider").wait_for()
    found += axe(page)
    assert not found, sorted(set(found))


def test_a_whole_game_by_keyboard_alone(visit: Come) -> None:
    """Only keys: Tab and arrows move, Enter acts. Whatever is offered can be reached."""
    guest = visit()
    guest.open_table("lumens")
    page = guest.page
    robot = Robot(page)
    for _ in range(400):
        until(page, lambda: robot.is_over() or robot.offered() > 0)
        if robot.is_over():
            return
        choices = page.locator(OFFERED)
        name = choices.nth(robot.chance.randrange(choices.count())).get_attribute("aria-label")
        reach(page.keyboard.press, page.evaluate, name)
        page.keyboard.press("Enter")
        page.wait_for_timeout(30)
    pytest.fail("this game does not end")


def reach(press: Callable[[str], None], ask: Callable[[str], object], name: str | None) -> None:
    """Go to something that is offered: by Tab to where it is, inside a grid by arrows."""
    offered = "() => document.activeElement?.matches(\"[data-offered='true']\") ?? false"
    for _ in range(60):
        if ask(offered):
            return
        press("Tab")
        for key in ("ArrowRight", "ArrowUp", "ArrowRight", "ArrowDown"):
            if ask(offered):
                return
            press(key)
